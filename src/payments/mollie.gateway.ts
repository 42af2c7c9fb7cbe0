import { z } from 'zod'
import type { Log } from '../platform/log.ts'
import { askPatiently } from '../platform/outgoing.ts'
import { centsFromDecimal, decimalFromCents } from '../wire/money.ts'
import { Problem } from '../wire/problem.ts'
import { MOLLIE, type PaymentStatus, type Truth } from './contract.ts'
import type { NewPayment, PaymentGateway } from './gateway.ts'

const PAYMENT_ID = /^tr_\w{1,40}$/

const Amount = z.object({ currency: z.string(), value: z.string() })

/** Mollie's API v2, https://docs.mollie.com/reference/payments-api: what we read of it, and no more. */
const MolliePayment = z.object({
  id: z.string().regex(PAYMENT_ID),
  status: z.enum(['open', 'pending', 'authorized', 'paid', 'canceled', 'expired', 'failed']),
  amount: Amount,
  /** Left out when nothing was; the payment stays `paid`. */
  amountChargedBack: Amount.nullish(),
  metadata: z.unknown(),
  _links: z.object({ checkout: z.object({ href: z.url() }).nullish() }).nullish(),
})
const MollieWebhook = z.object({ id: z.string().min(1).max(64) })
const MollieRefund = z.object({ id: z.string().min(1) })
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

/** No request of ours waits longer than this for the provider, in milliseconds. */
const TIMEOUT = 8000

class TooBusy extends Error {
  readonly retryAfter: number | undefined
  constructor(retryAfter: number | undefined) {
    super('Mollie answered 429')
    this.retryAfter = retryAfter
  }
}

interface MollieOptions {
  apiBase: () => string
  apiKey: string
  log: Log
}

export function mollieGateway({ apiBase, apiKey, log }: MollieOptions): PaymentGateway {
  const ask = async (
    method: string,
    path: string,
    body?: object,
    key?: string,
    timeoutMs = TIMEOUT,
  ): Promise<unknown> => {
    const { status, text, retryAfter } = await askPatiently(`${apiBase()}/v2/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
      },
      body: body && JSON.stringify(body),
      timeoutMs,
    })
    if (status === 429) throw new TooBusy(retryAfter)
    if (status !== 404 && (status < 200 || status > 299)) throw new Error(`Mollie answered ${status}`)
    const answer: unknown = JSON.parse(text)
    // `null` is something that can be answered.
    return status === 404 ? undefined : answer
  }

  /** Whatever goes wrong on the way is one thing to the caller: the provider is away. */
  const guarded = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      log.warn({ err: error }, `payment provider: ${what}`)
      const { retryAfter } = error as Partial<TooBusy>
      throw new Problem('PROVIDER_UNAVAILABLE', retryAfter === undefined ? {} : { retryAfter })
    }
  }

  return {
    name: MOLLIE,
    create: payment =>
      guarded('create', async () => {
        const created = MolliePayment.parse(await ask('POST', 'payments', bodyOf(payment), payment.paymentId))
        const checkoutUrl = created._links?.checkout?.href
        if (!checkoutUrl || !/^https?:/.test(checkoutUrl)) throw new Error('Mollie gave no checkout link')
        return { providerId: created.id, checkoutUrl }
      }),
    fetch: (providerId, timeoutMs) =>
      guarded('fetch', async () => {
        // Anyone can post anything to the webhook: what can't be an id of theirs is no reason to ask.
        if (!PAYMENT_ID.test(providerId)) return null
        const found = await ask('GET', `payments/${providerId}`, undefined, undefined, timeoutMs)
        if (found === undefined) return null
        const payment = MolliePayment.parse(found)
        if (payment.id !== providerId) throw new Error('Mollie answered with another payment')
        return truthOf(payment)
      }),
    refund: ({ refundId, providerId, amountCents, description }) =>
      guarded('refund', async () => {
        const amount = { currency: 'EUR', value: decimalFromCents(amountCents) }
        const path = `payments/${encodeURIComponent(providerId)}/refunds`
        const { id } = MollieRefund.parse(await ask('POST', path, { amount, description }, refundId))
        return { providerId: id }
      }),
    readWebhook: body => MollieWebhook.safeParse(body).data?.id ?? null,
  }
}

const bodyOf = (payment: NewPayment) => ({
  amount: { currency: 'EUR', value: decimalFromCents(payment.amountCents) },
  description: payment.description,
  redirectUrl: payment.redirectUrl,
  webhookUrl: payment.webhookUrl,
  locale: 'nl_NL',
  metadata: { paymentId: payment.paymentId },
})

function truthOf(payment: z.output<typeof MolliePayment>): Truth {
  const metadata = Metadata.safeParse(payment.metadata)
  const chargedBackCents = payment.amountChargedBack ? centsFromDecimal(payment.amountChargedBack.value) : 0
  if (chargedBackCents === null) throw new Error('Mollie charged back what is no amount')
  return {
    status: statuses[payment.status],
    amountCents: centsFromDecimal(payment.amount.value),
    currency: payment.amount.currency,
    chargedBackCents,
    paymentId: metadata.success ? metadata.data.paymentId : null,
  }
}
