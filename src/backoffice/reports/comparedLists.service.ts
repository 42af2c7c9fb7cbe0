import { and, eq, gte, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { ProviderRecord } from '../../money/payments/contract.ts'
import type { ProviderLists } from '../../money/payments/provider.gateway.ts'
import { chargebacks, payments, refunds } from '../../money/payments/table.ts'
import type { Db } from '../../platform/db/db.ts'
import { isAnyOf } from '../../platform/db/sql.ts'
import { recordReversals } from '../../money/payments/chargeback.service.ts'
import { compareChargebacks, compareMovement, type OwnMovement } from './comparison.rules.ts'
import { type ComparisonFailure, MAX_DIFFERENCES, type PaymentDifference } from './contract.ts'
import { isWithin, type QuarterSpan } from '../../money/invoices/quarter.rules.ts'
import type { StoredComparison } from './table.ts'

/** The comparison can't be finished. */
export class ComparisonStopped extends Error {
  readonly reason: ComparisonFailure
  constructor(reason: ComparisonFailure) {
    super(`comparison stopped: ${reason}`)
    this.reason = reason
  }
}

const DAY = 24 * 3_600_000
/** A payment by bank transfer is open for so many days at most. */
const MAX_OPEN_MS = 100 * DAY
/** Our times are of when we heard of something, by our clock. */
const CLOCK_MARGIN_MS = 3_600_000
/** A chargeback that we heard of later, when its webhook was lost. */
const CHARGEBACK_MARGIN_MS = 7 * DAY
/** So long before the quarter a chargeback may have begun that the bank takes back in it. */
const REVERSAL_MARGIN_MS = 200 * DAY

/** A quarter that is compared with the records of a provider. */
export interface Comparing {
  /** Its name. */
  provider: string
  span: QuarterSpan
  /** Later payments are not compared: the pages are read later, one after another. */
  until: Date
  deadline: AbortSignal
}

interface Found extends Omit<StoredComparison, 'settlements'> {
  /** Our ids that were compared. */
  seen: Set<string>
}

/**
 * Compares the payments of a quarter with a provider's own lists, a page and a statement at a time. Keeps in memory
 * only the differences and the ids that it has seen.
 * @throws ComparisonStopped; Problem PROVIDER_UNAVAILABLE
 */
export async function compareLists(db: Db, lists: ProviderLists, comparing: Comparing) {
  const nothing = { count: 0, cents: 0 }
  const found: Found = { own: nothing, provider: nothing, differences: [], seen: new Set() }
  await comparePages(db, lists, 'PAYMENT', { ...comparing, found })
  await comparePages(db, lists, 'REFUND', { ...comparing, found })
  await compareAllChargebacks(db, lists, { ...comparing, found })
  const { own, provider, differences } = found
  return { own, provider, differences: differences.toSorted((one, other) => (one.day < other.day ? -1 : 1)) }
}

async function comparePages(
  db: Db,
  lists: ProviderLists,
  kind: 'PAYMENT' | 'REFUND',
  { provider, span, until, deadline, found }: Comparing & { found: Found },
): Promise<void> {
  const since = kind === 'PAYMENT' ? await oldestOpenAt(db, provider, span) : span.startsAt
  const from = new Date(since.getTime() - CLOCK_MARGIN_MS)
  for await (const records of readPages(lists, kind, from, deadline)) {
    const ours = await findOwnMovements(db, provider, kind, records)
    for (const record of records) {
      const own =
        ours.find(({ providerId }) => providerId === record.providerId) ??
        ours.find(({ id, providerId }) => providerId === null && id === record.ownId)
      if (own) found.seen.add(own.id)
      if (!own && record.movedAt > until) continue
      if (record.state === 'DONE' && isWithin(span, record.movedAt))
        addTo(found, 'provider', record.amountCents, kind)
      keep(found, compareMovement(kind, own, record, span))
    }
  }
  for (const own of await findCounted(db, provider, kind, span)) {
    const isSeen = found.seen.has(own.id)
    if (!isSeen && own.at && own.at > until) continue
    addTo(found, 'own', own.cents, kind)
    if (!isSeen) keep(found, compareMovement(kind, own, undefined, span))
  }
}

/** Refunds count below 0. */
function addTo(
  found: Found,
  side: 'own' | 'provider',
  cents: number | null,
  kind: ProviderRecord['kind'],
): void {
  const { count, cents: sum } = found[side]
  found[side] = { count: count + 1, cents: sum + (kind === 'PAYMENT' ? 1 : -1) * (cents ?? 0) }
}

function keep(found: Found, difference: PaymentDifference | null): void {
  if (!difference) return
  found.differences.push(difference)
  if (found.differences.length > MAX_DIFFERENCES) throw new ComparisonStopped('TOO_MANY')
}

/** The pages of a list from the newest to the first that is older than this. */
async function* readPages(
  lists: ProviderLists,
  list: ProviderRecord['kind'],
  since: Date,
  deadline: AbortSignal,
): AsyncGenerator<ProviderRecord[]> {
  let from: string | null = null
  do {
    if (deadline.aborted) throw new ComparisonStopped('TOO_LONG')
    const { records, next } = await lists.readPage(list, from)
    yield records.filter(({ createdAt }) => createdAt >= since)
    const last = records.at(-1)
    from = last && last.createdAt >= since ? next : null
  } while (from !== null)
}

/** When the oldest payment began that was still open at the start of the quarter, and so may have been paid in it. */
async function oldestOpenAt(db: Db, provider: string, { startsAt }: QuarterSpan): Promise<Date> {
  const [row] = await db
    .select({ at: sql<Date | null>`min(${payments.createdAt})`.mapWith(payments.createdAt) })
    .from(payments)
    .where(
      and(
        isOf(provider),
        lt(payments.createdAt, startsAt),
        gte(payments.createdAt, new Date(startsAt.getTime() - MAX_OPEN_MS)),
        or(isNull(payments.settledAt), gte(payments.settledAt, startsAt)),
      ),
    )
  return row?.at ?? startsAt
}

const isOf = (provider: string) => eq(payments.provider, provider)

const selectPayments = (db: Db) =>
  db
    .select({
      id: payments.id,
      providerId: payments.providerId,
      cents: payments.amountCents,
      currency: payments.currency,
      isCounted: sql<boolean>`${payments.status} = 'PAID'`,
      at: payments.settledAt,
    })
    .from(payments)

const isByHand = sql`${refunds.byHandAt} is not null`

/** Refunds to store credit never go to the provider; one by hand may have been made there as well. */
const selectRefunds = (db: Db) =>
  db
    .select({
      id: refunds.id,
      providerId: refunds.providerId,
      cents: refunds.amountCents,
      currency: payments.currency,
      isCounted: sql<boolean>`${refunds.failedAt} is null and not ${isByHand}`,
      at: refunds.createdAt,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))

const isRefundAt = (provider: string) => and(isOf(provider), eq(refunds.destination, 'PAYMENT'))

/** Ours with the ids of a page: the provider's, or else ours, where its answer was lost. */
export function findOwnMovements(
  db: Db,
  provider: string,
  kind: 'PAYMENT' | 'REFUND',
  records: readonly ProviderRecord[],
): PromiseLike<OwnMovement[]> {
  const table = kind === 'PAYMENT' ? payments : refunds
  const providerIds = records.map(({ providerId }) => providerId)
  const ownIds = records.flatMap(({ ownId }) => ownId ?? [])
  const which = or(isAnyOf(table.providerId, providerIds), isAnyOf(table.id, ownIds))
  return kind === 'PAYMENT'
    ? selectPayments(db).where(and(isOf(provider), which))
    : selectRefunds(db).where(and(isRefundAt(provider), which))
}

/** Ours that count in a span. */
function findCounted(
  db: Db,
  provider: string,
  kind: 'PAYMENT' | 'REFUND',
  { startsAt, endsAt }: QuarterSpan,
): PromiseLike<OwnMovement[]> {
  if (kind === 'PAYMENT') {
    const { settledAt, status } = payments
    return selectPayments(db).where(
      and(isOf(provider), eq(status, 'PAID'), gte(settledAt, startsAt), lt(settledAt, endsAt)),
    )
  }
  const { createdAt, failedAt, byHandAt } = refunds
  const within = and(gte(createdAt, startsAt), lt(createdAt, endsAt))
  return selectRefunds(db).where(and(isRefundAt(provider), isNull(failedAt), isNull(byHandAt), within))
}

/** There are few of them: all of a quarter and the days around it are compared by payment. */
async function compareAllChargebacks(
  db: Db,
  lists: ProviderLists,
  { provider, span, until, deadline, found }: Comparing & { found: Found },
): Promise<void> {
  const around = {
    startsAt: new Date(span.startsAt.getTime() - CHARGEBACK_MARGIN_MS),
    endsAt: new Date(Math.min(span.endsAt.getTime() + CHARGEBACK_MARGIN_MS, until.getTime())),
  }
  const theirs: ProviderRecord[] = []
  const since = new Date(span.startsAt.getTime() - REVERSAL_MARGIN_MS)
  for await (const page of readPages(lists, 'CHARGEBACK', since, deadline)) {
    await recordReversals(db, provider, page, until)
    theirs.push(...page.filter(({ movedAt }) => isWithin(around, movedAt)))
  }
  const { createdAt } = chargebacks
  const ours = await db
    .select({
      paymentId: chargebacks.paymentId,
      providerPaymentId: payments.providerId,
      cents: chargebacks.amountCents,
      at: createdAt,
    })
    .from(chargebacks)
    .innerJoin(payments, eq(payments.id, chargebacks.paymentId))
    .where(and(isOf(provider), gte(createdAt, around.startsAt), lte(createdAt, around.endsAt)))
  for (const { cents, at } of ours) if (isWithin(span, at)) addTo(found, 'own', cents, 'CHARGEBACK')
  for (const { amountCents, movedAt, state } of theirs)
    if (state === 'DONE' && isWithin(span, movedAt)) addTo(found, 'provider', amountCents, 'CHARGEBACK')
  const own = Map.groupBy(ours, ({ providerPaymentId }) => providerPaymentId ?? '')
  const listed = Map.groupBy(theirs, ({ providerPaymentId }) => providerPaymentId)
  for (const id of new Set([...own.keys(), ...listed.keys()])) {
    const mine = own.get(id) ?? []
    keep(found, compareChargebacks(mine[0]?.paymentId ?? null, mine, listed.get(id) ?? [], span))
  }
}
