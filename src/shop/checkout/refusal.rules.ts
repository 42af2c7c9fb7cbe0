import { isGiftCardCode } from '../../money/credit/giftCards/code.rules.ts'
import { normaliseGiftCardCode } from '../../money/credit/contract.ts'
import { creditChangedTitle, creditChanges } from '../../money/credit/labels.rules.ts'
import type { RefusedCode } from '../promotions/contract.ts'
import type { CartItem } from '../cart/contract.ts'
import { formatCents } from '../../wire/money.ts'
import type { ProblemBody } from '../../wire/problem.ts'

/** The tracking price in cents, at submission and now. */
type TrackingPrice = { was: number; is: number }

/**
 * Describes why an order was refused for its cart, and how to resolve it.
 * @param before the cart at submission
 * @param now the cart as fetched since
 * @param tracking the tracking price then and now, if tracking was chosen
 * @returns null when it is about something else
 */
export function describeRefusal(
  { code, message, ...details }: ProblemBody,
  before: CartItem[],
  now: CartItem[],
  tracking: TrackingPrice = { was: 0, is: 0 },
): { title: string; lines: string[] } | null {
  const line = before.find(({ productId }) => productId === details['productId'])
  const name = line?.product.name ?? 'Een product'
  if (code === 'INSUFFICIENT_STOCK') {
    const available = Number(details['available'])
    const left = available > 0 ? `Van ${name} zijn er nog ${available}.` : `${name} is net uitverkocht.`
    return { title: message, lines: [left, 'Pas je winkelwagen aan en probeer het opnieuw.'] }
  }
  if (code === 'NOT_FOUND' && details['productId']) {
    const isThere = now.some(({ productId }) => productId === details['productId'])
    const way = isThere ? 'Haal het uit je winkelwagen' : 'We hebben het uit je winkelwagen gehaald'
    return { title: `${name} is niet meer te koop`, lines: [`${way}; de rest kun je gewoon bestellen.`] }
  }
  if (code === 'CREDIT_CHANGED') return { title: creditChangedTitle, lines: creditChanges(details) }
  if (code === 'NOT_SHIPPED_THERE')
    return { title: 'Hierheen verzenden we niet', lines: [message, 'Kies een ander adres.'] }
  if (code !== 'PRICE_CHANGED') return null
  const refusedCodes = readRefusedCodes(details)
  return {
    title: 'De prijs is veranderd',
    lines: [
      ...priceChanges(before, now),
      ...trackingChange(tracking),
      ...refusedCodes.map(refused => refused.message),
      ...(refusedCodes.length > 0 && typeof details['total'] === 'number'
        ? [`Het totaal is nu ${formatCents(details['total'])}.`]
        : []),
      'Bevestig opnieuw als je akkoord gaat.',
    ],
  }
}

/** The codes that a refusal of the order names. */
export const readRefusedCodes = (details: Record<string, unknown>): RefusedCode[] =>
  (details['refused'] as RefusedCode[] | undefined) ?? []

/** Whether a code is no use to this customer any more, whatever else is put in the cart. */
export const isLostCode = ({ reason }: Pick<RefusedCode, 'reason'>): boolean =>
  ['INVALID', 'FIRST_ORDER', 'ALREADY_USED', 'IN_UNPAID_ORDER'].includes(reason)

/** Why a code gives nothing; one that is a gift card's is shown the way. */
export const describeRefusedCode = ({ code, message }: Pick<RefusedCode, 'code' | 'message'>): string =>
  isGiftCardCode(normaliseGiftCardCode(code))
    ? 'Dit is een cadeaubon. Kies bij het betalen ‘Cadeaubon gebruiken’.'
    : message

const trackingChange = ({ was, is }: TrackingPrice): string[] =>
  was === is ? [] : [`Track & trace kost nu ${formatCents(is)} in plaats van ${formatCents(was)}.`]

/** The new price of each product whose price changed. */
const priceChanges = (before: CartItem[], now: CartItem[]): string[] =>
  now.flatMap(({ productId, product: { name, price } }) => {
    const was = before.find(line => line.productId === productId)?.product.price ?? price
    return was === price ? [] : [`${name} kost nu ${formatCents(price)} in plaats van ${formatCents(was)}.`]
  })
