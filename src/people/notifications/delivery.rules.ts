import type { NotificationKind, NotificationAction } from './contract.ts'

interface DeliveryRule {
  /** The text of the push message; names no product or toy, since locked phones show it. Null: no push message. */
  push: string | null
  /**
   * When it is mailed while unread: in the digest after ten minutes, at most once an hour; or at once. Never for a kind that
   * has its own mail.
   */
  mail: 'never' | 'digest' | 'at once'
  /** Whether it is also sent as a text message. */
  isUrgent: boolean
  /** How long a push message or text message of it is of use, in seconds; a day if it is not given. */
  lastsSeconds?: number
}

const noDelivery: DeliveryRule = { push: null, mail: 'never', isUrgent: false }
const pushOnly = (text: string): DeliveryRule => ({ push: text, mail: 'never', isUrgent: false })
const pushAndMail = (text: string): DeliveryRule => ({ push: text, mail: 'digest', isUrgent: false })
/** For admins, about a person or money that is at stake, or a record that no longer adds up: an hour may matter. */
const pushAndMailAtOnce = (text: string): DeliveryRule => ({ push: text, mail: 'at once', isUrgent: false })
const paymentToCheck = pushAndMail('Er is iets met een betaling dat je moet nakijken.')

/**
 * How each kind is delivered outside the shop, where the user's settings allow it. Of a kind for admins, each admin chooses
 * whether it is.
 */
export const deliveryRules: Record<NotificationKind, DeliveryRule> = {
  // A customer who has just paid still has the page open.
  ORDER_PAID: noDelivery,
  ORDER_DIGITAL: noDelivery,
  ORDERS_CLAIMED: noDelivery,
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
  STORE_CREDIT_CHARGED_BACK: pushAndMail('Er is nieuws over een betaling.'),
  PAID_TWICE: pushOnly('Je krijgt geld terug.'),
  PAID_TOO_LATE: pushOnly('Je krijgt geld terug.'),
  LOW_BALANCE: pushOnly('Je minuten zijn bijna op.'),
  SESSION_ENDED: pushOnly('Je sessie is beëindigd.'),
  // A claim window of 30 s.
  TOY_FREE: { push: 'Je bent aan de beurt.', mail: 'never', isUrgent: true, lastsSeconds: 30 },
  TOY_UNSTOPPED: {
    push: 'Open nu je studio: het is dringend.',
    mail: 'at once',
    isUrgent: true,
    lastsSeconds: 3600,
  },
  TOY_APPROVED: pushAndMail('Er is nieuws in je studio.'),
  // It has its own mail.
  APPLICATION_DECIDED: pushOnly('Er is nieuws over je account.'),
  PLAYER_STARTING: {
    push: 'Er wil iemand beginnen. Je kunt nu nog weigeren.',
    mail: 'never',
    isUrgent: false,
    lastsSeconds: 600,
  },
  PLAYER_ASKING: {
    push: 'Er wil iemand beginnen. Zonder jouw ja gebeurt er niets.',
    mail: 'never',
    isUrgent: false,
    lastsSeconds: 600,
  },
  PLAYER_STOPPED: pushOnly('De sessie is voorbij.'),
  ON_AIR_ENDED: pushOnly('Je gekozen tijd is om.'),
  // It has its own mail.
  CREATOR_NEWS: pushOnly('Er is nieuws over je account.'),
  MESSAGE: pushAndMail('Je hebt een nieuw bericht.'),
  FOLLOWED_ONLINE: {
    push: 'Iemand die je volgt is er weer.',
    mail: 'digest',
    isUrgent: false,
    lastsSeconds: 3600,
  },
  // It has its own mail.
  CONTACT_ANSWERED: pushOnly('Je hebt een nieuw bericht.'),
  PRICE_DROP: pushAndMail('Er is goed nieuws over je verlanglijst.'),
  NEW_ORDER: pushAndMail('Er is een nieuwe bestelling.'),
  LOW_STOCK: pushAndMail('Er raakt iets bijna op.'),
  SOLD_OUT: pushAndMail('Er is iets uitverkocht.'),
  REVIEW_WAITING: pushAndMail('Er is iets te keuren.'),
  CONTACT_MESSAGE: pushAndMail('Er is een bericht te beantwoorden.'),
  CONTENT_REPORTED: pushAndMailAtOnce('Er is iets gemeld dat je moet bekijken.'),
  CONTENT_APPEALED: pushAndMail('Er is een bezwaar te beslissen.'),
  CREATOR_APPEALED: pushAndMail('Er is een bezwaar te beslissen.'),
  CONTENT_REPORT_DUE: pushAndMailAtOnce('Een termijn loopt bijna af.'),
  CONTENT_REPORT_LATE: pushAndMailAtOnce('Een termijn is voorbij.'),
  TOY_WAITING: pushAndMail('Er wacht iets op je goedkeuring.'),
  CREATOR_APPLIED: pushAndMail('Er wacht iets op je beslissing.'),
  UNSTOPPED_TOY: pushAndMailAtOnce('Er is iets dringends dat je moet bekijken.'),
  JOB_GAVE_UP: pushAndMail('Er is iets in de techniek dat je moet nakijken.'),
  BACKUP_MISSING: pushAndMail('De back-up ontbreekt.'),
  // It comes once a day, at an hour that was chosen for it.
  DAY_SUMMARY: pushAndMailAtOnce('Je dagoverzicht staat klaar.'),
  LATE_PAYMENT: paymentToCheck,
  LATE_GIFT: paymentToCheck,
  SECOND_PAYMENT: paymentToCheck,
  PAYMENT_MISMATCH: pushAndMailAtOnce('Er is een betaling die niet klopt.'),
  CHARGEBACK: pushAndMailAtOnce('Er is een betaling teruggeboekt.'),
  REFUND_FAILED: pushAndMailAtOnce('Een terugbetaling is niet gelukt.'),
  REFUND_BY_HAND: pushAndMail('Er is iets dat je zelf moet terugbetalen.'),
  REFUND_OUTSIDE: paymentToCheck,
  WITHDRAWAL: pushAndMail('Er is een herroeping te beantwoorden.'),
  CANCELLED_BY_BUYER: pushAndMail('Er is een bestelling geannuleerd.'),
  BOOKS_DIFFER: pushAndMailAtOnce('De boeken kloppen niet.'),
  VAT_THRESHOLD: pushAndMail('Er is iets over de btw om te weten.'),
  VAT_NUMBER_VALID: pushAndMail('Er is iets over de btw om te weten.'),
  PEPPOL_FAILED: pushAndMail('Een factuur kwam niet aan bij een bedrijf.'),
  VAT_NUMBER_INVALID: pushAndMail('Er is iets over de btw om te weten.'),
  EARNINGS_OBJECTED: pushAndMail('Er is een bezwaar te beantwoorden.'),
  PAYOUTS_READY: pushAndMail('Er staan betalingen klaar.'),
}

const SECOND = 1000
/** How long a notification is unread before a mail is sent, in milliseconds. */
export const MAIL_DELAY_MS = 10 * 60 * SECOND
/** Minimum time between two such mails to one user, in milliseconds. */
export const MIN_MAIL_INTERVAL_MS = 60 * 60 * SECOND
/** The same before a mail that is sent at once, so that many chargebacks in a row are few mails. */
export const MIN_URGENT_MAIL_INTERVAL_MS = 10 * 60 * SECOND

interface UnreadNotification {
  kind: NotificationKind
  createdAt: Date
}

/**
 * Which of the unread notifications to mail now, and how long after the previous mail: with one that is mailed at once, all of
 * them, which saves a mail later.
 * @param at milliseconds since 1970
 */
export function selectForMail<Row extends UnreadNotification>(unread: Row[], at: number) {
  const isAtOnce = unread.some(({ kind }) => deliveryRules[kind].mail === 'at once')
  const latest = at - MAIL_DELAY_MS + CLOCK_SKEW_MS
  return isAtOnce
    ? { due: unread, intervalMs: MIN_URGENT_MAIL_INTERVAL_MS }
    : {
        due: unread.filter(({ createdAt }) => createdAt.getTime() <= latest),
        intervalMs: MIN_MAIL_INTERVAL_MS,
      }
}

/** How much the clocks of the application and the database may differ, in milliseconds. */
const CLOCK_SKEW_MS = 60_000

/** How long a push message may be delivered, in seconds. */
export const timeToLiveSeconds = (kind: NotificationKind): number =>
  deliveryRules[kind].lastsSeconds ?? 24 * 3600

const stopAll: NotificationAction = { title: 'Stop alles', path: '/api/studio/stop', body: {} }

/**
 * The actions that a creator can take from the message itself: the phone is locked, and a countdown is short. Actions that have
 * become impossible are not offered.
 * @param age of the notification, and how long a countdown lasts, in seconds
 */
export function notificationActions(
  kind: NotificationKind,
  about: string,
  { age, countdown }: { age: number; countdown: number },
): NotificationAction[] {
  if (age >= timeToLiveSeconds(kind)) return []
  if (kind === 'PLAYER_STARTING' || kind === 'PLAYER_ASKING') {
    const accept = { title: 'Ja', path: '/api/studio/accept', body: { sessionId: about } }
    const decline = { title: 'Weiger', path: '/api/studio/decline', body: { sessionId: about } }
    if (age >= countdown) return [stopAll]
    return [...(kind === 'PLAYER_ASKING' ? [accept] : []), decline, stopAll]
  }
  return kind === 'TOY_APPROVED' || kind === 'PLAYER_STOPPED' ? [stopAll] : []
}

/** A newer message replaces an older one of its kind; the end of a session replaces its start. */
export const pushTag = (kind: NotificationKind, about: string): string =>
  kind === 'PLAYER_STARTING' || kind === 'PLAYER_ASKING' || kind === 'PLAYER_STOPPED'
    ? `session ${about}`
    : kind

/** Normalizes a mobile number to E.164; null for anything else. A number without a country code is Dutch. */
export function toE164(phone: string | null): string | null {
  const digits = (phone ?? '').replaceAll(/[\s().\-/]/g, '').replace(/^00/, '+')
  const international = /^0[1-9]\d{8}$/.test(digits) ? `+31${digits.slice(1)}` : digits
  return /^\+[1-9]\d{7,14}$/.test(international) ? international : null
}
