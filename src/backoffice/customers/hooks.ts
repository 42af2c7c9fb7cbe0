import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { role } from '../../wire/fields.ts'
import { call } from '../../ui/call/call.ts'
import { formatMinutes, plural } from '../../ui/format.ts'
import { apiQuery, listPageQuery, useApiMutation } from '../../ui/call/hooks.ts'
import { createListUrl, urlFields } from '../../ui/lists/listUrl.ts'
import { userCreditQuery } from '../../money/credit/admin/hooks.ts'
import type { InputOf } from '../../wire/endpoint.ts'
import * as endpoints from './contract.ts'
import { type Customer, CustomerListSort } from './contract.ts'
import { minuteDebtsQuery } from '../../money/minutes/admin/hooks.ts'

const { page } = urlFields

const CustomerListQuery = z.object({
  q: z.string().max(120).catch(''),
  role: role.or(z.literal('')).catch(''),
  sort: CustomerListSort.catch('newest'),
  page,
})
export type CustomerListQuery = z.output<typeof CustomerListQuery>

export const customerListUrl = createListUrl('/admin/users', CustomerListQuery)

export const customersQuery = (query: CustomerListQuery) =>
  listPageQuery(['customers', 'list', query], endpoints.listCustomers, query)

/** The page of each list, in the URL. */
const CustomerPageQuery = z.object({ page, sessions: page, ledger: page })
export type CustomerPageQuery = z.output<typeof CustomerPageQuery>

export const customerPageUrl = (userId: string) => createListUrl(`/admin/users/${userId}`, CustomerPageQuery)

const fresh = { refetchOnMount: 'always' } as const

export const customerQuery = (userId: string) =>
  apiQuery(['customers', userId], endpoints.readCustomer, { userId }, fresh)

export const customerOrdersQuery = (userId: string, page: number) =>
  apiQuery(['customers', userId, 'orders', page], endpoints.listCustomerOrders, { userId, page }, fresh)

export const customerSessionsQuery = (userId: string, page: number) =>
  apiQuery(['customers', userId, 'sessions', page], endpoints.listCustomerSessions, { userId, page }, fresh)

export const minuteLedgerQuery = (userId: string, page: number) =>
  apiQuery(['customers', userId, 'ledger', page], endpoints.listMinuteEntries, { userId, page }, fresh)

/** The queries of a customer's page. */
export const customerPageQueries = (userId: string, { page, sessions, ledger }: CustomerPageQuery) => [
  customerQuery(userId),
  customerOrdersQuery(userId, page),
  customerSessionsQuery(userId, sessions),
  minuteLedgerQuery(userId, ledger),
  minuteDebtsQuery(userId),
  userCreditQuery(userId),
]

/** Refetches after a refusal too: a customer may have changed meanwhile. */
function useRefetchCustomers() {
  const cache = useQueryClient()
  return { onSettled: () => cache.invalidateQueries({ queryKey: ['customers'] }) }
}

/** Changes names or the role. @param done the message after success */
export const useChangeCustomer = (done: (customer: Customer) => string) =>
  useApiMutation(endpoints.changeCustomer, {
    ...useRefetchCustomers(),
    done: customer => ({ title: done(customer) }),
    failed: 'Niet opgeslagen',
  })

export const useEndCustomerSessions = () =>
  useApiMutation(endpoints.endCustomerSessions, {
    ...useRefetchCustomers(),
    done: ({ ended }) => ({
      title: ended === 0 ? 'Was nergens ingelogd' : `Uitgelogd op ${plural(ended, 'toestel', 'toestellen')}`,
    }),
    failed: 'Niet uitgelogd',
  })

interface AdjustMinutesInput {
  change: InputOf<typeof endpoints.adjustMinutes>
  idempotencyKey: string
}

export const useAdjustMinutes = () =>
  useApiMutation(
    ({ change, idempotencyKey }: AdjustMinutesInput) =>
      call(endpoints.adjustMinutes, change, { idempotencyKey }),
    {
      ...useRefetchCustomers(),
      done: ({ minutesBalance }) => ({
        title: 'Minuten aangepast',
        description: `Het saldo is nu ${formatMinutes(minutesBalance)}.`,
      }),
      failed: 'Niet aangepast',
    },
  )

/** Closes an account, and goes back to the list. */
export function useRemoveCustomer() {
  const navigate = useNavigate()
  return useApiMutation(endpoints.removeCustomer, {
    ...useRefetchCustomers(),
    onSuccess: () => void navigate('/admin/users'),
    done: { title: 'Account gesloten', description: 'De gegevens worden binnen 28 dagen gewist.' },
    failed: 'Kon account niet sluiten',
  })
}

/** The effect of giving minutes of a session back. @param backMinutes in all */
export const sessionRefundQuery = (sessionId: string, backMinutes: number) =>
  apiQuery(
    ['customers', 'refund', sessionId, backMinutes],
    endpoints.previewSessionRefund,
    { sessionId, backMinutes },
    fresh,
  )

export const useRefundSession = () =>
  useApiMutation(endpoints.refundSession, {
    ...useRefetchCustomers(),
    done: ({ minutes }) => ({ title: `${formatMinutes(minutes)} teruggegeven` }),
    failed: 'Niet teruggegeven',
    hasFieldErrors: true,
  })
