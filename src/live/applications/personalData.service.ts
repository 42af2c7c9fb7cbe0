import { eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { columnsOf } from '../../platform/db/sql.ts'
import { deleteImages, findImages } from './document.service.ts'
import { creatorApplications, identityRecords, identityRequests, identitySubjects } from './table.ts'
import { identityRecordText, readTexts } from './text.service.ts'

/** All that is kept of a person's applications, for a copy of the data. */
export async function collectApplications(
  { db, dataCipher }: Pick<Platform, 'db' | 'dataCipher'>,
  userId: string,
) {
  const rows = await db.select().from(creatorApplications).where(eq(creatorApplications.userId, userId))
  const records = await db
    .select(columnsOf(identityRecords, 'id', 'encrypted', 'keyId', 'verifier', 'verifiedAt', 'decidedAt'))
    .from(identityRecords)
    .where(eq(identityRecords.userId, userId))
  return {
    applications: await Promise.all(
      rows.map(async row => ({
        ...(await readTexts({ dataCipher }, db, row)),
        state: row.state,
        verifier: row.verifier,
        refusal: row.refusal,
        createdAt: row.createdAt,
        sentAt: row.sentAt,
        decidedAt: row.decidedAt,
        photos: (await findImages(db, row.id)).map(({ createdAt }) => createdAt),
      })),
    ),
    identities: await Promise.all(
      records.map(async ({ id, encrypted, keyId, ...record }) => ({
        ...record,
        identity:
          encrypted !== null && keyId !== null
            ? await dataCipher.decrypt(db, identityRecordText, { id, encrypted, keyId })
            : null,
      })),
    ),
  }
}

/** Deletes the applications of a person whose account is erased. @returns the files to remove after the transaction */
export async function eraseApplications(tx: Tx, userId: string): Promise<string[]> {
  const own = await tx
    .select({ id: creatorApplications.id })
    .from(creatorApplications)
    .where(eq(creatorApplications.userId, userId))
    .orderBy(creatorApplications.id)
    .for('update')
  const ids = own.map(({ id }) => id)
  const files = ids.length > 0 ? await deleteImages(tx, ids, { isKeptToo: true }) : []
  for (const table of [identityRecords, identityRequests, identitySubjects])
    await tx.delete(table).where(eq(table.userId, userId))
  await tx.delete(creatorApplications).where(inArray(creatorApplications.id, ids))
  return files
}
