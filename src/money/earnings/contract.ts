import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { cents } from '../../wire/fields.ts'
import { PaymentMethod } from '../../wire/paymentSettings.ts'

/** The kinds of purchase that creators have a share of. A slice that adds one names it here, and books it with `bookEarning`. */
export const EarningSource = z.enum(['MINUTES', 'GIFTS'])
export type EarningSource = z.output<typeof EarningSource>

/**
 * Why a creator's balance changed. `EARNED`: her share of minutes or a gift; `TAKEN_BACK`: of one whose payment was taken back before it was
 * final, or of minutes that were given back; `PAID_OUT`, and `RETURNED` when a payout did not arrive; `ADJUSTED`: by an admin, with a reason,
 * or the VAT of a self-billed invoice, which is its cause.
 */
export const EarningType = z.enum(['EARNED', 'TAKEN_BACK', 'PAID_OUT', 'RETURNED', 'ADJUSTED'])
export type EarningType = z.output<typeof EarningType>

/** An agreed share of a source. */
export interface ShareTerms {
  /** Hundredths of a percent of the price without VAT. */
  basisPoints: number
  /** Whether the provider's fee is taken off first. */
  deductsFee: boolean
  /** Cents without VAT that a minute counts for which nobody paid; null for the lowest price of the packages, without VAT. */
  freeMinuteCents: number | null
}

export const EarningTerms = z.object({
  /** The shares now; `freeMinuteCents` is the amount, without VAT, that a minute counts for which nobody paid. */
  shares: z.array(
    z.object({
      source: EarningSource,
      basisPoints: z.int(),
      deductsFee: z.boolean(),
      freeMinuteCents: cents,
    }),
  ),
  /** Days after which a payment by a method is final. */
  finalDays: z.record(PaymentMethod, z.int()),
})
export type EarningTerms = z.output<typeof EarningTerms>

export const readEarningTerms = endpoint('GET /api/earning-terms', 'customer', {
  summary: "One's share as a creator, or as one would have it, and when payments are final",
  output: EarningTerms,
})
