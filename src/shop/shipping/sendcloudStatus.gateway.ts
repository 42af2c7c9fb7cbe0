import { z } from 'zod'
import { isSameSecret, signWebhook } from '../../platform/crypto/signature.ts'
import type { CarrierEvent, CarrierParcelState, CarrierParcelStatus } from './carrier.gateway.ts'

/** Sendcloud's parcel statuses by id, as webhooks have them: https://sendcloud.dev/api/v2/parcel-statuses */
const statesById: Record<number, CarrierParcelState> = {
  1: 'ANNOUNCED',
  3: 'UNDERWAY',
  4: 'UNDERWAY',
  5: 'UNDERWAY',
  7: 'UNDERWAY',
  8: 'UNDERWAY',
  11: 'DELIVERED',
  12: 'AT_POINT',
  13: 'ANNOUNCED',
  22: 'UNDERWAY',
  62: 'UNDERWAY',
  80: 'UNDELIVERABLE',
  91: 'UNDERWAY',
  92: 'UNDERWAY',
  93: 'DELIVERED',
  999: 'ANNOUNCED',
  1000: 'ANNOUNCED',
  1001: 'ANNOUNCED',
  1002: 'REFUSED',
  1998: 'CANCELLED',
  2000: 'CANCELLED',
}

/** The same by the code that version 3 answers with; a code is the words of a status in capitals. */
const statesByCode: Record<string, CarrierParcelState> = {
  ANNOUNCED: 'ANNOUNCED',
  READY_TO_SEND: 'ANNOUNCED',
  BEING_ANNOUNCED: 'ANNOUNCED',
  NO_LABEL: 'ANNOUNCED',
  ANNOUNCED_NOT_COLLECTED: 'ANNOUNCED',
  EN_ROUTE_TO_SORTING_CENTER: 'UNDERWAY',
  AT_SORTING_CENTRE: 'UNDERWAY',
  BEING_SORTED: 'UNDERWAY',
  SORTED: 'UNDERWAY',
  DELIVERY_DELAYED: 'UNDERWAY',
  DELIVERY_ATTEMPT_FAILED: 'UNDERWAY',
  SHIPMENT_PICKED_UP_BY_DRIVER: 'UNDERWAY',
  PARCEL_EN_ROUTE: 'UNDERWAY',
  DRIVER_EN_ROUTE: 'UNDERWAY',
  AWAITING_CUSTOMER_PICKUP: 'AT_POINT',
  UNABLE_TO_DELIVER: 'UNDELIVERABLE',
  DELIVERED: 'DELIVERED',
  SHIPMENT_COLLECTED_BY_CUSTOMER: 'DELIVERED',
  ANNOUNCEMENT_FAILED: 'REFUSED',
  CANCELLED: 'CANCELLED',
  CANCELLED_UPSTREAM: 'CANCELLED',
}

const codeOf = (words: string): string => words.toUpperCase().replaceAll(/[^A-Z]+/g, '_')

/** A status of version 3; one that is unknown says nothing but its words. */
export const toParcelStatus = ({
  code,
  message,
}: {
  code: string
  message: string
}): CarrierParcelStatus => ({
  state: statesByCode[codeOf(code)] ?? statesByCode[codeOf(message)] ?? null,
  message,
})

/** https://sendcloud.dev/api/v3/webhooks/parcel-status-changed */
const StatusChanged = z.object({
  action: z.literal('parcel_status_changed'),
  /** Seconds or milliseconds since 1970: the documentation says seconds. */
  timestamp: z.number(),
  parcel: z.object({ id: z.int(), status: z.object({ id: z.int(), message: z.string().max(200) }) }),
})

/** Since then, a number is in milliseconds. */
const FIRST_MILLISECONDS = 100_000_000_000

/**
 * Reads a webhook, which is signed with HMAC-SHA256 over its bytes.
 * @returns null when the signature is another's, undefined when it is about something else
 */
export function readStatusWebhook(
  body: Buffer,
  signature: string | undefined,
  key: string,
): CarrierEvent | null | undefined {
  if (!isSameSecret(signature ?? '', signWebhook(key, body))) return null
  const read = StatusChanged.safeParse(parseJson(body))
  if (!read.success) return undefined
  const { timestamp, parcel } = read.data
  const { id, message } = parcel.status
  const at = new Date(timestamp > FIRST_MILLISECONDS ? timestamp : timestamp * 1000)
  return {
    parcelId: String(parcel.id),
    status: { state: statesById[id] ?? statesByCode[codeOf(message)] ?? null, message },
    at,
  }
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
