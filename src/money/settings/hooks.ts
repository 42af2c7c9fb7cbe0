import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, CallError, userMessageOf } from '../../ui/call.ts'
import { shopQuery } from './shop.hooks.ts'
import { toast } from '../../ui/components/toast.ts'
import type { InputOf } from '../../wire/endpoint.ts'
import { changeSettings, readSettings } from './contract.ts'
import {
  findSettingsConflicts,
  type SettingsFormValues,
  toSettingsFormValues,
  type SettingsFieldName,
  type SettingsConflict,
} from './form.rules.ts'

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => call(readSettings, {}, { signal }),
  staleTime: 0,
})

/** Saves all of it. What pages know of the shop follows. */
export function useSaveSettings() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (input: InputOf<typeof changeSettings>) => call(changeSettings, input),
    onSuccess: kept => {
      cache.setQueryData(settingsQuery.queryKey, kept)
      void cache.invalidateQueries({ queryKey: shopQuery.queryKey })
      toast({ title: 'Instellingen bewaard' })
    },
    onError: error =>
      toast({
        title: 'Instellingen niet bewaard',
        description: userMessageOf(error),
        variant: 'destructive',
      }),
  })
}

interface OpenedSettings {
  version: number
  draft: SettingsFormValues
}

/** Which settings the form began with, and what another admin changed since, once that came in the way of saving. */
export function useSettingsConflicts(initial: OpenedSettings) {
  const cache = useQueryClient()
  const [opened, setOpened] = useState(initial)
  const [meanwhile, setMeanwhile] = useState<SettingsConflict[]>([])
  return {
    version: opened.version,
    meanwhile,
    /** A new beginning: these have been saved. */
    begin: (saved: OpenedSettings) => {
      setOpened(saved)
      setMeanwhile([])
    },
    /**
     * Reads what is set now, if the error says that it is another. What was not changed here is taken over; the rest is for the
     * admin to decide, and the next try saves it.
     */
    meet: async (
      error: Error,
      mine: SettingsFormValues,
      take: (field: SettingsFieldName, theirs: string | boolean) => void,
    ) => {
      if (!(error instanceof CallError) || error.code !== 'SETTINGS_CHANGED') return
      const { version, settings } = await cache.fetchQuery(settingsQuery)
      const theirs = toSettingsFormValues(settings)
      const found = findSettingsConflicts(opened.draft, mine, theirs)
      for (const each of found) if (each.mine === null) take(each.field, each.theirs)
      setOpened({ version, draft: theirs })
      setMeanwhile(found)
    },
  }
}
