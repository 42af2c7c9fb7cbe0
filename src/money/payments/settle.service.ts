import type { Tx } from '../../platform/db/db.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ProviderPayment } from './contract.ts'
import { reconcileRefunds, refundDuplicatePayment, refundInFull } from './refund.service.ts'
import {
  describeSubject,
  notifyAdminsOfAmount,
  type PaymentEffects,
  type PaymentEngine,
  type PaymentSubject,
} from './effects.service.ts'
import { notifyAdmins } from '../../people/notifications/service.ts'
import { isSaleAnnounced, storePostback } from './postback.service.ts'
import { isSettled } from './rules.ts'
import {
  applyProviderPayment,
  attachProviderId,
  findPayment,
  findPaymentByProviderId,
  markPaymentExpired,
  type PaymentRow,
  recordPaymentProblem,
} from './service.ts'
import { Problem } from '../../wire/problem.ts'
import type { WebhookRequest } from './provider.gateway.ts'

/**
 * Settles a payment; called by the webhook, the customer's return and polling. Fetches the payment from the provider,
 * then applies it once, with all effects, in one transaction.
 * @param timeoutMs milliseconds to wait for the provider; by default the gateway's own
 * @returns the current payment
 * @throws Problem PROVIDER_UNAVAILABLE
 */
export async function settlePayment(engine: PaymentEngine, payment: PaymentRow, timeoutMs?: number) {
  // PAID is final, so there is nothing to fetch.
  if (payment.status === 'PAID') return payment
  return refreshPayment(engine, payment, timeoutMs)
}

/** Fetches a payment from the provider, settled or not, and applies it. @throws Problem PROVIDER_UNAVAILABLE */
async function refreshPayment(engine: PaymentEngine, payment: PaymentRow, timeoutMs?: number) {
  if (!payment.providerId) return payment
  const fetched = await engine.gateways.byName(payment.provider).fetch(payment.providerId, timeoutMs)
  if (fetched) return applyWithEffects(engine, payment, fetched)
  return (await expireSilentPayment(engine, payment)) ?? (await handleUnknownPayment(engine, payment))
}

/**
 * Expires a payment at a provider that knows nothing of it until it is paid. It is fetched for a day more, since it may be paid late.
 * @returns undefined when the provider should know it, or announced it; the payment as it is while it may still be paid in time
 */
async function expireSilentPayment(
  engine: PaymentEngine,
  payment: PaymentRow,
): Promise<PaymentRow | undefined> {
  const { platform, gateways } = engine
  const { silentMinutes } = gateways.byName(payment.provider)
  if (silentMinutes === undefined || payment.status === 'PAID') return
  if (await isSaleAnnounced(platform.db, payment)) return
  const isOld = platform.now().getTime() - payment.createdAt.getTime() >= silentMinutes * MINUTE_MS
  if (!isOld || isSettled(payment.status)) return payment
  const { amountCents, currency, id: paymentId } = payment
  const silence = { status: 'EXPIRED', chargedBackCents: 0, mayBePaidLate: true } as const
  return applyWithEffects(engine, payment, { ...silence, refunds: [], amountCents, currency, paymentId })
}

const MINUTE_MS = 60_000

/** After this time, in milliseconds, an unknown payment requires an admin. */
const UNKNOWN_PAYMENT_GRACE_MS = 24 * 3_600_000

/** The payment stays open, because the provider may be wrong. After a day admins are notified. */
async function handleUnknownPayment(
  { platform: { db, log, now }, effects, gateways }: PaymentEngine,
  payment: PaymentRow,
): Promise<PaymentRow> {
  // One that a silent provider announced after it had expired is an admin's too.
  const isSilent = gateways.byName(payment.provider).silentMinutes !== undefined
  const isFinal = isSilent ? payment.status === 'PAID' : isSettled(payment.status)
  const isOld = now().getTime() - payment.createdAt.getTime() > UNKNOWN_PAYMENT_GRACE_MS
  if (isFinal || !isOld) {
    log.warn({ paymentId: payment.id }, 'the provider does not know this payment; it stays as it is')
    return payment
  }
  log.error({ paymentId: payment.id }, 'the provider has not known this payment for a day')
  await db.transaction(async tx => {
    await recordPaymentProblem(tx, payment.id, 'the provider does not know it')
    await notifyPaymentMismatch(tx, await describeSubject(tx, effects, payment), payment.id)
  })
  return payment
}

/** Fetches a settled payment until the provider responds: it may have been charged back or refunded. */
export const refreshPaymentJob = defineJob<{ paymentId: string }>('payments.refresh')

/** @throws Problem PROVIDER_UNAVAILABLE, so that the job retries */
export async function refreshPaymentById(engine: PaymentEngine, paymentId: string): Promise<void> {
  const payment = await findPayment(engine.platform.db, paymentId)
  if (payment) await refreshPayment(engine, payment)
}

/**
 * Settles the payment that a webhook names by the provider's id. The webhook may come before that id is stored, and
 * after a crash the id is never stored; the provider has our id as well, by which the payment is found then.
 * @throws Problem PROVIDER_UNAVAILABLE
 */
export async function settlePaymentByProviderId(
  engine: PaymentEngine,
  provider: string,
  providerId: string,
  refresh: (engine: PaymentEngine, payment: PaymentRow) => Promise<unknown> = refreshOrDefer,
): Promise<void> {
  const { db, log } = engine.platform
  const known = await findPaymentByProviderId(db, provider, providerId)
  if (known) return void (await refresh(engine, known))
  const fetched = await engine.gateways.byName(provider).fetch(providerId)
  const payment = fetched?.paymentId
    ? await attachProviderId(db, fetched.paymentId, provider, providerId)
    : undefined
  if (fetched && payment) await applyWithEffects(engine, payment, fetched)
  else log.warn({ isKnownToProvider: fetched !== null }, 'a webhook named a payment that is not ours')
}

/**
 * Fetches a payment and applies it. Polling retries payments that are not settled; for a settled one, whose change
 * would be lost while the provider is unavailable, a job retries.
 * @throws Problem PROVIDER_UNAVAILABLE unless the payment is PAID
 */
export async function refreshOrDefer(engine: PaymentEngine, payment: PaymentRow): Promise<void> {
  const { db, jobs } = engine.platform
  try {
    await refreshPayment(engine, payment)
  } catch (error) {
    if (isSettled(payment.status))
      await db.transaction(tx => jobs.send(tx, refreshPaymentJob, { paymentId: payment.id }))
    // No caller waits for the result of a paid one.
    if (payment.status !== 'PAID') throw error
  }
}

/** The same by a job, which is itself repeated. @throws Problem PROVIDER_UNAVAILABLE */
export const settleByJob = (engine: PaymentEngine, provider: string, providerId: string): Promise<void> =>
  settlePaymentByProviderId(engine, provider, providerId, refreshPayment)

/** Expires a payment that was not created at the provider while its stock was held, and releases the stock. */
export const expireUnstartedPayment = (engine: PaymentEngine, payment: PaymentRow): Promise<PaymentRow> =>
  inPaymentTransaction(engine, payment, async tx => {
    const { platform, effects } = engine
    const expired = await markPaymentExpired(tx, payment.id, platform.config.holdMinutes, platform.now())
    if (expired) await applyEffects(tx, platform, effects[expired.kind], expired, { refunds: [] })
    return expired
  })

/** Applies a provider payment once, with all effects. */
const applyWithEffects = (engine: PaymentEngine, payment: PaymentRow, fetched: ProviderPayment) =>
  inPaymentTransaction(engine, payment, async tx => {
    const { platform, effects } = engine
    const applied = await applyProviderPayment(tx, payment.id, fetched, platform)
    if (!applied) return
    const kind = effects[applied.payment.kind]
    if (applied.hasMoved) await applyEffects(tx, platform, kind, applied.payment, fetched)
    await handlePaymentIssues(tx, platform, kind, applied)
    if (applied.payment.status === 'PAID')
      await reconcileRefunds(tx, platform, kind, applied.payment, fetched.refunds)
    return applied.hasMoved ? applied.payment : undefined
  })

/** Changes a payment in one transaction. @returns the payment afterwards */
async function inPaymentTransaction(
  { platform, effects }: PaymentEngine,
  payment: PaymentRow,
  change: (tx: Tx) => Promise<PaymentRow | undefined>,
): Promise<PaymentRow> {
  const moved = await platform.db.transaction(change)
  if (moved?.status === 'PAID') effects[moved.kind].afterPaid?.(platform, moved)
  else if (moved && isSettled(moved.status)) effects[moved.kind].afterFailed?.(platform, moved)
  return moved ?? (await findPayment(platform.db, payment.id)) ?? payment
}

async function applyEffects(
  tx: Tx,
  platform: Platform,
  kind: PaymentEffects,
  payment: PaymentRow,
  { refunds: reported, isReturned }: Pick<ProviderPayment, 'refunds' | 'isReturned'>,
) {
  if (payment.status !== 'PAID')
    return isSettled(payment.status) ? kind.onFailed(tx, platform, payment) : undefined
  if (isReturned) {
    await kind.onFailed(tx, platform, payment)
    const subject = await kind.describe(tx, payment.subjectId)
    return refundInFull(tx, platform, payment, subject, 'given back by the provider', reported)
  }
  const outcome = await kind.onPaid(tx, platform, payment)
  if (outcome === 'DUPLICATE') return refundDuplicatePayment(tx, platform, kind, payment, reported)
  if (outcome === 'ACCEPTED') return
  const subject = await kind.describe(tx, payment.subjectId)
  await refundInFull(tx, platform, payment, subject, outcome.tooLate, reported)
}

type AppliedPayment = NonNullable<Awaited<ReturnType<typeof applyProviderPayment>>>

async function handlePaymentIssues(
  tx: Tx,
  platform: Platform,
  kind: PaymentEffects,
  { payment, problem, chargeback }: AppliedPayment,
): Promise<void> {
  if (!problem && !chargeback) return
  const { log } = platform
  const { id: paymentId, subjectId } = payment
  const subject = await kind.describe(tx, subjectId)
  if (problem) {
    log.error({ paymentId, problem }, 'a payment does not add up')
    await notifyPaymentMismatch(tx, subject, paymentId)
  }
  if (chargeback) {
    const { id: about, amountCents: cents } = chargeback
    log.error({ paymentId, cents }, 'a payment was charged back')
    const adminPath = kind.chargebackPath?.(payment) ?? subject.adminPath
    await notifyAdminsOfAmount(tx, 'CHARGEBACK', { ...subject, adminPath }, { about, cents })
    await kind.onChargeback?.(tx, platform, payment, chargeback)
  }
}

/** Notifies admins that a provider payment is not as the shop expects. */
const notifyPaymentMismatch = (
  tx: Tx,
  { label: subject, adminPath: path }: PaymentSubject,
  paymentId: string,
): Promise<void> =>
  notifyAdmins(tx, { kind: 'PAYMENT_MISMATCH', params: { subject }, about: paymentId, path })

/**
 * Settles the payment that a webhook names.
 * @param name of the provider, from the path
 * @returns the body of the answer; null without one
 * @throws Problem NOT_FOUND for an unknown provider; INVALID_INPUT for a call that the provider's code does not accept
 */
export async function receiveWebhook(
  engine: PaymentEngine,
  name: string,
  call: WebhookRequest,
): Promise<string | null> {
  const provider = engine.gateways.find(name)
  if (!provider) throw new Problem('NOT_FOUND')
  const named = provider.readWebhook(call)
  if (named === null) throw new Problem('INVALID_INPUT')
  // A signed report may come once only: it is stored before it is answered, and settled by a job.
  if (typeof named !== 'string') await storePostback(engine.platform, name, named)
  // No error when the provider is unavailable: polling settles the payment later.
  else await settlePaymentByProviderId(engine, name, named).catch(ignoreProviderUnavailable)
  return provider.answer
}

function ignoreProviderUnavailable(error: unknown): void {
  if (!(error instanceof Problem) || error.code !== 'PROVIDER_UNAVAILABLE') throw error
}
