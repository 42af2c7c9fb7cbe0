import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { Role } from '../../wire/roles.ts'
import { call, reasonOf } from '../../ui/call.ts'
import { formatMinutes } from '../../ui/format.ts'
import { lookAt } from '../../ui/look.ts'
import { toast } from '../../ui/parts/toast.ts'
import type { InputOf } from '../../wire/endpoint.ts'
import {
  changeMember,
  listMembers,
  type Member,
  type MemberPage,
  MemberSort,
  readMember,
  removeMember,
} from './contract.ts'
import { adjustMinutes, listMemberOrders, listMemberSessions, listMinuteEntries } from './past.contract.ts'

const page = z.coerce.number().int().min(1).max(10_000).catch(1)

const Look = z.object({
  q: z.string().max(120).catch(''),
  role: Role.or(z.literal('')).catch(''),
  sort: MemberSort.catch('newest'),
  page,
})
export type Look = z.output<typeof Look>

export const memberLooks = lookAt('/admin/users', Look)

export const membersQuery = (look: Look) =>
  queryOptions({
    queryKey: ['members', 'list', look],
    // With a page it is one.
    queryFn: async ({ signal }) => (await call(listMembers, look, { signal })) as MemberPage,
    refetchOnMount: 'always',
  })

/** Which page of each of someone's lists. */
const Past = z.object({ page, sessions: page, ledger: page })
export type Past = z.output<typeof Past>

export const pastOf = (userId: string) => lookAt(`/admin/users/${userId}`, Past)

export const memberQuery = (userId: string) =>
  queryOptions({
    queryKey: ['members', userId],
    queryFn: ({ signal }) => call(readMember, { userId }, { signal }),
    refetchOnMount: 'always',
  })

export const memberOrdersQuery = (userId: string, page: number) =>
  queryOptions({
    queryKey: ['members', userId, 'orders', page],
    queryFn: ({ signal }) => call(listMemberOrders, { userId, page }, { signal }),
    refetchOnMount: 'always',
  })

export const memberSessionsQuery = (userId: string, page: number) =>
  queryOptions({
    queryKey: ['members', userId, 'sessions', page],
    queryFn: ({ signal }) => call(listMemberSessions, { userId, page }, { signal }),
    refetchOnMount: 'always',
  })

export const ledgerQuery = (userId: string, page: number) =>
  queryOptions({
    queryKey: ['members', userId, 'ledger', page],
    queryFn: ({ signal }) => call(listMinuteEntries, { userId, page }, { signal }),
    refetchOnMount: 'always',
  })

/** Everything that the page of someone shows. */
export const memberQueries = (userId: string, { page, sessions, ledger }: Past) => [
  memberQuery(userId),
  memberOrdersQuery(userId, page),
  memberSessionsQuery(userId, sessions),
  ledgerQuery(userId, ledger),
]

const refresh = (cache: QueryClient) => cache.invalidateQueries({ queryKey: ['members'] })

const failed = (title: string) => (error: Error) =>
  toast({ title, description: reasonOf(error), variant: 'destructive' })

/** Changes names, or the role. @param done what is said then */
export function useChangeMember(done: (member: Member) => string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (change: InputOf<typeof changeMember>) => call(changeMember, change),
    onSuccess: member => toast({ title: done(member) }),
    onError: failed('Niet opgeslagen'),
    // Refused, it may be another than it was.
    onSettled: () => refresh(cache),
  })
}

interface Adjustment {
  change: InputOf<typeof adjustMinutes>
  idempotencyKey: string
}

export function useAdjustMinutes() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ change, idempotencyKey }: Adjustment) => call(adjustMinutes, change, { idempotencyKey }),
    onSuccess: ({ minutesBalance }) =>
      toast({ title: 'Minuten aangepast', description: `Het saldo is nu ${formatMinutes(minutesBalance)}.` }),
    onError: failed('Niet aangepast'),
    onSettled: () => refresh(cache),
  })
}

/** Closes someone's account, and goes back to the list. */
export function useRemoveMember() {
  const cache = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (userId: string) => call(removeMember, { userId }),
    onSuccess: () => {
      toast({ title: 'Account gesloten', description: 'De gegevens worden binnen 28 dagen gewist.' })
      void navigate('/admin/users')
    },
    onError: failed('Kon account niet sluiten'),
    onSettled: () => refresh(cache),
  })
}
