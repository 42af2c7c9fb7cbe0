import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, CallError, userMessageOf } from '../../ui/call.ts'
import { toast } from '../../ui/components/toast.ts'
import { accountClosedPath, deleteAccount } from './contract.ts'
import { readExportState, requestExport } from './export.contract.ts'

/** How often a screen asks whether the file is ready, in milliseconds. */
const POLL_MS = 4000

export const exportStateQuery = queryOptions({
  queryKey: ['export'],
  queryFn: ({ signal }) => call(readExportState, {}, { signal }),
  refetchOnMount: 'always',
  refetchInterval: ({ state }) => (state.data?.state === 'PREPARING' ? POLL_MS : false),
})

export function useRequestExport() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => call(requestExport, {}),
    onSuccess: state => {
      cache.setQueryData(exportStateQuery.queryKey, state)
      toast({ title: 'Aangevraagd', description: 'De link komt per mail.' })
    },
    onError: error =>
      toast({ title: 'Niet gelukt', description: userMessageOf(error), variant: 'destructive' }),
  })
}

/** Leaves for a page that says until when, loaded afresh: nothing of the account stays in the browser's memory. */
export const useCloseAccount = () =>
  useMutation({
    mutationFn: (password: string) => call(deleteAccount, { password }),
    onSuccess: ({ deleteAfter }) => {
      sessionStorage.clear()
      window.location.assign(accountClosedPath(deleteAfter))
    },
    onError: error => {
      const isSaid = error instanceof CallError && Object.keys(error.fields).length > 0
      if (!isSaid) toast({ title: 'Niet gelukt', description: userMessageOf(error), variant: 'destructive' })
    },
  })
