import { z } from 'zod'
import { centsFromDecimal, decimalFromCents } from '../../wire/money.ts'
import { MOLLIE, MOLLIE_WEBHOOK_PATH, type PaymentStatus, type ProviderPayment } from './contract.ts'
import type { ProviderPaymentRequest, PaymentGateway } from './gateway.ts'
import { createMollieClient, type MollieOptions, MollieRefusal } from './mollieClient.gateway.ts'
import { MollieMoney, requestRefund, MollieRefund, toProviderRefund } from './mollieRefunds.gateway.ts'

const PAYMENT_ID = /^tr_\w{1,40}$/

/** The fields that we read of Mollie's API v2, https://docs.mollie.com/reference/payments-api. */
const MolliePayment = z.object({
  id: z.string().regex(PAYMENT_ID),
  status: z.enum(['open', 'pending', 'authorized', 'paid', 'canceled', 'expired', 'failed']),
  amount: MollieMoney,
  /** Omitted without chargebacks; the payment stays `paid`. */
  amountChargedBack: MollieMoney.nullish(),
  metadata: z.unknown(),
  /** Present when requested by `embed`. */
  _embedded: z.object({ refunds: z.array(MollieRefund).nullish() }).nullish(),
  _links: z.object({ checkout: z.object({ href: z.url() }).nullish() }).nullish(),
})
const MollieWebhook = z.object({ id: z.string().min(1).max(64) })
const Metadata = z.object({ paymentId: z.guid() })

const statuses: Record<z.output<typeof MolliePayment>['status'], PaymentStatus> = {
  open: 'OPEN',
  pending: 'PENDING',
  authorized: 'AUTHORIZED',
  paid: 'PAID',
  canceled: 'CANCELLED',
  expired: 'EXPIRED',
  failed: 'FAILED',
}

export function mollieGateway(options: MollieOptions): PaymentGateway {
  const calls = createMollieClient(options)
  const { request: ask, withProviderErrors: guarded } = calls
  return {
    name: MOLLIE,
    webhookPath: MOLLIE_WEBHOOK_PATH,
    create: payment =>
      guarded('create', async () => {
        const created = MolliePayment.parse(
          await ask('POST', 'payments', { body: toPaymentBody(payment), key: payment.paymentId }),
        )
        const checkoutUrl = created._links?.checkout?.href
        if (!checkoutUrl || !/^https?:/.test(checkoutUrl)) throw new Error('Mollie gave no checkout link')
        return { providerId: created.id, checkoutUrl }
      }),
    fetch: (providerId, timeoutMs) =>
      guarded('fetch', async () => {
        // Anyone can post to the webhook, so an invalid Mollie id is not fetched.
        if (!PAYMENT_ID.test(providerId)) return null
        const found = await ask('GET', `payments/${providerId}?embed=refunds`, { timeoutMs }).catch(
          notFoundOn404,
        )
        if (found === NOT_FOUND) return null
        const payment = MolliePayment.parse(found)
        if (payment.id !== providerId) throw new Error('Mollie answered with another payment')
        return toProviderPayment(payment)
      }),
    refund: wanted => guarded('refund', () => requestRefund(calls, wanted)),
    readWebhook: body => MollieWebhook.safeParse(body).data?.id ?? null,
  }
}

/** Not `null`, because that is a valid JSON response. */
const NOT_FOUND = Symbol('unknown')

function notFoundOn404(error: unknown): typeof NOT_FOUND {
  if (error instanceof MollieRefusal && error.status === 404) return NOT_FOUND
  throw error
}

const toPaymentBody = (payment: ProviderPaymentRequest) => ({
  amount: { currency: 'EUR', value: decimalFromCents(payment.amountCents) },
  description: payment.description,
  redirectUrl: payment.redirectUrl,
  webhookUrl: payment.webhookUrl,
  locale: 'nl_NL',
  metadata: { paymentId: payment.paymentId },
})

function toProviderPayment(payment: z.output<typeof MolliePayment>): ProviderPayment {
  const metadata = Metadata.safeParse(payment.metadata)
  const chargedBackCents = payment.amountChargedBack ? centsFromDecimal(payment.amountChargedBack.value) : 0
  if (chargedBackCents === null) throw new Error('Mollie charged back what is no amount')
  return {
    status: statuses[payment.status],
    amountCents: centsFromDecimal(payment.amount.value),
    currency: payment.amount.currency,
    chargedBackCents,
    refunds: payment._embedded?.refunds?.map(toProviderRefund) ?? [],
    paymentId: metadata.success ? metadata.data.paymentId : null,
  }
}
