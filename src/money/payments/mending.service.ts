import { asc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { record } from '../../people/audit/service.ts'
import type { Db, Tx } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import type { Mending, RefundCase } from './contract.ts'
import { mayMend, refundState } from './refund.rules.ts'
import { refundJob } from './refund.service.ts'
import { isOpen, payments, refundMendings, refunds } from './table.ts'

/** Without what only orders know. */
export type OpenRefund = Omit<z.input<typeof RefundCase>, 'orderNumber'>

/** More are not shown at once. */
const MOST_SHOWN = 1000

/** Refunds that have not gone back yet, the oldest first. */
export const openRefunds = (db: Db): Promise<OpenRefund[]> => casesOf(db, isOpen(refunds))

async function casesOf(db: Db, which: SQL): Promise<OpenRefund[]> {
  const found = await db
    .select({ refund: refunds, payment: payments })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(which)
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
    .limit(MOST_SHOWN)
  const ids = found.map(({ refund }) => refund.id)
  const done = await db
    .select()
    .from(refundMendings)
    .where(inArray(refundMendings.refundId, ids))
    .orderBy(asc(refundMendings.createdAt), asc(refundMendings.id))
  return found.map(({ refund, payment: { kind, subjectId, providerId } }) => ({
    ...refund,
    kind,
    subjectId,
    state: refundState(refund, providerId !== null),
    mendings: done.filter(({ refundId }) => refundId === refund.id),
  }))
}

/**
 * A person sees to a refund that does not go by itself: it is sent anew, or was given back by hand. Who did so, and when,
 * is kept. Given back by hand once more changes nothing.
 * @throws Problem NOT_FOUND; CONFLICT when there is nothing to mend, or when it may be on its way to the provider
 */
export const mend = (
  { db, jobs, now }: Platform,
  refundId: string,
  how: Mending,
  userId: string,
): Promise<OpenRefund> =>
  db.transaction(async tx => {
    const { refund, isAtProvider } = await lockRefund(tx, refundId)
    const state = refundState(refund, isAtProvider)
    const at = now()
    if (!(state === 'GIVEN' && how === 'BY_HAND')) {
      refuseUnless(mayMend(how, { state, triedAt: refund.triedAt }, at))
      await tx
        .insert(refundMendings)
        .values({ refundId, userId, how, failure: refund.failure, createdAt: at })
      await record(tx, { by: userId, action: 'REFUND_MENDED', subjectId: refundId, details: { how } })
      if (how === 'BY_HAND') await tx.update(refunds).set({ byHandAt: at }).where(eq(refunds.id, refundId))
      else await beginAnew(tx, refundId, state === 'FAILED')
      if (how === 'SEND_AGAIN') await jobs.send(tx, refundJob, { refundId })
    }
    const [shown] = await casesOf(tx, eq(refunds.id, refundId))
    return shown as OpenRefund
  })

async function lockRefund(tx: Tx, refundId: string) {
  const [found] = await tx
    .select({ refund: refunds, paymentProviderId: payments.providerId })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(refunds.id, refundId))
    .for('no key update', { of: refunds })
  if (!found) throw new Problem('NOT_FOUND')
  return { refund: found.refund, isAtProvider: found.paymentProviderId !== null }
}

function refuseUnless(answer: ReturnType<typeof mayMend>): void {
  if (answer === 'no')
    throw new Problem('CONFLICT', { message: 'Aan deze terugbetaling valt niets te doen.' })
  if (answer === 'later')
    throw new Problem('CONFLICT', {
      message: 'Deze terugbetaling is misschien net onderweg. Probeer het over een minuut opnieuw.',
    })
}

/** What failed becomes another attempt; what only waits stays the one that it is. */
async function beginAnew(tx: Tx, refundId: string, hasFailed: boolean): Promise<void> {
  if (!hasFailed) return
  await tx
    .update(refunds)
    .set({ attempt: sql`${refunds.attempt} + 1`, providerId: null, failedAt: null, failure: null })
    .where(eq(refunds.id, refundId))
}
