import { randomUUIDv7 } from 'node:crypto'
import { and, asc, desc, eq, isNull, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db.ts'
import { precompileStatement } from '../../platform/preparedStatements.ts'
import { Problem } from '../../wire/problem.ts'
import { sqlTimestamp, nextPollAt } from './paymentPolling.service.ts'
import { recordChargeBack } from './chargeback.service.ts'
import type { PaymentKind, ProviderPayment } from './contract.ts'
import type { PaymentGateway } from './gateway.ts'
import { isSettled, decidePaymentTransition } from './rules.ts'
import { payments } from './table.ts'

export type PaymentRow = typeof payments.$inferSelect

/** The configured payment providers. */
export interface PaymentGateways {
  /** The provider for new payments of a kind. */
  forKind(kind: PaymentKind): PaymentGateway
  /**
   * The provider of an existing payment, also when it gets no new ones.
   * @throws Problem PROVIDER_UNAVAILABLE for an unknown name
   */
  byName(provider: string): PaymentGateway
}

/** @param chosen the provider of each kind, by name */
export function paymentGateways(
  gateways: PaymentGateway[],
  chosen: Record<PaymentKind, string>,
): PaymentGateways {
  const named = (provider: string): PaymentGateway => {
    const found = gateways.find(({ name }) => name === provider)
    if (!found) throw new Problem('PROVIDER_UNAVAILABLE')
    return found
  }
  return { forKind: kind => named(chosen[kind]), byName: named }
}

const { placeholder } = sql

/** The provider name of manual payments. */
export const MANUAL_PROVIDER = 'manual'

const insertPayment = precompileStatement<
  'id' | 'kind' | 'subjectId' | 'userId' | 'provider' | 'amountCents' | 'now'
>(sql`
  insert into ${payments} (id, kind, subject_id, user_id, provider, amount_cents, created_at, ask_at)
  values (
    ${placeholder('id')}, ${placeholder('kind')}, ${placeholder('subjectId')}, ${placeholder('userId')},
    ${placeholder('provider')}, ${placeholder('amountCents')}, ${placeholder('now')},
    ${placeholder('now')}::timestamptz + interval '1 minute'
  )`)

/** The data to start a payment attempt at the provider, and the provider's response. */
export type PaymentAttempt = Pick<PaymentRow, 'id' | 'provider' | 'amountCents' | 'checkoutUrl' | 'settledAt'>

/** Writes a payment attempt; `startPayment` creates it at the provider, outside the transaction. */
export async function addPayment(
  tx: Tx,
  attempt: { kind: PaymentKind; subjectId: string; userId: string; provider: string; amountCents: number },
  now: Date,
): Promise<PaymentAttempt> {
  const id = randomUUIDv7()
  await tx.execute(insertPayment({ ...attempt, id, now: now.toISOString() }))
  return { ...attempt, id, checkoutUrl: null, settledAt: null }
}

/** Records a manual payment. */
export async function addManualPayment(
  tx: Tx,
  paid: { kind: PaymentKind; subjectId: string; userId: string; amountCents: number },
  now: Date,
): Promise<void> {
  const settled = { provider: MANUAL_PROVIDER, status: 'PAID', createdAt: now, settledAt: now } as const
  await tx.insert(payments).values({ ...paid, ...settled })
}

export interface PaymentLinks {
  description: string
  redirectUrl: string
  webhookUrl: string
}

const storeStartedPayment = precompileStatement<'id' | 'providerId' | 'checkoutUrl'>(sql`
  update ${payments} set provider_id = ${placeholder('providerId')}, checkout_url = ${placeholder('checkoutUrl')}
  where id = ${placeholder('id')} and (settled_at is null or checkout_url = ${placeholder('checkoutUrl')})
  returning id`)

/**
 * Creates the payment at the provider and returns its payment page. Repeating it returns the same payment: our id is
 * the provider's idempotency key.
 * @throws Problem PROVIDER_UNAVAILABLE: the attempt stays open and can be started again. ORDER_NOT_PAYABLE: it
 * expired meanwhile, and its payment page must not be returned, because a payment there would not be noticed.
 */
export async function startPayment(
  db: Db,
  gateway: PaymentGateway,
  payment: PaymentAttempt,
  links: PaymentLinks,
): Promise<string> {
  if (payment.checkoutUrl) return payment.checkoutUrl
  if (payment.settledAt) throw new Problem('ORDER_NOT_PAYABLE')
  const { id, amountCents } = payment
  const { providerId, checkoutUrl } = await gateway.create({ paymentId: id, amountCents, ...links })
  const { rows: started } = (await db.execute(storeStartedPayment({ id, providerId, checkoutUrl }))) as {
    rows: unknown[]
  }
  if (started.length === 0) throw new Problem('ORDER_NOT_PAYABLE')
  return checkoutUrl
}

export async function findPayment(db: Db, paymentId: string): Promise<PaymentRow | undefined> {
  const [payment] = await db.select().from(payments).where(eq(payments.id, paymentId))
  return payment
}

export async function findPaymentByProviderId(
  db: Db,
  provider: string,
  providerId: string,
): Promise<PaymentRow | undefined> {
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.provider, provider), eq(payments.providerId, providerId)))
  return payment
}

/** Stores the provider's id of a payment, unless another one is stored. */
export async function attachProviderId(
  db: Db,
  paymentId: string,
  provider: string,
  providerId: string,
): Promise<PaymentRow | undefined> {
  const [payment] = await db
    .update(payments)
    .set({ providerId })
    .where(
      and(
        eq(payments.id, paymentId),
        eq(payments.provider, provider),
        or(isNull(payments.providerId), eq(payments.providerId, providerId)),
      ),
    )
    .returning()
  return payment
}

/** The newest payment attempt of a purchase. */
export const findNewestPayment = (db: Db, subjectId: string): Promise<PaymentRow | undefined> =>
  findPaymentInOrder(db, subjectId, desc)

/** The payment attempt that was made together with its purchase; undefined when nothing was due. */
export const findFirstPayment = (db: Db, subjectId: string): Promise<PaymentRow | undefined> =>
  findPaymentInOrder(db, subjectId, asc)

async function findPaymentInOrder(
  db: Db,
  subjectId: string,
  order: typeof asc | typeof desc,
): Promise<PaymentRow | undefined> {
  const [payment] = await db
    .select()
    .from(payments)
    .where(eq(payments.subjectId, subjectId))
    .orderBy(order(payments.createdAt), order(payments.id))
    .limit(1)
  return payment
}

/** The payment page of an order that can still be paid, or null. */
export async function findOpenCheckoutUrl(db: Db, subjectId: string): Promise<string | null> {
  const payment = await findNewestPayment(db, subjectId)
  return payment && !isSettled(payment.status) ? payment.checkoutUrl : null
}

/** The changes by a provider payment; empty when it is out of date or repeated. */
export interface AppliedPayment {
  payment: PaymentRow
  /** Whether its status changed. */
  hasMoved: boolean
  /** The mismatch, if it was not recorded before. */
  problem: string | null
  /** The new chargeback, if there is one. */
  chargeBack: Awaited<ReturnType<typeof recordChargeBack>>
}

/**
 * Applies a provider payment to a payment, once: the row is locked, and a report that is out of date, repeated or out
 * of order changes nothing. A mismatch is recorded as a problem and does not change the status.
 * @returns undefined when there is no such payment
 */
export async function applyProviderPayment(
  tx: Tx,
  paymentId: string,
  reported: ProviderPayment,
  now: Date,
): Promise<AppliedPayment | undefined> {
  const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId)).for('no key update')
  if (!payment) return
  const transition = decidePaymentTransition(payment, reported)
  const chargeBack = await recordChargeBack(tx, paymentId, reported.chargedBackCents, now)
  if (!transition) return { payment, hasMoved: false, problem: null, chargeBack }
  const hasMoved = 'move' in transition
  const ask = hasMoved &&
    transition.move === 'PAID' && { askAt: nextPollAt(sqlTimestamp(now), sqlTimestamp(now)) }
  const [written] = await tx
    .update(payments)
    .set(
      hasMoved
        ? {
            status: transition.move,
            settledAt: isSettled(transition.move) ? now : null,
            problem: null,
            ...ask,
          }
        : { problem: transition.problem },
    )
    .where(eq(payments.id, paymentId))
    .returning()
  const problem = hasMoved || transition.problem === payment.problem ? null : transition.problem
  return { payment: written as PaymentRow, hasMoved, problem, chargeBack }
}

/**
 * Expires an attempt that was never created at the provider.
 * @returns undefined when it was created after all
 */
export async function markPaymentExpired(
  tx: Tx,
  paymentId: string,
  now: Date,
): Promise<PaymentRow | undefined> {
  const [expired] = await tx
    .update(payments)
    .set({ status: 'EXPIRED', settledAt: now })
    .where(and(eq(payments.id, paymentId), eq(payments.status, 'OPEN'), isNull(payments.providerId)))
    .returning()
  return expired
}

/** Records a problem of a payment that is not settled; polling then skips it, and an admin has to act. */
export async function recordPaymentProblem(db: Db, paymentId: string, problem: string): Promise<void> {
  await db
    .update(payments)
    .set({ problem })
    .where(and(eq(payments.id, paymentId), isNull(payments.settledAt)))
}
