import { z } from 'zod'

/**
 * The kinds of purchase that may each have a payment provider of their own. `MINUTES`: also products with sexual digital content, which the same
 * providers refuse.
 */
export const PaymentUse = z.enum(['GOODS', 'DIGITAL', 'MINUTES', 'GIFT', 'GIFT_CARD'])
export type PaymentUse = z.output<typeof PaymentUse>

/** How a payment was made, as its fee depends on it; `CARD`: also one whose provider names no method. */
export const PaymentMethod = z.enum(['IDEAL', 'BANCONTACT', 'DEBIT', 'CARD'])
export type PaymentMethod = z.output<typeof PaymentMethod>

/** In cents; a higher fee of one payment is taken for a typing error. */
const MAX_FIXED_FEE = 500
/** A higher part is taken for a typing error. */
const MAX_PER_MILLE = 300

/** Longer than any scheme lets a bank take a payment back. */
const MAX_FINAL_DAYS = 540

/** Days after a payment in which its bank can take it back: none from an account, eight weeks by SEPA debit, the usual 120 days by card. */
export const usualFinalDays = { IDEAL: 0, BANCONTACT: 0, DEBIT: 56, CARD: 120 }

/** The fees of a payment, as the owner copies them from his contracts: an amount in cents, and a part in per mille. */
export const paymentFeeSettings = {
  fixedFees: z.record(
    PaymentMethod,
    z
      .int('Vul een bedrag in.')
      .min(0, 'Vul een bedrag vanaf € 0 in.')
      .max(MAX_FIXED_FEE, 'Vul een bedrag tot € 5 in.'),
  ),
  feePerMille: z.record(
    PaymentMethod,
    z
      .number('Vul een getal in.')
      .min(0, 'Vul een getal vanaf 0 in.')
      .max(MAX_PER_MILLE, `Vul een getal tot ${MAX_PER_MILLE} in.`),
  ),
  /** After how many days a payment is final. */
  finalDays: z
    .record(
      PaymentMethod,
      z
        .int('Vul een aantal dagen in.')
        .min(0, 'Vul een aantal vanaf 0 in.')
        .max(MAX_FINAL_DAYS, `Vul een aantal tot ${MAX_FINAL_DAYS} in.`),
    )
    .default(usualFinalDays),
}

/** Usual fees of a small shop: a bank payment costs an amount, a card a part as well. */
export const usualFees = {
  fixedFees: { IDEAL: 32, BANCONTACT: 39, DEBIT: 35, CARD: 25 },
  feePerMille: { IDEAL: 0, BANCONTACT: 0, DEBIT: 0, CARD: 18 },
}
type Fees = typeof usualFees

/** The fee of a payment in cents, rounded up. */
export const paymentFee = (
  { fixedFees, feePerMille }: Fees,
  method: PaymentMethod,
  amountCents: number,
): number => fixedFees[method] + Math.ceil((amountCents * feePerMille[method]) / 1000)
