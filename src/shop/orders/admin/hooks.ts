import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { call, serverReason } from '../../../ui/call/call.ts'
import { toast } from '../../../ui/dialogs/toast.ts'
import { apiQuery, listPageQuery, toastFailure, useApiMutation } from '../../../ui/call/hooks.ts'
import { createListUrl, urlFields } from '../../../ui/lists/listUrl.ts'
import type { InputOf } from '../../../wire/endpoint.ts'
import { formatCents } from '../../../wire/money.ts'
import {
  shipOrders,
  type AdminOrder,
  listAdminOrders,
  OrderListStatus,
  OrderSort,
  readAdminOrder,
  setOrderStatus,
  setPicked,
  setTracking,
  deliverOrder,
  refundOrder,
} from './contract.ts'

const OrderListQuery = z.object({
  ...urlFields,
  status: OrderListStatus.or(z.literal('')).catch(''),
  sort: OrderSort.catch('newest'),
})
export type OrderListQuery = z.output<typeof OrderListQuery>

export const orderListUrl = createListUrl('/admin/orders', OrderListQuery)

export const adminOrdersKey = ['admin', 'orders'] as const

/** Orders that were never paid are found by a search and by their filter only. */
export const adminOrdersQuery = (query: OrderListQuery) =>
  listPageQuery([...adminOrdersKey, 'list', query], listAdminOrders, {
    ...query,
    status: query.status || (query.q ? '' : 'KEPT'),
  })

export const adminOrderQuery = (orderId: string) =>
  apiQuery([...adminOrdersKey, 'one', orderId], readAdminOrder, { orderId }, { refetchOnMount: 'always' })

/** One at a time, in their order: picked lines are stored before the order is sent, which the server refuses otherwise. */
const orderMutationScope = (orderId: string) => ({ id: [...adminOrdersKey, orderId].join(' ') })

/** Ticks a line with an optimistic update. */
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
  return useApiMutation(
    ({ itemId, picked }: { itemId: string; picked: boolean }) => call(setPicked, { orderId, itemId, picked }),
    {
      mutationKey,
      scope: orderMutationScope(orderId),
      onMutate: async ({ itemId, picked }) => {
        await cache.cancelQueries({ queryKey })
        show(itemId, picked)
      },
      onError: (error, { itemId, picked }) => {
        toastFailure('Fout', error)
        show(itemId, !picked)
      },
      onSettled: () => {
        if (cache.isMutating({ mutationKey }) > 1) return
        void cache.invalidateQueries({ queryKey })
      },
    },
  )
}

/** Puts the changed order into the cache; lists are refetched when they are shown again. */
function useOrderChange(otherwise: string) {
  const cache = useQueryClient()
  return {
    onSuccess: async (order: AdminOrder) => {
      const { queryKey } = adminOrderQuery(order.id)
      // One that began before the change would show the order of before it.
      await cache.cancelQueries({ queryKey })
      cache.setQueryData(queryKey, order)
      void cache.invalidateQueries({ queryKey: [...adminOrdersKey, 'list'] })
    },
    /** The message for the whole request is the server's reason, or a default one. */
    onError: (error: Error) => {
      toast({ title: 'Fout', description: serverReason(error, otherwise), variant: 'destructive' })
    },
  }
}

export const useSetOrderStatus = (orderId: string) =>
  useApiMutation(setOrderStatus, {
    scope: orderMutationScope(orderId),
    ...useOrderChange('Er is een fout opgetreden bij het bijwerken van de status'),
    done: 'Status bijgewerkt',
  })

export const useSetTracking = (orderId: string) =>
  useApiMutation(setTracking, {
    scope: orderMutationScope(orderId),
    ...useOrderChange('Er is een fout opgetreden bij het toevoegen van tracking info'),
    done: { title: 'Bestelling verzonden', description: 'De klant krijgt een mail met de tracking code.' },
  })

/** Refunds an order, without an optimistic update; refetches the order afterwards. */
export const useRefundOrder = () =>
  useApiMutation(
    ({ key, ...wanted }: InputOf<typeof refundOrder> & { key: string }) =>
      call(refundOrder, wanted, { idempotencyKey: key }),
    {
      invalidates: [adminOrdersKey],
      done: ({ amount }) => ({
        title: 'Terugbetaling genoteerd',
        description: `${formatCents(amount)} gaat terug.`,
      }),
    },
  )

/** Delivers digital lines that could not be delivered before. */
export const useDeliverOrder = (orderId: string) =>
  useApiMutation(deliverOrder, {
    invalidates: [adminOrderQuery(orderId).queryKey],
    done: ({ delivered }) =>
      delivered === 0
        ? {
            title: 'Er was niets te leveren',
            description: 'Het product heeft nog geen bestanden, of te weinig codes.',
          }
        : { title: 'Geleverd', description: 'De klant krijgt een mail met een link.' },
    failed: 'Kon niet leveren',
  })

export const useShipOrders = () =>
  useApiMutation(shipOrders, { invalidates: [adminOrdersKey], failed: 'Fout' })
