import { desc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEntry } from '../../../people/audit/service.ts'
import { users } from '../../../people/accounts/table.ts'
import { newId } from '../../../platform/db/columns.ts'
import type { Db } from '../../../platform/db/db.ts'
import { columnsOf, queryRow, readPage, sqlTimestamp } from '../../../platform/db/sql.ts'
import type { Platform } from '../../../platform/platform.ts'
import { Problem } from '../../../wire/problem.ts'
import { earningAccounts, earningEntries, earningShares } from '../table.ts'
import type { addEarningShare, listCreatorEarnings } from './contract.ts'

/** The sums that creators have to come now, in cents. */
export async function findCreatorEarnings(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  page: z.output<typeof listCreatorEarnings.input>,
): Promise<z.input<typeof listCreatorEarnings.output>> {
  const atRisk = sql`coalesce((
    select sum(cents) from ${earningEntries} where creator_id = ${earningAccounts}.id and payable_at > ${sqlTimestamp(now())}
  ), 0)::int`.mapWith(Number)
  const owed = {
    balanceCents: earningAccounts.balanceCents,
    payableCents: sql`greatest(0, ${earningAccounts.balanceCents} - ${atRisk})`.mapWith(Number),
    atRiskCents: atRisk,
  }
  const rows = db
    .select({ creatorId: earningAccounts.id, displayName: users.displayName, ...owed })
    .from(earningAccounts)
    .innerJoin(users, eq(users.id, earningAccounts.id))
    .orderBy(desc(earningAccounts.balanceCents), earningAccounts.id)
  const all = await queryRow<Record<keyof typeof owed, number>>(
    db,
    sql`select coalesce(sum(balance), 0)::int as "balanceCents", coalesce(sum(greatest(0, balance - risk)), 0)::int as "payableCents",
      coalesce(sum(risk), 0)::int as "atRiskCents"
      from (select balance_cents as balance, ${atRisk} as risk from ${earningAccounts}) each_one`,
  )
  return { ...(await readPage(rows, db.$count(earningAccounts), page)), all }
}

export const findShares = (db: Db) =>
  db
    .select({
      ...columnsOf(
        earningShares,
        'creatorId',
        'source',
        'basisPoints',
        'deductsFee',
        'freeMinuteCents',
        'startsAt',
      ),
      displayName: users.displayName,
    })
    .from(earningShares)
    .leftJoin(users, eq(users.id, earningShares.creatorId))
    .orderBy(desc(earningShares.startsAt), desc(earningShares.id))

/** Notes a share. @throws Problem NOT_FOUND for an unknown creator; INVALID_INPUT for a time in the past: a share never changes backwards */
export const noteShare = (
  { db, now }: Pick<Platform, 'db' | 'now'>,
  by: string,
  { startsAt, ...terms }: z.output<typeof addEarningShare.input>,
): Promise<void> =>
  db.transaction(async tx => {
    const createdAt = now()
    const begin = startsAt ? new Date(startsAt) : createdAt
    if (begin < createdAt)
      throw new Problem('INVALID_INPUT', {
        fields: { startsAt: 'Een deel verandert nooit met terugwerkende kracht. Kies een later tijdstip.' },
      })
    const { creatorId } = terms
    if (creatorId !== null && (await tx.$count(users, sql`${users.id}::text = ${creatorId}`)) === 0)
      throw new Problem('NOT_FOUND')
    const id = newId()
    await tx.insert(earningShares).values({ id, ...terms, startsAt: begin, byUserId: by, createdAt })
    const details = { ...terms, userId: creatorId, startsAt: begin.toISOString() }
    await recordAuditEntry(tx, { by, action: 'EARNING_SHARE_NOTED', subjectId: id, details })
  })
