import { notifyAdmins } from '../../people/notifications/service.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ChargebackRow } from './chargeback.service.ts'
import type { PaymentKind } from './contract.ts'
import type { RefundRow } from './providerRefund.service.ts'
import type { PaymentProviders, PaymentRow } from './service.ts'

/** The result of a paid payment for its purchase. A payment that is not accepted is refunded in full by the engine. */
export type PaidOutcome =
  | 'ACCEPTED'
  /** The purchase was paid before. */
  | 'DUPLICATE'
  /** The purchase can't be delivered any more; the reason is for the audit log and the refund. */
  | { tooLate: string }

/** How notifications name a purchase, and the pages where its admins and its buyer find it. */
export interface PaymentSubject {
  /** A label within a sentence, such as `bestelling 2026-000042`. */
  label: string
  adminPath: string
  buyerPath: string
}

/**
 * The payment effects of one kind of purchase. A function with a `tx` runs in the transaction that changes the
 * payment, whose row is locked first: payment, then purchase, then stock or user.
 */
export interface PaymentEffects {
  describe(db: Db, subjectId: string): Promise<PaymentSubject>
  /**
   * Delivers the purchase, queues its invoice and notifies its buyer. When it is too late: closes the purchase and
   * returns that.
   */
  onPaid(tx: Tx, platform: Platform, payment: PaymentRow): Promise<PaidOutcome>
  /** The payment failed, expired or was cancelled: releases the held stock. */
  onFailed(tx: Tx, platform: Platform, payment: PaymentRow): Promise<void>
  /** Queues the buyer's mail about a duplicate payment; the engine writes the notifications. */
  mailDuplicatePayment(tx: Tx, platform: Platform, payment: PaymentRow): Promise<void>
  /** A person refunded invoiced money in the provider's dashboard: queues the credit note and notifies the buyer. */
  onExternalRefund(tx: Tx, platform: Platform, payment: PaymentRow, refund: RefundRow): Promise<void>
  /** Where admins find the consequences of a chargeback of this payment; the purchase’s own page by default. */
  chargebackPath?(payment: PaymentRow): string
  /** A part of the payment was charged back, which admins are notified of anyway. Omitted when the purchase does not change. */
  onChargeback?(tx: Tx, platform: Platform, payment: PaymentRow, chargeback: ChargebackRow): Promise<void>
  /** The public numbers of these purchases, in one statement. Omitted when the kind has none. */
  findNumbers?(db: Db, subjectIds: string[]): Promise<Map<string, string>>
  /** After the commit of a payment that became PAID, e.g. to publish on the bus. Must not throw. */
  afterPaid?(platform: Platform, payment: PaymentRow): void
  /** The same for one that failed, expired or was cancelled. */
  afterFailed?(platform: Platform, payment: PaymentRow): void
  /** The page to which the payment leads back, whatever its outcome. Omitted where the outcome alone decides. */
  returnPage?(db: Db, payment: PaymentRow): Promise<string>
}

export type PaymentEffectsByKind = Record<PaymentKind, PaymentEffects>

/** The dependencies of the payment engine: the shop, its providers, and the effects of each kind of purchase. */
export interface PaymentEngine {
  platform: Platform
  gateways: PaymentProviders
  effects: PaymentEffectsByKind
}

export const describeSubject = (
  db: Db,
  effects: PaymentEffectsByKind,
  { kind, subjectId }: Pick<PaymentRow, 'kind' | 'subjectId'>,
): Promise<PaymentSubject> => effects[kind].describe(db, subjectId)

type AmountNotice = 'CHARGEBACK' | 'REFUND_BY_HAND' | 'REFUND_OUTSIDE' | 'REFUND_FAILED'

/**
 * Notifies every admin of an event about an amount of a payment.
 * @param about the id of the event, which makes the notification unique
 */
export const notifyAdminsOfAmount = (
  tx: Tx,
  kind: AmountNotice,
  { label: subject, adminPath: path }: PaymentSubject,
  { about, cents }: { about: string; cents: number },
): Promise<void> => notifyAdmins(tx, { kind, params: { subject, cents }, about, path })
