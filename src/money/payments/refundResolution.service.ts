import { asc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEntry } from '../../people/audit/service.ts'
import type { Db, Tx } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import type { RefundResolution, RefundCase } from './contract.ts'
import { checkRefundResolution, refundState } from './refund.rules.ts'
import { refundJob } from './refund.service.ts'
import { isOpenRefund, payments, refundResolutions, refunds } from './table.ts'

/** Without what only orders know. */
export type OpenRefundCase = Omit<z.input<typeof RefundCase>, 'orderNumber'>

/** More are not shown at once. */
const MAX_OPEN_REFUNDS = 1000

/** Refunds that have not gone back yet, the oldest first. */
export const findOpenRefunds = (db: Db): Promise<OpenRefundCase[]> =>
  findRefundCases(db, isOpenRefund(refunds))

async function findRefundCases(db: Db, which: SQL): Promise<OpenRefundCase[]> {
  const found = await db
    .select({ refund: refunds, payment: payments })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(which)
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
    .limit(MAX_OPEN_REFUNDS)
  const ids = found.map(({ refund }) => refund.id)
  const done = await db
    .select()
    .from(refundResolutions)
    .where(inArray(refundResolutions.refundId, ids))
    .orderBy(asc(refundResolutions.createdAt), asc(refundResolutions.id))
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
export const applyRefundResolution = (
  { db, jobs, now }: Platform,
  refundId: string,
  how: RefundResolution,
  userId: string,
): Promise<OpenRefundCase> =>
  db.transaction(async tx => {
    const { refund, isAtProvider } = await lockRefund(tx, refundId)
    const state = refundState(refund, isAtProvider)
    const at = now()
    if (!(state === 'GIVEN' && how === 'BY_HAND')) {
      assertResolvable(checkRefundResolution(how, { state, triedAt: refund.triedAt }, at))
      await tx
        .insert(refundResolutions)
        .values({ refundId, userId, how, failure: refund.failure, createdAt: at })
      await recordAuditEntry(tx, {
        by: userId,
        action: 'REFUND_MENDED',
        subjectId: refundId,
        details: { how },
      })
      if (how === 'BY_HAND') await tx.update(refunds).set({ byHandAt: at }).where(eq(refunds.id, refundId))
      else await startNewAttempt(tx, refundId, state === 'FAILED')
      if (how === 'SEND_AGAIN') await jobs.send(tx, refundJob, { refundId })
    }
    const [shown] = await findRefundCases(tx, eq(refunds.id, refundId))
    return shown as OpenRefundCase
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

function assertResolvable(answer: ReturnType<typeof checkRefundResolution>): void {
  if (answer === 'no')
    throw new Problem('CONFLICT', { message: 'Aan deze terugbetaling valt niets te doen.' })
  if (answer === 'later')
    throw new Problem('CONFLICT', {
      message: 'Deze terugbetaling is misschien net onderweg. Probeer het over een minuut opnieuw.',
    })
}

/** What failed becomes another attempt; what only waits stays the one that it is. */
async function startNewAttempt(tx: Tx, refundId: string, hasFailed: boolean): Promise<void> {
  if (!hasFailed) return
  await tx
    .update(refunds)
    .set({ attempt: sql`${refunds.attempt} + 1`, providerId: null, failedAt: null, failure: null })
    .where(eq(refunds.id, refundId))
}
