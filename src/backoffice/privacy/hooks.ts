import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, CallError, userMessageOf } from '../../ui/call.ts'
import { toast } from '../../ui/components/toast.ts'
import { accountClosedPath, deleteAccount } from './contract.ts'
import { readExportState, requestExport } from './export.contract.ts'

/** Milliseconds between polls while an export is being built. */
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

/** Closes the account, and loads the next page afresh, so that no account data stays in memory. */
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
