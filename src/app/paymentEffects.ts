import { giftInvoices, giftPaymentEffects } from '../live/gifts/payment.service.ts'
import { takeBackMinuteEarnings } from '../money/earnings/service.ts'
import type { InvoiceSources } from '../money/invoices/issue.service.ts'
import { hasLiveSession } from '../live/sessions/service.ts'
import { createMinutesPaymentEffects, minuteInvoices } from '../money/minutes/payment.service.ts'
import type { PaymentEffectsByKind } from '../money/payments/effects.service.ts'
import { orderInvoices, orderPaymentEffects } from '../shop/orders/payment.service.ts'

/** The effects of a payment by kind of purchase; the payment engine itself knows no kinds. */
export const paymentEffects: PaymentEffectsByKind = {
  ORDER: orderPaymentEffects,
  MINUTES: createMinutesPaymentEffects(hasLiveSession, takeBackMinuteEarnings),
  GIFT: giftPaymentEffects,
}

/** The invoice data and the mails of each kind of purchase. */
export const invoiceSources: InvoiceSources = {
  ORDER: orderInvoices,
  MINUTES: minuteInvoices,
  GIFT: giftInvoices,
}
