import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { OrderStatus, refundOrder } from '../../shop/orders/contract.ts'
import { call, CallError, reasonOf } from '../../ui/call.ts'
import { lookAt } from '../../ui/look.ts'
import { toast } from '../../ui/parts/toast.ts'
import type { InputOf } from '../../wire/endpoint.ts'
import { formatCents } from '../../wire/money.ts'
import { shipOrders } from './bulk.contract.ts'
import {
  type AdminOrder,
  listAllOrders,
  OrderSort,
  readAnyOrder,
  setOrderStatus,
  setPicked,
  setTracking,
} from './contract.ts'

const Look = z.object({
  q: z.string().trim().max(120).catch(''),
  status: OrderStatus.or(z.literal('')).catch(''),
  sort: OrderSort.catch('newest'),
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
})
export type Look = z.output<typeof Look>

export const orderLooks = lookAt('/admin/orders', Look)

const everyOrder = ['admin', 'orders'] as const

/** A page of all orders; they come and change all the time, so each visit asks anew. */
export const allOrdersQuery = (look: Look) =>
  queryOptions({
    queryKey: [...everyOrder, 'list', look],
    queryFn: async ({ signal }) => {
      const found = await call(listAllOrders, look, { signal })
      return 'items' in found ? found : { items: found, total: found.length, page: 1, pageSize: 25 }
    },
    refetchOnMount: 'always',
  })

export const adminOrderQuery = (orderId: string) =>
  queryOptions({
    queryKey: [...everyOrder, 'one', orderId],
    queryFn: ({ signal }) => call(readAnyOrder, { orderId }, { signal }),
    refetchOnMount: 'always',
  })

const fault = (description: string) => toast({ title: 'Fout', description, variant: 'destructive' })

/** What was asked as a whole is the server's reason; without one, the seed's sentence. */
const said = (error: unknown, otherwise: string): string =>
  error instanceof CallError && error.code !== 'INTERNAL' ? error.reason : otherwise

/** Ticks a line, shown at once; several are sent one after the other, in the order in which they were ticked. */
export function usePick(orderId: string) {
  const cache = useQueryClient()
  const { queryKey } = adminOrderQuery(orderId)
  const mutationKey = [...everyOrder, 'pick', orderId]
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
      fault(reasonOf(error))
      show(itemId, !picked)
    },
    onSettled: () => {
      if (cache.isMutating({ mutationKey }) > 1) return
      void cache.invalidateQueries({ queryKey })
    },
  })
}

/** What changes an order answers with all of it; lists are asked anew when they are seen again. */
function useShow() {
  const cache = useQueryClient()
  return (order: AdminOrder) => {
    cache.setQueryData(adminOrderQuery(order.id).queryKey, order)
    void cache.invalidateQueries({ queryKey: [...everyOrder, 'list'] })
  }
}

type Status = InputOf<typeof setOrderStatus>

export function useSetStatus() {
  const show = useShow()
  return useMutation({
    mutationFn: (input: Status) => call(setOrderStatus, input),
    onSuccess: order => {
      show(order)
      toast({ title: 'Status bijgewerkt' })
    },
    onError: error => fault(said(error, 'Er is een fout opgetreden bij het bijwerken van de status')),
  })
}

type Tracking = InputOf<typeof setTracking>

export function useSetTracking() {
  const show = useShow()
  return useMutation({
    mutationFn: (input: Tracking) => call(setTracking, input),
    onSuccess: order => {
      show(order)
      toast({ title: 'Bestelling verzonden', description: 'De klant krijgt een mail met de tracking code.' })
    },
    onError: error => fault(said(error, 'Er is een fout opgetreden bij het toevoegen van tracking info')),
  })
}

type Refund = InputOf<typeof refundOrder>

/** Gives money back. Never shown before the server says so: then all of the order is read anew. */
export function useRefund() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ key, ...wanted }: Refund & { key: string }) =>
      call(refundOrder, wanted, { idempotencyKey: key }),
    onSuccess: async ({ amount }) => {
      await cache.invalidateQueries({ queryKey: everyOrder })
      toast({ title: 'Terugbetaling genoteerd', description: `${formatCents(amount)} gaat terug.` })
    },
  })
}

export function useShipTogether() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (orderIds: string[]) => call(shipOrders, { orderIds }),
    onSuccess: () => cache.invalidateQueries({ queryKey: everyOrder }),
    onError: error => fault(reasonOf(error)),
  })
}
