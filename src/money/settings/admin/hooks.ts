import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError } from '../../../ui/call/call.ts'
import { apiQuery, useApiMutation } from '../../../ui/call/hooks.ts'
import { shopQuery } from '../shop.hooks.ts'
import {
  findSettingsConflicts,
  type SettingsFormValues,
  toSettingsFormValues,
  type SettingsFieldName,
  type SettingsConflict,
} from './form.rules.ts'
import { changeSettings, readSettings } from './contract.ts'

export const settingsQuery = apiQuery(['settings'], readSettings, {}, { staleTime: 0 })

/** Saves all settings, and refetches the shop's data on pages. */
export function useSaveSettings() {
  const cache = useQueryClient()
  return useApiMutation(changeSettings, {
    onSuccess: saved => {
      cache.setQueryData(settingsQuery.queryKey, saved)
      // Not awaited: the form takes over the saved values at once.
      void cache.invalidateQueries({ queryKey: shopQuery.queryKey })
    },
    done: 'Instellingen bewaard',
    failed: 'Instellingen niet bewaard',
  })
}

interface OpenedSettings {
  version: number
  draft: SettingsFormValues
}

/** The settings that the form was opened with, and the conflicts that were found on saving. */
export function useSettingsConflicts(initial: OpenedSettings) {
  const cache = useQueryClient()
  const [opened, setOpened] = useState(initial)
  const [conflicts, setConflicts] = useState<SettingsConflict[]>([])
  return {
    version: opened.version,
    conflicts,
    /** Must be called after saving. */
    resetConflicts: (saved: OpenedSettings) => {
      setOpened(saved)
      setConflicts([])
    },
    /**
     * Must be called when saving failed. On SETTINGS_CHANGED, fetches the stored settings, takes over the fields that
     * were not changed here, and shows the others as conflicts; the next save overwrites those.
     */
    resolveConflicts: async (
      error: Error,
      mine: SettingsFormValues,
      setField: (field: SettingsFieldName, theirs: string | boolean) => void,
    ) => {
      if (!(error instanceof CallError) || error.code !== 'SETTINGS_CHANGED') return
      const { version, settings } = await cache.fetchQuery(settingsQuery)
      const theirs = toSettingsFormValues(settings)
      const newConflicts = findSettingsConflicts(opened.draft, mine, theirs)
      for (const conflict of newConflicts)
        if (conflict.mine === null) setField(conflict.field, conflict.theirs)
      setOpened({ version, draft: theirs })
      setConflicts(newConflicts)
    },
  }
}
