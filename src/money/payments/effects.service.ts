import type { Db, Tx } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import type { PaymentKind } from './contract.ts'
import type { RefundRow } from './providerRefund.service.ts'
import type { PaymentGateways, PaymentRow } from './service.ts'

/** What becomes of a purchase whose payment is paid. What is not accepted, the engine refunds in full. */
export type PaidOutcome =
  | 'ACCEPTED'
  /** The purchase was paid before. */
  | 'DUPLICATE'
  /** The purchase can't be delivered any more; why, for the audit log and the refund's reason. */
  | { tooLate: string }

/** How notices name a purchase, and where its admins and its buyer find it. */
export interface PaymentSubject {
  /** In the middle of a sentence, such as `bestelling 2026-000042`. */
  label: string
  adminPath: string
  buyerPath: string
}

/**
 * What one kind of purchase does when its payment changes. A function with a `tx` runs in the transaction that changes the
 * payment, whose row is locked first: payment, then purchase, then stock or user.
 */
export interface PaymentEffects {
  describe(db: Db, subjectId: string): Promise<PaymentSubject>
  /** Delivers the purchase, queues its invoice and notifies its buyer. When it is too late: closes the purchase and says so. */
  onPaid(tx: Tx, platform: Platform, payment: PaymentRow): Promise<PaidOutcome>
  /** The payment failed, expired or was cancelled: releases what was held. */
  onFailed(tx: Tx, platform: Platform, payment: PaymentRow): Promise<void>
  /** Queues the buyer's mail about a second payment; the notices are the engine's. */
  mailDuplicatePayment(tx: Tx, platform: Platform, payment: PaymentRow): Promise<void>
  /** A person refunded invoiced money at the provider: queues the credit note and notifies the buyer. */
  onExternalRefund(tx: Tx, platform: Platform, payment: PaymentRow, refund: RefundRow): Promise<void>
  /** The numbers that people know these purchases by, in one statement. Left out: the kind has none. */
  findNumbers?(db: Db, subjectIds: string[]): Promise<Map<string, string>>
  /** After the commit of a payment that became PAID, e.g. to publish on the bus. Must not throw. */
  afterPaid?(platform: Platform, payment: PaymentRow): void
}

export type PaymentEffectsByKind = Record<PaymentKind, PaymentEffects>

/** What moves payments: the shop, its providers, and what each kind of purchase does. */
export interface PaymentEngine {
  platform: Platform
  gateways: PaymentGateways
  effects: PaymentEffectsByKind
}

/** @returns how notices name what a payment is for */
export const describeSubject = (
  db: Db,
  effects: PaymentEffectsByKind,
  { kind, subjectId }: Pick<PaymentRow, 'kind' | 'subjectId'>,
): Promise<PaymentSubject> => effects[kind].describe(db, subjectId)
