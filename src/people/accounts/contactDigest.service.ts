import { createHash, createHmac } from 'node:crypto'
import { and, asc, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/db.ts'
import { qualified } from '../../platform/db/sql.ts'
import type { Platform } from '../../platform/platform.ts'
import { normalizeContact } from './contactDigest.rules.ts'
import { contactDigests, users } from './table.ts'

/** Bytes of a hash that are kept: enough for no two contacts to share them. */
const HASH_BYTES = 16

/** As a browser hashes a normalised contact. It can be searched, since numbers are few, so that nothing stores it. */
const hashContact = (contact: string): string =>
  createHash('sha256').update(contact).digest().subarray(0, HASH_BYTES).toString('base64url')

/**
 * Keys the hash of a contact: without the shop's secret, which no database has, nobody can find the contact to a digest. Lists that creators
 * uploaded can't be keyed again, so this key outlives the secret (`KEPT_PURPOSES`).
 */
export function keyContactDigest(keyFor: Platform['keyFor']): (hash: string) => string {
  const key = keyFor('blocked-contacts')
  return hash => createHmac('sha256', key).update(hash).digest('base64url')
}

type Keys = Pick<Platform, 'keyFor'>

/**
 * Writes the digests of an account anew, in the transaction that changed its address, phone number or state: of the address once it was verified,
 * and of the number also unverified.
 */
export async function saveContactDigests(tx: Tx, { keyFor }: Keys, userId: string): Promise<void> {
  const [user] = await tx
    .select({ email: users.email, emailVerifiedAt: users.emailVerifiedAt, phone: users.phone })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deleteAfter), ne(users.role, 'GUEST')))
  await deleteContactDigests(tx, userId)
  if (!user) return
  const contacts = [user.emailVerifiedAt ? user.email : '', user.phone ?? ''].flatMap(normalizeContact)
  if (contacts.length === 0) return
  const digestOf = keyContactDigest(keyFor)
  await tx
    .insert(contactDigests)
    .values(contacts.map(contact => ({ userId, digest: digestOf(hashContact(contact)) })))
    .onConflictDoNothing()
}

/** For an account that is closed or erased. */
export const deleteContactDigests = (tx: Tx, userId: string) =>
  tx.delete(contactDigests).where(eq(contactDigests.userId, userId))

/** Accounts of one transaction. */
const BATCH_SIZE = 200

/** Writes the digests of accounts that should have some and have none, such as those of before. */
export async function addMissingContactDigests({ db, keyFor }: Pick<Platform, 'db' | 'keyFor'>) {
  const isMissing = and(
    isNull(users.deleteAfter),
    ne(users.role, 'GUEST'),
    sql`(${users.emailVerifiedAt} is not null or ${users.phone} is not null)`,
    sql`not exists (select from ${contactDigests} d where d.user_id = ${qualified(users.id)})`,
  )
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const batch = await db.transaction(async tx => {
      const rows = await tx
        .select({ id: users.id })
        .from(users)
        .where(and(gt(users.id, after), isMissing))
        .orderBy(asc(users.id))
        .limit(BATCH_SIZE)
        .for('no key update')
      for (const { id } of rows) await saveContactDigests(tx, { keyFor }, id)
      return rows
    })
    const last = batch.at(-1)
    if (!last) return
    after = last.id
  }
}
