import { queryOptions } from '@tanstack/react-query'
import { call } from '../web/call.ts'
import { listOrders, readOrder } from './contract.ts'

export const ordersQuery = queryOptions({
  queryKey: ['orders'],
  queryFn: ({ signal }) => call(listOrders, {}, { signal }),
})

export const orderQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['orders', orderId],
    queryFn: ({ signal }) => call(readOrder, { orderId }, { signal }),
  })
