import { and, isNotNull, lte } from 'drizzle-orm'
import type { Platform } from '../../platform/platform.ts'
import { notifyAdmins } from '../notifications/service.ts'
import { deadlineNotice } from './rules.ts'
import { adminCasePath } from './service.ts'
import { contentCases } from './table.ts'

/** Days within which a business day before any deadline lies: Easter and a weekend are four without one. */
const LOOK_AHEAD_MS = 6 * 24 * 3_600_000

/** Tells admins of cases that are due on the next business day at the latest, and of those that are too late, once each. */
export async function notifyDeadlines({ db, now }: Pick<Platform, 'db' | 'now'>): Promise<void> {
  const at = now()
  const soon = await db
    .select({ id: contentCases.id, dueAt: contentCases.dueAt })
    .from(contentCases)
    .where(
      and(isNotNull(contentCases.dueAt), lte(contentCases.dueAt, new Date(at.getTime() + LOOK_AHEAD_MS))),
    )
  for (const { id, dueAt } of soon) {
    const notice = dueAt && deadlineNotice(dueAt, at)
    if (!notice) continue
    await db.transaction(tx =>
      notifyAdmins(tx, {
        kind: notice === 'LATE' ? 'CONTENT_REPORT_LATE' : 'CONTENT_REPORT_DUE',
        params: undefined,
        // An appeal has a deadline of its own.
        about: `${id} ${dueAt.toISOString()}`,
        path: adminCasePath(id),
      }),
    )
  }
}
