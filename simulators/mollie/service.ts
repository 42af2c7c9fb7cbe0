import { createHash, randomInt } from 'node:crypto'
import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Db } from '../../src/platform/db/db.ts'
import * as contract from './contract.ts'
import type { SimulatorPayment } from './resource.ts'
import { isFinalStatus, MINUTES_TO_PAY, type MolliePaymentStatus, statusesBefore } from './rules.ts'
import {
  simulatorChargebacks,
  simulatorMollieFaults,
  simulatorPayments,
  simulatorRefunds,
  simulatorWebhooks,
} from './table.ts'

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'

/** An id in Mollie's form: `tr_WDqYK6vllg`. */
export const newId = (prefix: string): string =>
  `${prefix}_${Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('')}`

/** Identifies a repeated call; the keys of different API keys are independent. */
export const idempotencyHash = (apiKey: string, call: string, key: string | undefined): string | null =>
  key
    ? createHash('sha256')
        .update(JSON.stringify([apiKey, call, key]))
        .digest('base64url')
    : null

/** Deletes the idempotency keys, as Mollie does after an hour: a call repeated with an old key counts as a new one. */
export async function forgetIdempotencyKeys(db: Db): Promise<void> {
  await db.update(simulatorPayments).set({ idempotencyKey: null })
  await db.update(simulatorRefunds).set({ idempotencyKey: null })
}

/** Creates a payment; the same key returns the payment that it created before. */
export async function createPayment(db: Db, draft: contract.MollieNewPayment, key: string | null, now: Date) {
  const { amount, ...rest } = draft
  const [made] = await db
    .insert(simulatorPayments)
    .values({
      ...rest,
      id: newId('tr'),
      status: 'open',
      currency: amount.currency,
      amountCents: amount.value,
      createdAt: now,
      expiresAt: new Date(now.getTime() + MINUTES_TO_PAY * 60_000),
      idempotencyKey: key,
    })
    .onConflictDoNothing({ target: simulatorPayments.idempotencyKey })
    .returning()
  if (made) return made
  const [before] = await db
    .select()
    .from(simulatorPayments)
    .where(eq(simulatorPayments.idempotencyKey, key ?? ''))
  if (!before) throw contract.notFound('payment')
  return before
}

/** The current payment; reading an open payment that is overdue expires it. */
export async function findPayment(db: Db, id: string, now: Date): Promise<SimulatorPayment> {
  const payment = await readPayment(db, id)
  const overdue = payment.expiresAt <= now && (payment.status === 'open' || payment.status === 'pending')
  return overdue ? (await changePaymentStatus(db, id, 'expired', now)).payment : payment
}

async function readPayment(db: Db, id: string): Promise<SimulatorPayment> {
  if (!/^tr_\w+$/.test(id)) throw contract.notFound('payment')
  const [payment] = await db.select().from(simulatorPayments).where(eq(simulatorPayments.id, id))
  if (!payment) throw contract.notFound('payment')
  return payment
}

/** All payments, newest last. */
export const listPayments = (db: Db): Promise<SimulatorPayment[]> =>
  db.select().from(simulatorPayments).orderBy(asc(simulatorPayments.position))

/** Changes the status of a payment once: the row's own status decides, so of two concurrent calls one counts. A final payment stays. */
export const changePaymentStatus = (db: Db, id: string, to: MolliePaymentStatus, now: Date) =>
  db.transaction(async tx => {
    const [payment] = await tx
      .update(simulatorPayments)
      .set({ status: to, statusAt: now })
      .where(and(eq(simulatorPayments.id, id), inArray(simulatorPayments.status, statusesBefore(to))))
      .returning()
    if (!payment) return { payment: await readPayment(tx, id), moved: false, webhookId: null }
    return { payment, moved: true, webhookId: await enqueueWebhook(tx, payment, now) }
  })

/** Records the outcome chosen on the payment page. Leaving it open changes nothing, but sends a webhook. */
export async function recordOutcome(db: Db, id: string, outcome: contract.PaymentPageOutcome, now: Date) {
  const payment = await findPayment(db, id, now)
  if (outcome !== 'open') return changePaymentStatus(db, id, outcome, now)
  const webhookId = isFinalStatus(payment.status) ? null : await enqueueWebhook(db, payment, now)
  return { payment, moved: false, webhookId }
}

/** @throws MollieError 422 when it is already final. */
export async function cancelPayment(db: Db, id: string, now: Date): Promise<SimulatorPayment> {
  const { payment, moved } = await changePaymentStatus(db, id, 'canceled', now)
  if (!moved) throw contract.unprocessable('The payment cannot be canceled')
  return payment
}

/** Expires overdue payments, up to 50 at a time. */
export async function expireOverdue(db: Db, now: Date): Promise<void> {
  const overdue = await db
    .select({ id: simulatorPayments.id })
    .from(simulatorPayments)
    .where(and(inArray(simulatorPayments.status, ['open', 'pending']), lte(simulatorPayments.expiresAt, now)))
    .limit(50)
  for (const { id } of overdue) await changePaymentStatus(db, id, 'expired', now)
}

/** Records a chargeback by the customer's bank: the full remaining amount unless one is given. */
export const chargeback = (db: Db, id: string, amount: contract.MollieAmount | null | undefined, now: Date) =>
  db.transaction(async tx => {
    const { amountCents, refundedCents, chargedBackCents, currency } = simulatorPayments
    const [before] = await tx
      .select({ cents: chargedBackCents })
      .from(simulatorPayments)
      .where(eq(simulatorPayments.id, id))
      .for('update')
    const left = sql`${amountCents} - ${refundedCents}`
    const total = amount ? sql`${chargedBackCents} + ${amount.value}` : left
    const [payment] = await tx
      .update(simulatorPayments)
      .set({ chargedBackCents: sql`${total}` })
      .where(
        and(
          eq(simulatorPayments.id, id),
          eq(simulatorPayments.status, 'paid'),
          sql`${total} <= ${left} and ${total} > ${chargedBackCents}`,
          amount ? eq(currency, amount.currency) : undefined,
        ),
      )
      .returning()
    if (!payment) {
      await readPayment(tx, id)
      throw contract.unprocessable('The amount is higher than what is left of a paid payment', 'amount')
    }
    await tx.insert(simulatorChargebacks).values({
      id: newId('chb'),
      paymentId: id,
      amountCents: payment.chargedBackCents - (before?.cents ?? 0),
      currency: payment.currency,
      createdAt: now,
    })
    await enqueueWebhook(tx, payment, now)
    return payment
  })

/** Writes a webhook call in the transaction of the change that it reports; null when the payment has no webhook. */
export async function enqueueWebhook(db: Db, payment: SimulatorPayment, now: Date): Promise<number | null> {
  if (!payment.webhookUrl) return null
  const [webhook] = await db
    .insert(simulatorWebhooks)
    .values({ paymentId: payment.id, url: payment.webhookUrl, dueAt: now })
    .returning({ id: simulatorWebhooks.id })
  return webhook?.id ?? null
}

export async function readFaults(db: Db): Promise<contract.MollieFaults> {
  const [row] = await db.select({ faults: simulatorMollieFaults.faults }).from(simulatorMollieFaults)
  return row?.faults ?? {}
}

export async function replaceFaults(db: Db, faults: contract.MollieFaults): Promise<void> {
  await db
    .insert(simulatorMollieFaults)
    .values({ id: 1, faults })
    .onConflictDoUpdate({ target: simulatorMollieFaults.id, set: { faults } })
}
