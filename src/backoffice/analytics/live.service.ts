import { and, desc, gt, inArray } from 'drizzle-orm'
import type { Db } from '../../platform/db.ts'
import type { LiveVisitor, WebsiteAnalyticsInput } from './contract.ts'
import { LIVE_WINDOW_MS, includedVisitorTypes } from './rules.ts'
import { analytics } from './table.ts'

const MOST_SHOWN = 100

const countries = new Intl.DisplayNames('nl', { type: 'region', fallback: 'code' })

type VisitorTypeFilter = Pick<WebsiteAnalyticsInput, 'excludeBots' | 'excludeAPI'>

/** Who gave a sign of late. One statement, of the visits under way. */
export async function findLiveVisitors(db: Db, wanted: VisitorTypeFilter, now: Date): Promise<LiveVisitor[]> {
  const rows = await db
    .select()
    .from(analytics)
    .where(
      and(
        analytics.isOpen,
        gt(analytics.sessionEnd, new Date(now.getTime() - LIVE_WINDOW_MS)),
        inArray(analytics.visitorType, includedVisitorTypes(wanted)),
      ),
    )
    .orderBy(desc(analytics.sessionEnd), desc(analytics.id))
    .limit(MOST_SHOWN)
  return rows.map(({ id, sessionStart, country, browser, os, ...visit }) => ({
    ...visit,
    sessionId: id,
    browser,
    os,
    sessionStart: sessionStart.toISOString(),
    sessionDuration: Math.max(0, Math.floor((now.getTime() - sessionStart.getTime()) / 1000)),
    location: country ? (countries.of(country) ?? country) : 'Onbekend',
    deviceInfo: [browser ?? 'Onbekende browser', os && `op ${os}`].filter(Boolean).join(' '),
  }))
}
