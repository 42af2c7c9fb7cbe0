import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../../../platform/db/db.ts'
import { columnsOf, isAnyOf } from '../../../../platform/db/sql.ts'
import { products } from '../../catalog/table.ts'
import type { LineError } from '../bulk/contract.ts'
import { findFamilyErrors, type FamilyParent } from './csvVariants.rules.ts'
import { bulkLines } from '../table.ts'
import { keyOf } from '../variants/rules.ts'

const parentSku = sql<string>`${bulkLines.values} ->> 'parentSku'`

/** Refuses the new variants of a file that don't make whole families, once all its lines are there. */
export async function refuseBrokenFamilies(db: Db, bulkId: string): Promise<void> {
  const own = eq(bulkLines.bulkId, bulkId)
  const lines = await db
    .select({
      ...columnsOf(bulkLines, 'line', 'verdict', 'productId'),
      parentSku,
      options: sql<string>`coalesce(${bulkLines.values} ->> 'options', '')`,
    })
    .from(bulkLines)
    .where(and(own, sql`${parentSku} <> ''`))
    .orderBy(bulkLines.line)
  if (lines.length === 0) return
  const families = Map.groupBy(lines, line => line.parentSku)
  const skus = [...families.keys()]
  const { taken, bySku, lineBySku } = await readParents(db, own, skus)
  const refused: (LineError & { line: number })[] = []
  for (const [sku, its] of families) {
    const shop = bySku.get(sku)
    const file = lineBySku.get(sku)
    const isRefused = file?.verdict === 'REFUSED' && !shop
    const parent: FamilyParent | null =
      shop || file
        ? {
            options: shop?.options ?? null,
            taken: new Set(shop ? taken.get(shop.id)?.map(({ optionValues }) => keyOf(optionValues)) : []),
            isVariant: shop ? shop.parentId !== null : Boolean(file?.parentSku),
            wrongLine: isRefused ? file.line : null,
          }
        : null
    const fresh = its.map(({ line, verdict, productId, options }) => ({
      line,
      options,
      isWrong: verdict === 'REFUSED',
      isNew: productId === null,
    }))
    const errors = findFamilyErrors(sku, parent, fresh)
    for (const [line, error] of errors) refused.push({ line, ...error })
    const wrong = fresh.find(({ line, isNew, isWrong }) => isNew && (isWrong || errors.has(line)))
    if (wrong && file && !shop && !isRefused)
      refused.push({
        line: file.line,
        column: null,
        message: `Dit product komt er met zijn varianten in, en regel ${wrong.line} klopt niet.`,
      })
  }
  if (refused.length === 0) return
  await db.execute(sql`
    update ${bulkLines} l set verdict = 'REFUSED', changes = '{}',
      errors = l.errors || jsonb_build_array(jsonb_build_object('column', wrong."column", 'message', wrong.message))
    from jsonb_to_recordset(${JSON.stringify(refused)}::jsonb) as wrong(line int, "column" text, message text)
    where l.bulk_id = ${bulkId}::uuid and l.line = wrong.line`)
}

/** The products of families, in the shop and in the file. */
async function readParents(db: Db, own: SQL, skus: string[]) {
  const inFile = await db
    .select({ ...columnsOf(bulkLines, 'line', 'sku', 'verdict', 'productId'), parentSku })
    .from(bulkLines)
    .where(and(own, isAnyOf(bulkLines.sku, skus)))
  const inShop = await db
    .select(columnsOf(products, 'id', 'sku', 'options', 'parentId'))
    .from(products)
    .where(isAnyOf(products.sku, skus))
  const variants = await db
    .select(columnsOf(products, 'parentId', 'optionValues'))
    .from(products)
    .where(
      isAnyOf(
        products.parentId,
        inShop.map(({ id }) => id),
      ),
    )
  const taken = Map.groupBy(variants, ({ parentId }) => parentId)
  const bySku = new Map(inShop.map(product => [product.sku, product]))
  const lineBySku = new Map(inFile.map(line => [line.sku, line]))
  return { taken, bySku, lineBySku }
}
