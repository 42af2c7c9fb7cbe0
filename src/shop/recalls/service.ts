import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { sqlTimestamp } from '../../platform/db/sql.ts'
import { Problem } from '../../wire/problem.ts'
import { recallNotices, recalls } from './table.ts'
import { readRecallToken } from './token.service.ts'

export const newestFirst = [desc(recalls.publishedAt), desc(recalls.id)]

export const findRecalls = (db: Db) =>
  db
    .select()
    .from(recalls)
    .orderBy(...newestFirst)

/** The recall that a link is about; notes when it was first opened. @throws Problem TOKEN_INVALID */
export async function openRecallNotice(platform: Pick<Platform, 'db' | 'keyFor' | 'now'>, token: string) {
  const noticeId = readRecallToken(platform, token)
  const [opened] = await platform.db
    .update(recallNotices)
    .set({ readAt: sql`coalesce(${recallNotices.readAt}, ${sqlTimestamp(platform.now())})` })
    .from(recalls)
    .where(and(eq(recallNotices.id, noticeId), eq(recalls.id, recallNotices.recallId)))
    .returning({ recall: recalls })
  if (!opened) throw new Problem('TOKEN_INVALID')
  return opened.recall
}
