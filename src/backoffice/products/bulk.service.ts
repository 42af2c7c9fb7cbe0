import { and, asc, count, eq, gt, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { products } from '../../shop/catalog/table.ts'
import type { Db } from '../../platform/db.ts'
import { defineJob } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import {
  BulkLineStatus,
  type BulkEdit,
  type BulkLine,
  type createBulkEdit,
  type listBulkLines,
} from './bulk.contract.ts'
import { changesForEdit, planChanges } from './bulk.rules.ts'
import { isAnyOf, snapshotColumns } from './snapshot.service.ts'
import { productListCondition } from './list.service.ts'
import { bulkEdits, bulkLines } from './table.ts'

/** Products that are looked at, or changed, in one transaction. */
export const BULK_BATCH_SIZE = 500
/** Up to so many the caller waits for; more is a job's work. */
const MAX_SYNC_PRODUCTS = 1000

export const checkBulkEditJob = defineJob<{ bulkId: string }>('assortment.check', 20)

export type BulkEditRow = typeof bulkEdits.$inferSelect
export type NewBulkLine = Omit<typeof bulkLines.$inferInsert, 'bulkId'>

type CreateBulkEditInput = z.output<typeof createBulkEdit.input>

/**
 * Prepares an edit of many products, for a person to look at first.
 * @throws Problem INVALID_INPUT when nothing is chosen or found
 */
export async function startBulkEdit(
  platform: Platform,
  by: string,
  asked: CreateBulkEditInput,
): Promise<z.input<typeof BulkEdit>> {
  const { db, jobs } = platform
  const { productIds, search, change } = asked
  if (!productIds && !search) throw noneChosen()
  const selection = productIds ? { productIds } : { search }
  const [found] = await db.select({ total: count() }).from(products).where(selectionCondition(selection))
  const total = found?.total ?? 0
  if (total === 0) throw noneChosen()
  const why = 'cause' in change ? { cause: change.cause, note: change.note } : {}
  const bulkId = await db.transaction(async tx => {
    const [row] = await tx
      .insert(bulkEdits)
      .values({ actorId: by, state: 'CHECKING', change, selection, total, ...why })
      .returning({ id: bulkEdits.id })
    if (!row) throw new Error('not kept')
    if (total > MAX_SYNC_PRODUCTS) await jobs.send(tx, checkBulkEditJob, { bulkId: row.id })
    return row.id
  })
  if (total <= MAX_SYNC_PRODUCTS) await planBulkEdit(db, bulkId)
  return findBulkEdit(db, bulkId)
}

const noneChosen = () =>
  new Problem('INVALID_INPUT', { fields: { productIds: 'Kies minstens één product.' } })

type Selection = Pick<CreateBulkEditInput, 'productIds' | 'search'>

const selectionCondition = ({ productIds, search }: Selection): SQL | undefined =>
  productIds ? isAnyOf(products.id, productIds) : productListCondition(search ?? { q: '' })

/** Says of each product what would become of it. What was said before, by a node that was killed on the way, is forgotten. */
export async function planBulkEdit(db: Db, bulkId: string): Promise<void> {
  const [row] = await db.select().from(bulkEdits).where(eq(bulkEdits.id, bulkId))
  const { change, selection } = row ?? {}
  if (!change || row?.state !== 'CHECKING') return
  await db.delete(bulkLines).where(eq(bulkLines.bulkId, bulkId))
  const where = selectionCondition(selection as Selection)
  let line = 0
  for (let last: string | null = null; ;) {
    const page = await pageAfter(db, where, last)
    const lines = page.map(product => {
      line += 1
      return { line, ...named(product), ...planChanges(changesForEdit(change, product), product) }
    })
    await insertBulkLines(db, bulkId, lines)
    await db.update(bulkEdits).set({ done: line }).where(eq(bulkEdits.id, bulkId))
    if (page.length < BULK_BATCH_SIZE) break
    last = page.at(-1)?.id ?? null
  }
  await db.update(bulkEdits).set({ state: 'READY', done: line, total: line }).where(eq(bulkEdits.id, bulkId))
}

const named = ({ id, sku, name }: { id: string; sku: string; name: string }) => ({ productId: id, sku, name })

const pageAfter = (db: Db, where: SQL | undefined, last: string | null) =>
  db
    .select(snapshotColumns)
    .from(products)
    .where(and(where, last === null ? undefined : gt(products.id, last)))
    .orderBy(asc(products.id))
    .limit(BULK_BATCH_SIZE)

/** Keeps what was found of many lines, in one statement. */
export async function insertBulkLines(db: Db, bulkId: string, lines: NewBulkLine[]): Promise<void> {
  if (lines.length === 0) return
  await db.execute(sql`
    insert into ${bulkLines} (bulk_id, line, sku, name, product_id, verdict, "values", changes, errors)
    select ${bulkId}::uuid, line, sku, name, "productId", verdict, "values", changes, errors
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as staged(
      line int, sku text, name text, "productId" uuid, verdict text, "values" jsonb, changes jsonb, errors jsonb
    )`)
}

/** @throws Problem NOT_FOUND */
export async function findBulkEdit(db: Db, bulkId: string): Promise<z.input<typeof BulkEdit>> {
  const [row] = await db.select().from(bulkEdits).where(eq(bulkEdits.id, bulkId))
  if (!row) throw bulkEditNotFound()
  // While it is under way that is asked every second, and nobody looks at them.
  const isUnderWay = row.state === 'CHECKING' || row.state === 'APPLYING'
  const counts = isUnderWay ? {} : await countByStatus(db, bulkId)
  return { ...row, counts: { ...zeroCounts, ...counts } }
}

const zeroCounts = Object.fromEntries(BulkLineStatus.options.map(verdict => [verdict, 0])) as Record<
  BulkLineStatus,
  number
>

async function countByStatus(db: Db, bulkId: string): Promise<Partial<Record<BulkLineStatus, number>>> {
  const counted = await db
    .select({ verdict: bulkLines.verdict, lines: count() })
    .from(bulkLines)
    .where(eq(bulkLines.bulkId, bulkId))
    .groupBy(bulkLines.verdict)
  return Object.fromEntries(counted.map(({ verdict, lines }) => [verdict, lines]))
}

export const bulkEditNotFound = () =>
  new Problem('NOT_FOUND', { message: 'Deze bewerking is er niet meer. Begin opnieuw.' })

/** One page of the lines with one outcome, in their order. */
export const findBulkLines = (
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
