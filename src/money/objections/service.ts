import { and, asc, eq, inArray, isNotNull, lt, type SQL } from 'drizzle-orm'
import { users } from '../../people/accounts/table.ts'
import { recordAuditEntry } from '../../people/audit/service.ts'
import { notifyAdmins } from '../../people/notifications/service.ts'
import { type EncryptedField, UNREADABLE } from '../../platform/crypto/dataCipher.ts'
import { newId } from '../../platform/db/columns.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { sqlTimestamp } from '../../platform/db/sql.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import type { ObjectionSubject } from './contract.ts'
import { answerDueOn } from './rules.ts'
import { earningObjections } from './table.ts'

/** The texts of an objection, which are encrypted together; the name is that of its subject. */
interface ObjectionFile {
  name: string
  reason: string
  answer: string | null
}

export const objectionFile: EncryptedField<'encrypted'> = { table: earningObjections, name: 'encrypted' }

type Ciphering = Pick<Platform, 'dataCipher'>
type ObjectionRow = typeof earningObjections.$inferSelect

const unreadable: ObjectionFile = { name: '', reason: UNREADABLE, answer: null }

/** An objection with its texts, also when these were erased or their key is lost. */
export async function readObjection({ dataCipher }: Ciphering, db: Db, row: ObjectionRow) {
  const { encrypted, keyId, ...rest } = row
  const text =
    encrypted === null || keyId === null
      ? null
      : await dataCipher.decrypt(db, objectionFile, { id: row.id, encrypted, keyId })
  const file = text === null ? unreadable : (JSON.parse(text) as ObjectionFile)
  return { ...rest, ...file, isReadable: text !== null }
}

/** The objections of a creator, the oldest first. */
export const findObjections = async (platform: Ciphering, db: Db, creatorId: string, where?: SQL) =>
  Promise.all(
    (
      await db
        .select()
        .from(earningObjections)
        .where(and(eq(earningObjections.creatorId, creatorId), where))
        .orderBy(asc(earningObjections.createdAt), asc(earningObjections.id))
    ).map(row => readObjection(platform, db, row)),
  )

/** The last objection of a creator to each of some subjects, by the id of the subject. */
export async function findLastObjections(
  platform: Ciphering,
  db: Db,
  creatorId: string,
  subjectIds: readonly string[],
) {
  const isOne = inArray(earningObjections.subjectId, [...subjectIds])
  const found = await findObjections(platform, db, creatorId, isOne)
  return new Map(found.map(objection => [objection.subjectId, objection]))
}

/**
 * Adds an objection and tells the admins. The caller knows that the subject is the creator's and that its term is not over.
 * @throws Problem CONFLICT while another one to the same subject is unanswered
 */
export async function addObjection(
  tx: Tx,
  { dataCipher, now }: Pick<Platform, 'dataCipher' | 'now'>,
  by: { creatorId: string; subject: ObjectionSubject; subjectId: string; name: string; reason: string },
): Promise<void> {
  const { name, reason, ...about } = by
  const [id, createdAt] = [newId(), now()]
  const file: ObjectionFile = { name, reason, answer: null }
  const texts = await dataCipher.encrypt(tx, objectionFile, id, JSON.stringify(file))
  const added = await tx
    .insert(earningObjections)
    .values({ id, ...about, ...texts, dueOn: answerDueOn(createdAt), createdAt })
    .onConflictDoNothing()
    .returning({ id: earningObjections.id })
  if (added.length === 0)
    throw new Problem('CONFLICT', { message: 'Je hebt al bezwaar gemaakt. Je krijgt antwoord.' })
  const { creatorId, subject, subjectId } = about
  const details = { objectionId: id, subject, subjectId }
  await recordAuditEntry(tx, { by: creatorId, action: 'EARNINGS_OBJECTED', subjectId: creatorId, details })
  await notifyAdmins(tx, {
    kind: 'EARNINGS_OBJECTED',
    params: undefined,
    about: id,
    path: '/admin/earnings',
  })
}

/** Finds the subject of an objection with its name and the end of its term; `app` passes it, since lines are of sessions and gifts. */
export type FindObjectable = (
  creatorId: string,
  about: { subject: ObjectionSubject; subjectId: string },
) => Promise<{ name: string; endsAt: Date }>

/** A creator objects to a subject of hers. @throws Problem NOT_FOUND for another's; CONFLICT after the term, and while she waits for an answer */
export async function objectTo(
  platform: Pick<Platform, 'db' | 'dataCipher' | 'now'>,
  find: FindObjectable,
  by: Omit<Parameters<typeof addObjection>[2], 'name'>,
): Promise<void> {
  const { name, endsAt } = await find(by.creatorId, by)
  if (platform.now() >= endsAt)
    throw new Problem('CONFLICT', {
      message: 'De termijn voor bezwaar is voorbij. Schrijf ons, dan kijken we er toch naar.',
    })
  await platform.db.transaction(tx => addObjection(tx, platform, { ...by, name }))
}

/** Erases the texts of objections of erased creators that were made before a time until which the law demands the books. */
export async function eraseOldObjections(db: Db, since: Date): Promise<void> {
  const erased = db.select({ id: users.id }).from(users).where(isNotNull(users.erasedAt))
  const { creatorId, createdAt, encrypted } = earningObjections
  await db
    .update(earningObjections)
    .set({ encrypted: null, keyId: null })
    .where(and(inArray(creatorId, erased), lt(createdAt, sqlTimestamp(since)), isNotNull(encrypted)))
}
