import { asc, sql } from 'drizzle-orm'
import type { Tx } from '../../../../platform/db/db.ts'
import { columnsOf, isAnyOf } from '../../../../platform/db/sql.ts'
import { regularPriceOf } from '../../prices/sales.rules.ts'
import { endSales } from '../../prices/sales.service.ts'
import { products } from '../../catalog/table.ts'
import { facetsOf, variantName } from '../../variants/rules.ts'
import type { ProductOption } from '../../catalog/contract.ts'
import { missedPlan } from './rules.ts'
import type { BulkEditRow, BulkLineResult } from './service.ts'
import { parseOptions } from '../imports/csvVariants.rules.ts'
import type { PlannedVariant, VariantParent } from '../variants/plan.rules.ts'
import { insertVariants, moveStock } from '../variants/rows.service.ts'
import { keyOf, stockForFirst } from '../variants/rules.ts'
import type { BulkLineRow } from '../table.ts'

type Parent = typeof products.$inferSelect

/** New variants of one product, or why they can't be added any more. */
interface Family {
  parent: Parent & { basePrice: number }
  options: ProductOption[]
  rows: (PlannedVariant & { line: number; parent: VariantParent })[]
}

/** Adds the variants of whole families, in as many statements for many as for one. A family that no longer fits is left out as a whole. */
export async function insertNewVariants(
  tx: Tx,
  { actorId: by, cause, note: reason }: BulkEditRow,
  lines: BulkLineRow[],
  now: Date,
): Promise<BulkLineResult[]> {
  const families = Map.groupBy(lines, ({ values }) => values?.parentSku ?? '')
  const { parents, present, taken } = await lockParents(
    tx,
    [...families.keys()],
    lines.map(({ sku }) => sku),
  )
  const planned = [...families].map(([sku, own]) => {
    const parent = parents.find(each => each.sku === sku)
    const others = present.filter(({ parentId }) => parentId === parent?.id)
    const isTaken = own.some(line => taken.has(line.sku))
    return { own, family: parent && !isTaken ? planFamily(parent, others, own) : null }
  })
  const added = planned.flatMap(({ family }) => family ?? [])
  const fresh = added.filter(({ parent }) => parent.options === null).map(({ parent }) => parent.id)
  await endSales(tx, by, fresh, now)
  await setOptions(tx, added)
  const ids = await insertVariants(
    tx,
    added.flatMap(({ rows }) => rows),
    { by, cause, reason },
    'IMPORT',
  )
  const moved = added.filter(({ parent }) => fresh.includes(parent.id))
  for (const family of moved) await moveOwnStock(tx, family, ids, { by, cause, reason })
  return planned.flatMap(({ own, family }) =>
    own.map(({ line, sku }): BulkLineResult =>
      family
        ? { line, productId: ids.get(sku) ?? null, verdict: 'ADDED', changes: {}, errors: [] }
        : {
            ...missedPlan(null, 'Dit product is intussen veranderd. Importeer zijn varianten opnieuw.'),
            line,
            productId: null,
          },
    ),
  )
}

/** The own stock of a product becomes its first variant's, when the file says no stock of its variants. */
async function moveOwnStock(
  tx: Tx,
  { parent: { id, stock, reservedStock }, rows }: Family,
  ids: Map<string, string>,
  why: { by: string; cause: string | null; reason: string | null },
): Promise<void> {
  const pieces = stock - reservedStock
  const place = stockForFirst(pieces, rows, true)
  const first = place ? rows[place.row] : undefined
  const to = first ? { id: ids.get(first.sku) ?? '', stock: first.stock } : null
  await moveStock(tx, { from: { id, stock }, to, pieces }, why)
}

/** The products of families, locked, with the values and SKUs that are taken. */
async function lockParents(tx: Tx, parentSkus: string[], skus: string[]) {
  const parents = await tx
    .select()
    .from(products)
    .where(isAnyOf(products.sku, parentSkus))
    .orderBy(asc(products.id))
    .for('update')
  const ids = parents.map(({ id }) => id)
  const present = await tx
    .select(columnsOf(products, 'parentId', 'optionValues', 'position'))
    .from(products)
    .where(isAnyOf(products.parentId, ids))
  const known = await tx.select(columnsOf(products, 'sku')).from(products).where(isAnyOf(products.sku, skus))
  return { parents, present, taken: new Set(known.map(({ sku }) => sku)) }
}

/** @returns null when it no longer fits */
function planFamily(
  parent: Parent,
  present: Pick<Parent, 'optionValues' | 'position'>[],
  lines: BulkLineRow[],
): Family | null {
  const read = lines.map(line => ({ line, values: parseOptions(line.values?.options ?? '') }))
  const [first] = read
  if (parent.parentId !== null || !first || typeof first.values === 'string') return null
  const options = (parent.options ?? first.values.map(([name]) => ({ name, values: [] }))).map(
    ({ name, values }) => ({ name, values: [...values] }),
  )
  const basePrice = parent.basePrice ?? regularPriceOf(parent)
  const owner = { ...parent, basePrice }
  const taken = new Set(present.map(({ optionValues }) => keyOf(optionValues)))
  let position = Math.max(-1, ...present.map(each => each.position))
  const rows: Family['rows'] = []
  for (const { line, values } of read) {
    if (typeof values === 'string' || values.length !== options.length) return null
    const own = new Map(values)
    const chosen = options.map(({ name }) => own.get(name))
    if (chosen.some(value => value === undefined) || taken.has(keyOf(chosen as string[]))) return null
    options.forEach((option, place) => {
      const value = chosen[place] as string
      if (!option.values.includes(value)) option.values.push(value)
    })
    position += 1
    rows.push(planRow(owner, line, chosen as string[], position))
  }
  for (const row of rows) row.facets = facetsOf(options, row.values)
  return { parent: owner, options, rows }
}

function planRow(
  parent: Family['parent'],
  { line, sku, values: given }: BulkLineRow,
  values: string[],
  row: number,
): Family['rows'][number] {
  const { price, purchasePrice, stock, weight, barcode, isActive } = given ?? {}
  return {
    line,
    row,
    before: null,
    parent,
    sku,
    name: variantName(parent.name, values),
    values,
    facets: [],
    price: typeof price === 'number' ? price : parent.basePrice,
    followsPrice: typeof price !== 'number',
    purchasePrice: typeof purchasePrice === 'number' ? purchasePrice : null,
    stock: Number(stock ?? 0),
    stockSeen: undefined,
    weight: typeof weight === 'number' ? weight : parent.weight,
    barcode: typeof barcode === 'string' ? barcode : null,
    images: [],
    isActive: isActive !== false,
  }
}

async function setOptions(tx: Tx, families: Family[]): Promise<void> {
  if (families.length === 0) return
  const rows = families.map(({ parent: { id, basePrice }, options }) => ({ id, basePrice, options }))
  await tx.execute(sql`
    update ${products} p set options = new.options, base_price = new."basePrice", version = p.version + 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new(id uuid, "basePrice" int, options jsonb)
    where p.id = new.id`)
}
