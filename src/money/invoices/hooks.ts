import { queryOptions } from '@tanstack/react-query'
import { call } from '../../ui/call.ts'
import { listInvoices } from './contract.ts'

/** An invoice is issued shortly after the payment, so each visit fetches the list again. */
export const invoicesQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['invoices', orderId],
    queryFn: ({ signal }) => call(listInvoices, { orderId }, { signal }),
    staleTime: 0,
  })
