import type { VatMode } from '../../wire/settings.ts'

/** VAT that is included in the prices, in percent. */
export const vatRates: Record<VatMode, number> = { NONE: 0, BE_SMALL_BUSINESS: 0, NL_21: 21 }

export const vatModeLabels: Record<VatMode, string> = {
  NL_21: 'Nederlandse btw, 21%',
  BE_SMALL_BUSINESS: 'Belgische vrijstelling voor kleine ondernemingen',
  NONE: 'Geen btw',
}

/** The VAT in an amount, in cents. Calculated over a whole invoice, so that no cent is lost to rounding. */
export const includedVat = (cents: number, rate: number): number =>
  Math.sign(cents) * Math.round((Math.abs(cents) * rate) / (100 + rate))

/** The sentence that the law requires on an invoice without VAT; null when none is required. */
export const vatExemptionNote = ({
  vatRate,
  vatMode,
}: {
  vatRate: number
  vatMode?: VatMode | null | undefined
}) =>
  vatRate === 0 && (vatMode ?? 'BE_SMALL_BUSINESS') === 'BE_SMALL_BUSINESS'
    ? 'Bijzondere vrijstellingsregeling kleine ondernemingen: btw niet van toepassing.'
    : null
