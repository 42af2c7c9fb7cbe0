import { isCreditProvider, type RefundDestination } from '../payments/contract.ts'

/** What is left of a payment. */
export interface RefundablePayment {
  id: string
  provider: string
  leftCents: number
}

/** A part of a refund. */
export interface RefundPart {
  paymentId: string
  amountCents: number
  destination: RefundDestination
  /** Cents of it that were paid for gift cards, which have no VAT. */
  voucherCents: number
}

/**
 * Splits a refund over the payments of a purchase: the provider's money first, then cards and store credit in the reverse order of
 * their use. What was paid for gift cards came from the provider.
 * @param payments in the order of use
 * @param refund.amountCents at most what is left of all of them
 */
export function splitRefund(
  payments: readonly RefundablePayment[],
  refund: { amountCents: number; voucherCents?: number; asStoreCredit?: boolean | undefined },
): RefundPart[] {
  const byProvider = payments.filter(({ provider }) => !isCreditProvider(provider))
  const byCredit = payments.filter(({ provider }) => isCreditProvider(provider)).toReversed()
  const parts: RefundPart[] = []
  let left = refund.amountCents
  let vouchers = refund.voucherCents ?? 0
  for (const { id: paymentId, provider, leftCents } of [...byProvider, ...byCredit]) {
    const amountCents = Math.min(left, leftCents)
    if (amountCents <= 0) continue
    const voucherCents = Math.min(vouchers, amountCents)
    const destination = refund.asStoreCredit || isCreditProvider(provider) ? 'CREDIT' : 'PAYMENT'
    parts.push({ paymentId, amountCents, destination, voucherCents })
    left -= amountCents
    vouchers -= voucherCents
  }
  if (left > 0) throw new Error('a refund of more than is left')
  return parts
}

/** What went back of a payment, in cents. */
interface GoneBack {
  paidCents: number
  /** Refunded to store credit, of which the provider does not know. */
  toCreditCents: number
  /** Refunded where it came from. */
  refundedCents: number
  chargedBackCents: number
}

/**
 * How much of what the provider took out of a payment last had gone to store credit before, and so has now gone back twice.
 * @param lastCents what it took out last, which the sums have already
 */
export function centsGoneBackTwice(
  { paidCents, toCreditCents, refundedCents, chargedBackCents }: GoneBack,
  lastCents: number,
): number {
  const tooMuch = toCreditCents + refundedCents + chargedBackCents - paidCents
  return Math.max(0, Math.min(tooMuch, lastCents, toCreditCents))
}
