import { sql } from 'drizzle-orm'
import { diffForAudit } from '../../../../people/audit/rules.ts'
import { recordAuditEntries } from '../../../../people/audit/service.ts'
import { invalidateWholeCatalog } from '../../catalog/cacheInvalidation.service.ts'
import { withRegularPrice } from '../../prices/sales.rules.ts'
import { endSales, recordRegularPrices, setSales } from '../../prices/sales.service.ts'
import { recordStockCorrections } from '../../stock/ledger.service.ts'
import { products } from '../../catalog/table.ts'
import type { Tx } from '../../../../platform/db/db.ts'
import { unnestRows } from '../../../../platform/db/sql.ts'
import { lineFields, type LineChanges, type LineValue } from './contract.ts'
import { sqlColumns, type BulkEditRow } from './service.ts'
import type { LockedProduct } from './families.service.ts'

/** The new state of a product that is still there. */
export interface AppliedPlan {
  before: LockedProduct
  changes: LineChanges
  /** A variant that follows a change of its product. */
  isFollower?: boolean
}

/** One statement for all products, with only the columns that change: other columns' indexes are then left alone. */
export async function updateProducts(tx: Tx, plans: AppliedPlan[]): Promise<void> {
  const fields = lineFields.filter(name => plans.some(({ changes }) => changes[name]))
  if (fields.length === 0) return
  if (plans.length > 20) await invalidateWholeCatalog(tx)
  // Setting a column runs its triggers, also when it stays the same.
  const isAnyFamily = plans.some(({ before }) => before.options !== null || before.parentId !== null)
  const priceColumns = [sqlColumns.price, ...saleColumns, ...(isAnyFamily ? variantColumns : [])]
  const columns = fields.flatMap(name => (name === 'price' ? priceColumns : [sqlColumns[name]]))
  const rows = plans.map(({ before, changes, isFollower = false }) => {
    const values = fields.map(name => [sqlColumns[name][0], (changes[name] ?? { to: before[name] }).to])
    const { price, regularPrice, priorPrice, saleEndsAt } = pricesAfter({ before, changes, isFollower })
    const prices = { price, regular_price: regularPrice, prior_price: priorPrice, sale_ends_at: saleEndsAt }
    const isParent = before.options !== null
    const variant = isAnyFamily && {
      base_price: isParent ? (changes.price?.to ?? before.basePrice) : null,
      follows_price: before.followsPrice && !getsOwnPrice({ before, changes, isFollower }),
    }
    return { id: before.id, ...Object.fromEntries(values), ...prices, ...variant } as ColumnValues
  })
  const set = columns.map(([name]) => sql.raw(`${name} = new.${name}`))
  const given = [['id', 'uuid'] as const, ...columns].map(
    ([name, type]) => [name, [type, (row: ColumnValues) => row[name] ?? null]] as const,
  )
  await tx.execute(sql`
    update ${products} p set ${sql.join(set, sql`, `)} from ${unnestRows('new', rows, Object.fromEntries(given))} where p.id = new.id`)
}

type ColumnValues = Record<string, LineValue | Date>

/** The columns of a sale, which are written with the price. */
const saleColumns = [
  ['regular_price', 'integer'],
  ['prior_price', 'integer'],
  ['sale_ends_at', 'timestamptz'],
] as const

/** The columns by which variants follow the price of their product. */
const variantColumns = [
  ['base_price', 'integer'],
  ['follows_price', 'boolean'],
] as const

const getsOwnPrice = ({ before, changes, isFollower = false }: AppliedPlan): boolean =>
  before.followsPrice && changes.price !== undefined && !isFollower

const pricesAfter = (plan: AppliedPlan) => {
  const { before, changes } = plan
  // The price of a product with variants is that of its cheapest: a trigger keeps it.
  return changes.price && before.options === null
    ? withRegularPrice(before.prices, Number(changes.price.to), getsOwnPrice(plan))
    : before.prices
}

/** Begins or ends the sales of an edit. */
export async function changeSales(
  tx: Tx,
  { actorId: by, change }: BulkEditRow,
  plans: AppliedPlan[],
  now: Date,
) {
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
export async function recordChanges(tx: Tx, edit: BulkEditRow, plans: AppliedPlan[]): Promise<void> {
  const { actorId: by, cause, note } = edit
  const counted = plans.flatMap(({ before, changes }) => {
    const { from, to } = changes.stock ?? {}
    if (from === undefined || from === to) return []
    const unitCost = unitCostAfter({ before, changes })
    return [{ productId: before.id, from: Number(from), to: Number(to), unitCost }]
  })
  await recordStockCorrections(tx, counted, { by, cause, reason: note })
  const repriced = plans.map(plan => ({
    productId: plan.before.id,
    before: plan.before.prices,
    after: pricesAfter(plan),
    becomesOwn: getsOwnPrice(plan),
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

/** Undefined for a variant, whose cost may be that of its product. */
function unitCostAfter({ before, changes }: AppliedPlan): number | null | undefined {
  if (before.parentId !== null) return undefined
  return changes.purchasePrice ? (changes.purchasePrice.to as number | null) : before.purchasePrice
}

const changeSide = (changes: LineChanges, which: 'from' | 'to'): Record<string, unknown> =>
  Object.fromEntries(Object.entries(changes).map(([name, change]) => [name, change[which]]))
