import type { SimulationDatabase } from './database.ts'
import { hasRefundsByHand, type Providers } from './truth.ts'

/** Sums of the whole shop, in cents. */
interface Sums {
  /** By the provider and by hand, of purchases. */
  received: number
  receivedAtProvider: number
  /** With cards and store credit. */
  paidByCredit: number
  /** Orders and minutes that are paid. */
  sold: number
  /** Refunds of payments made twice, or too late. */
  notOwed: number
  backAtProvider: number
  chargedBack: number
  /** The balance of cards and store credit; the sums given by reason, and the sums taken off. */
  owed: number
  cardsSold: number
  given: number
  refundedToCredit: number
  takenOff: number
}

const isCredit = `p.provider in ('gift_card', 'store_credit')`
const sumOf = (from: string) => `coalesce((${from}), 0)::int`

const sums = `select
  ${sumOf(`select sum(amount_cents) from payments p where status = 'PAID' and not ${isCredit}`)} as received,
  ${sumOf(`select sum(amount_cents) from payments p where status = 'PAID' and provider in ('mollie', 'verotel')`)} as "receivedAtProvider",
  ${sumOf(`select sum(amount_cents) from payments p where status = 'PAID' and ${isCredit}`)} as "paidByCredit",
  ${sumOf(`select sum(total_amount) from orders where paid_at is not null`)}
    + ${sumOf(`select sum(price) from minute_purchases where status = 'PAID'`)} as sold,
  ${sumOf(`select sum(amount_cents) from refunds where not credits`)} as "notOwed",
  ${sumOf(`select sum(r.amount_cents) from refunds r join payments p on p.id = r.payment_id
    where p.provider in ('mollie', 'verotel') and r.destination = 'PAYMENT' and r.failed_at is null and r.by_hand_at is null`)} as "backAtProvider",
  ${sumOf(`select sum(amount_cents) from chargebacks`)} as "chargedBack",
  ${sumOf(`select sum(balance_cents) from credit_accounts`)} as owed,
  ${sumOf(`select sum(i.price_per_item) from credit_accounts a join order_items i on i.id = a.order_item_id`)} as "cardsSold",
  ${sumOf(`select sum(cents) from credit_entries e join credit_accounts a on a.id = e.account_id
    where e.kind in ('GRANT', 'ADJUST') or (e.kind = 'ISSUE' and a.order_item_id is null)`)} as given,
  ${sumOf(`select sum(amount_cents) from refunds where destination = 'CREDIT'`)} as "refundedToCredit",
  ${sumOf(`select -sum(cents) from credit_entries where kind in ('EXPIRE', 'CANCEL')`)} as "takenOff"`

/**
 * The book-keeper's equations of the whole shop, when nothing is on its way any more: the money received is the sales less the payments by
 * cards and credit; the debt on cards is the cards sold, given and refunded, less the amounts spent and taken off; and the provider has the
 * same sums.
 */
export async function checkReceipts(
  { observer }: SimulationDatabase,
  providers: Providers,
): Promise<string[]> {
  const { rows } = await observer.query<Sums>(sums)
  const [all] = rows
  if (!all) return ['no sums']
  const sold = all.sold + all.notOwed - all.paidByCredit
  const owed = all.cardsSold + all.given + all.refundedToCredit - all.paidByCredit - all.takenOff
  const kept = all.receivedAtProvider - all.backAtProvider - all.chargedBack
  const { provider, verotel } = providers
  const there = [...provider.payments.values()]
    .filter(({ status }) => status === 'PAID')
    .reduce((sum, payment) => sum + provider.leftOf(payment), verotel.keptCents())
  // A payment that the shop and a person refund is left to people.
  const isForPeople = hasRefundsByHand(providers)
  return [
    ...(isForPeople || all.received === sold ? [] : [`received ${all.received}, sold for ${sold}`]),
    ...(all.owed === owed ? [] : [`owed on cards and as credit ${all.owed}, by its sources ${owed}`]),
    ...(isForPeople || kept === there ? [] : [`the provider has ${there}, we think ${kept}`]),
  ]
}
