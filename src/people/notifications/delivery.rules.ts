import type { NotificationKind } from './contract.ts'

interface DeliveryRule {
  /** What it says on a locked phone: of no product and no toy. Null: it is not told by push. */
  push: string | null
  /** Whether a mail says that it waits, when it is not read. What has a mail of its own has none. */
  mail: boolean
  /** Whether it can't wait for its reader to look: for a text message. */
  isUrgent: boolean
}

const noDelivery = { push: null, mail: false, isUrgent: false }
const pushOnly = (text: string): DeliveryRule => ({ push: text, mail: false, isUrgent: false })
const pushAndMail = (text: string): DeliveryRule => ({ push: text, mail: true, isUrgent: false })
const adminDelivery = pushAndMail('Er is iets dat je moet nakijken.')

/** How each kind reaches people outside the shop, where their settings allow it. */
export const deliveryRules: Record<NotificationKind, DeliveryRule> = {
  // Whoever pays is looking at the screen.
  ORDER_PAID: noDelivery,
  MINUTES_CREDITED: noDelivery,
  GIFT_GIVEN: noDelivery,
  GIFT: pushAndMail('Er is goed nieuws voor je.'),
  GIFT_REFUNDED: pushOnly('Je krijgt geld terug.'),
  GIFT_TOO_LATE: pushOnly('Je krijgt geld terug.'),
  ORDER_SHIPPED: pushOnly('Je bestelling is onderweg.'),
  ORDER_DELIVERED: pushOnly('Je bestelling is bezorgd.'),
  ORDER_CANCELLED: pushOnly('Er is nieuws over je bestelling.'),
  ORDER_REFUNDED: pushOnly('Je krijgt geld terug.'),
  MINUTES_REFUNDED: pushOnly('Je krijgt geld terug.'),
  PAID_TWICE: pushOnly('Je krijgt geld terug.'),
  PAID_TOO_LATE: pushOnly('Je krijgt geld terug.'),
  LOW_BALANCE: pushOnly('Je minuten zijn bijna op.'),
  SESSION_ENDED: pushOnly('Je sessie is beëindigd.'),
  TOY_FREE: { push: 'Je bent aan de beurt.', mail: false, isUrgent: true },
  MESSAGE: pushAndMail('Je hebt een nieuw bericht.'),
  LATE_PAYMENT: adminDelivery,
  LATE_GIFT: adminDelivery,
  SECOND_PAYMENT: adminDelivery,
  PAYMENT_MISMATCH: adminDelivery,
  CHARGE_BACK: adminDelivery,
  REFUND_FAILED: adminDelivery,
  REFUND_BY_HAND: adminDelivery,
  REFUND_OUTSIDE: adminDelivery,
  WITHDRAWAL: adminDelivery,
  BOOKS_DIFFER: adminDelivery,
}

const SECOND = 1000
/** How long something may be unread before a mail says so. */
export const MAIL_DELAY_MS = 10 * 60 * SECOND
/** From one such mail to the next. */
export const MIN_MAIL_INTERVAL_MS = 60 * 60 * SECOND

/** For how long news is worth telling by push, in seconds: a turn lasts half a minute. */
export const timeToLiveSeconds = (kind: NotificationKind): number =>
  deliveryRules[kind].isUrgent ? 30 : 24 * 3600

/** A mobile number as text messages need it (E.164); null for what is none. A number without a country is Dutch. */
export function toE164(phone: string | null): string | null {
  const digits = (phone ?? '').replaceAll(/[\s().\-/]/g, '').replace(/^00/, '+')
  const whole = /^0[1-9]\d{8}$/.test(digits) ? `+31${digits.slice(1)}` : digits
  return /^\+[1-9]\d{7,14}$/.test(whole) ? whole : null
}
