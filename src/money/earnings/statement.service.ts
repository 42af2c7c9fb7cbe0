import { and, asc, desc, eq, gt, lt, lte, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { columnsOf } from '../../platform/db/sql.ts'
import type { ChainEntry, ChainHead } from './chain.service.ts'
import type { Statement } from './statementFile.service.ts'
import { earningEntries } from './table.ts'

const chainColumns = {
  ...columnsOf(
    earningEntries,
    'sequence',
    'id',
    'creatorId',
    'type',
    'source',
    'cents',
    'grossCents',
    'vatCents',
  ),
  ...columnsOf(
    earningEntries,
    'feeCents',
    'baseCents',
    'basisPoints',
    'minutes',
    'sessionId',
    'giftId',
    'payoutId',
  ),
  ...columnsOf(earningEntries, 'reason', 'payableAt', 'createdAt', 'hash'),
  origin: sql<string>`hash_earning_origin(${earningEntries})`,
}

const findEntries = (db: Db, where: SQL | undefined): Promise<ChainEntry[]> =>
  db.select(chainColumns).from(earningEntries).where(where).orderBy(asc(earningEntries.sequence))

/** A creator's entries after one of her chain, up to another and with that. */
export const findEntriesBetween = (
  db: Db,
  creatorId: string,
  after: number,
  last: number,
): Promise<ChainEntry[]> =>
  findEntries(
    db,
    and(
      eq(earningEntries.creatorId, creatorId),
      gt(earningEntries.sequence, after),
      lte(earningEntries.sequence, last),
    ),
  )

/**
 * A creator's statement from a time to another: all that her chain got in it. Entries are in the order of the chain; one of a minute that was
 * metered before another one may have been added after it, so that the period is that of the numbers between.
 */
export async function findStatement(db: Db, creatorId: string, from: Date, to: Date): Promise<Statement> {
  const own = eq(earningEntries.creatorId, creatorId)
  const last = async (before: Date): Promise<ChainHead> => {
    const [entry] = await db
      .select({ sequence: earningEntries.sequence, hash: earningEntries.hash })
      .from(earningEntries)
      .where(and(own, lt(earningEntries.createdAt, before)))
      .orderBy(desc(earningEntries.sequence))
      .limit(1)
    return entry ?? { sequence: 0, hash: '' }
  }
  const [begin, end] = [await last(from), await last(to)]
  return {
    creatorId,
    from: begin,
    entries: await findEntriesBetween(db, creatorId, begin.sequence, end.sequence),
  }
}
