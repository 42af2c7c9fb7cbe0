import { parse as parseForm } from 'node:querystring'
import { z } from 'zod'
import { centsFromDecimal, decimalFromCents } from '../../../../wire/money.ts'
import type { PaymentMethod } from '../../../../wire/paymentSettings.ts'
import { type PaymentStatus, type ProviderPayment, type ProviderRefund } from '../../contract.ts'
import { MOLLIE } from './contract.ts'
import type {
  PaymentProvider,
  ProviderPaymentRequest,
  ProviderRefundRequest,
  ProviderRefundResult,
  WebhookRequest,
} from '../../provider.gateway.ts'
import {
  createMollieClient,
  type MollieClient,
  MollieMoney,
  type MollieOptions,
  MollieRefusal,
} from './client.gateway.ts'
import { readMolliePage } from './lists.gateway.ts'
import { mollieSettlements } from './settlements.gateway.ts'

/** The fields that we read of https://docs.mollie.com/reference/get-refund. */
const MollieRefund = z.object({
  id: z.string().min(1).max(64),
  /** An unknown status is read as WAITING, so that the rest of the payment can still be read. */
  status: z.enum(['queued', 'pending', 'processing', 'refunded', 'failed', 'canceled']).catch('pending'),
  amount: MollieMoney,
  metadata: z.unknown().optional(),
})
const MollieRefunds = z.object({ _embedded: z.object({ refunds: z.array(MollieRefund) }) })
const RefundMetadata = z.object({ refundId: z.guid(), attempt: z.int().min(1) })

const refundStatuses: Record<z.output<typeof MollieRefund>['status'], ProviderRefund['status']> = {
  queued: 'WAITING',
  pending: 'WAITING',
  processing: 'GONE',
  refunded: 'GONE',
  failed: 'FAILED',
  canceled: 'FAILED',
}

const PAYMENT_ID = /^tr_\w{1,40}$/

/** The fields that we read of Mollie's API v2, https://docs.mollie.com/reference/payments-api. */
const MolliePayment = z.object({
  id: z.string().regex(PAYMENT_ID),
  status: z.enum(['open', 'pending', 'authorized', 'paid', 'canceled', 'expired', 'failed']),
  amount: MollieMoney,
  /** Omitted without chargebacks; the payment stays `paid`. */
  amountChargedBack: MollieMoney.nullish(),
  metadata: z.unknown(),
  /** https://docs.mollie.com/reference/get-payment: null until the customer has chosen one. */
  method: z.string().nullish().catch(null),
  /** Where the customer paid from, as far as Mollie knows. */
  countryCode: z.string().nullish().catch(null),
  /** By method: of a card its country, of an account its IBAN. */
  details: z
    .object({ cardCountryCode: z.string().nullish(), consumerAccount: z.string().nullish() })
    .nullish()
    .catch(null),
  /** Present when requested by `embed`. */
  _embedded: z.object({ refunds: z.array(MollieRefund).nullish() }).nullish(),
  _links: z.object({ checkout: z.object({ href: z.url() }).nullish() }).nullish(),
})
/** The fields that we read of https://docs.mollie.com/reference/get-current-profile and …/list-methods. */
const MollieProfile = z.object({ name: z.string(), mode: z.enum(['live', 'test']) })
const MollieMethods = z.object({
  _embedded: z.object({ methods: z.array(z.object({ description: z.string() })) }),
})
const MollieWebhook = z.object({ id: z.string().min(1).max(64) })
const PaymentMetadata = z.object({ paymentId: z.guid() })

const paymentStatuses: Record<z.output<typeof MolliePayment>['status'], PaymentStatus> = {
  open: 'OPEN',
  pending: 'PENDING',
  authorized: 'AUTHORIZED',
  paid: 'PAID',
  canceled: 'CANCELLED',
  expired: 'EXPIRED',
  failed: 'FAILED',
}

interface MollieAccount extends MollieOptions {
  /** Reads settlements, which keys of a profile can't; null for none. */
  organisationToken?: string | null
}

export function mollieProvider({ organisationToken, ...options }: MollieAccount) {
  const client = createMollieClient(options)
  const { request, withProviderErrors: guarded } = client
  return {
    name: MOLLIE,
    answer: null,
    create: payment =>
      guarded('create', async () => {
        const created = MolliePayment.parse(
          await request('POST', 'payments', { body: toPaymentBody(payment), key: payment.paymentId }),
        )
        const checkoutUrl = created._links?.checkout?.href
        if (!checkoutUrl || !/^https?:/.test(checkoutUrl)) throw new Error('Mollie gave no checkout link')
        return { providerId: created.id, checkoutUrl }
      }),
    fetch: (providerId, timeoutMs) =>
      guarded('fetch', async () => {
        // Anyone can post to the webhook, so an invalid Mollie id is not fetched.
        if (!PAYMENT_ID.test(providerId)) return null
        const found = await request('GET', `payments/${providerId}?embed=refunds`, { timeoutMs }).catch(
          notFoundOn404,
        )
        if (found === NOT_FOUND) return null
        const payment = MolliePayment.parse(found)
        if (payment.id !== providerId) throw new Error('Mollie answered with another payment')
        return toProviderPayment(payment)
      }),
    refund: wanted => guarded('refund', () => requestRefund(client, wanted)),
    readWebhook: call => MollieWebhook.safeParse(fieldsOf(call)).data?.id ?? null,
    account: () =>
      guarded('account', async () => {
        // One after the other: with a key that is refused, the second is not asked.
        const { name, mode } = MollieProfile.parse(await request('GET', 'profiles/me'))
        const { _embedded: embedded } = MollieMethods.parse(await request('GET', 'methods'))
        return { name, isLive: mode === 'live', methods: embedded.methods.map(each => each.description) }
      }),
    lists: { readPage: (list, from) => guarded('list', () => readMolliePage(client, list, from)) },
    ...(organisationToken && { settlements: mollieSettlements({ ...options, apiKey: organisationToken }) }),
  } satisfies PaymentProvider
}

/** The fields of a webhook, which is posted as a form; JSON is read too. Undefined for any other call. */
function fieldsOf({ method, headers, rawBody }: WebhookRequest): unknown {
  if (method !== 'POST') return undefined
  if (!headers['content-type']?.includes('json')) return parseForm(rawBody)
  try {
    return JSON.parse(rawBody)
  } catch {
    return undefined
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
  const metadata = PaymentMetadata.safeParse(payment.metadata)
  const chargedBackCents = payment.amountChargedBack ? centsFromDecimal(payment.amountChargedBack.value) : 0
  if (chargedBackCents === null) throw new Error('Mollie charged back what is no amount')
  return {
    status: paymentStatuses[payment.status],
    amountCents: centsFromDecimal(payment.amount.value),
    currency: payment.amount.currency,
    chargedBackCents,
    refunds: payment._embedded?.refunds?.map(toProviderRefund) ?? [],
    paymentId: metadata.success ? metadata.data.paymentId : null,
    country: countryOf(payment),
    method: methods[payment.method ?? ''] ?? null,
  }
}

const methods: Record<string, PaymentMethod> = {
  ideal: 'IDEAL',
  bancontact: 'BANCONTACT',
  directdebit: 'DEBIT',
  banktransfer: 'DEBIT',
  creditcard: 'CARD',
}

/** The country of the card, else that of the account, else where it was paid from; null when none is a country code. */
function countryOf({ details, countryCode }: z.output<typeof MolliePayment>): string | null {
  const iban = /^[A-Z]{2}\d{2}/.exec(details?.consumerAccount ?? '')?.[0].slice(0, 2)
  const found = details?.cardCountryCode ?? iban ?? countryCode
  return found && /^[A-Z]{2}$/.test(found) ? found : null
}

function toProviderRefund({ id, status, amount, metadata }: z.output<typeof MollieRefund>): ProviderRefund {
  const amountCents = centsFromDecimal(amount.value)
  if (amountCents === null) throw new Error('Mollie gave back what is no amount')
  const { refundId = null, attempt = 1 } = RefundMetadata.safeParse(metadata).data ?? {}
  return { providerId: id, status: refundStatuses[status], amountCents, refundId, attempt }
}

/**
 * Makes a refund, once. Mollie keeps an Idempotency-Key for an hour, so a refund that may have been requested before
 * is looked up first; a refused one may have been made by a request whose response was lost.
 */
async function requestRefund(
  { request }: MollieClient,
  wanted: ProviderRefundRequest,
): Promise<ProviderRefundResult> {
  const { refundId, attempt, providerId, amountCents, description } = wanted
  const path = `payments/${encodeURIComponent(providerId)}/refunds`
  const before = async () =>
    findEarlierResult(MollieRefunds.parse(await request('GET', `${path}?limit=250`)), wanted)
  try {
    const made = wanted.isRetry || attempt > 1 ? await before() : undefined
    if (made) return made
    const amount = { currency: 'EUR', value: decimalFromCents(amountCents) }
    const body = { amount, description, metadata: { refundId, attempt } }
    const { id } = MollieRefund.parse(await request('POST', path, { body, key: idempotencyKeyOf(wanted) }))
    return { providerId: id }
  } catch (error) {
    if (!(error instanceof MollieRefusal)) throw error
    return (await before().catch(undefinedWhenRefused)) ?? { refused: error.message }
  }
}

function undefinedWhenRefused(error: unknown): undefined {
  if (!(error instanceof MollieRefusal)) throw error
}

const idempotencyKeyOf = ({ refundId, attempt }: ProviderRefundRequest): string =>
  attempt === 1 ? refundId : `${refundId}-${attempt}`

/** The result of an earlier request: any attempt of ours that did not fail, or the result of this attempt. */
function findEarlierResult(
  { _embedded: { refunds } }: z.output<typeof MollieRefunds>,
  { refundId, attempt }: ProviderRefundRequest,
): ProviderRefundResult | undefined {
  const ours = refunds.map(toProviderRefund).filter(refund => refund.refundId === refundId)
  const standing = ours.find(({ status }) => status !== 'FAILED')
  if (standing) return { providerId: standing.providerId }
  return ours.some(each => each.attempt === attempt) ? { refused: 'failed at the provider' } : undefined
}
