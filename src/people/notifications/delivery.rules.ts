import type { NotificationKind } from './contract.ts'

interface DeliveryRule {
  /** The text of the push message; names no product or toy, since locked phones show it. Null: no push message. */
  push: string | null
  /** Whether the mail about unread notifications counts it. False for a kind that has its own mail. */
  mail: boolean
  /** Whether it is also sent as a text message. */
  isUrgent: boolean
}

const noDelivery = { push: null, mail: false, isUrgent: false }
const pushOnly = (text: string): DeliveryRule => ({ push: text, mail: false, isUrgent: false })
const pushAndMail = (text: string): DeliveryRule => ({ push: text, mail: true, isUrgent: false })
const adminDelivery = pushAndMail('Er is iets dat je moet nakijken.')

/** How each kind is delivered outside the shop, where the user's settings allow it. */
export const deliveryRules: Record<NotificationKind, DeliveryRule> = {
  // A customer who has just paid still has the page open.
  ORDER_PAID: noDelivery,
  ORDER_DIGITAL: noDelivery,
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
  MINUTES_CHARGED_BACK: pushAndMail('Er is nieuws over een betaling.'),
  PAID_TWICE: pushOnly('Je krijgt geld terug.'),
  PAID_TOO_LATE: pushOnly('Je krijgt geld terug.'),
  LOW_BALANCE: pushOnly('Je minuten zijn bijna op.'),
  SESSION_ENDED: pushOnly('Je sessie is beëindigd.'),
  TOY_FREE: { push: 'Je bent aan de beurt.', mail: false, isUrgent: true },
  MESSAGE: pushAndMail('Je hebt een nieuw bericht.'),
  // It has its own mail.
  CONTACT_ANSWERED: pushOnly('Je hebt een nieuw bericht.'),
  LATE_PAYMENT: adminDelivery,
  LATE_GIFT: adminDelivery,
  SECOND_PAYMENT: adminDelivery,
  PAYMENT_MISMATCH: adminDelivery,
  CHARGE_BACK: adminDelivery,
  REFUND_FAILED: adminDelivery,
  REFUND_BY_HAND: adminDelivery,
  REFUND_OUTSIDE: adminDelivery,
  WITHDRAWAL: adminDelivery,
  CANCELLED_BY_BUYER: adminDelivery,
  CONTACT_MESSAGE: pushAndMail('Er is een bericht te beantwoorden.'),
  BOOKS_DIFFER: adminDelivery,
}

const SECOND = 1000
/** How long a notification is unread before a mail is sent, in milliseconds. */
export const MAIL_DELAY_MS = 10 * 60 * SECOND
/** Minimum time between two such mails to one user, in milliseconds. */
export const MIN_MAIL_INTERVAL_MS = 60 * 60 * SECOND

/** How long a push message may be delivered, in seconds. Urgent ones are about a claim window, which lasts 30 s. */
export const timeToLiveSeconds = (kind: NotificationKind): number =>
  deliveryRules[kind].isUrgent ? 30 : 24 * 3600

/** Normalizes a mobile number to E.164; null for anything else. A number without a country code is Dutch. */
export function toE164(phone: string | null): string | null {
  const digits = (phone ?? '').replaceAll(/[\s().\-/]/g, '').replace(/^00/, '+')
  const international = /^0[1-9]\d{8}$/.test(digits) ? `+31${digits.slice(1)}` : digits
  return /^\+[1-9]\d{7,14}$/.test(international) ? international : null
}
