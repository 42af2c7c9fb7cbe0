import { and, eq, gte, lt } from 'drizzle-orm'
import { toBrusselsDay } from '../../wire/brusselsTime.ts'
import type { ProviderRecord } from '../../money/payments/contract.ts'
import type { ProviderSettlement, SettlementSource } from '../../money/payments/provider.gateway.ts'
import { payments } from '../../money/payments/table.ts'
import type { Db } from '../../platform/db/db.ts'
import { isAnyOf } from '../../platform/db/sql.ts'
import { Problem } from '../../wire/problem.ts'
import { type Comparing, ComparisonStopped, findOwnMovements } from './comparedLists.service.ts'
import { compareSettled } from './comparison.rules.ts'
import {
  MAX_DIFFERENCES,
  type PaymentDifference,
  type SettledQuarter,
  type StoredSettlement,
} from './contract.ts'
import { isWithin, type QuarterSpan } from '../../money/invoices/quarter.rules.ts'

const DAY = 24 * 3_600_000
/** A payment in a quarter is in a payout some days later; after so many it is named. */
const SETTLED_WITHIN_MS = 31 * DAY
/** From a settlement's beginning to its payout. */
const MAX_SETTLING_MS = 62 * DAY

const kinds = ['PAYMENT', 'REFUND', 'CHARGEBACK'] as const

/**
 * The payouts of a quarter with their parts, each beside ours, and the payments of the quarter that were in no payout up to a
 * month after it. Reads a page and a statement at a time.
 * @throws ComparisonStopped; Problem PROVIDER_UNAVAILABLE
 */
async function compareSettlements(
  db: Db,
  source: SettlementSource,
  { provider, span, until, deadline }: Comparing,
): Promise<SettledQuarter> {
  const lastPayout = new Date(Math.min(until.getTime(), span.endsAt.getTime() + SETTLED_WITHIN_MS))
  const settled = new Set<string>()
  const found: StoredSettlement[] = []
  for await (const settlement of readSince(source, span.startsAt, deadline)) {
    const { paidOutAt } = settlement
    if (paidOutAt === null || paidOutAt < span.startsAt || paidOutAt > lastPayout) continue
    const stored = await compareOne(db, source, { ...settlement, paidOutAt }, { provider, deadline, settled })
    if (isWithin(span, paidOutAt)) found.push(stored)
  }
  return { settlements: found.toReversed(), unsettled: await sumUnsettled(db, provider, span, settled) }
}

/** The same, or null and why there is none: without them the lists are compared all the same. */
export async function tryCompareSettlements(
  db: Db,
  source: SettlementSource | undefined,
  comparing: Comparing,
): Promise<SettledQuarter | 'UNAVAILABLE' | null> {
  if (!source) return null
  try {
    return await compareSettlements(db, source, comparing)
  } catch (error) {
    if (error instanceof Problem && error.code === 'PROVIDER_UNAVAILABLE') return 'UNAVAILABLE'
    throw error
  }
}

/** All settlements that may have been paid out since then, newest first. */
async function* readSince(
  source: SettlementSource,
  startsAt: Date,
  deadline: AbortSignal,
): AsyncGenerator<ProviderSettlement> {
  const since = new Date(startsAt.getTime() - MAX_SETTLING_MS)
  let from: string | null = null
  do {
    if (deadline.aborted) throw new ComparisonStopped('TOO_LONG')
    const { settlements, next } = await source.readSettlements(from)
    yield* settlements
    const last = settlements.at(-1)
    from = !last || (last.createdAt && last.createdAt < since) ? null : next
  } while (from !== null)
}

async function compareOne(
  db: Db,
  source: SettlementSource,
  settlement: ProviderSettlement & { paidOutAt: Date },
  { provider, deadline, settled }: Pick<Comparing, 'provider' | 'deadline'> & { settled: Set<string> },
): Promise<StoredSettlement> {
  const { providerId, reference, paidOutAt, amountCents, costs } = settlement
  const items = { PAYMENT: nothing, REFUND: nothing, CHARGEBACK: nothing }
  const differences: PaymentDifference[] = []
  for (const kind of kinds) {
    let from: string | null = null
    do {
      if (deadline.aborted) throw new ComparisonStopped('TOO_LONG')
      const { records, next } = await source.readItems(providerId, kind, from)
      for (const { amountCents: cents } of records)
        items[kind] = { count: items[kind].count + 1, cents: items[kind].cents + (cents ?? 0) }
      if (kind === 'PAYMENT') for (const record of records) settled.add(record.providerId)
      differences.push(...(await compareItems(db, provider, kind, records, paidOutAt)))
      if (differences.length > MAX_DIFFERENCES) throw new ComparisonStopped('TOO_MANY')
      from = next
    } while (from !== null)
  }
  return { providerId, reference, day: toBrusselsDay(paidOutAt), amountCents, items, costs, differences }
}

const nothing = { count: 0, cents: 0 }

/** Of a chargeback, whether we know its payment: we have the sum of those of a payment only. */
async function compareItems(
  db: Db,
  provider: string,
  kind: ProviderRecord['kind'],
  records: readonly ProviderRecord[],
  paidOutAt: Date,
): Promise<PaymentDifference[]> {
  if (records.length === 0) return []
  if (kind === 'CHARGEBACK') {
    const ids = records.map(({ providerPaymentId }) => providerPaymentId)
    const known = await db
      .select({ providerId: payments.providerId })
      .from(payments)
      .where(and(eq(payments.provider, provider), isAnyOf(payments.providerId, ids)))
    const isKnown = new Set(known.map(({ providerId }) => providerId))
    const strange = records.filter(({ providerPaymentId }) => !isKnown.has(providerPaymentId))
    return strange.flatMap(record => compareSettled(undefined, record, paidOutAt) ?? [])
  }
  const ours = await findOwnMovements(db, provider, kind, records)
  return records.flatMap(record => {
    const own =
      ours.find(({ providerId }) => providerId === record.providerId) ??
      ours.find(({ id, providerId }) => providerId === null && id === record.ownId)
    return compareSettled(own, record, paidOutAt) ?? []
  })
}

/** The payments that we have as paid in the quarter, and that are in no payout. */
async function sumUnsettled(db: Db, provider: string, span: QuarterSpan, settled: ReadonlySet<string>) {
  const { status, settledAt, providerId, amountCents } = payments
  const paid = await db
    .select({ providerId, cents: amountCents })
    .from(payments)
    .where(
      and(
        eq(payments.provider, provider),
        eq(status, 'PAID'),
        gte(settledAt, span.startsAt),
        lt(settledAt, span.endsAt),
      ),
    )
  const missing = paid.filter(each => each.providerId === null || !settled.has(each.providerId))
  return { count: missing.length, cents: missing.reduce((sum, { cents }) => sum + cents, 0) }
}
