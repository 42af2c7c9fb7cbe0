import type { PaymentKind } from '../../../money/payments/contract.ts'
import { MOLLIE_WEBHOOK_PATH } from '../../../money/payments/contract.ts'
import { MANUAL_PROVIDER } from '../../../money/payments/service.ts'
import { MINUTES_TO_PAY } from '../../../../simulators/mollie/rules.ts'
import { randomText } from '../random.ts'
import { addMs, MINUTE } from './calendar.ts'
import type { History } from './history.ts'

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'
/** The name of the gateway whose simulator keeps the demo's payments. */
const PROVIDER = 'mollie'

export type PaymentRecord = History['rows']['payments'][number] & { id: string }

interface PaidThing {
  kind: PaymentKind
  subjectId: string
  userId: string
  amountCents: number
}

/** A payment that was settled, or that is open: of both, the simulated provider knows the same. */
export function recordPayment(
  history: History,
  thing: PaidThing,
  {
    createdAt,
    settledAt,
    status,
  }: { createdAt: Date; settledAt: Date | null; status: 'PAID' | 'EXPIRED' | 'OPEN' },
): PaymentRecord {
  const { rows, newId, dice, settings, origin } = history
  const id = newId(createdAt)
  const providerId = `tr_${randomText(dice, letters, 10)}`
  const expiresAt = addMs(createdAt, MINUTES_TO_PAY * MINUTE)
  rows.simulatorPayments.push({
    id: providerId,
    status: status === 'PAID' ? 'paid' : status === 'OPEN' ? 'open' : 'expired',
    statusAt: settledAt,
    currency: 'EUR',
    amountCents: thing.amountCents,
    refundedCents: 0,
    chargedBackCents: 0,
    description: settings.shopName,
    redirectUrl: `${origin}/api/payments/return?payment=${id}`,
    webhookUrl: origin + MOLLIE_WEBHOOK_PATH,
    metadata: { paymentId: id },
    createdAt,
    expiresAt,
  })
  const checkoutUrl = status === 'OPEN' ? `${origin}/simulator/mollie/checkout/${providerId}` : null
  const payment = {
    ...thing,
    id,
    provider: PROVIDER,
    providerId,
    checkoutUrl,
    status,
    createdAt,
    settledAt,
    // A settled one is never fetched again: the simulator changes nothing by itself.
    askAt: settledAt ? null : addMs(expiresAt, MINUTE),
  }
  rows.payments.push(payment)
  return payment
}

/** A payment that an admin noted: no provider has it. */
export function recordManualPayment({ rows, newId }: History, thing: PaidThing, at: Date): PaymentRecord {
  const payment = {
    ...thing,
    id: newId(at),
    provider: MANUAL_PROVIDER,
    providerId: null,
    checkoutUrl: null,
    status: 'PAID' as const,
    createdAt: at,
    settledAt: at,
    askAt: null,
  }
  rows.payments.push(payment)
  return payment
}

/** A refund after the invoice. The provider has it, or else an admin still has to pay it. @returns its id */
export function recordRefund(
  { rows, newId, dice, settings }: History,
  payment: PaymentRecord,
  { amountCents, reason }: { amountCents: number; reason: string },
  at: Date,
): string {
  const id = newId(at)
  const isAtProvider = payment.provider !== MANUAL_PROVIDER
  const providerId = isAtProvider ? `re_${randomText(dice, letters, 10)}` : null
  const sentAt = isAtProvider ? addMs(at, 1000) : null
  const refund = { id, paymentId: payment.id, amountCents, reason, credits: true }
  rows.refunds.push({ ...refund, providerId, triedAt: sentAt, createdAt: at })
  const paid = rows.simulatorPayments.find(each => each.id === payment.providerId)
  if (!paid || !providerId || !sentAt) return id
  paid.refundedCents = (paid.refundedCents ?? 0) + amountCents
  rows.simulatorRefunds.push({
    id: providerId,
    paymentId: paid.id,
    status: 'refunded',
    amountCents,
    currency: 'EUR',
    description: settings.shopName,
    metadata: { refundId: id, attempt: 1 },
    createdAt: sentAt,
  })
  return id
}
