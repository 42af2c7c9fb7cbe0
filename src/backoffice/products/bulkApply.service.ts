import { lineFields, type LineChanges } from './bulk.contract.ts'
import { columnNames } from './labels.rules.ts'
import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { diffForAudit } from '../../people/audit/rules.ts'
import { recordAuditEntries } from '../../people/audit/service.ts'
import { invalidateWholeCatalog } from '../../shop/catalog/cacheInvalidation.service.ts'
import { withRegularPrice } from '../../shop/catalog/prices/sales.rules.ts'
import { applyDueSales } from '../../shop/catalog/prices/dueSales.service.ts'
import { endSales, recordRegularPrices, setSales } from '../../shop/catalog/prices/sales.service.ts'
import { recordStockCorrections } from '../../shop/catalog/stockLedger.service.ts'
import { products } from '../../shop/catalog/table.ts'
import { findProductsWithCodes } from '../../shop/downloads/codes.service.ts'
import type { Tx } from '../../platform/db.ts'
import { defineJob } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem, problems } from '../../wire/problem.ts'
import { rebasePlan, missedPlan, type BulkLinePlan } from './bulk.rules.ts'
import { changesSafety, findSafetyErrors, safetyAfter, type LineSafety } from './csvSafety.rules.ts'
import {
  bulkEditNotFound,
  findBulkEdit,
  lockCategories,
  sqlColumns,
  type BulkEditRow,
  type BulkLineResult,
  type BulkLineRow,
} from './bulk.service.ts'
import { followerPlans, lockFamilies, type LockedProduct } from './bulkFamilies.service.ts'
import { lockLineSafety, writeSafety, type LockedSafety } from './lineSafety.service.ts'
import { insertNewVariants } from './newVariants.service.ts'
import { MAX_VARIANTS } from './variants.contract.ts'
import { insertNewProducts } from './newProducts.service.ts'
import { BULK_BATCH_SIZE } from './snapshot.service.ts'
import { bulkEdits, bulkLines } from './table.ts'

export const applyBulkEditJob = defineJob<{ bulkId: string }>('assortment.apply', 20)

/**
 * Starts applying what the preview shows. One batch is applied here, in one transaction; a job does the rest, one
 * transaction per batch, and continues after a restart.
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
export async function runApply({ db, now }: Pick<Platform, 'db' | 'now'>, bulkId: string): Promise<void> {
  await applyDueSales(db, now())
  let isMore = true
  while (isMore) isMore = await db.transaction(tx => applyBatch(tx, bulkId, now()))
}

/** @returns whether there may be more */
async function applyBatch(tx: Tx, bulkId: string, now: Date): Promise<boolean> {
  const own = eq(bulkEdits.id, bulkId)
  const [row] = await tx.select().from(bulkEdits).where(own).for('update')
  if (row?.state !== 'APPLYING') return false
  const changed = await linesWith(tx, bulkId, 'CHANGE')
  const added =
    changed.length < BULK_BATCH_SIZE
      ? await linesWith(tx, bulkId, 'NEW', BULK_BATCH_SIZE - changed.length)
      : []
  const left = BULK_BATCH_SIZE - changed.length - added.length
  const variants = left > 0 ? await newVariantLines(tx, bulkId) : []
  const outcomes = [
    ...(changed.length > 0 ? await changeLines(tx, row, changed, now) : []),
    ...(added.length > 0 ? await insertNewProducts(tx, row, added) : []),
    ...(variants.length > 0 ? await insertNewVariants(tx, row, variants, now) : []),
  ]
  await storeResults(tx, bulkId, outcomes)
  const isMore = left === 0 || variants.length > 0
  await tx
    .update(bulkEdits)
    .set({ done: row.done + outcomes.length, ...(!isMore && { state: 'DONE' as const }) })
    .where(own)
  return isMore
}

const linesWith = (tx: Tx, bulkId: string, verdict: 'CHANGE' | 'NEW', most = BULK_BATCH_SIZE) =>
  tx
    .select()
    .from(bulkLines)
    .where(
      and(
        eq(bulkLines.bulkId, bulkId),
        eq(bulkLines.verdict, verdict),
        verdict === 'NEW' ? sql`not ${isVariantLine}` : undefined,
      ),
    )
    .orderBy(asc(bulkLines.line))
    .limit(most)

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

/** What becomes of a product that is still there. */
interface AppliedPlan {
  before: LockedProduct
  changes: LineChanges
  /** A variant that follows a change of its product. */
  isFollower?: boolean
}

async function changeLines(
  tx: Tx,
  row: BulkEditRow,
  lines: BulkLineRow[],
  now: Date,
): Promise<BulkLineResult[]> {
  const ids = lines.flatMap(({ productId }) => productId ?? [])
  const locked = await lockFamilies(tx, ids)
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

/** One statement for all products, with only the columns that change: other columns' indexes are then left alone. */
async function updateProducts(tx: Tx, plans: AppliedPlan[]): Promise<void> {
  const fields = lineFields.filter(name => plans.some(({ changes }) => changes[name]))
  if (fields.length === 0) return
  if (plans.length > 20) await invalidateWholeCatalog(tx)
  const columns = fields.flatMap(name => (name === 'price' ? saleColumns : [sqlColumns[name]]))
  const rows = plans.map(({ before, changes, isFollower = false }) => {
    const values = fields.map(name => [sqlColumns[name][0], (changes[name] ?? { to: before[name] }).to])
    const { price, regularPrice, priorPrice, saleEndsAt } = pricesAfter({ before, changes })
    const prices = { price, regular_price: regularPrice, prior_price: priorPrice, sale_ends_at: saleEndsAt }
    const isParent = before.options !== null
    const variant = {
      base_price: isParent ? (changes.price?.to ?? before.basePrice) : null,
      follows_price: before.followsPrice && (isFollower || !changes.price),
    }
    return { id: before.id, ...Object.fromEntries(values), ...prices, ...variant }
  })
  const set: SQL[] = columns.map(([name]) => sql.raw(`${name} = new.${name}`))
  const types = columns.map(column => sql.raw(column.join(' ')))
  await tx.execute(sql`
    update ${products} p set ${sql.join(set, sql`, `)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new(id uuid, ${sql.join(types, sql`, `)})
    where p.id = new.id`)
}

/** With the price: what a sale keeps beside it. */
const saleColumns = [
  sqlColumns.price,
  ['regular_price', 'integer'],
  ['prior_price', 'integer'],
  ['sale_ends_at', 'timestamptz'],
  ['base_price', 'integer'],
  ['follows_price', 'boolean'],
] as const

const pricesAfter = ({ before: { prices, options }, changes }: AppliedPlan) =>
  // The price of a product with variants is that of its cheapest: a trigger keeps it.
  changes.price && options === null ? withRegularPrice(prices, Number(changes.price.to)) : prices

/** Begins or ends the sales of an edit. */
async function changeSales(tx: Tx, { actorId: by, change }: BulkEditRow, plans: AppliedPlan[], now: Date) {
  const sales = plans.flatMap(({ before, changes: { salePrice } }) =>
    salePrice ? [{ productId: before.id, to: salePrice.to }] : [],
  )
  if (change?.kind === 'SALE') {
    const { startsAt, endsAt } = change
    const period = { startsAt: startsAt === undefined ? now : new Date(startsAt), endsAt: new Date(endsAt) }
    const priced = sales.map(({ productId, to }) => ({ productId, saleCents: Number(to) }))
    await setSales(tx, by, priced, period, now)
  }
  if (change?.kind === 'SALE_END')
    await endSales(
      tx,
      by,
      sales.map(({ productId }) => productId),
      now,
    )
}

/** Records the changes in the stock ledger, the price history and the audit log. */
async function recordChanges(tx: Tx, edit: BulkEditRow, plans: AppliedPlan[]): Promise<void> {
  const { actorId: by, cause, note } = edit
  const counted = plans.flatMap(({ before, changes }) => {
    const { from, to } = changes.stock ?? {}
    const isSame = from === undefined || from === to
    return isSame ? [] : [{ productId: before.id, from: Number(from), to: Number(to) }]
  })
  await recordStockCorrections(tx, counted, { by, cause, reason: note })
  const repriced = plans.map(plan => ({
    productId: plan.before.id,
    before: plan.before.prices,
    after: pricesAfter(plan),
  }))
  await recordRegularPrices(tx, repriced, { by, source: edit.change ? 'BULK' : 'IMPORT' })
  const entries = plans
    .map(({ before, changes }) => ({
      subjectId: before.id,
      details: diffForAudit(changeSide(changes, 'from'), changeSide(changes, 'to')),
    }))
    .filter(({ details }) => Object.keys(details).length > 0)
  await recordAuditEntries(tx, by, 'PRODUCT_CHANGED', entries)
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
