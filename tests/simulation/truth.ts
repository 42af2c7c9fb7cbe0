import { findDiscrepancies } from '../../src/backoffice/reconciliation/service.ts'
import type { CarrierModel } from './carrier.ts'
import type { Stand } from './stand.ts'
import type { PaymentProviderModel } from './paymentProvider.ts'
import { checkReceipts } from './receipts.ts'
import type { ToyProviderModel } from './toyProvider.ts'
import type { VerotelModel } from './verotel.ts'
import type { World } from './world.ts'

/** Both payment providers. */
export interface Providers {
  provider: PaymentProviderModel
  verotel: VerotelModel
}

/** Whether somebody gave money back at a provider, perhaps the same as the shop. */
export const hasRefundsByHand = ({ provider, verotel }: Providers): boolean =>
  provider.hasRefundsByHand || verotel.hasRefundsByHand

/** The findings that people have to look at: the provider refused, or its owner refunded there while a refund of ours was on its way. */
const forPeople = new Set(['refunds.failed', 'refunds.twice'])

/** Differs as well while a refund of ours and one in the provider's dashboard are of the same money. */
export const moneyChecks = new Set(['orders.money', 'minutes.money', 'payments.refunds'])

/** The checks that must agree at any time; the other checks wait for jobs or providers. */
export const alwaysTrue = new Set([
  'orders.money',
  'credit.balance',
  'credit.payments',
  'credit.refunds',
  'credit.issued',
  'orders.discounts',
  'promotions.uses',
  'promotions.orders',
  'promotions.minutes',
  'minutes.money',
  'stock.book',
  'stock.holds',
  'stock.sales',
  'minutes.balance',
  'minutes.credited',
  'minutes.refunded',
  'payments.charged',
  'payments.problem',
  'invoices.series',
  'earnings.balance',
  'earnings.chain',
  'earnings.minutes',
  'earnings.payouts',
])

/** At the end of an episode, hours after the last fault: the differences from the expected state. */
export async function checkTruth(
  { db, database, time }: Stand,
  providers: Providers,
  toys: ToyProviderModel,
  world: World,
): Promise<string[]> {
  const found = await findDiscrepancies(db, new Date(time.now))
  const wrong = found
    .filter(({ check }) => !forPeople.has(check) && !(hasRefundsByHand(providers) && moneyChecks.has(check)))
    .map(({ check, subject, detail }) => `books at the end: ${check} of ${subject}: ${detail}`)
  const { rows: payments } = await database.observer.query<{
    id: string
    provider_id: string | null
    status: string
  }>('select id, provider_id, status from payments')
  const { provider, verotel } = providers
  for (const there of [...provider.payments.values(), ...verotel.sales]) {
    const own = 'paymentId' in there ? there.paymentId : null
    const here = payments.find(({ id, provider_id }) => id === own || provider_id === there.id)
    if ((here?.status === 'PAID') !== (there.status === 'PAID'))
      wrong.push(`payment ${own ?? there.id} is ${there.status} at the provider and ${here?.status} here`)
  }
  const { rows: refunds } = await database.observer.query<{ id: string; provider_id: string | null }>(
    'select id, provider_id from refunds',
  )
  for (const refund of [...provider.payments.values()].flatMap(each => each.refunds)) {
    if (refund.status === 'FAILED' || refund.refundId === null) continue
    if (!refunds.some(each => each.id === refund.refundId && each.provider_id !== null))
      wrong.push(`refund ${refund.refundId} was made at the provider and is unknown here`)
  }
  const { rows: left } = await database.observer.query<{ what: string }>(`
    select 'hold of ' || session_id as what from cart_reservations
    union all select 'use of a promotion by order ' || order_id from promotion_uses where state = 'HELD'
    union all select 'credit for ' || subject_id from payments where status = 'AUTHORIZED'
    union all select 'session of ' || user_id from toy_control_sessions where status <> 'STOPPED'
    union all select 'paid order of a guest ' || o.id || ', whose address is of an account'
      from orders o join users g on g.id = o.user_id and g.role = 'GUEST'
        join users a on a.email = g.guest_email and a.email_verified_at is not null
      where o.paid_at is not null
    union all select 'place in the queue of ' || user_id from toy_queue
    union all select 'job ' || name || ' ' || coalesce(output::text, '') from pgboss.job where state < 'completed'
    union all select 'failed job ' || name || ' ' || coalesce(output::text, '') from pgboss.job where state > 'completed'`)
  wrong.push(...left.map(({ what }) => `left at the end: ${what}`))
  wrong.push(...world.toys.filter(({ id }) => toys.isRunning(id)).map(({ id }) => `${id} still runs`))
  return [...wrong, ...(await checkReceipts(database, providers))]
}

/** At the end too: each label is at the carrier as it is here, and parcels that arrived are delivered. */
export async function checkLabels({ database }: Stand, carrier: CarrierModel): Promise<string[]> {
  const { rows: labels } = await database.observer.query<{
    id: string
    status: string
    state: string | null
    order: string
  }>(`
    select l.id, l.status, l.state, o.status as order from shipping_labels l join orders o on o.id = l.order_id`)
  const unfinished = labels.filter(({ status }) => status === 'REQUESTED' || status === 'CANCELLING')
  const late = labels.filter(
    each => each.status === 'MADE' && each.state === 'DELIVERED' && each.order === 'SHIPPED',
  )
  const different = carrier.parcels.filter(({ reference, state }) => {
    const here = labels.find(({ id }) => id === reference)
    return state === 'CANCELLED'
      ? here?.status !== 'CANCELLED'
      : here?.status !== 'MADE' || here.state !== state
  })
  return [
    ...unfinished.map(({ id, status }) => `label ${id} is ${status} at the end`),
    ...late.map(({ id }) => `the parcel of label ${id} arrived, and its order is not delivered`),
    ...different.map(({ reference, state }) => `label ${reference} is ${state} at the carrier, and not here`),
  ]
}
