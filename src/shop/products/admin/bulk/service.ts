import { recordOf } from '../../../../wire/records.ts'
import { toSnakeCase } from 'drizzle-orm/casing'
import {
  lineFields,
  BulkLineStatus,
  type BulkEdit,
  type BulkLine,
  type createBulkEdit,
  type listBulkLines,
} from './contract.ts'
import { and, asc, count, eq, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { categories, products } from '../../catalog/table.ts'
import type { Db, Tx } from '../../../../platform/db/db.ts'
import { defineJob } from '../../../../platform/jobs/jobs.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { isAnyOf } from '../../../../platform/db/sql.ts'
import { Problem } from '../../../../wire/problem.ts'
import { type BulkLinePlan, changesForEdit, planChanges } from './rules.ts'
import { expandSelection } from './families.service.ts'
import { readSnapshots } from './snapshot.service.ts'
import { productListCondition } from '../list.service.ts'
import { bulkEdits, bulkLines } from '../table.ts'

/** Up to this many products are planned before the request returns; more are left to a job. */
const MAX_SYNC_PRODUCTS = 1000

export const checkBulkEditJob = defineJob<{ bulkId: string }>('bulkEdits.check', 20)

export type BulkEditRow = typeof bulkEdits.$inferSelect
export type NewBulkLine = Omit<typeof bulkLines.$inferInsert, 'bulkId'>

type CreateBulkEditInput = z.output<typeof createBulkEdit.input>

/**
 * Prepares a bulk edit, to be reviewed and then applied.
 * @throws Problem INVALID_INPUT when nothing is selected or found
 */
export async function startBulkEdit(platform: Platform, by: string, input: CreateBulkEditInput) {
  const { db, jobs, settings } = platform
  const { productIds, search, change } = input
  if (!productIds && !search) throw noneSelected()
  const { lowStockThreshold } = settings.current
  const selection: BulkSelection = productIds ? { productIds } : { search, lowStockThreshold }
  const where = expandSelection(selectionCondition(selection), change.kind)
  const [found] = await db.select({ total: count() }).from(products).where(where)
  const total = found?.total ?? 0
  if (total === 0) throw noneSelected()
  const why = 'cause' in change ? { cause: change.cause, note: change.note } : {}
  const bulkId = await db.transaction(async tx => {
    const [row] = await tx
      .insert(bulkEdits)
      .values({ actorId: by, state: 'CHECKING', change, selection: { ...selection }, total, ...why })
      .returning({ id: bulkEdits.id })
    if (!row) throw new Error('the insert returned no row')
    if (total > MAX_SYNC_PRODUCTS) await jobs.send(tx, checkBulkEditJob, { bulkId: row.id })
    return row.id
  })
  if (total <= MAX_SYNC_PRODUCTS) await planBulkEdit(platform, bulkId)
  return findBulkEdit(db, bulkId)
}

const noneSelected = () =>
  new Problem('INVALID_INPUT', { fields: { productIds: 'Kies minstens één product.' } })

/**
 * The selection, with the threshold of low stock at that time, because a job may plan the change after another threshold was
 * saved.
 */
interface BulkSelection extends Pick<CreateBulkEditInput, 'productIds' | 'search'> {
  lowStockThreshold?: number
}

const selectionCondition = ({ productIds, search, lowStockThreshold = 0 }: BulkSelection): SQL | undefined =>
  productIds ? isAnyOf(products.id, productIds) : productListCondition(search ?? { q: '' }, lowStockThreshold)

/** Plans the change of each product. Lines left by a node that was killed are deleted first. */
export async function planBulkEdit({ db }: Pick<Platform, 'db'>, bulkId: string): Promise<void> {
  const [row] = await db.select().from(bulkEdits).where(eq(bulkEdits.id, bulkId))
  const { change, selection } = row ?? {}
  if (!change || row?.state !== 'CHECKING') return
  await db.delete(bulkLines).where(eq(bulkLines.bulkId, bulkId))
  const where = expandSelection(selectionCondition(selection as BulkSelection), change.kind)
  let line = 0
  for await (const batch of readSnapshots(db, where)) {
    const lines = batch.map(product => {
      line += 1
      const { id: productId, sku, name } = product
      return { line, productId, sku, name, ...planChanges(changesForEdit(change, product), product) }
    })
    await insertBulkLines(db, bulkId, lines)
    await db.update(bulkEdits).set({ done: line }).where(eq(bulkEdits.id, bulkId))
  }
  await db.update(bulkEdits).set({ state: 'READY', done: line, total: line }).where(eq(bulkEdits.id, bulkId))
}

/** Inserts lines, in one statement. */
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
  // While it runs it is polled every second, and the counts are not shown.
  const isUnderWay = row.state === 'CHECKING' || row.state === 'APPLYING'
  const counts = isUnderWay ? {} : await countByStatus(db, bulkId)
  return { ...row, counts: { ...zeroCounts, ...counts } }
}

const zeroCounts = recordOf(BulkLineStatus.options, () => 0)

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

/** One page of the lines with one status, in order. @throws Problem NOT_FOUND when there is no such bulk edit */
export async function findBulkLines(
  db: Db,
  { bulkId, verdict, page, pageSize }: z.output<typeof listBulkLines.input>,
): Promise<z.input<typeof BulkLine>[]> {
  const lines = await db
    .select()
    .from(bulkLines)
    .where(and(eq(bulkLines.bulkId, bulkId), eq(bulkLines.verdict, verdict)))
    .orderBy(asc(bulkLines.line))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  if (lines.length === 0 && (await db.$count(bulkEdits, eq(bulkEdits.id, bulkId))) === 0)
    throw bulkEditNotFound()
  return lines
}

export interface BulkLineResult extends Pick<BulkLinePlan, 'verdict' | 'errors' | 'changes'> {
  line: number
  productId: string | null
}

/**
 * Locks the categories that exist, so that they stay until the transaction ends.
 * @returns their ids
 */
export async function lockCategories(tx: Tx, ids: unknown[]): Promise<Set<string>> {
  const unique = [...new Set(ids.filter(id => typeof id === 'string'))]
  if (unique.length === 0) return new Set()
  const own = tx.select({ id: categories.id }).from(categories).where(isAnyOf(categories.id, unique))
  const found = await own.orderBy(asc(categories.id)).for('key share')
  return new Set(found.map(({ id }) => id))
}

/** The column and SQL type of each field that a line can set. */
export const sqlColumns = recordOf(
  lineFields,
  name => [toSnakeCase(name), products[name].getSQLType()] as const,
)
