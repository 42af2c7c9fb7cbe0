import { notifyAdmins } from '../../people/notifications/service.ts'
import type { Platform } from '../../platform/platform.ts'
import { countTasks, findDailyStats } from './service.ts'
import { summarizeDay } from './summary.rules.ts'

/**
 * Notifies admins of the orders and the revenue of the Brussels day before, and of the tasks that wait now; once a day, and
 * not when there is nothing to say.
 */
export async function notifyDaySummary({ db, now }: Pick<Platform, 'db' | 'now'>): Promise<void> {
  const [yesterday] = await findDailyStats(db, 2, now())
  if (!yesterday) return
  const params = summarizeDay(yesterday, await countTasks(db))
  if (!params) return
  const { day: about } = yesterday
  await db.transaction(tx => notifyAdmins(tx, { kind: 'DAY_SUMMARY', params, about, path: '/admin' }))
}
