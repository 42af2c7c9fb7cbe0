import { randomUUIDv7 } from 'node:crypto'
import { and, asc, desc, eq, isNull, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db.ts'
import { statement } from '../../platform/statement.ts'
import { Problem } from '../../wire/problem.ts'
import { moment, nextLook } from './asking.service.ts'
import { recordChargeBack } from './chargeback.service.ts'
import type { PaymentKind, Truth } from './contract.ts'
import type { PaymentGateway } from './gateway.ts'
import { isSettled, judge } from './rules.ts'
import { payments } from './table.ts'

export type PaymentRow = typeof payments.$inferSelect

/** The providers that there are. */
export interface PaymentGateways {
  /** Takes what is begun from now on. */
  of(kind: PaymentKind): PaymentGateway
  /** Has what was begun there, also when it takes nothing new. @throws Problem PROVIDER_UNAVAILABLE when there is none of this name */
  named(provider: string): PaymentGateway
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
  return { of: kind => named(chosen[kind]), named }
}

const { placeholder } = sql

/** Stands for the provider of what a person wrote down as paid. */
export const BY_HAND = 'manual'

const newPayment = statement<'id' | 'kind' | 'subjectId' | 'userId' | 'provider' | 'amountCents' | 'now'>(sql`
  insert into ${payments} (id, kind, subject_id, user_id, provider, amount_cents, created_at, ask_at)
  values (
    ${placeholder('id')}, ${placeholder('kind')}, ${placeholder('subjectId')}, ${placeholder('userId')},
    ${placeholder('provider')}, ${placeholder('amountCents')}, ${placeholder('now')},
    ${placeholder('now')}::timestamptz + interval '1 minute'
  )`)

/** What the provider has to know of an attempt, and what it has told us. */
export type Attempt = Pick<PaymentRow, 'id' | 'provider' | 'amountCents' | 'checkoutUrl' | 'settledAt'>

/** Writes a new attempt to pay; the provider hears of it in `startPayment`, outside the transaction. */
export async function addPayment(
  tx: Tx,
  attempt: { kind: PaymentKind; subjectId: string; userId: string; provider: string; amountCents: number },
  now: Date,
): Promise<Attempt> {
  const id = randomUUIDv7()
  await tx.execute(newPayment({ ...attempt, id, now: now.toISOString() }))
  return { ...attempt, id, checkoutUrl: null, settledAt: null }
}

/** Writes down that something was paid outside any provider. */
export async function addManualPayment(
  tx: Tx,
  paid: { kind: PaymentKind; subjectId: string; userId: string; amountCents: number },
  now: Date,
): Promise<void> {
  const settled = { provider: BY_HAND, status: 'PAID', createdAt: now, settledAt: now } as const
  await tx.insert(payments).values({ ...paid, ...settled })
}

export interface Links {
  description: string
  redirectUrl: string
  webhookUrl: string
}

const startedPayment = statement<'id' | 'providerId' | 'checkoutUrl'>(sql`
  update ${payments} set provider_id = ${placeholder('providerId')}, checkout_url = ${placeholder('checkoutUrl')}
  where id = ${placeholder('id')} and (settled_at is null or checkout_url = ${placeholder('checkoutUrl')})
  returning id`)

/**
 * Makes the payment at the provider and returns where the customer pays. Repeating it gives the same payment: our id
 * is the provider's idempotency key.
 * @throws Problem PROVIDER_UNAVAILABLE: the attempt stays open and may be started again. ORDER_NOT_PAYABLE: it was given
 * up meanwhile, and its address must not be handed out, because nobody would notice that it is paid.
 */
export async function startPayment(
  db: Db,
  gateway: PaymentGateway,
  payment: Attempt,
  links: Links,
): Promise<string> {
  if (payment.checkoutUrl) return payment.checkoutUrl
  if (payment.settledAt) throw new Problem('ORDER_NOT_PAYABLE')
  const { id, amountCents } = payment
  const { providerId, checkoutUrl } = await gateway.create({ paymentId: id, amountCents, ...links })
  const { rows: started } = (await db.execute(startedPayment({ id, providerId, checkoutUrl }))) as {
    rows: unknown[]
  }
  if (started.length === 0) throw new Problem('ORDER_NOT_PAYABLE')
  return checkoutUrl
}

export async function findPayment(db: Db, paymentId: string): Promise<PaymentRow | undefined> {
  const [payment] = await db.select().from(payments).where(eq(payments.id, paymentId))
  return payment
}

export async function findByProviderId(
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

/** Writes down the id that its own provider has given a payment, unless it has another one. */
export async function adoptProviderId(
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

/** The newest attempt to pay for something. */
export const newestPayment = (db: Db, subjectId: string): Promise<PaymentRow | undefined> =>
  attempt(db, subjectId, desc)

/** The attempt that came with what it pays for; none when nothing was due. */
export const firstPayment = (db: Db, subjectId: string): Promise<PaymentRow | undefined> =>
  attempt(db, subjectId, asc)

async function attempt(
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

/** Where an order can still be paid, or null. */
export async function openCheckoutUrl(db: Db, subjectId: string): Promise<string | null> {
  const payment = await newestPayment(db, subjectId)
  return payment && !isSettled(payment.status) ? payment.checkoutUrl : null
}

/** What a truth changed: nothing of it when it is old or doubled. */
export interface Applied {
  payment: PaymentRow
  /** It has another status. */
  moved: boolean
  /** What does not add up, and was not known before. */
  problem: string | null
  /** What the bank has taken back since. */
  chargeBack: Awaited<ReturnType<typeof recordChargeBack>>
}

/**
 * Applies what the provider says to a payment, once: the row is locked, and a truth that is old, doubled or out of order
 * finds nothing to move. What does not add up is written down and moves nothing.
 * @returns undefined when there is no such payment
 */
export async function applyTruth(
  tx: Tx,
  paymentId: string,
  truth: Truth,
  now: Date,
): Promise<Applied | undefined> {
  const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId)).for('no key update')
  if (!payment) return
  const verdict = judge(payment, truth)
  const chargeBack = await recordChargeBack(tx, paymentId, truth.chargedBackCents, now)
  if (!verdict) return { payment, moved: false, problem: null, chargeBack }
  const moved = 'move' in verdict
  const ask = moved && verdict.move === 'PAID' && { askAt: nextLook(moment(now), moment(now)) }
  const [written] = await tx
    .update(payments)
    .set(
      moved
        ? { status: verdict.move, settledAt: isSettled(verdict.move) ? now : null, problem: null, ...ask }
        : { problem: verdict.problem },
    )
    .where(eq(payments.id, paymentId))
    .returning()
  const problem = moved || verdict.problem === payment.problem ? null : verdict.problem
  return { payment: written as PaymentRow, moved, problem, chargeBack }
}

/** The customer's way to the provider was cut off: the attempt expires, unless the provider knows it after all. */
export async function expireUnstarted(tx: Tx, paymentId: string, now: Date): Promise<PaymentRow | undefined> {
  const [expired] = await tx
    .update(payments)
    .set({ status: 'EXPIRED', settledAt: now })
    .where(and(eq(payments.id, paymentId), eq(payments.status, 'OPEN'), isNull(payments.providerId)))
    .returning()
  return expired
}

/** Notes what does not add up about a payment that is not settled; the reconciler then leaves it to a person. */
export async function noteProblem(db: Db, paymentId: string, problem: string): Promise<void> {
  await db
    .update(payments)
    .set({ problem })
    .where(and(eq(payments.id, paymentId), isNull(payments.settledAt)))
}
