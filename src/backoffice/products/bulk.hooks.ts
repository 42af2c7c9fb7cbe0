import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { call, userMessageOf } from '../../ui/call.ts'
import { createListUrl } from '../../ui/listUrl.ts'
import { toast } from '../../ui/components/toast.ts'
import type { InputOf } from '../../wire/endpoint.ts'
import {
  applyBulkEdit,
  createBulkEdit,
  importProducts,
  listBulkLines,
  readBulkEdit,
  BulkLineStatus,
  type BulkEdit,
} from './bulk.contract.ts'
import type { StockCause } from './history.contract.ts'

/** Milliseconds between looks at work that is under way. */
const POLL_MS = 1000
export const LINES_PER_PAGE = 25

const BulkLinesQuery = z.object({
  verdict: BulkLineStatus.optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
})

/** Which lines are looked at; in the address. */
export const bulkEditUrl = (bulkId: string) => createListUrl(`/admin/products/bulk/${bulkId}`, BulkLinesQuery)

const isRunning = (bulk: BulkEdit | undefined): boolean =>
  bulk?.state === 'CHECKING' || bulk?.state === 'APPLYING'

/** How far it is; looked at again as long as something moves. */
export const bulkEditQuery = (bulkId: string) =>
  queryOptions({
    queryKey: ['bulk', bulkId],
    queryFn: ({ signal }) => call(readBulkEdit, { bulkId }, { signal }),
    refetchInterval: ({ state }) => (isRunning(state.data) ? POLL_MS : false),
    refetchOnMount: 'always',
  })

/** A page of lines; they are others once it was applied. */
export const bulkLinesQuery = ({ id: bulkId, state }: BulkEdit, verdict: BulkLineStatus, page: number) =>
  queryOptions({
    queryKey: ['bulk', bulkId, 'lines', state, verdict, page],
    queryFn: ({ signal }) =>
      call(listBulkLines, { bulkId, verdict, page, pageSize: LINES_PER_PAGE }, { signal }),
  })

const onFailure = (title: string) => (error: Error) =>
  toast({ title, description: userMessageOf(error), variant: 'destructive' })

export const useCreateBulkEdit = () =>
  useMutation({
    mutationFn: (edit: InputOf<typeof createBulkEdit>) => call(createBulkEdit, edit),
    onError: onFailure('Kon de bewerking niet voorbereiden'),
  })

export interface ImportForm {
  file: File
  addsNew: boolean
  cause: StockCause
  note: string
}

export const useImportProducts = () =>
  useMutation({
    mutationFn: ({ file, addsNew, cause, note }: ImportForm) => {
      const form = new FormData()
      form.append('addsNew', String(addsNew))
      form.append('cause', cause)
      form.append('note', note)
      form.append('file', file)
      return call(importProducts, {}, { form })
    },
    onError: onFailure('Kon het bestand niet controleren'),
  })

export function useApplyBulkEdit(bulkId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => call(applyBulkEdit, { bulkId }),
    onSuccess: bulk => {
      cache.setQueryData(bulkEditQuery(bulkId).queryKey, bulk)
      // Products stand everywhere.
      void cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'bulk' })
    },
    onError: onFailure('Kon de bewerking niet uitvoeren'),
  })
}
