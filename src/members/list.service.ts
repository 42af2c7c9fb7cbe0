import { and, asc, desc, eq, isNull, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { z } from 'zod'
import type { Role } from '../accounts/contract.ts'
import { nameInOrder, users } from '../accounts/table.ts'
import type { Db } from '../platform/db.ts'
import type { Member, MemberSort } from './contract.ts'

interface Looked {
  q: string | null
  role?: Role | '' | null | undefined
  sort: MemberSort
  pageSize: number
}

type Row = z.input<typeof Member>

/** More are not counted. */
const MOST_COUNTED = 10_000
/** Without pages. */
const MOST_LISTED = 1000

/** The newest accounts that are looked for, without pages. */
export const newestMembers = (db: Db, looked: Looked): Promise<Row[]> =>
  rows(db, { ...looked, sort: 'newest', pageSize: MOST_LISTED }, 0)

/** One page of the accounts that are looked for, in two statements. */
export async function memberPage(
  db: Db,
  page: number,
  looked: Looked,
): Promise<{ items: Row[]; total: number; page: number; pageSize: number }> {
  const { pageSize } = looked
  // In an order, which no more are counted in than there are: an index has it, and the table is not read.
  const found = db
    .select({ id: users.id })
    .from(users)
    .where(conditionOf(looked))
    .orderBy(...orders.newest)
    .limit(MOST_COUNTED)
  const [counted] = await db.select({ total: sql<number>`count(*)::int` }).from(found.as('found'))
  const items = await rows(db, looked, (page - 1) * pageSize)
  return { items, total: counted?.total ?? 0, page, pageSize }
}

/** Each is an index, read from one end or the other. */
const orders: Record<MemberSort, SQL[]> = {
  newest: [desc(users.createdAt), desc(users.id)],
  oldest: [asc(users.createdAt), asc(users.id)],
  name: [asc(nameInOrder(users)), asc(users.id)],
  '-name': [desc(nameInOrder(users)), desc(users.id)],
  email: [asc(users.email), asc(users.id)],
  '-email': [desc(users.email), desc(users.id)],
  minutes: [asc(users.minutesBalance), asc(users.id)],
  '-minutes': [desc(users.minutesBalance), desc(users.id)],
}

const rows = (db: Db, looked: Looked, offset: number): Promise<Row[]> =>
  db
    .select()
    .from(users)
    .where(conditionOf(looked))
    .orderBy(...orders[looked.sort])
    .limit(looked.pageSize)
    .offset(offset)

/** Who is erased is nobody any more. */
function conditionOf({ q, role }: Looked): SQL | undefined {
  const asked = q?.toLowerCase()
  return and(
    isNull(users.erasedAt),
    role ? eq(users.role, role) : undefined,
    asked ? or(has(users.email, asked), has(sql`lower(${users.displayName})`, asked)) : undefined,
  )
}

/** Whether a text has this in it; fewer than the three letters that an index knows are looked for where words begin. */
function has(text: SQLWrapper, q: string): SQL | undefined {
  const typed = q.replaceAll(/[\\%_]/g, String.raw`\$&`)
  const likes = q.length < 3 ? [`${typed}%`, `% ${typed}%`] : [`%${typed}%`]
  return or(...likes.map(like => sql`${text} like ${like}`))
}
