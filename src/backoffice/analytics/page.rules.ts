import type { BeaconEvent } from './contract.ts'

/** Replaces a path segment that identifies a person or thing. */
const ID_PLACEHOLDER = ':id'
/** Further pages of a day are counted together, so that forged paths cannot fill the table. */
export const MAX_PAGES_PER_DAY = 1000
export const OTHER_PAGES = '(overige)'

const longestPart = 80
const mostParts = 6

/** Whether a path segment looks like an id, a number, a token or an e-mail address. */
const isIdentifying = (part: string): boolean =>
  part.length > longestPart ||
  /@|%40/i.test(part) ||
  /\d{5}/.test(part) ||
  /^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(part) ||
  // A long segment with capitals or digits and no hyphens is a token, as are 32 random bytes in base64url.
  (part.length >= 20 && !part.includes('-') && /[A-Z0-9]/.test(part)) ||
  (/^[\w-]{43}$/.test(part) && /[A-Z]/.test(part))

/**
 * Normalizes a path: without query, hash and identifying segments. Null for the back office and the API, which are not
 * tracked.
 */
export function normalizePage(path: string): string | null {
  const [plain = ''] = path.split(/[?#]/, 1)
  const parts = plain.split('/').filter(Boolean)
  // The router ignores case.
  if (/^(admin|api)$/i.test(parts[0] ?? '')) return null
  const kept = parts
    .slice(0, mostParts)
    .map(part => (isIdentifying(part) ? ID_PLACEHOLDER : part.toLowerCase()))
  return `/${kept.join('/')}`
}

/** Whether a page is that of a product. */
export const isProduct = (page: string): boolean => /^\/shop\/[^/]+$/.test(page)

/** The referring host, when it is not `ownHost`. */
export function externalReferrerHost(referrer: string | undefined, ownHost: string): string | null {
  if (!referrer || !URL.canParse(referrer)) return null
  const { protocol, host } = new URL(referrer)
  if (!/^https?:$/.test(protocol) || host === ownHost || host.length > 100) return null
  return host.replace(/^www\./, '')
}

/** An e-mail address, or a number as long as a phone or account number, with any spacing. */
const isPersonal = /@|\d{5}|(?:\d[\s().+/-]*){7}/

/** Normalizes a search query, so that equal ones are counted together; null when it may identify a person. */
export function normalizeLabel(label: string | undefined): string | null {
  const plain = label?.trim().toLowerCase().replace(/\s+/g, ' ') ?? ''
  // Cut by code points: half a surrogate pair can't be stored, and would fail the whole batch.
  return plain === '' || isPersonal.test(plain) ? null : [...plain].slice(0, 60).join('')
}

const isOf = ({ category, action }: BeaconEvent, wanted: string): boolean =>
  `${category}/${action}` === wanted

/** The number of the funnel step of an event, 0 for none. */
export function funnelStepOfEvent(happening: BeaconEvent): number {
  if (isOf(happening, 'order/paid')) return 4
  if (isOf(happening, 'checkout/start') || isOf(happening, 'checkout/order')) return 3
  return isOf(happening, 'cart/add') ? 2 : 0
}

/** The number of the funnel step of a page view, 0 for none. */
export const funnelStepOfPage = (page: string): number => (isProduct(page) ? 1 : 0)
