import { toBrusselsDay } from '../../wire/brusselsTime.ts'
import type { PaymentProviders } from '../../money/payments/service.ts'
import type { Platform } from '../../platform/platform.ts'
import { findComparisons, findProviders, requestComparison } from './comparison.service.ts'
import { quarterToCompare } from '../../money/invoices/quarter.rules.ts'
import { quarterSpan } from './quarter.service.ts'
import { findPeriods } from './service.ts'

/**
 * Begins the comparison of the quarter that ended some days ago with each provider that has lists, unless that was made since it ended, the
 * quarter is closed, or the provider had no payments in it. One that fails is made again the next day.
 */
export async function compareLastQuarter(platform: Platform, gateways: PaymentProviders): Promise<void> {
  const { db, now } = platform
  const quarter = quarterToCompare(toBrusselsDay(now()))
  if (!quarter) return
  const period = (await findPeriods(db, now())).find(each => each.quarter === quarter)
  if (period?.state !== 'OPEN') return
  const { endsAt } = await quarterSpan(db, quarter)
  const found = await findComparisons(db, quarter)
  for (const { id: provider } of await findProviders(db, quarter)) {
    const last = found[provider]
    if (last && new Date(last.comparedAt) >= endsAt) continue
    if (gateways.find(provider)?.lists) await requestComparison(platform, null, { quarter, provider })
  }
}
