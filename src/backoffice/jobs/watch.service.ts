import { stat } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { toBrusselsDay } from '../../wire/brusselsTime.ts'
import { notifyAdmins } from '../../people/notifications/service.ts'
import { newestBackupAt } from '../backups/state.service.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { queryRows, sqlDay } from '../../platform/db/sql.ts'
import { isGivenUp } from './service.ts'
import { queueName } from './labels.rules.ts'
import { isBackupMissing } from './rules.ts'

/**
 * Notifies admins of jobs that failed in the past day and have no retries left: once a day for each queue, because the cause of
 * one failure often makes all jobs of a queue fail.
 */
export async function notifyGivenUpJobs(db: Db): Promise<void> {
  const failed = await queryRows<{ queue: string; day: string }>(
    db,
    sql`
    select name as queue, ${sqlDay(sql`max(completed_on)`)}::text as day from pgboss.job
    where ${isGivenUp} and completed_on > now() - interval '1 day'
    group by name order by name`,
  )
  if (failed.length === 0) return
  await db.transaction(async tx => {
    for (const { queue, day } of failed)
      await notifyAdmins(tx, {
        kind: 'JOB_GAVE_UP',
        params: { queue: queueName(queue) },
        about: `${queue} ${day}`,
        path: '/admin/jobs',
      })
  })
}

/**
 * Notifies admins once a day while the newest backup is older than a day. Does nothing without `BACKUP_DIR`.
 * @param startedAt when this node started: a machine gets a day to make its first backup
 */
export async function notifyMissingBackup(
  { config, db, now }: Pick<Platform, 'config' | 'db' | 'now'>,
  startedAt: Date,
): Promise<void> {
  if (!config.backupDir) return
  const newestAt = await newestBackupAt(config.backupDir, now())
  // An empty folder waits for its first backup since it was made, also when the node is often restarted.
  const folder = await stat(config.backupDir).catch(() => null)
  const waitingSince = folder && folder.mtime < startedAt ? folder.mtime : startedAt
  if (!isBackupMissing({ newestAt, waitingSince }, now())) return
  const notification = {
    kind: 'BACKUP_MISSING',
    params: { newestAt },
    about: toBrusselsDay(now()),
    path: '/admin',
  } as const
  await db.transaction(tx => notifyAdmins(tx, notification))
}
