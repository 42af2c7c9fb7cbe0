import { z } from 'zod'
import { typedText } from './fields.ts'

/** In cents; a higher minimum is taken for a typing error. */
const MAX_PAYOUT_MINIMUM = 100_000

/** How creators are paid. */
export const payoutSettings = {
  /** The account that is paid from; its check digits are checked when it is saved. Null: nobody is paid. */
  payoutIban: typedText()
    .max(42, 'Dit is geen geldig rekeningnummer (IBAN).')
    .transform(text => text.replaceAll(/\s/g, '').toUpperCase() || null)
    .nullable()
    .default(null),
  /** Cents below which a creator waits for the next run. */
  payoutMinimum: z
    .int('Vul een bedrag in.')
    .min(0, 'Vul een bedrag vanaf € 0 in.')
    .max(MAX_PAYOUT_MINIMUM, 'Vul een bedrag tot € 1000 in.')
    .default(0),
  payoutRhythm: z.enum(['BY_HAND', 'WEEKLY']).default('BY_HAND'),
}

export const noPayouts = { payoutIban: null, payoutMinimum: 0, payoutRhythm: 'BY_HAND' } as const
