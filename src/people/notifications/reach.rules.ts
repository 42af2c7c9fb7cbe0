import type { NotificationKind } from './contract.ts'

interface Reach {
  /** What it says on a locked phone: of no product and no toy. Null: it is not told by push. */
  push: string | null
  /** Whether a mail says that it waits, when it is not read. What has a mail of its own has none. */
  mail: boolean
  /** Whether it can't wait for its reader to look: for a text message. */
  isUrgent: boolean
}

const quiet = { push: null, mail: false, isUrgent: false }
const push = (text: string): Reach => ({ push: text, mail: false, isUrgent: false })
const both = (text: string): Reach => ({ push: text, mail: true, isUrgent: false })
const forAdmins = both('Er is iets dat je moet nakijken.')

/** How each kind reaches people outside the shop, where their settings allow it. */
export const reach: Record<NotificationKind, Reach> = {
  // Whoever pays is looking at the screen.
  ORDER_PAID: quiet,
  MINUTES_CREDITED: quiet,
  GIFT_GIVEN: quiet,
  GIFT: both('Er is goed nieuws voor je.'),
  GIFT_REFUNDED: push('Je krijgt geld terug.'),
  GIFT_TOO_LATE: push('Je krijgt geld terug.'),
  ORDER_SHIPPED: push('Je bestelling is onderweg.'),
  ORDER_DELIVERED: push('Je bestelling is bezorgd.'),
  ORDER_CANCELLED: push('Er is nieuws over je bestelling.'),
  ORDER_REFUNDED: push('Je krijgt geld terug.'),
  MINUTES_REFUNDED: push('Je krijgt geld terug.'),
  PAID_TWICE: push('Je krijgt geld terug.'),
  PAID_TOO_LATE: push('Je krijgt geld terug.'),
  LOW_BALANCE: push('Je minuten zijn bijna op.'),
  SESSION_ENDED: push('Je sessie is beëindigd.'),
  TOY_FREE: { push: 'Je bent aan de beurt.', mail: false, isUrgent: true },
  MESSAGE: both('Je hebt een nieuw bericht.'),
  LATE_PAYMENT: forAdmins,
  LATE_GIFT: forAdmins,
  SECOND_PAYMENT: forAdmins,
  PAYMENT_MISMATCH: forAdmins,
  CHARGE_BACK: forAdmins,
  REFUND_FAILED: forAdmins,
  REFUND_BY_HAND: forAdmins,
  REFUND_OUTSIDE: forAdmins,
  WITHDRAWAL: forAdmins,
  BOOKS_DIFFER: forAdmins,
}

const SECOND = 1000
/** How long something may be unread before a mail says so. */
export const UNREAD_FOR = 10 * 60 * SECOND
/** From one such mail to the next. */
export const BETWEEN_MAILS = 60 * 60 * SECOND

/** For how long news is worth telling by push, in seconds: a turn lasts half a minute. */
export const secondsWorth = (kind: NotificationKind): number => (reach[kind].isUrgent ? 30 : 24 * 3600)

/** A mobile number as text messages need it (E.164); null for what is none. A number without a country is Dutch. */
export function internationalNumber(phone: string | null): string | null {
  const digits = (phone ?? '').replaceAll(/[\s().\-/]/g, '').replace(/^00/, '+')
  const whole = /^0[1-9]\d{8}$/.test(digits) ? `+31${digits.slice(1)}` : digits
  return /^\+[1-9]\d{7,14}$/.test(whole) ? whole : null
}
