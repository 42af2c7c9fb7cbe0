import { and, asc, count, eq, gt, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { products } from '../../shop/catalog/table.ts'
import type { Db } from '../../platform/db.ts'
import { job } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { Verdict, type Bulk, type BulkLine, type createBulk, type listBulkLines } from './bulk.contract.ts'
import { editOf, planOf } from './bulk.rules.ts'
import { isAmong, present } from './present.service.ts'
import { foundBy } from './shelf.service.ts'
import { bulkEdits, bulkLines } from './table.ts'

/** Products that are looked at, or changed, in one transaction. */
export const BATCH = 500
/** Up to so many the caller waits for; more is a job's work. */
const SOON = 1000

export const checkJob = job<{ bulkId: string }>('assortment.check', 20)

export type BulkRow = typeof bulkEdits.$inferSelect
export type StagedLine = Omit<typeof bulkLines.$inferInsert, 'bulkId'>

type Asked = z.output<typeof createBulk.input>

/**
 * Prepares an edit of many products, for a person to look at first.
 * @throws Problem INVALID_INPUT when nothing is chosen or found
 */
export async function beginEdit(platform: Platform, by: string, asked: Asked): Promise<z.input<typeof Bulk>> {
  const { db, jobs } = platform
  const { productIds, search, change } = asked
  if (!productIds && !search) throw noneChosen()
  const selection = productIds ? { productIds } : { search }
  const [found] = await db.select({ total: count() }).from(products).where(conditionOf(selection))
  const total = found?.total ?? 0
  if (total === 0) throw noneChosen()
  const why = 'cause' in change ? { cause: change.cause, note: change.note } : {}
  const bulkId = await db.transaction(async tx => {
    const [row] = await tx
      .insert(bulkEdits)
      .values({ actorId: by, state: 'CHECKING', change, selection, total, ...why })
      .returning({ id: bulkEdits.id })
    if (!row) throw new Error('not kept')
    if (total > SOON) await jobs.send(tx, checkJob, { bulkId: row.id })
    return row.id
  })
  if (total <= SOON) await planEdit(db, bulkId)
  return bulkOf(db, bulkId)
}

const noneChosen = () =>
  new Problem('INVALID_INPUT', { fields: { productIds: 'Kies minstens één product.' } })

type Selection = Pick<Asked, 'productIds' | 'search'>

const conditionOf = ({ productIds, search }: Selection): SQL | undefined =>
  productIds ? isAmong(products.id, productIds) : foundBy(search ?? { q: '' })

/** Says of each product what would become of it. What was said before, by a node that was killed on the way, is forgotten. */
export async function planEdit(db: Db, bulkId: string): Promise<void> {
  const [row] = await db.select().from(bulkEdits).where(eq(bulkEdits.id, bulkId))
  const { change, selection } = row ?? {}
  if (!change || row?.state !== 'CHECKING') return
  await db.delete(bulkLines).where(eq(bulkLines.bulkId, bulkId))
  const where = conditionOf(selection as Selection)
  let line = 0
  for (let last: string | null = null; ;) {
    const page = await pageAfter(db, where, last)
    const lines = page.map(product => {
      line += 1
      return { line, ...named(product), ...planOf(editOf(change, product), product) }
    })
    await stage(db, bulkId, lines)
    await db.update(bulkEdits).set({ done: line }).where(eq(bulkEdits.id, bulkId))
    if (page.length < BATCH) break
    last = page.at(-1)?.id ?? null
  }
  await db.update(bulkEdits).set({ state: 'READY', done: line, total: line }).where(eq(bulkEdits.id, bulkId))
}

const named = ({ id, sku, name }: { id: string; sku: string; name: string }) => ({ productId: id, sku, name })

const pageAfter = (db: Db, where: SQL | undefined, last: string | null) =>
  db
    .select(present)
    .from(products)
    .where(and(where, last === null ? undefined : gt(products.id, last)))
    .orderBy(asc(products.id))
    .limit(BATCH)

/** Keeps what was found of many lines, in one statement. */
export async function stage(db: Db, bulkId: string, lines: StagedLine[]): Promise<void> {
  if (lines.length === 0) return
  await db.execute(sql`
    insert into ${bulkLines} (bulk_id, line, sku, name, product_id, verdict, "values", changes, errors)
    select ${bulkId}::uuid, line, sku, name, "productId", verdict, "values", changes, errors
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as staged(
      line int, sku text, name text, "productId" uuid, verdict text, "values" jsonb, changes jsonb, errors jsonb
    )`)
}

/** @throws Problem NOT_FOUND */
export async function bulkOf(db: Db, bulkId: string): Promise<z.input<typeof Bulk>> {
  const [row] = await db.select().from(bulkEdits).where(eq(bulkEdits.id, bulkId))
  if (!row) throw gone()
  // While it is under way that is asked every second, and nobody looks at them.
  const isUnderWay = row.state === 'CHECKING' || row.state === 'APPLYING'
  const counts = isUnderWay ? {} : await countsOf(db, bulkId)
  return { ...row, counts: { ...none, ...counts } }
}

const none = Object.fromEntries(Verdict.options.map(verdict => [verdict, 0])) as Record<Verdict, number>

async function countsOf(db: Db, bulkId: string): Promise<Partial<Record<Verdict, number>>> {
  const counted = await db
    .select({ verdict: bulkLines.verdict, lines: count() })
    .from(bulkLines)
    .where(eq(bulkLines.bulkId, bulkId))
    .groupBy(bulkLines.verdict)
  return Object.fromEntries(counted.map(({ verdict, lines }) => [verdict, lines]))
}

export const gone = () =>
  new Problem('NOT_FOUND', { message: 'Deze bewerking is er niet meer. Begin opnieuw.' })

/** One page of the lines with one outcome, in their order. */
export const linesOf = (
  db: Db,
  { bulkId, verdict, page, pageSize }: z.output<typeof listBulkLines.input>,
): Promise<z.input<typeof BulkLine>[]> =>
  db
    .select()
    .from(bulkLines)
    .where(and(eq(bulkLines.bulkId, bulkId), eq(bulkLines.verdict, verdict)))
    .orderBy(asc(bulkLines.line))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
