import { inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { users } from '../../../people/accounts/table.ts'
import type { Platform } from '../../../platform/platform.ts'
import { findCandidates, findRuns, type PayoutSources } from '../service.ts'
import type { PayoutOverview } from './contract.ts'

export async function getPayoutOverview(
  platform: Platform,
  sources: PayoutSources,
): Promise<z.input<typeof PayoutOverview>> {
  const { db, settings } = platform
  const runs = await findRuns(db)
  const due = await db.transaction(tx => findCandidates(tx, platform, sources, false))
  const ids = [...due, ...runs.flatMap(run => run.payouts)].map(({ creatorId }) => creatorId)
  const known = await db
    .select({ id: users.id, name: users.displayName })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]))
  const names = new Map(known.map(({ id, name }) => [id, name]))
  const withName = <Row extends { creatorId: string }>(row: Row) => ({
    ...row,
    name: names.get(row.creatorId) ?? '',
  })
  return {
    hasAccount: settings.current.payoutIban !== null,
    runs: runs.map(run => ({ ...run, payouts: run.payouts.map(withName) })),
    due: due.map(withName),
  }
}
