import { type ClassCents, TaxClass } from '../../wire/vat.ts'
import { isCreditProvider, type RefundDestination } from '../payments/contract.ts'
import type { RefundablePayment } from '../payments/refundable.rules.ts'

/** A part of a refund. */
export interface RefundPart {
  paymentId: string
  amountCents: number
  destination: RefundDestination
  /** Cents of it that were paid for gift cards, which have no VAT. */
  voucherCents: number
  /** Of the rest; left out unless the refund is of certain lines. */
  classCents?: ClassCents
}

/**
 * Splits a refund over the payments of a purchase: the provider's money first, then cards and store credit in the reverse order of
 * their use. The money for gift cards came from the provider.
 * @param payments in the order of use
 * @param refund.amountCents at most the sum of their remaining amounts
 */
export function splitRefund(
  payments: readonly RefundablePayment[],
  refund: {
    amountCents: number
    voucherCents?: number
    classCents?: ClassCents | null
    asStoreCredit?: boolean | undefined
  },
): RefundPart[] {
  const byProvider = payments.filter(({ provider }) => !isCreditProvider(provider))
  const byCredit = payments.filter(({ provider }) => isCreditProvider(provider)).toReversed()
  const parts: RefundPart[] = []
  let left = refund.amountCents
  let vouchers = refund.voucherCents ?? 0
  const classes = refund.classCents ? structuredClone(refund.classCents) : null
  for (const { id: paymentId, provider, leftCents } of [...byProvider, ...byCredit]) {
    const amountCents = Math.min(left, leftCents)
    if (amountCents <= 0) continue
    const voucherCents = Math.min(vouchers, amountCents)
    const destination = refund.asStoreCredit || isCreditProvider(provider) ? 'CREDIT' : 'PAYMENT'
    const classCents = classes && takeClasses(classes, amountCents - voucherCents)
    parts.push({ paymentId, amountCents, destination, voucherCents, ...(classCents && { classCents }) })
    left -= amountCents
    vouchers -= voucherCents
  }
  if (left > 0) throw new Error('a refund of more than is left')
  return parts
}

/** Takes cents from the remaining amounts of the classes, one class after another, and of each its services first. */
function takeClasses(left: ClassCents, cents: number): ClassCents {
  const taken: ClassCents = {}
  let rest = cents
  for (const name of TaxClass.options) {
    const part = Math.min(rest, left[name] ?? 0)
    if (part <= 0) continue
    taken[name] = part
    left[name] = (left[name] ?? 0) - part
    rest -= part
    const services = Math.min(part, left.services?.[name] ?? 0)
    if (services === 0) continue
    taken.services = { ...taken.services, [name]: services }
    left.services = { ...left.services, [name]: (left.services?.[name] ?? 0) - services }
  }
  return taken
}

/** The refunds of a payment, in cents. */
interface GoneBack {
  paidCents: number
  /** Refunded to store credit, of which the provider does not know. */
  toCreditCents: number
  /** Refunded where it came from. */
  refundedCents: number
  chargedBackCents: number
}

/**
 * The part of the provider's last refund of a payment that had gone to store credit before, and so has now gone back twice.
 * @param lastCents the amount of that refund, which the sums have already
 */
export function centsGoneBackTwice(
  { paidCents, toCreditCents, refundedCents, chargedBackCents }: GoneBack,
  lastCents: number,
): number {
  const tooMuch = toCreditCents + refundedCents + chargedBackCents - paidCents
  return Math.max(0, Math.min(tooMuch, lastCents, toCreditCents))
}
