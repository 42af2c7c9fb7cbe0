import { formatCents } from '../../wire/money.ts'
import { lastFourOf } from './choice.rules.ts'
import type {
  BoughtGiftCard,
  CreditEntryKind,
  CreditPayment,
  GiftCardState,
  RefusedCard,
} from './contract.ts'

type StateLabel = { name: string; tone: 'neutral' | 'green' | 'blue' | 'danger' | 'outline' }

export const giftCardStateLabels: Record<GiftCardState, StateLabel> = {
  SCHEDULED: { name: 'Gepland', tone: 'blue' },
  ACTIVE: { name: 'Te besteden', tone: 'green' },
  SPENT: { name: 'Op', tone: 'neutral' },
  EXPIRED: { name: 'Verlopen', tone: 'outline' },
  BLOCKED: { name: 'Geblokkeerd', tone: 'danger' },
}

export const creditEntryLabels: Record<CreditEntryKind, string> = {
  ISSUE: 'Uitgegeven',
  SPEND: 'Betaald',
  RELEASE: 'Terug: niet betaald',
  REFUND: 'Terugbetaald',
  GRANT: 'Gekregen',
  ADJUST: 'Aangepast',
  EXPIRE: 'Verlopen',
  CANCEL: 'Teruggenomen',
}

/** `Cadeaubon …1234`, or `Tegoed`. */
export const creditPaymentName = ({ kind, lastFour }: Pick<CreditPayment, 'kind' | 'lastFour'>): string =>
  kind === 'STORE_CREDIT' ? 'Tegoed' : giftCardName(lastFour ?? '')

export const giftCardName = (lastFour: string): string => `Cadeaubon …${lastFour}`

/** `+ € 5,00` and `− € 5,00`. */
export const formatSignedCents = (cents: number): string =>
  cents > 0 ? `+ ${formatCents(cents)}` : formatCents(cents)

/**
 * The button that places an order, which the law asks to say that it has to be paid; when nothing is left to pay it can't.
 * @param due cents
 * @param isPartlyPaid whether a gift card or store credit pays some of it
 */
export function placeOrderText(due: number, isPartlyPaid: boolean): string {
  if (due === 0) return 'Bestelling plaatsen'
  return isPartlyPaid ? `Bestellen en ${formatCents(due)} betalen` : 'Bestellen met betalingsverplichting'
}

/** Where a bought card is, as its buyer reads it: `Gemaild op 3 mei`. @param formatDay of a moment or a day */
export function deliveryText(
  { recipientEmail, deliverOn, deliveredAt, state }: BoughtGiftCard,
  formatDay: (iso: string) => string,
): string {
  const to = recipientEmail === null ? '' : ` naar ${recipientEmail}`
  if (deliveredAt !== null) return `Gemaild${to} op ${formatDay(deliveredAt)}.`
  if (state === 'BLOCKED' || state === 'EXPIRED') return 'Niet verstuurd.'
  return `Gaat op ${formatDay(deliverOn)}${to}.`
}

export const creditChangedTitle = 'Wat je nog moet betalen, is veranderd'

/** The message about refused cards and the new amount, when a purchase is refused. */
export const creditChanges = ({ refusedCards, due }: Record<string, unknown>): string[] => [
  ...((refusedCards as RefusedCard[] | undefined) ?? []).map(
    ({ code, message }) => `${giftCardName(lastFourOf(code))}: ${message}`,
  ),
  ...(typeof due === 'number' ? [`Nog te betalen is nu ${formatCents(due)}.`] : []),
  'Bevestig opnieuw als je akkoord gaat.',
]
