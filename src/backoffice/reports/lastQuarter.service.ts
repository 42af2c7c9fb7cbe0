import { and, eq, gte, lt } from 'drizzle-orm'
import { toBrusselsDay } from '../../wire/brusselsTime.ts'
import { MOLLIE } from '../../money/payments/contract.ts'
import { payments } from '../../money/payments/table.ts'
import type { Platform } from '../../platform/platform.ts'
import { findComparison, requestComparison } from './comparison.service.ts'
import { quarterToCompare } from './quarter.rules.ts'
import { quarterSpan } from './quarter.service.ts'
import { findPeriods } from './service.ts'

/**
 * Begins the comparison of the quarter that ended some days ago, unless that was made since it ended, the quarter is closed, or nothing was
 * paid there. One that fails is made again the next day.
 */
export async function compareLastQuarter(platform: Pick<Platform, 'db' | 'jobs' | 'now'>): Promise<void> {
  const { db, now } = platform
  const quarter = quarterToCompare(toBrusselsDay(now()))
  if (!quarter) return
  const period = (await findPeriods(db, now())).find(each => each.quarter === quarter)
  if (period?.state !== 'OPEN') return
  const { startsAt, endsAt } = await quarterSpan(db, quarter)
  const last = await findComparison(db, quarter)
  if (last && new Date(last.comparedAt) >= endsAt) return
  const within = and(gte(payments.settledAt, startsAt), lt(payments.settledAt, endsAt))
  const paid = await db.$count(
    payments,
    and(eq(payments.provider, MOLLIE), eq(payments.status, 'PAID'), within),
  )
  if (paid > 0) await requestComparison(platform, null, quarter)
}
