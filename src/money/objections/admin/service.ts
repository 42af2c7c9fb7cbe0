import { asc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { users } from '../../../people/accounts/table.ts'
import { recordAuditEntry } from '../../../people/audit/service.ts'
import { notifyUser } from '../../../people/notifications/service.ts'
import type { Platform } from '../../../platform/platform.ts'
import { toBrusselsDay } from '../../../wire/brusselsTime.ts'
import { Problem } from '../../../wire/problem.ts'
import { objectionFile, readObjection } from '../service.ts'
import { earningObjections } from '../table.ts'
import type { listObjections } from './contract.ts'

/** Objections that are listed. */
const LISTED = 100

type Answering = Pick<Platform, 'db' | 'dataCipher' | 'now'>

/** Unanswered objections by their last day, so that late ones come first, then those that were answered last. */
export async function findAllObjections(platform: Answering): Promise<z.input<typeof listObjections.output>> {
  const { db, now } = platform
  const today = toBrusselsDay(now())
  const rows = await db
    .select({ row: earningObjections, displayName: users.displayName })
    .from(earningObjections)
    .innerJoin(users, eq(users.id, earningObjections.creatorId))
    .orderBy(
      sql`${earningObjections.answeredAt} desc nulls first`,
      asc(earningObjections.dueOn),
      asc(earningObjections.id),
    )
    .limit(LISTED)
  return Promise.all(
    rows.map(async ({ row, displayName }) => ({
      ...(await readObjection(platform, db, row)),
      displayName,
      isLate: row.answeredAt === null && row.dueOn < today,
    })),
  )
}

/** Answers an objection, once: it is locked. @throws Problem NOT_FOUND; CONFLICT when it was answered before, or can't be read */
export const saveAnswer = (
  platform: Answering,
  by: string,
  { objectionId, answer }: { objectionId: string; answer: string },
): Promise<void> =>
  platform.db.transaction(async tx => {
    const [row] = await tx
      .select()
      .from(earningObjections)
      .where(eq(sql`${earningObjections.id}::text`, objectionId))
      .for('update')
    if (!row) throw new Problem('NOT_FOUND', { message: 'Dit bezwaar bestaat niet.' })
    if (row.answeredAt) throw new Problem('CONFLICT', { message: 'Dit bezwaar is al beantwoord.' })
    const { name, reason, isReadable } = await readObjection(platform, tx, row)
    // The reason is encrypted anew with the answer: one that this node can't read would be lost.
    if (!isReadable) throw new Problem('CONFLICT', { message: 'Dit bezwaar is niet meer te lezen.' })
    const file = JSON.stringify({ name, reason, answer })
    const texts = await platform.dataCipher.encrypt(tx, objectionFile, row.id, file)
    await tx
      .update(earningObjections)
      .set({ ...texts, answeredBy: by, answeredAt: platform.now() })
      .where(eq(earningObjections.id, row.id))
    const { id, creatorId } = row
    const details = { objectionId: id, subject: row.subject, subjectId: row.subjectId }
    await recordAuditEntry(tx, { by, action: 'EARNINGS_OBJECTION_ANSWERED', subjectId: creatorId, details })
    await notifyUser(tx, creatorId, {
      kind: 'CREATOR_NEWS',
      params: { text: `Er is een antwoord op je bezwaar tegen ${name}.` },
      about: `answer ${id}`,
      path: '/studio/verdiensten',
    })
  })
