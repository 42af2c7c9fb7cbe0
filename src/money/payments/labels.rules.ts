import type { PaymentMethod, PaymentUse } from '../../wire/paymentSettings.ts'

export const paymentUseLabels: Record<PaymentUse, string> = {
  GOODS: 'Producten die we versturen',
  DIGITAL: 'Digitale producten',
  MINUTES: 'Minuten en digitale producten met seksuele inhoud',
  GIFT: 'Cadeaus voor creators',
  GIFT_CARD: 'Cadeaubonnen',
}

export const paymentMethodLabels: Record<PaymentMethod, string> = {
  IDEAL: 'iDEAL of Wero',
  BANCONTACT: 'Bancontact',
  DEBIT: 'Overschrijving of incasso',
  CARD: 'Kaart, of onbekend',
}
