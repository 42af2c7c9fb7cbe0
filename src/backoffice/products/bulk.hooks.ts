import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { call, reasonOf } from '../../ui/call.ts'
import { lookAt } from '../../ui/look.ts'
import { toast } from '../../ui/parts/toast.ts'
import type { InputOf } from '../../wire/endpoint.ts'
import {
  applyBulk,
  createBulk,
  importProducts,
  listBulkLines,
  readBulk,
  Verdict,
  type Bulk,
} from './bulk.contract.ts'
import type { StockCause } from './history.contract.ts'

/** Milliseconds between looks at work that is under way. */
const LOOK = 1000
export const LINES_A_PAGE = 25

const Look = z.object({
  verdict: Verdict.optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
})

/** Which lines are looked at; in the address. */
export const bulkLooks = (bulkId: string) => lookAt(`/admin/products/bulk/${bulkId}`, Look)

const isUnderWay = (bulk: Bulk | undefined): boolean =>
  bulk?.state === 'CHECKING' || bulk?.state === 'APPLYING'

/** How far it is; looked at again as long as something moves. */
export const bulkQuery = (bulkId: string) =>
  queryOptions({
    queryKey: ['bulk', bulkId],
    queryFn: ({ signal }) => call(readBulk, { bulkId }, { signal }),
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? LOOK : false),
    refetchOnMount: 'always',
  })

/** A page of lines; they are others once it was applied. */
export const bulkLinesQuery = ({ id: bulkId, state }: Bulk, verdict: Verdict, page: number) =>
  queryOptions({
    queryKey: ['bulk', bulkId, 'lines', state, verdict, page],
    queryFn: ({ signal }) =>
      call(listBulkLines, { bulkId, verdict, page, pageSize: LINES_A_PAGE }, { signal }),
  })

const sayFailed = (title: string) => (error: Error) =>
  toast({ title, description: reasonOf(error), variant: 'destructive' })

export const useCreateBulk = () =>
  useMutation({
    mutationFn: (edit: InputOf<typeof createBulk>) => call(createBulk, edit),
    onError: sayFailed('Kon de bewerking niet voorbereiden'),
  })

export interface ImportForm {
  file: File
  addsNew: boolean
  cause: StockCause
  note: string
}

export const useImport = () =>
  useMutation({
    mutationFn: ({ file, addsNew, cause, note }: ImportForm) => {
      const form = new FormData()
      form.append('addsNew', String(addsNew))
      form.append('cause', cause)
      form.append('note', note)
      form.append('file', file)
      return call(importProducts, {}, { form })
    },
    onError: sayFailed('Kon het bestand niet controleren'),
  })

export function useApplyBulk(bulkId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => call(applyBulk, { bulkId }),
    onSuccess: bulk => {
      cache.setQueryData(bulkQuery(bulkId).queryKey, bulk)
      // Products stand everywhere.
      void cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'bulk' })
    },
    onError: sayFailed('Kon de bewerking niet uitvoeren'),
  })
}
