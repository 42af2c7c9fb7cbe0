import { purchaseFacts } from '../minutes/service.ts'
import { notify, notifyAdmins } from '../notifications/service.ts'
import { mailFacts } from '../orders/service.ts'
import { type Applied, findPayment, type PaymentRow } from '../payments/service.ts'
import type { Db } from '../platform/db.ts'
import type { Platform } from '../platform/platform.ts'

/** What a payment is of, in the words of a sentence, and where an admin finds it. */
async function subjectOf(
  tx: Db,
  { kind, subjectId }: PaymentRow,
): Promise<{ subject: string; path: string }> {
  if (kind === 'MINUTES') return { subject: 'een aankoop van minuten', path: '/admin' }
  const { number } = await mailFacts(tx, subjectId)
  return { subject: `bestelling ${number}`, path: `/admin/orders/${subjectId}` }
}

/** What admins have to know of what the provider said. `platform.db` is the transaction. */
export async function tellAdmins(
  { db: tx, log }: Platform,
  { payment, problem, chargeBack }: Applied,
): Promise<void> {
  const { id: paymentId } = payment
  if (problem) {
    log.error({ paymentId, problem }, 'a payment does not add up')
    await tellProblem(tx, payment)
  }
  if (chargeBack) {
    const { id: about, amountCents: cents } = chargeBack
    log.error({ paymentId, cents }, 'a payment was charged back')
    const { subject, path } = await subjectOf(tx, payment)
    await notifyAdmins(tx, { kind: 'CHARGE_BACK', facts: { subject, cents }, about, path })
  }
}

/** The provider says something else of a payment than we do. */
export async function tellProblem(tx: Db, payment: PaymentRow): Promise<void> {
  const { subject, path } = await subjectOf(tx, payment)
  await notifyAdmins(tx, { kind: 'PAYMENT_MISMATCH', facts: { subject }, about: payment.id, path })
}

export async function tellSecondPayment(tx: Db, payment: PaymentRow): Promise<void> {
  const { subject, path } = await subjectOf(tx, payment)
  const facts = { subject, cents: payment.amountCents }
  await notifyAdmins(tx, { kind: 'SECOND_PAYMENT', facts, about: payment.id, path })
}

export async function tellCredited(tx: Db, purchaseId: string): Promise<void> {
  const { userId, minutes } = await purchaseFacts(tx, purchaseId)
  await notify(tx, userId, { kind: 'MINUTES_CREDITED', facts: { minutes }, about: purchaseId, path: '/live' })
}

type Back = { id: string; amountCents: number }

/** Money is to go back that no provider can give back. */
export async function tellByHand(
  tx: Db,
  { id, amountCents: cents, paymentId }: Back & { paymentId: string },
): Promise<void> {
  const { subject, path } = await subjectOf(tx, (await findPayment(tx, paymentId)) as PaymentRow)
  await notifyAdmins(tx, { kind: 'REFUND_BY_HAND', facts: { subject, cents }, about: id, path })
}

/** A refund does not arrive, whichever attempt it was; a person is to see to it. */
export async function tellRefundFailed(
  tx: Db,
  { id, attempt, amountCents: cents, payment }: Back & { attempt: number; payment: PaymentRow },
): Promise<void> {
  const { subject, path } = await subjectOf(tx, payment)
  const about = `${id} ${attempt}`
  await notifyAdmins(tx, { kind: 'REFUND_FAILED', facts: { subject, cents }, about, path })
}
