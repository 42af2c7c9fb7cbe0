import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { call } from '../../../../ui/call/call.ts'
import { apiQuery, useApiMutation } from '../../../../ui/call/hooks.ts'
import { uploadTransport } from '../../../../ui/call/upload.ts'
import { createListUrl, urlFields } from '../../../../ui/lists/listUrl.ts'
import * as endpoints from './contract.ts'
import { BulkLineStatus, type BulkEdit } from './contract.ts'
import type { StockCause } from '../contract.ts'

/** Milliseconds between two polls while something runs. */
const POLL_MS = 1000
export const LINES_PER_PAGE = 25

const BulkLinesQuery = z.object({
  verdict: BulkLineStatus.optional().catch(undefined),
  page: urlFields.page,
})

/** The status and page of the lines, in the URL. */
export const bulkEditUrl = (bulkId: string) => createListUrl(`/admin/products/bulk/${bulkId}`, BulkLinesQuery)

export const isRunning = (bulk: BulkEdit | undefined): boolean =>
  bulk?.state === 'CHECKING' || bulk?.state === 'APPLYING'

/** A bulk edit; polled while it runs. */
export const bulkEditQuery = (bulkId: string) =>
  apiQuery(
    ['bulk', bulkId],
    endpoints.readBulkEdit,
    { bulkId },
    {
      refetchInterval: ({ state }) => (isRunning(state.data) ? POLL_MS : false),
      refetchOnMount: 'always',
    },
  )

/** A page of lines; the state is in the key, since applying changes them. */
export const bulkLinesQuery = ({ id: bulkId, state }: BulkEdit, verdict: BulkLineStatus, page: number) =>
  apiQuery(['bulk', bulkId, 'lines', state, verdict, page], endpoints.listBulkLines, {
    bulkId,
    verdict,
    page,
    pageSize: LINES_PER_PAGE,
  })

export const useCreateBulkEdit = () =>
  useApiMutation(endpoints.createBulkEdit, { failed: 'Kon de bewerking niet voorbereiden' })

export interface ImportForm {
  file: File
  addsNew: boolean
  cause: StockCause
  note: string
  onProgress: (sent: number, total: number) => void
}

export const useImportProducts = () =>
  useApiMutation(
    ({ file, addsNew, cause, note, onProgress }: ImportForm) => {
      const form = new FormData()
      form.append('addsNew', String(addsNew))
      form.append('cause', cause)
      form.append('note', note)
      form.append('file', file)
      return call(endpoints.importProducts, {}, { form, via: uploadTransport(onProgress) })
    },
    { failed: 'Kon het bestand niet controleren' },
  )

export function useApplyBulkEdit(bulkId: string) {
  const cache = useQueryClient()
  return useApiMutation(() => call(endpoints.applyBulkEdit, { bulkId }), {
    onSuccess: bulk => {
      cache.setQueryData(bulkEditQuery(bulkId).queryKey, bulk)
      // Products are shown on most pages.
      void cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'bulk' })
    },
    failed: 'Kon de bewerking niet uitvoeren',
  })
}
