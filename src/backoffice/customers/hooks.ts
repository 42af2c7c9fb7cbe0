import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { Role } from '../../wire/roles.ts'
import { call, userMessageOf } from '../../ui/call.ts'
import { formatMinutes } from '../../ui/format.ts'
import { createListUrl } from '../../ui/listUrl.ts'
import { toast } from '../../ui/components/toast.ts'
import type { InputOf } from '../../wire/endpoint.ts'
import {
  changeCustomer,
  listCustomers,
  type Customer,
  type CustomerListPage,
  CustomerListSort,
  readCustomer,
  removeCustomer,
} from './contract.ts'
import {
  adjustMinutes,
  listCustomerOrders,
  listCustomerSessions,
  listMinuteEntries,
} from './history.contract.ts'

const page = z.coerce.number().int().min(1).max(10_000).catch(1)

const CustomerListQuery = z.object({
  q: z.string().max(120).catch(''),
  role: Role.or(z.literal('')).catch(''),
  sort: CustomerListSort.catch('newest'),
  page,
})
export type CustomerListQuery = z.output<typeof CustomerListQuery>

export const customerListUrl = createListUrl('/admin/users', CustomerListQuery)

export const customersQuery = (look: CustomerListQuery) =>
  queryOptions({
    queryKey: ['members', 'list', look],
    // With a page it is one.
    queryFn: async ({ signal }) => (await call(listCustomers, look, { signal })) as CustomerListPage,
    refetchOnMount: 'always',
  })

/** Which page of each of someone's lists. */
const CustomerPageQuery = z.object({ page, sessions: page, ledger: page })
export type CustomerPageQuery = z.output<typeof CustomerPageQuery>

export const customerPageUrl = (userId: string) => createListUrl(`/admin/users/${userId}`, CustomerPageQuery)

export const customerQuery = (userId: string) =>
  queryOptions({
    queryKey: ['members', userId],
    queryFn: ({ signal }) => call(readCustomer, { userId }, { signal }),
    refetchOnMount: 'always',
  })

export const customerOrdersQuery = (userId: string, page: number) =>
  queryOptions({
    queryKey: ['members', userId, 'orders', page],
    queryFn: ({ signal }) => call(listCustomerOrders, { userId, page }, { signal }),
    refetchOnMount: 'always',
  })

export const customerSessionsQuery = (userId: string, page: number) =>
  queryOptions({
    queryKey: ['members', userId, 'sessions', page],
    queryFn: ({ signal }) => call(listCustomerSessions, { userId, page }, { signal }),
    refetchOnMount: 'always',
  })

export const minuteLedgerQuery = (userId: string, page: number) =>
  queryOptions({
    queryKey: ['members', userId, 'ledger', page],
    queryFn: ({ signal }) => call(listMinuteEntries, { userId, page }, { signal }),
    refetchOnMount: 'always',
  })

/** Everything that the page of someone shows. */
export const customerPageQueries = (userId: string, { page, sessions, ledger }: CustomerPageQuery) => [
  customerQuery(userId),
  customerOrdersQuery(userId, page),
  customerSessionsQuery(userId, sessions),
  minuteLedgerQuery(userId, ledger),
]

const refresh = (cache: QueryClient) => cache.invalidateQueries({ queryKey: ['members'] })

const failed = (title: string) => (error: Error) =>
  toast({ title, description: userMessageOf(error), variant: 'destructive' })

/** Changes names, or the role. @param done what is said then */
export function useChangeCustomer(done: (member: Customer) => string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (change: InputOf<typeof changeCustomer>) => call(changeCustomer, change),
    onSuccess: member => toast({ title: done(member) }),
    onError: failed('Niet opgeslagen'),
    // Refused, it may be another than it was.
    onSettled: () => refresh(cache),
  })
}

interface AdjustMinutesInput {
  change: InputOf<typeof adjustMinutes>
  idempotencyKey: string
}

export function useAdjustMinutes() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ change, idempotencyKey }: AdjustMinutesInput) =>
      call(adjustMinutes, change, { idempotencyKey }),
    onSuccess: ({ minutesBalance }) =>
      toast({ title: 'Minuten aangepast', description: `Het saldo is nu ${formatMinutes(minutesBalance)}.` }),
    onError: failed('Niet aangepast'),
    onSettled: () => refresh(cache),
  })
}

/** Closes someone's account, and goes back to the list. */
export function useRemoveCustomer() {
  const cache = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (userId: string) => call(removeCustomer, { userId }),
    onSuccess: () => {
      toast({ title: 'Account gesloten', description: 'De gegevens worden binnen 28 dagen gewist.' })
      void navigate('/admin/users')
    },
    onError: failed('Kon account niet sluiten'),
    onSettled: () => refresh(cache),
  })
}
