import { randomUUIDv7 } from 'node:crypto'
import { and, asc, desc, eq, isNotNull, isNull, ne, notInArray, or, sql, type SQL } from 'drizzle-orm'
import type { Database, Db, Tx } from '../../platform/db/db.ts'
import { writePipelined } from '../../platform/db/pipelinedStatements.ts'
import { precompileStatement } from '../../platform/db/preparedStatements.ts'
import { onlyRow, queryRows, sqlTimestamp } from '../../platform/db/sql.ts'
import { Problem } from '../../wire/problem.ts'
import { recordChargeback } from './chargeback.service.ts'
import { paymentFee } from '../../wire/paymentSettings.ts'
import { creditProviders, type ProviderPayment, webhookPath } from './contract.ts'
import type { PaymentProvider, ProviderPaymentRequest } from './provider.gateway.ts'
import { decidePaymentTransition, isSettled, type PaymentTransition } from './rules.ts'
import { payments } from './table.ts'
import { claimIdempotencyKey, type IdempotencyKey } from '../../platform/db/idempotency.ts'
import type { Platform } from '../../platform/platform.ts'

export type PaymentRow = typeof payments.$inferSelect

export interface PaymentProviders {
  all: readonly PaymentProvider[]
  /**
   * The provider of an existing payment, also when it gets no new ones.
   * @throws Problem PROVIDER_UNAVAILABLE for an unknown name
   */
  byName(provider: string): PaymentProvider
  /** The same, or undefined. */
  find(provider: string): PaymentProvider | undefined
}

export function paymentProviders(all: readonly PaymentProvider[]): PaymentProviders {
  const find = (provider: string) => all.find(({ name }) => name === provider)
  const byName = (provider: string): PaymentProvider => {
    const found = find(provider)
    if (!found) throw new Problem('PROVIDER_UNAVAILABLE')
    return found
  }
  return { byName, find, all }
}

const { placeholder } = sql

export const MANUAL_PROVIDER = 'manual'

const insertPayment = precompileStatement<
  'id' | 'kind' | 'subjectId' | 'userId' | 'provider' | 'amountCents' | 'now'
>(sql`
  insert into ${payments} (id, kind, subject_id, user_id, provider, amount_cents, poll_at)
  values (
    ${placeholder('id')}, ${placeholder('kind')}, ${placeholder('subjectId')}, ${placeholder('userId')},
    ${placeholder('provider')}, ${placeholder('amountCents')}, ${placeholder('now')}::timestamptz + interval '1 minute'
  )`)

/** The data to start a payment attempt at the provider, and the provider's response. */
export type PaymentAttempt = Pick<
  PaymentRow,
  'id' | 'userId' | 'provider' | 'amountCents' | 'checkoutUrl' | 'settledAt'
>

/** Writes a payment attempt; `startPayment` creates it at the provider, outside the transaction. */
export async function addPayment(
  tx: Tx,
  attempt: Pick<PaymentRow, 'kind' | 'subjectId' | 'userId' | 'provider' | 'amountCents'>,
  now: Date,
): Promise<PaymentAttempt> {
  const id = randomUUIDv7()
  await tx.execute(insertPayment({ ...attempt, id, now: now.toISOString() }))
  return { ...attempt, id, checkoutUrl: null, settledAt: null }
}

export async function addManualPayment(
  tx: Tx,
  paid: Pick<PaymentRow, 'kind' | 'subjectId' | 'userId' | 'amountCents'>,
  now: Date,
): Promise<void> {
  const settled = { provider: MANUAL_PROVIDER, status: 'PAID', settledAt: now } as const
  await tx.insert(payments).values({ ...paid, ...settled })
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
  database: Pick<Database, 'db' | 'pipelinedWrites'>,
  gateway: PaymentProvider,
  payment: PaymentAttempt,
  links: Pick<ProviderPaymentRequest, 'description' | 'redirectUrl' | 'webhookUrl'>,
): Promise<string> {
  if (payment.checkoutUrl) return payment.checkoutUrl
  if (payment.settledAt) throw new Problem('ORDER_NOT_PAYABLE')
  const { id, amountCents } = payment
  const { providerId, checkoutUrl } = await gateway.create({ paymentId: id, amountCents, ...links })
  const statement = storeStartedPayment({ id, providerId, checkoutUrl })
  const started = await writePipelined(database, db => queryRows(db, statement))
  if (started.length === 0) throw new Problem('ORDER_NOT_PAYABLE')
  return checkoutUrl
}

export const findPayment = (db: Db, paymentId: string) => findOnePayment(db, eq(payments.id, paymentId))

export const findPaymentByProviderId = (db: Db, provider: string, providerId: string) =>
  findOnePayment(db, and(eq(payments.provider, provider), eq(payments.providerId, providerId)))

async function findOnePayment(db: Db, which: SQL | undefined): Promise<PaymentRow | undefined> {
  const [payment] = await db.select().from(payments).where(which)
  return payment
}

/** Stores the provider's id of a payment, unless another one is stored. */
export async function attachProviderId(db: Db, paymentId: string, provider: string, providerId: string) {
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

export const findNewestPayment = (db: Db, subjectId: string): Promise<PaymentRow | undefined> =>
  findPaymentInOrder(db, subjectId, desc)

/** Whether the buyer broke off the newest attempt to pay, as the provider says. */
export const isPaymentBrokenOff = async (db: Db, subjectId: string): Promise<boolean> =>
  (await findNewestPayment(db, subjectId))?.status === 'CANCELLED'

/** The payment attempt that was made together with its purchase; undefined when nothing was due. */
export const findFirstPayment = (db: Db, subjectId: string): Promise<PaymentRow | undefined> =>
  findPaymentInOrder(db, subjectId, asc)

async function findPaymentInOrder(db: Db, subjectId: string, order: typeof asc | typeof desc) {
  const [payment] = await db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.subjectId, subjectId),
        // Payments by gift card and store credit follow the purchase.
        notInArray(payments.provider, creditProviders),
      ),
    )
    .orderBy(order(payments.createdAt), order(payments.id))
    .limit(1)
  return payment
}

/** ISO 3166-1: the country of the card or account that paid for a purchase, as the provider says it; null when it does not. */
export async function findPaymentCountry(db: Db, subjectId: string): Promise<string | null> {
  const [payment] = await db
    .select({ country: payments.country })
    .from(payments)
    .where(and(eq(payments.subjectId, subjectId), eq(payments.status, 'PAID'), isNotNull(payments.country)))
    .orderBy(asc(payments.settledAt))
    .limit(1)
  return payment?.country ?? null
}

/** The payment page of an order that can still be paid, or null. */
export async function findOpenCheckoutUrl(db: Db, subjectId: string): Promise<string | null> {
  const payment = await findNewestPayment(db, subjectId)
  return payment && !isSettled(payment.status) ? payment.checkoutUrl : null
}

/** Days after which a paid payment is fetched again; not after the last of them. */
const POLL_AFTER_DAYS = sql.raw('array[1, 3, 7, 30, 90]')

/** When a payment that was settled at `settledAt` is fetched next, after `now`; null when it is not fetched any more. */
export const nextPollAt = (settledAt: SQL, now: SQL): SQL => sql`(
  select min(${settledAt} + days * interval '1 day') from unnest(${POLL_AFTER_DAYS}) as days
  where ${settledAt} + days * interval '1 day' > ${now})`

/**
 * Applies a provider payment to a payment, once: the row is locked, and a report that is out of date, repeated or out
 * of order changes nothing. A mismatch is recorded as a problem and does not change the status.
 * @param platform the fees of its settings are frozen when it becomes PAID
 * @returns the payment, whether its status changed, and the mismatch and the chargeback that were not recorded before; undefined
 * when there is no such payment
 */
export async function applyProviderPayment(
  tx: Tx,
  paymentId: string,
  reported: ProviderPayment,
  platform: Pick<Platform, 'now' | 'settings'>,
) {
  const now = platform.now()
  const own = eq(payments.id, paymentId)
  const [payment] = await tx.select().from(payments).where(own).for('no key update')
  if (!payment) return
  const transition = decidePaymentTransition(payment, reported)
  const chargeback = await recordChargeback(tx, paymentId, reported.chargedBackCents, now)
  if (!transition) return { payment, hasMoved: false, problem: null, chargeback }
  const written = onlyRow(
    await tx
      .update(payments)
      .set(toChanges(transition, payment, reported, platform))
      .where(own)
      .returning(),
  )
  const problem = transition.problem === payment.problem ? null : transition.problem
  return { payment: written, hasMoved: transition.move !== undefined, problem, chargeback }
}

function toChanges(
  { move: status, problem }: NonNullable<PaymentTransition>,
  { amountCents }: PaymentRow,
  { country, method = null, saleNumber = null, mayBePaidLate }: ProviderPayment,
  { now: clock, settings }: Pick<Platform, 'now' | 'settings'>,
) {
  if (status === undefined) return { problem }
  const now = clock()
  const at = sqlTimestamp(now)
  const settled = { status, settledAt: isSettled(status) ? now : null, problem }
  if (status !== 'PAID')
    return { ...settled, ...(settled.settledAt && { pollAt: mayBePaidLate ? at : null }) }
  // A method that the provider does not name costs as much as the dearest.
  const feeCents = paymentFee(settings.current, method ?? 'CARD', amountCents)
  return { ...settled, pollAt: nextPollAt(at, at), ...(country && { country }), method, feeCents, saleNumber }
}

/**
 * Expires an attempt that was not created at the provider within so many minutes. The database's clock wrote when the attempt
 * began, and decides: the clock of a node may be hours wrong, and would expire an attempt that a customer is just starting.
 * @returns undefined when it is younger, or was created after all
 */
export async function markPaymentExpired(tx: Tx, paymentId: string, minutes: number, now: Date) {
  const isOld = sql`${payments.createdAt} <= now() - ${minutes} * interval '1 minute'`
  const [expired] = await tx
    .update(payments)
    .set({ status: 'EXPIRED', settledAt: now, pollAt: null })
    .where(and(eq(payments.id, paymentId), eq(payments.status, 'OPEN'), isNull(payments.providerId), isOld))
    .returning()
  return expired
}

/** Records a problem of a payment that is not paid; polling then skips it, and an admin has to act. */
export async function recordPaymentProblem(db: Db, paymentId: string, problem: string): Promise<void> {
  await db
    .update(payments)
    .set({ problem })
    .where(and(eq(payments.id, paymentId), ne(payments.status, 'PAID')))
}

/** Until when an unpaid purchase that starts now holds its stock. */
export const holdExpiry = ({ config, now }: Platform): Date =>
  new Date(now().getTime() + config.holdMinutes * 60_000)

/**
 * Starts a purchase once per key.
 * @param begin writes the purchase under this id, and its payment if anything is due
 * @returns the purchase's id and its first payment, also when it was started before
 * @throws Problem IDEMPOTENCY_REUSED
 */
export async function claimPurchase(
  tx: Tx,
  key: IdempotencyKey,
  begin: (id: string) => Promise<PaymentAttempt | undefined>,
): Promise<{ id: string; payment: PaymentAttempt | undefined }> {
  const { id, isNew } = await claimIdempotencyKey(tx, key)
  return { id, payment: isNew ? await begin(id) : await findFirstPayment(tx, id) }
}

/**
 * Starts a purchase with its payment, once per key, and creates the payment at the provider.
 * @throws Problem IDEMPOTENCY_REUSED; PROVIDER_UNAVAILABLE with the `purchaseId`, which can be continued with the
 * same key
 */
export async function startPurchase(
  platform: Platform,
  gateways: PaymentProviders,
  key: IdempotencyKey,
  begin: (tx: Tx, id: string) => Promise<PaymentAttempt>,
): Promise<{ purchaseId: string; paymentUrl: string }> {
  const { id: purchaseId, payment } = await platform.db.transaction(tx =>
    claimPurchase(tx, key, id => begin(tx, id)),
  )
  if (!payment) throw new Problem('NOT_FOUND')
  return { purchaseId, paymentUrl: await ensurePaymentUrl(platform, gateways, payment, { purchaseId }) }
}

/**
 * The payment page of a payment; creates it at the provider when it does not exist there yet.
 * @param details added to the Problem when that fails
 * @throws Problem PROVIDER_UNAVAILABLE, ORDER_NOT_PAYABLE
 */
export async function ensurePaymentUrl(
  platform: Platform,
  gateways: PaymentProviders,
  payment: PaymentAttempt,
  details: Record<string, string>,
): Promise<string> {
  const { settings, origin } = platform
  try {
    const gateway = gateways.byName(payment.provider)
    return await startPayment(platform, gateway, payment, {
      // Appears on bank statements: the shop's name, and no products.
      description: settings.current.shopName,
      redirectUrl: `${origin()}/api/payments/return?payment=${payment.id}`,
      webhookUrl: origin() + webhookPath(gateway.name),
    })
  } catch (error) {
    if (error instanceof Problem) throw new Problem(error.code, { ...error.details, ...details })
    throw error
  }
}
