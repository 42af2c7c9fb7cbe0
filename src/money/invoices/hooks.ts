import { apiQuery } from '../../ui/call/hooks.ts'
import { listInvoices } from './contract.ts'

/** An invoice is issued shortly after the payment, so each visit fetches the list again. */
export const invoicesQuery = (orderId: string) =>
  apiQuery(['invoices', orderId], listInvoices, { orderId }, { staleTime: 0 })
