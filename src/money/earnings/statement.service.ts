import { and, asc, between, desc, eq, getTableColumns, lt, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { ChainEntry, type ChainHead } from './chain.service.ts'
import type { Statement } from './statementFile.service.ts'
import { earningEntries } from './table.ts'

/** A creator's entries after one of her chain, up to another and with that. */
export async function findEntriesBetween(
  db: Db,
  creatorId: string,
  after: number,
  last: number,
): Promise<ChainEntry[]> {
  const found = await db
    .select({
      ...getTableColumns(earningEntries),
      origin: sql<string>`hash_earning_origin(${earningEntries})`,
    })
    .from(earningEntries)
    .where(and(eq(earningEntries.creatorId, creatorId), between(earningEntries.sequence, after + 1, last)))
    .orderBy(asc(earningEntries.sequence))
  return found.map(entry => ChainEntry.parse(entry))
}

/**
 * A creator's statement from a time to another: her chain from its last entry before the one to its last entry before the other, so that
 * statements of weeks that follow each other have every entry once.
 */
export async function findStatement(db: Db, creatorId: string, from: Date, to: Date): Promise<Statement> {
  const [begin, end] = [await findHeadBefore(db, creatorId, from), await findHeadBefore(db, creatorId, to)]
  return {
    creatorId,
    from: begin,
    entries: await findEntriesBetween(db, creatorId, begin.sequence, end.sequence),
  }
}

/** The place in a creator's chain of her last entry before a time. */
export async function findHeadBefore(db: Db, creatorId: string, before: Date): Promise<ChainHead> {
  const [entry] = await db
    .select({ sequence: earningEntries.sequence, hash: earningEntries.hash })
    .from(earningEntries)
    .where(and(eq(earningEntries.creatorId, creatorId), lt(earningEntries.createdAt, before)))
    .orderBy(desc(earningEntries.sequence))
    .limit(1)
  return entry ?? { sequence: 0, hash: '' }
}
