import { z } from 'zod'
import { sendRequest, sendRequestWithRetry } from '../../../../platform/http/httpClient.ts'
import type { Config } from '../../../../platform/config.ts'
import type { Log } from '../../../../platform/telemetry/log.ts'
import { decimalFromCents } from '../../../../wire/money.ts'
import type { PaymentMethod } from '../../../../wire/paymentSettings.ts'
import { Problem } from '../../../../wire/problem.ts'
import type { ProviderPayment, ProviderPostback } from '../../contract.ts'
import type {
  PaymentProvider,
  ProviderPaymentRequest,
  ProviderRefundRequest,
  ProviderRefundResult,
} from '../../provider.gateway.ts'
import { VEROTEL } from './contract.ts'
import { readExport } from './export.gateway.ts'
import { countPostbacks, readAmount, readPostback } from './postback.gateway.ts'
import { paymentIdOf, readSigned, referenceOf, signFields } from './signature.gateway.ts'
import { readStatus } from './status.gateway.ts'

/** The timeout of a request, in milliseconds. */
const TIMEOUT_MS = 8000
/** After which an order page that nobody paid at counts as left. */
const SILENT_MINUTES = 60

export const VEROTEL_API_BASE = 'https://controlcenter.verotel.com/api'

/** https://controlcenter.verotel.com/flexpay-doc/purchase.html; a method that it does not name counts as a card. */
const methods: Record<string, PaymentMethod> = {
  IDEAL: 'IDEAL',
  DDEU: 'DEBIT',
  YOURSAFE_DIRECT: 'DEBIT',
  CC: 'CARD',
}

/** A website at Verotel, and how it is reached. */
export interface VerotelOptions extends Pick<
  NonNullable<Config['verotel']>,
  'shopId' | 'signatureKey' | 'method' | 'api' | 'isSimulated'
> {
  /** Of the status. */
  base: string
  /** Of the order page, as a browser reaches it. */
  orderBase: () => string
  /** Of the Control Center API. */
  apiBase: string
  /** The stored postbacks of a reference, oldest first. */
  findPostbacks: (reference: string) => Promise<ProviderPostback[]>
  log: Log
}

/** FlexPay v4: the browser goes to a signed address, and a signed postback says that it paid. */
export function verotelProvider(options: VerotelOptions): PaymentProvider {
  const { shopId, signatureKey, method, api, findPostbacks, log } = options
  const guarded = async <T>(call: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      log.warn({ err: error }, `payment provider: ${call}`)
      throw new Problem('PROVIDER_UNAVAILABLE')
    }
  }
  return {
    name: VEROTEL,
    answer: 'OK',
    silentMinutes: SILENT_MINUTES,
    create: payment => Promise.resolve(startOrder(options, payment)),
    fetch: (reference, timeoutMs) =>
      guarded('fetch', async () => {
        const sale = await readSale(options, reference, timeoutMs)
        // Any other result is not money.
        if (sale?.saleResult !== 'APPROVED') return null
        return toProviderPayment(options, reference, sale, await findPostbacks(reference))
      }),
    readWebhook({ method: verb, query }) {
      const fields = verb === 'GET' ? readSigned(options, query) : null
      return fields && readPostback(fields)
    },
    readExport: file => readExport(shopId, file),
    ...(api?.refundPath && { refund: wanted => guarded('refund', () => requestRefund(options, wanted)) }),
    account: () =>
      guarded('account', async () => {
        // The answer to a reference that nobody has says whether number and key belong together.
        await readSale(options, referenceOf(signatureKey, UNUSED_PAYMENT_ID))
        const totals = api && (await callApi(options, 'GET', 'dashboard/totals?output_currency=EUR'))
        if (totals && 'refused' in totals) throw new Error(`Verotel refused: ${totals.refused}`)
        return { name: `website ${shopId}`, isLive: !options.isSimulated, methods: [method] }
      }),
  }
}

const UNUSED_PAYMENT_ID = '00000000-0000-7000-8000-000000000000'

/** The address of the order page. It has no text of the buyer, and nothing is asked of Verotel. */
function startOrder(
  { orderBase, shopId, signatureKey, method }: VerotelOptions,
  { paymentId, amountCents, description, redirectUrl }: ProviderPaymentRequest,
): { providerId: string; checkoutUrl: string } {
  const referenceID = referenceOf(signatureKey, paymentId)
  const fields = {
    version: '4',
    shopID: shopId,
    type: 'purchase',
    priceAmount: decimalFromCents(amountCents),
    priceCurrency: 'EUR',
    description,
    referenceID,
    successURL: redirectUrl,
    declineURL: redirectUrl,
    ...(method !== 'ANY' && { paymentMethod: method }),
  }
  const query = new URLSearchParams({ ...fields, signature: signFields(signatureKey, fields) })
  return { providerId: referenceID, checkoutUrl: `${orderBase()}/startorder?${query}` }
}

const REFERENCE = /^[\w-]{1,100}$/

/** A sale as its status has it. */
type Sale = ReturnType<typeof readStatus> & Record<'saleID' | 'priceCurrency', string>

/** @returns null when Verotel knows no sale of it @throws Error when it refuses, or answers anything else */
async function readSale(
  { base, shopId, signatureKey }: VerotelOptions,
  reference: string,
  timeoutMs = TIMEOUT_MS,
): Promise<Sale | null> {
  // Also of a key that was changed since; a report that is not of a payment has none.
  if (!REFERENCE.test(reference)) return null
  const fields = { version: '4', shopID: shopId, referenceID: reference }
  const query = new URLSearchParams({ ...fields, signature: signFields(signatureKey, fields) })
  const { status, text } = await sendRequestWithRetry(`${base}/salestatus?${query}`, {
    provider: 'verotel',
    method: 'GET',
    headers: {},
    timeoutMs,
  })
  if (status !== 200) throw new Error(`Verotel answered ${status}`)
  const { saleID, priceCurrency, ...sale } = readStatus(text)
  if (sale.response === 'NOTFOUND') return null
  if (sale.response !== 'FOUND') throw new Error(`Verotel answered ${sale.response ?? 'no status'}`)
  if (!saleID || !priceCurrency) throw new Error('Verotel answered without a sale')
  if ((sale.referenceID ?? reference) !== reference || (sale.shopID ?? shopId) !== shopId)
    throw new Error('Verotel answered with another sale')
  return { ...sale, saleID, priceCurrency }
}

function toProviderPayment(
  { signatureKey }: VerotelOptions,
  reference: string,
  sale: Sale,
  postbacks: readonly ProviderPostback[],
): ProviderPayment {
  const amountCents = readAmount(sale.priceAmount ?? '')
  const { saleID: saleNumber, priceCurrency: currency } = sale
  return {
    status: 'PAID',
    amountCents,
    currency,
    ...countPostbacks({ saleNumber, currency, amountCents: amountCents ?? 0 }, postbacks),
    paymentId: paymentIdOf(signatureKey, reference),
    country: sale.country && /^[A-Z]{2}$/.test(sale.country) ? sale.country : null,
    method: methods[sale.paymentMethod ?? ''] ?? null,
    saleNumber,
  }
}

/** As far as it is public: the answer may name the transaction or not. */
const RefundAnswer = z.object({
  is_success: z.literal(true),
  transactionID: z.coerce.string().min(1).optional(),
})
const ApiError = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue('not JSON')
      return z.NEVER
    }
  })
  .pipe(z.object({ error: z.object({ title: z.string() }) }))

/**
 * Refunds over the path that the owner was given. Whether it can be repeated is not known, so it is sent once: a refund whose answer was lost goes to
 * an admin, and the postback that follows closes it.
 */
async function requestRefund(
  options: VerotelOptions,
  { refundId, providerId, isRetry, amountCents }: ProviderRefundRequest,
): Promise<ProviderRefundResult> {
  const sale = await readSale(options, providerId)
  if (!sale) return { refused: 'Verotel kent de verkoop niet.' }
  const { saleID } = sale
  if (isRetry)
    return {
      refused: `Verkoop ${saleID}: dit is al eens gevraagd, en misschien gedaan. Kijk in het Control Center.`,
    }
  const path = options.api?.refundPath?.replace('{sale}', encodeURIComponent(saleID)) ?? ''
  const answer = await callApi(options, 'POST', path, {
    amount: decimalFromCents(amountCents),
    currency: 'EUR',
  })
  if ('refused' in answer) return { refused: `Verkoop ${saleID}: ${answer.refused}` }
  const { transactionID = refundId } = RefundAnswer.parse(answer.body)
  return { providerId: transactionID }
}

/** @returns the answer, or the reason of a refusal @throws Error for any other failure */
async function callApi(
  { api, apiBase }: VerotelOptions,
  method: string,
  path: string,
  body?: object,
): Promise<{ body: unknown } | { refused: string }> {
  const credentials = Buffer.from(`${api?.user}:${api?.password}`).toString('base64')
  const { status, text } = await sendRequest(`${apiBase}/${path}`, {
    provider: 'verotel',
    method,
    headers: {
      authorization: `Basic ${credentials}`,
      accept: 'application/json; version=2.0.0',
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
    timeoutMs: TIMEOUT_MS,
  })
  if (status === 200) return { body: JSON.parse(text) }
  if (status < 400 || status >= 500 || status === 429) throw new Error(`Verotel answered ${status}`)
  return { refused: ApiError.safeParse(text).data?.error.title ?? String(status) }
}
