import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { OrderStatus, refundOrder } from '../../shop/orders/contract.ts'
import { call, CallError, userMessageOf } from '../../ui/call.ts'
import { createListUrl } from '../../ui/listUrl.ts'
import { toast } from '../../ui/components/toast.ts'
import type { InputOf } from '../../wire/endpoint.ts'
import { formatCents } from '../../wire/money.ts'
import { shipOrders } from './bulk.contract.ts'
import {
  type AdminOrder,
  listAdminOrders,
  OrderSort,
  readAdminOrder,
  setOrderStatus,
  setPicked,
  setTracking,
} from './contract.ts'

const OrderListQuery = z.object({
  q: z.string().trim().max(120).catch(''),
  status: OrderStatus.or(z.literal('')).catch(''),
  sort: OrderSort.catch('newest'),
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
})
export type OrderListQuery = z.output<typeof OrderListQuery>

export const orderListUrl = createListUrl('/admin/orders', OrderListQuery)

const adminOrdersKey = ['admin', 'orders'] as const

/** A page of all orders; refetched at each visit, because orders change all the time. */
export const adminOrdersQuery = (query: OrderListQuery) =>
  queryOptions({
    queryKey: [...adminOrdersKey, 'list', query],
    queryFn: async ({ signal }) => {
      const found = await call(listAdminOrders, query, { signal })
      return 'items' in found ? found : { items: found, total: found.length, page: 1, pageSize: 25 }
    },
    refetchOnMount: 'always',
  })

export const adminOrderQuery = (orderId: string) =>
  queryOptions({
    queryKey: [...adminOrdersKey, 'one', orderId],
    queryFn: ({ signal }) => call(readAdminOrder, { orderId }, { signal }),
    refetchOnMount: 'always',
  })

const toastError = (description: string) => toast({ title: 'Fout', description, variant: 'destructive' })

/** The message for the whole request is the server's reason, or a default one. */
const errorText = (error: unknown, otherwise: string): string =>
  error instanceof CallError && error.code !== 'INTERNAL' ? error.reason : otherwise

/** Ticks a line with an optimistic update; several changes are sent one at a time, in their order. */
export function useSetPicked(orderId: string) {
  const cache = useQueryClient()
  const { queryKey } = adminOrderQuery(orderId)
  const mutationKey = [...adminOrdersKey, 'pick', orderId]
  const show = (itemId: string, picked: boolean) =>
    cache.setQueryData(
      queryKey,
      order =>
        order && {
          ...order,
          items: order.items.map(item => (item.id === itemId ? { ...item, picked } : item)),
        },
    )
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    mutationFn: ({ itemId, picked }: { itemId: string; picked: boolean }) =>
      call(setPicked, { orderId, itemId, picked }),
    onMutate: async ({ itemId, picked }) => {
      await cache.cancelQueries({ queryKey })
      show(itemId, picked)
    },
    onError: (error, { itemId, picked }) => {
      toastError(userMessageOf(error))
      show(itemId, !picked)
    },
    onSettled: () => {
      if (cache.isMutating({ mutationKey }) > 1) return
      void cache.invalidateQueries({ queryKey })
    },
  })
}

/** Changes return the whole order, which is put into the cache; lists are refetched when they are shown again. */
function useCacheOrder() {
  const cache = useQueryClient()
  return (order: AdminOrder) => {
    cache.setQueryData(adminOrderQuery(order.id).queryKey, order)
    void cache.invalidateQueries({ queryKey: [...adminOrdersKey, 'list'] })
  }
}

type Status = InputOf<typeof setOrderStatus>

export function useSetOrderStatus() {
  const show = useCacheOrder()
  return useMutation({
    mutationFn: (input: Status) => call(setOrderStatus, input),
    onSuccess: order => {
      show(order)
      toast({ title: 'Status bijgewerkt' })
    },
    onError: error =>
      toastError(errorText(error, 'Er is een fout opgetreden bij het bijwerken van de status')),
  })
}

type Tracking = InputOf<typeof setTracking>

export function useSetTracking() {
  const show = useCacheOrder()
  return useMutation({
    mutationFn: (input: Tracking) => call(setTracking, input),
    onSuccess: order => {
      show(order)
      toast({ title: 'Bestelling verzonden', description: 'De klant krijgt een mail met de tracking code.' })
    },
    onError: error =>
      toastError(errorText(error, 'Er is een fout opgetreden bij het toevoegen van tracking info')),
  })
}

type Refund = InputOf<typeof refundOrder>

/** Refunds an order, without an optimistic update; refetches the order afterwards. */
export function useRefundOrder() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ key, ...wanted }: Refund & { key: string }) =>
      call(refundOrder, wanted, { idempotencyKey: key }),
    onSuccess: async ({ amount }) => {
      await cache.invalidateQueries({ queryKey: adminOrdersKey })
      toast({ title: 'Terugbetaling genoteerd', description: `${formatCents(amount)} gaat terug.` })
    },
  })
}

export function useShipOrders() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (orderIds: string[]) => call(shipOrders, { orderIds }),
    onSuccess: () => cache.invalidateQueries({ queryKey: adminOrdersKey }),
    onError: error => toastError(userMessageOf(error)),
  })
}
