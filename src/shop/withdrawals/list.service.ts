import { and, desc, isNotNull, isNull, like, or, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '../../platform/db.ts'
import type { listWithdrawals, Withdrawal } from './contract.ts'
import { addWithdrawalLines } from './decisions.service.ts'
import { withdrawals } from './table.ts'

/** How many withdrawals are returned without paging. */
const MAX_LISTED = 200
/** Counting stops here, which limits what a count costs. */
const MAX_COUNTED = 10_000

type WithdrawalInputRow = z.input<typeof Withdrawal>
type WithdrawalListFilter = Pick<z.output<typeof listWithdrawals.input>, 'state' | 'q' | 'pageSize'>

/** The withdrawals that match: unanswered ones first, then the newest. */
export const listFirstWithdrawals = (db: Db, looked: WithdrawalListFilter): Promise<WithdrawalInputRow[]> =>
  listRows(db, looked, MAX_LISTED, 0)

/** One page of them. */
export async function listWithdrawalsPage(db: Db, page: number, looked: WithdrawalListFilter) {
  const { pageSize } = looked
  const found = db
    .select({ id: withdrawals.id })
    .from(withdrawals)
    .where(conditionOf(looked))
    .limit(MAX_COUNTED)
  const [counted] = await db.select({ total: sql<number>`count(*)::int` }).from(found.as('found'))
  const items = await listRows(db, looked, pageSize, (page - 1) * pageSize)
  return { items, total: counted?.total ?? 0, page, pageSize }
}

const listRows = async (
  db: Db,
  looked: WithdrawalListFilter,
  limit: number,
  offset: number,
): Promise<WithdrawalInputRow[]> =>
  addWithdrawalLines(
    db,
    await db
      .select()
      .from(withdrawals)
      .where(conditionOf(looked))
      .orderBy(sql`${withdrawals.handledAt} is not null`, desc(withdrawals.receivedAt), desc(withdrawals.id))
      .limit(limit)
      .offset(offset),
  )

function conditionOf({ state, q }: WithdrawalListFilter): SQL | undefined {
  const { handledAt } = withdrawals
  const inState = state ? (state === 'OPEN' ? isNull(handledAt) : isNotNull(handledAt)) : undefined
  if (!q) return inState
  const part = `%${q.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const isIn = [sql`lower(${withdrawals.name})`, withdrawals.email, withdrawals.orderNumber]
  return and(inState, or(...isIn.map(text => like(text as typeof withdrawals.email, part))))
}
