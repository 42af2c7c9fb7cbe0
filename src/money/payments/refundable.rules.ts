import { isCreditProvider, type PaymentStatus } from './contract.ts'

/** A payment that can be refunded, and its remaining amount. */
export interface RefundablePayment {
  id: string
  provider: string
  leftCents: number
}

interface PaymentHistory {
  payments: {
    id: string
    status: PaymentStatus
    provider: string
    amountCents: number
    settledAt: string | null
  }[]
  refunds: { paymentId: string; amountCents: number }[]
  chargebacks: { paymentId: string; amountCents: number }[]
}

const sumOf = (all: { paymentId: string; amountCents: number }[], id: string): number =>
  all.filter(({ paymentId }) => paymentId === id).reduce((sum, { amountCents }) => sum + amountCents, 0)

/**
 * The maximum of one refund in cents: the remaining amount of the first payment at a provider that has any, which the server selects too,
 * and of all payments by gift card and store credit. A charged-back amount can't be refunded as well.
 */
export function refundableCents({ payments, refunds, chargebacks }: PaymentHistory): number {
  const lefts = payments
    .filter(({ status }) => status === 'PAID')
    .toSorted((one, other) => (one.settledAt ?? '').localeCompare(other.settledAt ?? ''))
    .map(({ id, provider, amountCents }) => ({
      isCredit: isCreditProvider(provider),
      left: Math.max(0, amountCents - sumOf(refunds, id) - sumOf(chargebacks, id)),
    }))
  const byProvider = lefts.find(({ isCredit, left }) => !isCredit && left > 0)?.left ?? 0
  return lefts.reduce((sum, { isCredit, left }) => sum + (isCredit ? left : 0), byProvider)
}
