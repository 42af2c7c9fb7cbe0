import type { CartItem } from '../cart/contract.ts'
import type { CartQuote } from './contract.ts'

/** To whom the gift cards of one line go, as it is typed. */
export interface GiftCardRecipient {
  /** To the buyer, at once; fields for another person are kept. */
  isBuyer: boolean
  recipientEmail: string
  recipientName: string
  senderName: string
  message: string
  /** `YYYY-MM-DD`; empty for at once. */
  deliverOn: string
}

export const emptyRecipient: GiftCardRecipient = {
  isBuyer: true,
  recipientEmail: '',
  recipientName: '',
  senderName: '',
  message: '',
  deliverOn: '',
}

/** By the ids of their products. */
export type GiftCardRecipients = Readonly<Record<string, GiftCardRecipient>>

/** Which products are gift cards: only the server's summary of the cart says so. */
export const giftCardIdsOf = (quote: Pick<CartQuote, 'lines'> | undefined): ReadonlySet<string> =>
  new Set(quote?.lines.filter(({ isGiftCard }) => isGiftCard).map(({ productId }) => productId))

export const giftCardLines = (lines: CartItem[], giftCardIds: ReadonlySet<string>): CartItem[] =>
  lines.filter(({ productId }) => giftCardIds.has(productId))

/** The deliveries of gift cards in an order: nothing of those that go to the buyer. */
export const toDeliveries = (
  lines: CartItem[],
  recipients: GiftCardRecipients,
): ({ productId: string; deliverOn: string | null } & Omit<GiftCardRecipient, 'isBuyer' | 'deliverOn'>)[] =>
  lines.flatMap(({ productId }) => {
    const { isBuyer, ...typed } = recipients[productId] ?? emptyRecipient
    return isBuyer ? [] : [{ productId, ...typed, deliverOn: typed.deliverOn || null }]
  })

/** Whether each card has an address; the server checks whether it is one. */
export const haveRecipients = (lines: CartItem[], recipients: GiftCardRecipients): boolean =>
  toDeliveries(lines, recipients).every(({ recipientEmail }) => recipientEmail.trim() !== '')

/** How far ahead a card can be planned. */
const MAX_DAYS_AHEAD = 365

const plusDays = (day: string, days: number): string => {
  const date = new Date(`${day}T12:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** The first and the last day on which a card can be sent. @param today a Brussels day */
export const deliveryDays = (today: string) => ({ first: today, last: plusDays(today, MAX_DAYS_AHEAD) })

/** Why a card can't be sent on a day; undefined when it can. */
export function findDayError(day: string, today: string): string | undefined {
  const { first, last } = deliveryDays(today)
  if (day === '') return undefined
  if (day < first) return 'Kies vandaag of een dag daarna.'
  return day > last ? 'Kies een dag binnen een jaar.' : undefined
}

/** To whom and when, in the recap: `an@voorbeeld.be, op 24 december 2026`. */
export function describeRecipient(
  { isBuyer, recipientEmail, deliverOn }: GiftCardRecipient,
  formatDay: (day: string) => string,
): string {
  if (isBuyer) return 'Per mail naar jou, meteen na je betaling'
  return `${recipientEmail}, ${deliverOn === '' ? 'meteen na je betaling' : `op ${formatDay(deliverOn)}`}`
}
