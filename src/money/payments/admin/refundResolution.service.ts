import type { Db, Tx } from '../../../platform/db/db.ts'
import type { PaymentEngine } from '../effects.service.ts'
import { isOpenRefund, refunds, payments, refundResolutions } from '../table.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type RefundResolution, PaymentKind, type RefundCase } from '../contract.ts'
import { onlyRow } from '../../../platform/db/sql.ts'
import type { z } from 'zod'
import { type SQL, eq, asc, inArray, sql } from 'drizzle-orm'
import { refundState, checkRefundResolution } from '../refund.rules.ts'
import { recordAuditEntry } from '../../../people/audit/service.ts'
import { refundJob } from '../refund.service.ts'
import { Problem } from '../../../wire/problem.ts'

/** Refunds that the provider does not have yet and no admin has paid back, oldest first. */
export const listOpenRefundCases = async (engine: PaymentEngine) =>
  addNumbers(engine, await findRefundCases(engine.platform.db, isOpenRefund(refunds)))

/** Resolves a refund that failed or has no provider, by `applyRefundResolution`. @throws Problem NOT_FOUND, CONFLICT */
export async function resolveRefundCase(
  engine: PaymentEngine,
  { refundId, how, userId }: { refundId: string; how: RefundResolution; userId: string },
): Promise<RefundCaseInput> {
  const resolved = await applyRefundResolution(engine.platform, refundId, how, userId)
  return onlyRow(await addNumbers(engine, [resolved]))
}

async function addNumbers({ platform: { db }, gateways, effects }: PaymentEngine, cases: UnnumberedCase[]) {
  const numbers = new Map<string, string>()
  for (const kind of PaymentKind.options) {
    const subjectIds = cases.filter(each => each.kind === kind).map(each => each.subjectId)
    const found = subjectIds.length > 0 && (await effects[kind].findNumbers?.(db, subjectIds))
    if (found) for (const [subjectId, number] of found) numbers.set(subjectId, number)
  }
  return cases.map(({ provider, ...each }) => ({
    ...each,
    orderNumber: numbers.get(each.subjectId) ?? null,
    canBeSent: gateways.find(provider)?.refund !== undefined,
  }))
}

export type RefundCaseInput = z.input<typeof RefundCase>

/** Without the order number and without whether it can be sent, which the kind of purchase and the provider say. */
export type UnnumberedCase = Omit<RefundCaseInput, 'orderNumber' | 'canBeSent'> & { provider: string }

const MAX_OPEN_REFUNDS = 1000

export async function findRefundCases(db: Db, which: SQL): Promise<UnnumberedCase[]> {
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
  return found.map(({ refund, payment: { kind, subjectId, provider, providerId } }) => ({
    ...refund,
    provider,
    kind,
    subjectId,
    state: refundState(refund, providerId !== null),
    mendings: done.filter(({ refundId }) => refundId === refund.id),
  }))
}

/**
 * Resolves a refund that failed or has no provider: sends it again, or records that it was paid by hand. Stores the
 * admin and the time. Recording a manual refund twice changes nothing.
 * @throws Problem NOT_FOUND; CONFLICT when there is nothing to resolve, or when it may be in flight to the provider
 */
export const applyRefundResolution = (
  { db, jobs, now }: Platform,
  refundId: string,
  how: RefundResolution,
  userId: string,
): Promise<UnnumberedCase> =>
  db.transaction(async tx => {
    const { refund, isAtProvider } = await lockRefund(tx, refundId)
    const state = refundState(refund, isAtProvider)
    const at = now()
    if (!(state === 'GIVEN' && how === 'BY_HAND')) {
      assertResolvable(checkRefundResolution(how, { state, triedAt: refund.triedAt }, at))
      await tx
        .insert(refundResolutions)
        .values({ refundId, userId, how, failure: refund.failure, createdAt: at })
      const details = { how }
      await recordAuditEntry(tx, { by: userId, action: 'REFUND_MENDED', subjectId: refundId, details })
      if (how === 'BY_HAND') await tx.update(refunds).set({ byHandAt: at }).where(eq(refunds.id, refundId))
      else {
        // A queued one keeps its attempt.
        if (state === 'FAILED') await startNewAttempt(tx, refundId)
        await jobs.send(tx, refundJob, { refundId })
      }
    }
    return onlyRow(await findRefundCases(tx, eq(refunds.id, refundId)))
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

async function startNewAttempt(tx: Tx, refundId: string): Promise<void> {
  await tx
    .update(refunds)
    .set({
      attempt: sql`${refunds.attempt} + 1`,
      providerId: null,
      failedAt: null,
      failure: null,
      triedAt: null,
    })
    .where(eq(refunds.id, refundId))
}
