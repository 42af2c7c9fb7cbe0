import type { ProviderTexts } from '../../contract.ts'

/** The name of this provider in payments and settings. */
export const MOLLIE = 'mollie'

export const mollieTexts: ProviderTexts = {
  id: MOLLIE,
  name: 'Mollie',
  /** Without a token for settlements. */
  noSettlements:
    'Zonder sleutel van je organisatie bij Mollie (MOLLIE_ORGANISATION_TOKEN) leest de winkel geen uitbetalingen. De betalingen zijn vergeleken met de lijsten van Mollie: zie Betalingen.',
  settlementsFailed:
    'Mollie gaf de uitbetalingen niet. Kijk of MOLLIE_ORGANISATION_TOKEN nog geldt, met settlements.read en payments.read, en vergelijk opnieuw.',
  exportHelp: null,
}
