import { columnNames } from '../labels.rules.ts'
import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import { applyDueSales } from '../../prices/dueSales.service.ts'
import { products } from '../../catalog/table.ts'
import { findProductsWithCodes } from '../../../downloads/codes.service.ts'
import type { Tx } from '../../../../platform/db/db.ts'
import { defineJob } from '../../../../platform/jobs/jobs.ts'
import { readRowsFast } from '../../../../platform/db/rowMapper.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { Problem, problems } from '../../../../wire/problem.ts'
import { rebasePlan, missedPlan, type BulkLinePlan } from './rules.ts'
import { changesSafety, findSafetyErrors, safetyAfter, type LineSafety } from '../imports/csvSafety.rules.ts'
import {
  bulkEditNotFound,
  findBulkEdit,
  lockCategories,
  type BulkEditRow,
  type BulkLineResult,
} from './service.ts'
import { changeSales, recordChanges, updateProducts, type AppliedPlan } from './writes.service.ts'
import { followerPlans, lockFamilies, type LockedProduct } from './families.service.ts'
import { lockLineSafety, writeSafety, type LockedSafety } from '../safety/line.service.ts'
import { insertNewVariants } from './newVariants.service.ts'
import { MAX_VARIANTS } from '../variants/contract.ts'
import { insertNewProducts } from './newProducts.service.ts'
import { BULK_BATCH_SIZE } from './snapshot.service.ts'
import { bulkEdits, type BulkLineRow, bulkLines } from '../table.ts'

export const applyBulkEditJob = defineJob<{ bulkId: string }>('bulkEdits.apply', 20)

/**
 * Starts applying the changes of the preview. One batch is applied here, in one transaction; a job does the rest, one transaction
 * per batch, and continues after a restart.
 * @throws Problem NOT_FOUND; CONFLICT when it is not READY
 */
export async function startApply(platform: Platform, by: string, bulkId: string) {
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
  if (total <= BULK_BATCH_SIZE) await runApply(platform, bulkId)
  return findBulkEdit(db, bulkId)
}

const isPlanned = inArray(bulkLines.verdict, ['CHANGE', 'NEW'])

/** Applies the remaining lines. The row lock makes concurrent runs alternate, batch by batch. */
export async function runApply(
  platform: Pick<Platform, 'db' | 'now' | 'log'>,
  bulkId: string,
): Promise<void> {
  const { db, now, log } = platform
  await applyDueSales(db, now())
  const progress: RunProgress = { lastLine: { CHANGE: 0, NEW: 0 }, added: 0 }
  let isMore = true
  while (isMore) isMore = await db.transaction(tx => applyBatch(tx, bulkId, progress, now()))
  if (progress.added < BULK_BATCH_SIZE) return
  // PostgreSQL learns by itself within minutes that a table has grown; until then it may read the whole of it for a few products.
  const analyzed = db.execute(sql`analyze ${products}`)
  await analyzed.catch((error: unknown) => log.warn({ err: error }, 'products could not be analyzed'))
}

/** How far a run has come. */
interface RunProgress {
  /** The last line of each kind that it has applied: passing over those before it would take longer with each batch. */
  lastLine: Record<'CHANGE' | 'NEW', number>
  /** How many products it has added. */
  added: number
}

/** @returns whether there may be more */
async function applyBatch(tx: Tx, bulkId: string, progress: RunProgress, now: Date): Promise<boolean> {
  const own = eq(bulkEdits.id, bulkId)
  const [row] = await tx.select().from(bulkEdits).where(own).for('update')
  if (row?.state !== 'APPLYING') return false
  // A plan that PostgreSQL makes for few products reads the whole table, and is kept while an import adds many.
  await tx.execute(sql`set local enable_seqscan = off`)
  const changed = await nextLines(tx, bulkId, 'CHANGE', progress)
  const added =
    changed.length < BULK_BATCH_SIZE
      ? await nextLines(tx, bulkId, 'NEW', progress, BULK_BATCH_SIZE - changed.length)
      : []
  const left = BULK_BATCH_SIZE - changed.length - added.length
  const variants = left > 0 ? await newVariantLines(tx, bulkId) : []
  const outcomes = [
    ...(changed.length > 0 ? await changeLines(tx, row, changed, now) : []),
    ...(added.length > 0 ? await insertNewProducts(tx, row, added) : []),
    ...(variants.length > 0 ? await insertNewVariants(tx, row, variants, now) : []),
  ]
  await storeResults(tx, bulkId, outcomes)
  progress.added += outcomes.filter(({ verdict }) => verdict === 'ADDED').length
  const isMore = left === 0 || variants.length > 0
  await tx
    .update(bulkEdits)
    .set({ done: row.done + outcomes.length, ...(!isMore && { state: 'DONE' as const }) })
    .where(own)
  return isMore
}

async function nextLines(
  tx: Tx,
  bulkId: string,
  verdict: 'CHANGE' | 'NEW',
  { lastLine }: RunProgress,
  most = BULK_BATCH_SIZE,
) {
  const select = tx
    .select()
    .from(bulkLines)
    .where(
      and(
        eq(bulkLines.bulkId, bulkId),
        eq(bulkLines.verdict, verdict),
        gt(bulkLines.line, lastLine[verdict]),
        verdict === 'NEW' ? sql`not ${isVariantLine}` : undefined,
      ),
    )
    .orderBy(asc(bulkLines.line))
    .limit(most)
    .prepare(`bulk_lines_${verdict}`)
  const lines = await readRowsFast(select).execute()
  lastLine[verdict] = lines.at(-1)?.line ?? lastLine[verdict]
  return lines
}

const parentSku = sql`${bulkLines.values} ->> 'parentSku'`
const isVariantLine = sql`coalesce(${parentSku}, '') <> ''`

/** New variants of whole families: each is added as a whole, after the products of the file. */
async function newVariantLines(tx: Tx, bulkId: string): Promise<BulkLineRow[]> {
  const most = BULK_BATCH_SIZE + MAX_VARIANTS
  const lines = await tx
    .select()
    .from(bulkLines)
    .where(and(eq(bulkLines.bulkId, bulkId), eq(bulkLines.verdict, 'NEW'), isVariantLine))
    .orderBy(parentSku, asc(bulkLines.line))
    .limit(most)
  const last = lines.length === most ? lines.at(-1)?.values?.parentSku : undefined
  return lines.filter(({ values }) => values?.parentSku !== last || last === undefined)
}

async function changeLines(
  tx: Tx,
  row: BulkEditRow,
  lines: BulkLineRow[],
  now: Date,
): Promise<BulkLineResult[]> {
  const ids = lines.flatMap(({ productId }) => productId ?? [])
  const locked = await lockFamilies(tx, ids, row.change?.kind)
  const byId = new Map(locked.map(product => [product.id, product]))
  const categoryIds = lines.map(({ changes }) => changes.categoryId?.to)
  const known = await lockCategories(tx, categoryIds)
  const withCodes = await findProductsWithCodes(tx, ids)
  const safety = await lockLineSafety(tx, lines)
  const steps = lines.map(line => {
    const before = byId.get(line.productId ?? '')
    const isOver = row.change?.kind === 'SALE' && new Date(row.change.endsAt) <= now
    if (isOver) return { line, before, plan: missedPlan(null, 'Deze actie is al voorbij.') }
    const plan = before
      ? planLine(line, { ...before, ...safety.byProduct.get(before.id) }, known, withCodes, safety)
      : missedPlan(null, 'Dit product bestaat niet meer.')
    return { line, before, plan }
  })
  const applied = steps.flatMap(({ before, plan: { verdict, changes } }) =>
    before && verdict === 'DONE' ? [{ before, changes }] : [],
  )
  const all: AppliedPlan[] = [...applied, ...followerPlans(locked, applied)]
  await updateProducts(tx, all)
  await writeSafety(
    tx,
    applied
      .filter(({ changes }) => changesSafety(changes))
      .map(({ before: { id }, changes }) => ({
        productId: id,
        ...safetyAfter(safety.byProduct.get(id) ?? {}, changes),
      })),
  )
  await recordChanges(tx, row, all)
  await changeSales(tx, row, applied, now)
  return steps.map(({ line, plan }) => ({ ...plan, line: line.line, productId: line.productId }))
}

function planLine(
  { changes }: BulkLineRow,
  before: LockedProduct & LineSafety,
  known: Set<string>,
  withCodes: Set<string>,
  { countries }: LockedSafety,
): BulkLinePlan {
  const category = changes.categoryId?.to
  if (typeof category === 'string' && !known.has(category))
    return missedPlan(columnNames.categoryId, 'Deze categorie bestaat niet meer.', changes)
  if (changes.stock && withCodes.has(before.id))
    return missedPlan(columnNames.stock, problems.STOCK_FROM_CODES.message, changes)
  const plan = rebasePlan(changes, before)
  if (plan.verdict !== 'DONE' || !changesSafety(plan.changes)) return plan
  const errors = findSafetyErrors(safetyAfter(before, plan.changes), countries)
  return errors.length > 0 ? { verdict: 'MISSED', changes, errors } : plan
}

async function storeResults(tx: Tx, bulkId: string, outcomes: BulkLineResult[]): Promise<void> {
  if (outcomes.length === 0) return
  await tx.execute(sql`
    update ${bulkLines} l set verdict = new.verdict, errors = new.errors, changes = new.changes, product_id = new."productId"
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
      as new(line int, verdict text, errors jsonb, changes jsonb, "productId" uuid)
    where l.bulk_id = ${bulkId}::uuid and l.line = new.line`)
}
