import { and, eq, isNotNull, isNull, or, sum } from 'drizzle-orm'
import { recordAuditEntry } from '../../people/audit/service.ts'
import { notifyUser } from '../../people/notifications/service.ts'
import type { Tx } from '../../platform/db/db.ts'
import { sumChargebacks } from '../payments/chargeback.service.ts'
import type { PaymentRow } from '../payments/service.ts'
import type { RefundDestination } from '../payments/contract.ts'
import { refunds } from '../payments/table.ts'
import { appendEntries } from '../ledger/service.ts'
import { creditLedger, lockStoreCredit } from './ledger.service.ts'
import { centsGoneBackTwice } from './refund.rules.ts'
import { lockAccounts } from './refund.service.ts'

const REASON = 'Je betaling is teruggeboekt, en je had dit bedrag al als tegoed terug.'

/** The money that the provider took out of a payment without asking us, once: a chargeback, or a refund made in its dashboard. */
interface TakenOut {
  id: string
  amountCents: number
}

/**
 * Takes store credit back that was given for a payment of which the provider has now given the same money back: the provider does not
 * know of refunds to store credit. Spent credit stays a loss, which the audit log names. The caller has locked the payment.
 * @param itemIds lines whose cards the caller changes as well, because all accounts are locked at once
 */
export async function takeBackStoreCredit(
  tx: Tx,
  { id: paymentId, userId, amountCents: paidCents }: PaymentRow,
  taken: TakenOut,
  itemIds: string[],
): Promise<void> {
  const refunded = await sumRefunds(tx, paymentId)
  const chargedBackCents = (await sumChargebacks(tx, [paymentId])).get(paymentId) ?? 0
  const twiceCents = centsGoneBackTwice({ paidCents, ...refunded, chargedBackCents }, taken.amountCents)
  if (twiceCents === 0) return
  await lockAccounts(tx, { paymentIds: [paymentId], itemIds, userId })
  const { id: accountId, balanceCents } = await lockStoreCredit(tx, userId)
  const cents = Math.min(twiceCents, balanceCents)
  const details = { cents: -cents, lostCents: twiceCents - cents, reason: 'charged back' }
  await recordAuditEntry(tx, { by: null, action: 'STORE_CREDIT_CHANGED', subjectId: userId, details })
  if (cents === 0) return
  await appendEntries(tx, creditLedger, [{ accountId, cents: -cents, kind: 'CANCEL', reason: REASON }])
  await notifyUser(tx, userId, {
    kind: 'STORE_CREDIT_CHARGED_BACK',
    params: { cents },
    about: taken.id,
    path: '/tegoed',
  })
}

/** The refunds of a payment, in cents: to store credit, and where it came from. */
async function sumRefunds(tx: Tx, paymentId: string) {
  const isNotLost = or(isNull(refunds.failedAt), isNotNull(refunds.byHandAt))
  const found = await tx
    .select({ destination: refunds.destination, cents: sum(refunds.amountCents).mapWith(Number) })
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), isNotLost))
    .groupBy(refunds.destination)
  const centsTo = (to: RefundDestination) => found.find(({ destination }) => destination === to)?.cents ?? 0
  return { toCreditCents: centsTo('CREDIT'), refundedCents: centsTo('PAYMENT') }
}
