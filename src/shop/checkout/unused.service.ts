import { recordAuditEntry } from '../../people/audit/service.ts'
import { hasLiveSession } from '../../live/sessions/service.ts'
import {
  getMinutePurchase,
  countRefundedMinutes,
  deductUnusedMinutes,
  countUnusedMinutes,
} from '../../money/minutes/ledger.service.ts'
import { notifyUser } from '../../people/notifications/service.ts'
import { getRefund, lockRefundablePayment } from '../../money/payments/refund.service.ts'
import { claimIdempotencyKey, type IdempotencyKey } from '../../platform/idempotency.ts'
import type { Tx } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { creditNoteJob } from './invoice.service.ts'
import { createRefund } from './payback.service.ts'

interface MinutesRefundRequest {
  purchaseId: string
  /** Left out: all that is unused. */
  minutes?: number | null | undefined
  reason: string | null
}

/** Minutes and cents that went back, and the minutes that still could. */
interface MinutesRefundResult {
  refundId: string
  minutes: number
  amount: number
  left: number
}

/**
 * Gives the money of unused minutes of a purchase back, and takes them off the balance, in one transaction. First its
 * payment is locked, then its owner: a minute is spent or paid back, and money goes back once.
 * @throws Problem NOT_FOUND; ORDER_NOT_PAID; REFUND_TOO_LARGE with `left`; CONFLICT while its owner is in a session, whose
 * meter runs behind
 */
export async function issueMinutesRefund(
  platform: Platform,
  wanted: MinutesRefundRequest,
  key: IdempotencyKey,
): Promise<MinutesRefundResult> {
  const { db, bus } = platform
  const { userId, ...given } = await db.transaction(tx =>
    refundMinutesInTransaction(tx, platform, wanted, key),
  )
  bus.publish('minutes.changed', { userId })
  return given
}

async function refundMinutesInTransaction(
  tx: Tx,
  platform: Platform,
  { purchaseId, minutes: asked, reason }: MinutesRefundRequest,
  key: IdempotencyKey,
): Promise<MinutesRefundResult & { userId: string }> {
  const { jobs } = platform
  const { id: refundId, isNew } = await claimIdempotencyKey(tx, key)
  const purchase = await getMinutePurchase(tx, purchaseId)
  const { userId } = purchase
  const payment = await lockRefundablePayment(tx, purchaseId)
  if (!payment) throw new Problem('ORDER_NOT_PAID', { message: 'Deze minuten zijn nog niet betaald.' })
  if (!isNew) {
    const { amountCents: amount } = await getRefund(tx, refundId)
    const minutes = await countRefundedMinutes(tx, refundId)
    return { userId, refundId, minutes, amount, left: await countUnusedMinutes(tx, purchase) }
  }
  if (await hasLiveSession(tx, userId))
    throw new Problem('CONFLICT', { message: 'Deze klant is nu in een sessie. Probeer het daarna opnieuw.' })
  const { minutes, valueCents: amountCents } = await deductUnusedMinutes(
    tx,
    purchase,
    refundId,
    asked ?? null,
  )
  if (amountCents < 1 || amountCents > payment.leftCents)
    throw new Problem('REFUND_TOO_LARGE', { left: payment.leftCents })
  const refund = { id: refundId, paymentId: payment.id, amountCents, reason: reason ?? '', credits: true }
  await createRefund(tx, platform, refund)
  const details = { refundId, minutes, amountCents }
  await recordAuditEntry(tx, { by: key.userId, action: 'MINUTES_REFUNDED', subjectId: purchaseId, details })
  await jobs.send(tx, creditNoteJob, { refundId })
  const facts = { minutes, cents: amountCents }
  await notifyUser(tx, userId, {
    kind: 'MINUTES_REFUNDED',
    params: facts,
    about: refundId,
    path: '/dashboard',
  })
  return { userId, refundId, minutes, amount: amountCents, left: await countUnusedMinutes(tx, purchase) }
}
