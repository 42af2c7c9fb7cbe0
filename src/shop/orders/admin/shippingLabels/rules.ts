import type { OrderStatus } from '../../contract.ts'
import type { CarrierCode } from '../../../shipping/pickup.contract.ts'
import { destinationCode } from '../../../shipping/destination.rules.ts'
import { problems } from '../../../../wire/problem.ts'
import type { Settings } from '../../../../wire/settings.ts'
import type { LabelService, ParcelState } from './contract.ts'
import { isEuCountry } from '../../../../wire/countries.ts'

interface LabelCandidate {
  status: OrderStatus
  isDigital: boolean
  shippingStreet: string | null
  shippingCountry: string | null
}

const refusalByStatus: Partial<Record<OrderStatus, string>> = {
  PENDING: problems.ORDER_NOT_PAID.message,
  SHIPPED: 'Deze bestelling is al verzonden.',
  DELIVERED: 'Deze bestelling is al bezorgd.',
  CANCELLED: 'Deze bestelling is geannuleerd.',
}

/** Why no label is made for an order; null when one is. */
export function findLabelRefusal({ status, ...order }: LabelCandidate): string | null {
  if (order.isDigital || order.shippingStreet === null) return problems.NOTHING_TO_SHIP.message
  return refusalByStatus[status] ?? findCountryRefusal(order.shippingCountry)
}

/** Why the shop makes no label to or from a country. */
export function findCountryRefusal(country: string | null): string | null {
  const code = destinationCode(country ?? '')
  if (code === null) return `“${country}” is geen land dat we kennen. Maak dit label bij de vervoerder.`
  return isEuCountry(code)
    ? null
    : 'Buiten de EU vraagt de vervoerder douanegegevens. Maak dit label bij de vervoerder.'
}

/** The address that stands on labels as the sender; null while the company has none. */
export function labelSender({ labelSender: name, company }: Pick<Settings, 'labelSender' | 'company'>) {
  const { street, postalCode, city, country } = company
  if (!street || !postalCode || !city) return null
  return { name, company: null, street, houseNumber: null, postalCode, city, country, email: null }
}

/** The service that a label gets when none was chosen: the cheapest of the carrier, tracked where the customer paid for it. */
export function chooseService<
  S extends Pick<LabelService, 'carrier' | 'isTracked' | 'code'> & { priceCents: number | null },
>(services: S[], { carrier, isTracked }: { carrier: CarrierCode; isTracked: boolean }): S | null {
  const possible = services.filter(each => each.carrier === carrier && (each.isTracked || !isTracked))
  const cost = ({ priceCents }: S) => priceCents ?? Number.MAX_SAFE_INTEGER
  const [cheapest] = possible.toSorted((a, b) => cost(a) - cost(b) || a.code.localeCompare(b.code))
  return cheapest ?? null
}

const rank: Record<ParcelState, number> = {
  ANNOUNCED: 0,
  UNDERWAY: 1,
  AT_POINT: 2,
  UNDELIVERABLE: 2,
  DELIVERED: 3,
}

interface ParcelProgress {
  state: ParcelState | null
  stateMessage: string | null
  stateAt: Date | null
}

/**
 * The change by a report of the carrier. Reports are repeated and come in any order, so that the result depends on their content
 * alone: a delivered parcel stays so, and before that the latest report counts, of one time the furthest.
 * @returns null when nothing changes
 */
export function advanceParcel(
  before: ParcelProgress,
  { state, message, at }: { state: ParcelState; message: string; at: Date },
): ParcelProgress | null {
  if (before.state === 'DELIVERED') return null
  const next = { state, stateMessage: message || null, stateAt: at }
  if (state === 'DELIVERED' || before.stateAt === null || before.state === null) return next
  if (at < before.stateAt) return null
  return at > before.stateAt || rank[state] > rank[before.state] ? next : null
}
