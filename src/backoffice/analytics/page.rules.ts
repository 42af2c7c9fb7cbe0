import type { BeaconEvent } from './contract.ts'

/** What stands in place of a part of a path that names one person or thing. */
const ID_PLACEHOLDER = ':id'
/** Pages beyond these many on a day are counted together: forged ones can't fill the books. */
export const MAX_PAGES_PER_DAY = 1000
export const OTHER_PAGES = '(overige)'

const longestPart = 80
const mostParts = 6

/** An id, a number, a token or an address: what a page's own name in an address never looks like. */
const isIdentifying = (part: string): boolean =>
  part.length > longestPart ||
  /@|%40/i.test(part) ||
  /\d{5}/.test(part) ||
  /^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(part) ||
  // A long part in which capitals or figures stand between small letters is a token; words have hyphens between them.
  (part.length >= 20 && !part.includes('-') && /[A-Z0-9]/.test(part))

/**
 * The page that a path leads to, without what follows it and without what names one person or thing: what stays says what
 * was looked at, never whose it was. Null for the back office, which visits nobody.
 */
export function normalizePage(path: string): string | null {
  const [plain = ''] = path.split(/[?#]/, 1)
  const parts = plain.split('/').filter(Boolean)
  // The router takes capitals for small letters.
  if (/^(admin|api)$/i.test(parts[0] ?? '')) return null
  const kept = parts
    .slice(0, mostParts)
    .map(part => (isIdentifying(part) ? ID_PLACEHOLDER : part.toLowerCase()))
  return `/${kept.join('/')}`
}

/** The page of one product. */
export const isProduct = (page: string): boolean => /^\/shop\/[^/]+$/.test(page)

/** The host that a visitor came from, when that is another than `ownHost`. */
export function externalReferrerHost(referrer: string | undefined, ownHost: string): string | null {
  if (!referrer || !URL.canParse(referrer)) return null
  const { protocol, host } = new URL(referrer)
  if (!/^https?:$/.test(protocol) || host === ownHost || host.length > 100) return null
  return host.replace(/^www\./, '')
}

/** An address, or a number that is a telephone's or an account's, however it is spaced. */
const isPersonal = /@|\d{5}|(?:\d[\s().+/-]*){7}/

/** What was searched for, so that the same is counted together; nothing when it may name someone. */
export function normalizeLabel(label: string | undefined): string | null {
  const plain = label?.trim().toLowerCase().replace(/\s+/g, ' ') ?? ''
  // By whole characters: half of one can't be written, nor anything that would be written with it.
  return plain === '' || isPersonal.test(plain) ? null : [...plain].slice(0, 60).join('')
}

const isOf = ({ category, action }: BeaconEvent, wanted: string): boolean =>
  `${category}/${action}` === wanted

/** How far on the way to paying someone is who did this: the number of the step, 0 for none. */
export function funnelStepOfEvent(happening: BeaconEvent): number {
  if (isOf(happening, 'order/paid')) return 4
  if (isOf(happening, 'checkout/start') || isOf(happening, 'checkout/order')) return 3
  return isOf(happening, 'cart/add') ? 2 : 0
}

/** The step of who looks at a page. */
export const funnelStepOfPage = (page: string): number => (isProduct(page) ? 1 : 0)
