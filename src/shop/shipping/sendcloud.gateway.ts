import { z } from 'zod'
import { requestFile, sendRequest, sendRequestWithRetry } from '../../platform/http/httpClient.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import { centsFromDecimal } from '../../wire/money.ts'
import { Problem } from '../../wire/problem.ts'
import type {
  CarrierGateway,
  CarrierLabel,
  CarrierService,
  LabelAddress,
  LabelRequest,
} from './carrier.gateway.ts'
import { CarrierCode } from './pickup.contract.ts'
import { findPoints } from './sendcloudPoints.gateway.ts'
import { findReturn, returnNumber } from './sendcloudReturns.gateway.ts'
import { readStatusWebhook, toParcelStatus } from './sendcloudStatus.gateway.ts'

export const SENDCLOUD_API_BASE = 'https://panel.sendcloud.sc'

/** Milliseconds: a label waits for the carrier's own systems. */
const LABEL_TIMEOUT_MS = 20_000
const READ_TIMEOUT_MS = 8000

export interface SendcloudOptions {
  apiBase: () => string
  publicKey: string
  secretKey: string
  webhookKey: string
  log: Log
}

const Status = z.object({ code: z.string(), message: z.string().default('') })
const Shipment = z.object({
  id: z.coerce.string(),
  parcels: z
    .array(z.object({ id: z.coerce.string(), status: Status, tracking_number: z.string().nullish() }))
    .min(1),
  errors: z.array(z.object({ detail: z.string().default('') })).nullish(),
})
type Shipment = z.output<typeof Shipment>

const toLabel = ({ id, parcels: [parcel] }: Shipment): CarrierLabel => ({
  providerId: id,
  parcelId: parcel?.id ?? '',
  trackingCode: parcel?.tracking_number || null,
  status: toParcelStatus(parcel?.status ?? { code: '', message: '' }),
})

const Option = z.object({
  code: z.string(),
  name: z.string(),
  carrier: z.object({ code: z.string() }),
  functionalities: z
    .object({
      tracked: z.boolean().nullish(),
      returns: z.boolean().nullish(),
      last_mile: z.string().nullish(),
    })
    .default({}),
  quotes: z
    .array(z.object({ price: z.object({ total: z.object({ value: z.string() }).nullish() }).nullish() }))
    .nullish(),
})

/** Sendcloud, https://sendcloud.dev/api/v3: version 2 makes no labels for accounts that opened since April 2026. */
export function sendcloudGateway(options: SendcloudOptions): CarrierGateway {
  const client = createClient(options)
  const { call, withProblem } = client
  return {
    findPickupPoints: where => withProblem('pick-up points', () => findPoints(call, where)),
    listServices: parcel => withProblem('services', () => listServices(client, parcel)),
    findLabel: reference =>
      withProblem('look up a label', async () => {
        const query = new URLSearchParams({ external_reference_id: reference })
        const { status, body } = await call('GET', `shipments?${query}`)
        if (status === 404) return null
        const [found] = z.object({ data: z.array(Shipment) }).parse(body).data
        return found ? toLabel(found) : null
      }),
    createLabel: request => withProblem('make a label', () => createLabel(client, request)),
    findReturn: (reference, since) =>
      withProblem('look up a return', () => findReturn(call, reference, since)),
    createReturn: request => withProblem('make a return', () => createReturn(client, request)),
    readLabel: providerId =>
      withProblem('read a label', async () => {
        const { status, body } = await call('GET', `shipments/${encodeURIComponent(providerId)}`)
        return status === 404 ? null : toLabel(z.object({ data: Shipment }).parse(body).data)
      }),
    cancelLabel: providerId =>
      withProblem('cancel a label', async () => {
        const { status, body } = await call('POST', `shipments/${encodeURIComponent(providerId)}/cancel`)
        return status < 300 ? { isDone: status === 200 } : { refused: errorsOf(body) }
      }),
    downloadLabel: (parcelId, as) => withProblem('download a label', () => client.download(parcelId, as)),
    readWebhook: (body, signature) => readStatusWebhook(body, signature, options.webhookKey),
  }
}

type Client = ReturnType<typeof createClient>

/** The error that repeating the request will not change; others are the provider's, or of our keys. */
const isRefusal = (status: number): boolean =>
  status >= 400 && status < 500 && ![401, 402, 403, 408, 425, 429].includes(status)

const MAX_REASON_LENGTH = 300

/** https://sendcloud.dev/docs/getting-started/errors: the details in `errors`, as one text. */
function errorsOf(body: unknown): string {
  const Errors = z.object({ errors: z.array(z.object({ detail: z.string().default('') })) })
  const texts =
    Errors.safeParse(body)
      .data?.errors.map(({ detail }) => detail)
      .filter(Boolean) ?? []
  return (texts.join(' ') || 'geen reden genoemd').slice(0, MAX_REASON_LENGTH)
}

function createClient({ apiBase, publicKey, secretKey, log }: SendcloudOptions) {
  const authorization = `Basic ${Buffer.from(`${publicKey}:${secretKey}`).toString('base64')}`
  return {
    /** @returns a 2xx, or a refusal with its body @throws Error for everything that may pass */
    call: async (
      method: 'GET' | 'POST',
      path: string,
      { body, timeoutMs = READ_TIMEOUT_MS }: { body?: object; timeoutMs?: number } = {},
    ): Promise<{ status: number; body: unknown }> => {
      // A request that makes something is repeated by its job, which looks first whether it is there.
      const send = method === 'GET' ? sendRequestWithRetry : sendRequest
      const { status, text } = await send(`${apiBase()}/api/v3/${path}`, {
        provider: 'sendcloud',
        method,
        headers: {
          authorization,
          accept: 'application/json',
          ...(body && { 'content-type': 'application/json' }),
        },
        body: body && JSON.stringify(body),
        timeoutMs,
      })
      if (!isRefusal(status) && (status < 200 || status > 299))
        throw new Error(`Sendcloud answered ${status}`)
      return { status, body: text === '' ? null : (JSON.parse(text) as unknown) }
    },
    download: async (parcelId: string, as: 'image/png' | 'application/pdf'): Promise<Buffer> => {
      const query = as === 'image/png' ? '?dpi=300' : ''
      const path = `parcels/${encodeURIComponent(parcelId)}/documents/label${query}`
      const { status, body } = await requestFile(`${apiBase()}/api/v3/${path}`, {
        provider: 'sendcloud',
        method: 'GET',
        headers: { authorization, accept: as },
        timeoutMs: LABEL_TIMEOUT_MS,
      })
      if (status !== 200) throw new Error(`Sendcloud answered ${status}`)
      return body
    },
    /** Turns any failure into Problem PROVIDER_UNAVAILABLE. Addresses are not logged. */
    withProblem: async <T>(what: string, work: () => Promise<T>): Promise<T> => {
      try {
        return await work()
      } catch (error) {
        const reason = error instanceof z.ZodError ? 'unexpected response' : String(error)
        log.warn({ reason }, `carrier: ${what}`)
        const message = 'De vervoerder antwoordt even niet. Probeer het zo opnieuw.'
        throw new Problem('PROVIDER_UNAVAILABLE', { message })
      }
    },
  }
}

const kilograms = (grams: number): string => (Math.max(1, grams) / 1000).toFixed(3)

const toAddress = ({
  name,
  company,
  street,
  houseNumber,
  postalCode,
  city,
  country,
  email,
}: LabelAddress) => ({
  name,
  ...(company !== null && { company_name: company }),
  address_line_1: street,
  ...(houseNumber !== null && { house_number: houseNumber }),
  postal_code: postalCode,
  city,
  country_code: country,
  ...(email !== null && { email }),
})

async function createLabel(
  { call }: Client,
  { reference, serviceCode, from, to, weightGrams, orderNumber, pickupPointId }: LabelRequest,
): Promise<CarrierLabel | { refused: string }> {
  const body = {
    external_reference_id: reference,
    order_number: orderNumber,
    from_address: toAddress(from),
    to_address: toAddress(to),
    ...(pickupPointId !== null && { to_service_point: { id: pickupPointId } }),
    ship_with: { type: 'shipping_option_code', properties: { shipping_option_code: serviceCode } },
    parcels: [{ weight: { value: kilograms(weightGrams), unit: 'kg' } }],
  }
  const answer = await call('POST', 'shipments/announce', { body, timeoutMs: LABEL_TIMEOUT_MS })
  // 409: it made this label before, and answers with it.
  const made = z.object({ data: Shipment }).safeParse(answer.body).data?.data
  if (!made && answer.status < 300) throw new Error('unexpected response')
  if (!made && answer.status === 409) throw new Error('made before, not answered')
  if (!made) return { refused: errorsOf(answer.body) }
  const label = toLabel(made)
  return label.status.state === 'REFUSED' ? { refused: errorsOf({ errors: made.errors ?? [] }) } : label
}

async function createReturn(
  { call }: Client,
  { reference, serviceCode, from, to, weightGrams }: LabelRequest,
): Promise<CarrierLabel | { refused: string }> {
  const body = {
    from_address: toAddress(from),
    to_address: toAddress(to),
    ship_with: { type: 'shipping_option_code', shipping_option_code: serviceCode },
    weight: { value: Number(kilograms(weightGrams)), unit: 'kg' },
    order_number: returnNumber(reference),
    external_reference: reference,
    send_tracking_emails: false,
    delivery_option: 'drop_off_point',
  }
  const answer = await call('POST', 'returns/announce-synchronously', { body, timeoutMs: LABEL_TIMEOUT_MS })
  if (answer.status > 299) return { refused: errorsOf(answer.body) }
  const { parcel_id: parcelId } = z.object({ parcel_id: z.coerce.string() }).parse(answer.body)
  return { providerId: null, parcelId, trackingCode: null, status: { state: 'ANNOUNCED', message: '' } }
}

async function listServices(
  { call }: Client,
  { from, to, weightGrams, pickupPointId, isReturn }: Parameters<CarrierGateway['listServices']>[0],
): Promise<CarrierService[]> {
  const body = {
    from_country_code: from,
    to_country_code: to,
    parcels: [{ weight: { value: kilograms(weightGrams), unit: 'kg' } }],
    ...(pickupPointId !== null && { to_service_point: { id: pickupPointId } }),
    functionalities: { returns: isReturn },
    calculate_quotes: true,
  }
  const answer = await call('POST', 'shipping-options', { body })
  if (answer.status > 299) return []
  const { data } = z.object({ data: z.array(Option).nullable() }).parse(answer.body)
  return (data ?? []).flatMap(({ code, name, carrier, functionalities, quotes }) => {
    const known = CarrierCode.safeParse(carrier.code).data
    const isToPoint = functionalities.last_mile === 'service_point'
    if (!known || (!isReturn && isToPoint !== (pickupPointId !== null))) return []
    const isTracked = functionalities.tracked ?? false
    return [{ code, name, carrier: known, isTracked, priceCents: priceOf(quotes) }]
  })
}

const priceOf = (quotes: z.output<typeof Option>['quotes']): number | null =>
  centsFromDecimal(quotes?.[0]?.price?.total?.value ?? '') ?? null
