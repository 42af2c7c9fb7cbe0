import { useQueryClient } from '@tanstack/react-query'
import { apiQuery, useApiMutation } from '../../ui/call/hooks.ts'
import {
  accountClosedPath,
  deleteAccount,
  downloadExport,
  openExport,
  readExportState,
  requestExport,
} from './contract.ts'

/** Milliseconds between polls while an export is being built. */
const POLL_MS = 1500

export const exportStateQuery = apiQuery(
  ['export'],
  readExportState,
  {},
  {
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.state === 'PREPARING' ? POLL_MS : false),
  },
)

export function useRequestExport() {
  const cache = useQueryClient()
  return useApiMutation(requestExport, {
    onSuccess: state => cache.setQueryData(exportStateQuery.queryKey, state),
    done: { title: 'Aangevraagd', description: 'De link komt per mail.' },
    failed: 'Niet gelukt',
  })
}

/** Downloads the export of a mailed link: the browser keeps its token in a cookie. */
export const useDownloadExport = () =>
  useApiMutation(openExport, {
    onSuccess: () => window.location.assign(downloadExport.path),
    failed: 'Niet gelukt',
  })

/** Closes the account, and loads the next page afresh, so that no account data stays in memory. */
export const useCloseAccount = () =>
  useApiMutation(deleteAccount, {
    onSuccess: ({ deleteAfter }) => {
      sessionStorage.clear()
      window.location.assign(accountClosedPath(deleteAfter))
    },
    failed: 'Niet gelukt',
    hasFieldErrors: true,
  })
