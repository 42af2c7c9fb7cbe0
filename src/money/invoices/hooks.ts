import { queryOptions } from '@tanstack/react-query'
import { call } from '../../ui/call.ts'
import { listInvoices } from './contract.ts'

/** They come a moment after the payment, so each visit asks anew. */
export const invoicesQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['invoices', orderId],
    queryFn: ({ signal }) => call(listInvoices, { orderId }, { signal }),
    staleTime: 0,
  })
