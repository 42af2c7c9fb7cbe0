import { and, asc, desc, eq, ne, sql } from 'drizzle-orm'
import { keyContactDigest } from '../../people/accounts/contactDigest.service.ts'
import { users } from '../../people/accounts/table.ts'
import { recordAuditEntry } from '../../people/audit/service.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { hideFromPlanner, onlyRow, toPgArray } from '../../platform/db/sql.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { toys } from '../toys/table.ts'
import { MAX_AREAS } from './contract.ts'
import { isHiddenFromVisitors } from './hiding.service.ts'
import { blockedAreas, blockedContacts, blockedUsers, blockSettings } from './table.ts'

/**
 * Locks a creator's toys before she is hidden from somebody: a concurrent start or offer of the queue, which locks the toy as well, either
 * happened before, so that it can be stopped, or sees the block.
 */
const lockToys = (tx: Tx, creatorId: string) =>
  tx
    .select({ id: toys.id })
    .from(toys)
    .where(eq(toys.ownerId, creatorId))
    .orderBy(toys.id)
    .for('no key update')

/** Without the country, postcode or number of contacts: only she knows whom she avoids. */
const recordChange = (tx: Tx, creatorId: string) =>
  recordAuditEntry(tx, { by: creatorId, action: 'HIDING_CHANGED', subjectId: creatorId })

/**
 * Hides a creator from a user.
 * @throws Problem NOT_FOUND when there is no such user, CONFLICT for oneself
 */
export const blockPerson = (db: Db, creatorId: string, userId: string, now: Date): Promise<void> =>
  db.transaction(async tx => {
    if (creatorId === userId) throw new Problem('CONFLICT', { message: 'Jezelf kun je niet blokkeren.' })
    // Guests can see no creator, and their rows go with their carts.
    const account = and(eq(users.id, userId), ne(users.role, 'GUEST'))
    const [user] = await tx.select({ id: users.id }).from(users).where(account)
    if (!user) throw new Problem('NOT_FOUND')
    await lockToys(tx, creatorId)
    await tx.insert(blockedUsers).values({ creatorId, userId, createdAt: now }).onConflictDoNothing()
    await recordAuditEntry(tx, { by: creatorId, action: 'USER_BLOCKED', subjectId: userId })
  })

/** @throws Problem NOT_FOUND when there is no such block */
export const unblockPerson = (db: Db, creatorId: string, userId: string): Promise<void> =>
  db.transaction(async tx => {
    const gone = await tx
      .delete(blockedUsers)
      .where(and(eq(blockedUsers.creatorId, creatorId), eq(blockedUsers.userId, userId)))
      .returning({ userId: blockedUsers.userId })
    if (gone.length === 0) throw new Problem('NOT_FOUND')
    await recordAuditEntry(tx, { by: creatorId, action: 'USER_UNBLOCKED', subjectId: userId })
  })

/** The users whom a creator has blocked, the newest first. */
export const findBlockedUsers = (db: Db, creatorId: string) =>
  db
    .select({
      userId: blockedUsers.userId,
      displayName: users.displayName,
      createdAt: blockedUsers.createdAt,
    })
    .from(blockedUsers)
    .innerJoin(users, eq(users.id, blockedUsers.userId))
    .where(eq(blockedUsers.creatorId, creatorId))
    .orderBy(desc(blockedUsers.createdAt), desc(blockedUsers.userId))

/** Where and from how many a creator is hidden, and whether visitors may see her page. One statement a list. */
export async function findHiding(db: Db, creatorId: string) {
  const areas = await db
    .select({ id: blockedAreas.id, country: blockedAreas.country, postcode: blockedAreas.postcode })
    .from(blockedAreas)
    .where(eq(blockedAreas.creatorId, creatorId))
    .orderBy(asc(blockedAreas.country), asc(blockedAreas.postcode))
  const [found] = await db
    .select({
      contacts: sql<number>`(select count(*)::int from ${blockedContacts} c where c.creator_id = ${creatorId}::uuid)`,
      isPublicDespiteBlocks: sql<boolean>`coalesce((
        select s.is_public_despite_blocks from ${blockSettings} s where s.creator_id = ${creatorId}::uuid), false)`,
      isForMembersOnly: isHiddenFromVisitors(creatorId),
    })
    .from(users)
    .where(eq(users.id, creatorId))
  return { areas, ...onlyRow([found].filter(row => row !== undefined)) }
}

/** Hides a creator in a country or region; a second time changes nothing. @throws Problem INVALID_INPUT for a region elsewhere; CONFLICT when she has too many */
export const blockArea = (
  db: Db,
  creatorId: string,
  { country, postcode }: { country: string; postcode: string },
  now: Date,
): Promise<void> =>
  db.transaction(async tx => {
    if (postcode !== '' && country !== 'NL' && country !== 'BE')
      throw new Problem('INVALID_INPUT', {
        fields: { postcode: 'Een regio kan alleen in Nederland en België.' },
      })
    await lockToys(tx, creatorId)
    const [added] = await tx
      .insert(blockedAreas)
      .values({ creatorId, country, postcode, createdAt: now })
      .onConflictDoNothing()
      .returning({ id: blockedAreas.id })
    if (!added) return
    if ((await tx.$count(blockedAreas, eq(blockedAreas.creatorId, creatorId))) > MAX_AREAS)
      throw new Problem('CONFLICT', { message: `Je kunt hoogstens ${MAX_AREAS} landen en regio’s kiezen.` })
    await recordChange(tx, creatorId)
  })

/** @throws Problem NOT_FOUND when it is not hers */
export const unblockArea = (db: Db, creatorId: string, areaId: string): Promise<void> =>
  db.transaction(async tx => {
    const isOwn = and(eq(sql`${blockedAreas.id}::text`, areaId), eq(blockedAreas.creatorId, creatorId))
    const gone = await tx.delete(blockedAreas).where(isOwn).returning({ id: blockedAreas.id })
    if (gone.length === 0) throw new Problem('NOT_FOUND')
    await recordChange(tx, creatorId)
  })

/**
 * Replaces a creator's list of contacts. The statement reads no account, so that neither the answer nor its time tells whether any is on the
 * list.
 * @param hashes made in her browser; only their keyed digests are stored
 */
export async function replaceBlockedContacts(
  { db, keyFor }: Pick<Platform, 'db' | 'keyFor'>,
  creatorId: string,
  hashes: readonly string[],
): Promise<void> {
  const digestOf = keyContactDigest(keyFor)
  // Sorted, so that their order says nothing about her list.
  const digests = [...new Set(hashes.map(digestOf))].sort()
  const listed = sql`select unnest(${hideFromPlanner(toPgArray(digests), 'text[]')}) as digest`
  await db.transaction(async tx => {
    await lockToys(tx, creatorId)
    await tx.execute(sql`
      with listed as (${listed}), gone as (
        delete from ${blockedContacts} c where c.creator_id = ${creatorId}::uuid and c.digest not in (select digest from listed)
      )
      insert into ${blockedContacts} (creator_id, digest) select ${creatorId}::uuid, digest from listed
      on conflict do nothing`)
    await recordChange(tx, creatorId)
  })
}

/** Lets visitors without an account see her page although she is hidden from some people, or no longer. */
export const setPublicDespiteBlocks = (db: Db, creatorId: string, isPublicDespiteBlocks: boolean) =>
  db.transaction(async tx => {
    await tx
      .insert(blockSettings)
      .values({ creatorId, isPublicDespiteBlocks })
      .onConflictDoUpdate({ target: blockSettings.creatorId, set: { isPublicDespiteBlocks } })
    await recordChange(tx, creatorId)
  })

/** Deletes all blocks of a creator who leaves or closes her account; those of others against her stay. */
export async function deleteBlocksOf(tx: Tx, creatorId: string): Promise<void> {
  for (const table of [blockedUsers, blockedAreas, blockedContacts, blockSettings])
    await tx.delete(table).where(eq(table.creatorId, creatorId))
}
