import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { diffForAudit } from '../../people/audit/rules.ts'
import { recordAuditEntries } from '../../people/audit/service.ts'
import { invalidateWholeCatalog } from '../../shop/catalog/cacheInvalidation.service.ts'
import { recordStockCorrections } from '../../shop/catalog/stockLedger.service.ts'
import { categories, products } from '../../shop/catalog/table.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { defineJob } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import {
  lineFields,
  type BulkEdit,
  type LineChanges,
  type LineError,
  type LineField,
} from './bulk.contract.ts'
import { rebasePlan, columnNames, type BulkLinePlan } from './bulk.rules.ts'
import { BULK_BATCH_SIZE, findBulkEdit, bulkEditNotFound, type BulkEditRow } from './bulk.service.ts'
import { recordPrices } from './history.service.ts'
import { insertNewProducts } from './newProducts.service.ts'
import { isAnyOf, snapshotColumns } from './snapshot.service.ts'
import { bulkEdits, bulkLines } from './table.ts'

export const applyBulkEditJob = defineJob<{ bulkId: string }>('assortment.apply', 20)

/**
 * Begins to do what the preview shows. Up to one batch is done when this returns, in one transaction; the rest is a job's
 * work, a batch a transaction, that goes on where it was when a node is killed.
 * @throws Problem NOT_FOUND; CONFLICT when it is not ready, or done already
 */
export async function startApply(
  platform: Platform,
  by: string,
  bulkId: string,
): Promise<z.input<typeof BulkEdit>> {
  const { db, jobs } = platform
  const total = await db.transaction(async tx => {
    const own = eq(bulkEdits.id, bulkId)
    const [row] = await tx.select({ state: bulkEdits.state }).from(bulkEdits).where(own).for('update')
    if (!row) throw bulkEditNotFound()
    if (row.state !== 'READY')
      throw new Problem('CONFLICT', { message: 'Deze bewerking is al uitgevoerd, of nog niet klaar.' })
    const lines = await tx.$count(bulkLines, and(eq(bulkLines.bulkId, bulkId), isPlanned))
    await tx.update(bulkEdits).set({ state: 'APPLYING', actorId: by, done: 0, total: lines }).where(own)
    await jobs.send(tx, applyBulkEditJob, { bulkId })
    return lines
  })
  if (total <= BULK_BATCH_SIZE) await runApply(db, bulkId)
  return findBulkEdit(db, bulkId)
}

const isPlanned = inArray(bulkLines.verdict, ['CHANGE', 'NEW'])

/** Does what is left to do. Whoever does it at the same time takes turns, batch by batch. */
export async function runApply(db: Db, bulkId: string): Promise<void> {
  let isMore = true
  while (isMore) isMore = await db.transaction(tx => applyBatch(tx, bulkId))
}

/** @returns whether there may be more */
async function applyBatch(tx: Tx, bulkId: string): Promise<boolean> {
  const own = eq(bulkEdits.id, bulkId)
  const [row] = await tx.select().from(bulkEdits).where(own).for('update')
  if (row?.state !== 'APPLYING') return false
  const changed = await linesWith(tx, bulkId, 'CHANGE')
  const added =
    changed.length < BULK_BATCH_SIZE
      ? await linesWith(tx, bulkId, 'NEW', BULK_BATCH_SIZE - changed.length)
      : []
  const outcomes = [
    ...(changed.length > 0 ? await changeLines(tx, row, changed) : []),
    ...(added.length > 0 ? await insertNewProducts(tx, row, added) : []),
  ]
  await storeResults(tx, bulkId, outcomes)
  const isMore = changed.length + added.length === BULK_BATCH_SIZE
  await tx
    .update(bulkEdits)
    .set({ done: row.done + outcomes.length, ...(!isMore && { state: 'DONE' as const }) })
    .where(own)
  return isMore
}

export type BulkLineRow = typeof bulkLines.$inferSelect
export interface BulkLineResult extends Pick<BulkLinePlan, 'verdict' | 'errors' | 'changes'> {
  line: number
  productId: string | null
}

const linesWith = (
  tx: Tx,
  bulkId: string,
  verdict: 'CHANGE' | 'NEW',
  most = BULK_BATCH_SIZE,
): Promise<BulkLineRow[]> =>
  tx
    .select()
    .from(bulkLines)
    .where(and(eq(bulkLines.bulkId, bulkId), eq(bulkLines.verdict, verdict)))
    .orderBy(asc(bulkLines.line))
    .limit(most)

type LockedProduct = Awaited<ReturnType<typeof lockProducts>>[number]
interface PlannedLine {
  line: BulkLineRow
  plan: BulkLinePlan
  before: LockedProduct | undefined
}

async function changeLines(tx: Tx, row: BulkEditRow, lines: BulkLineRow[]): Promise<BulkLineResult[]> {
  const found = await lockProducts(
    tx,
    lines.map(({ productId }) => productId as string),
  )
  const byId = new Map(found.map(product => [product.id, product]))
  const known = await lockCategories(
    tx,
    lines.map(({ changes }) => changes.categoryId?.to),
  )
  const steps = lines.map((line): PlannedLine => {
    const before = byId.get(line.productId as string)
    return {
      line,
      before,
      plan: before ? planLine(line, before, known) : missedPlan(null, 'Dit product bestaat niet meer.'),
    }
  })
  const done = steps.filter(
    (step): step is PlannedLine & { before: LockedProduct } => step.plan.verdict === 'DONE',
  )
  await updateProducts(tx, done)
  await recordChanges(tx, row, done)
  return steps.map(({ line, plan }) => ({ ...plan, line: line.line, productId: line.productId }))
}

function planLine({ changes }: BulkLineRow, before: LockedProduct, known: Set<string>): BulkLinePlan {
  const category = changes.categoryId?.to
  if (typeof category === 'string' && !known.has(category))
    return missedPlan(columnNames.categoryId, 'Deze categorie bestaat niet meer.', changes)
  return rebasePlan(changes, before)
}

export const missedPlan = (
  column: string | null,
  message: string,
  changes: LineChanges = {},
): BulkLinePlan => ({
  verdict: 'MISSED',
  changes,
  errors: [{ column, message } satisfies LineError],
})

/** In the order of their ids, as checkout locks them: nobody waits in a circle. */
const lockProducts = (tx: Tx, ids: string[]) =>
  tx
    .select(snapshotColumns)
    .from(products)
    .where(isAnyOf(products.id, ids))
    .orderBy(asc(products.id))
    .for('update')

/** Which of these categories are there, and stay there until the transaction is over. */
export async function lockCategories(tx: Tx, ids: unknown[]): Promise<Set<string>> {
  const wanted = [...new Set(ids.filter(id => typeof id === 'string'))]
  if (wanted.length === 0) return new Set()
  const own = tx.select({ id: categories.id }).from(categories).where(isAnyOf(categories.id, wanted))
  const found = await own.orderBy(asc(categories.id)).for('key share')
  return new Set(found.map(({ id }) => id))
}

/** What a line may set, as the table has it. */
export const sqlColumns: Record<LineField, [name: string, type: string]> = {
  name: ['name', 'text'],
  description: ['description', 'text'],
  categoryId: ['category_id', 'uuid'],
  price: ['price', 'int'],
  shippingCost: ['shipping_cost', 'int'],
  stock: ['stock', 'int'],
  isActive: ['is_active', 'boolean'],
  showShippingOptions: ['show_shipping_options', 'boolean'],
  showCommentsField: ['show_comments_field', 'boolean'],
  hygieneSealed: ['hygiene_sealed', 'boolean'],
  weight: ['weight', 'int'],
  length: ['length', 'int'],
  width: ['width', 'int'],
  height: ['height', 'int'],
}

/** One statement for all of them, with only the columns that change: a name that stays need not be indexed again. */
async function updateProducts(tx: Tx, steps: (PlannedLine & { before: LockedProduct })[]): Promise<void> {
  const fields = lineFields.filter(name => steps.some(({ plan }) => plan.changes[name]))
  if (fields.length === 0) return
  if (steps.length > 20) await invalidateWholeCatalog(tx)
  const rows = steps.map(({ before, plan }) => {
    const values = fields.map(name => [sqlColumns[name][0], (plan.changes[name] ?? { to: before[name] }).to])
    return { id: before.id, ...Object.fromEntries(values) }
  })
  const set: SQL[] = fields.map(name => sql.raw(`${sqlColumns[name][0]} = new.${sqlColumns[name][0]}`))
  const types = fields.map(name => sql.raw(sqlColumns[name].join(' ')))
  await tx.execute(sql`
    update ${products} p set ${sql.join(set, sql`, `)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new(id uuid, ${sql.join(types, sql`, `)})
    where p.id = new.id`)
}

/** What changed, in every book that keeps it. */
async function recordChanges(
  tx: Tx,
  { actorId: by, cause, note, change }: BulkEditRow,
  steps: PlannedLine[],
): Promise<void> {
  const productsWith = (name: 'stock' | 'price') =>
    steps.flatMap(({ line, plan }) => {
      const { from, to } = plan.changes[name] ?? {}
      return from === undefined || from === to
        ? []
        : [{ productId: line.productId as string, from: Number(from), to: Number(to) }]
    })
  await recordStockCorrections(tx, productsWith('stock'), { by, cause, reason: note })
  await recordPrices(tx, productsWith('price'), { by, source: change ? 'BULK' : 'IMPORT' })
  const deeds = steps.map(({ line, plan: { changes } }) => ({
    subjectId: line.productId as string,
    details: diffForAudit(changeSide(changes, 'from'), changeSide(changes, 'to')),
  }))
  await recordAuditEntries(
    tx,
    by,
    'PRODUCT_CHANGED',
    deeds.filter(({ details }) => Object.keys(details).length > 0),
  )
}

const changeSide = (changes: LineChanges, which: 'from' | 'to'): Record<string, unknown> =>
  Object.fromEntries(Object.entries(changes).map(([name, change]) => [name, change[which]]))

async function storeResults(tx: Tx, bulkId: string, outcomes: BulkLineResult[]): Promise<void> {
  if (outcomes.length === 0) return
  await tx.execute(sql`
    update ${bulkLines} l set verdict = new.verdict, errors = new.errors, changes = new.changes, product_id = new."productId"
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
      as new(line int, verdict text, errors jsonb, changes jsonb, "productId" uuid)
    where l.bulk_id = ${bulkId}::uuid and l.line = new.line`)
}
