import { asc, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { Db, Tx } from '../../../../platform/db/db.ts'
import { columnsOf, isAnyOf } from '../../../../platform/db/sql.ts'
import { economicOperators, productSafety } from '../../safety/table.ts'
import { safetyFields } from '../bulk/contract.ts'
import { changesSafety, hasSafety, type LineSafety } from '../imports/csvSafety.rules.ts'
import type { BulkLineRow } from '../table.ts'

/** The columns of the safety information that a file has; null of a product without. */
export const safetyColumns = columnsOf(productSafety, ...safetyFields)

export const findOperatorNames = (db: Db) =>
  db.select(columnsOf(economicOperators, 'id', 'name', 'country')).from(economicOperators)

/**
 * The safety information of the products of lines that change it, and the countries of those whom the lines name, locked: they can't leave
 * the EU meanwhile. The products themselves are locked, so that nobody else saves it.
 */
export async function lockLineSafety(tx: Tx, lines: BulkLineRow[]) {
  const concerned = lines.filter(
    ({ verdict, changes, values }) =>
      changesSafety(changes) || (verdict === 'NEW' && hasSafety(values ?? {})),
  )
  const byProduct = new Map<string, LineSafety>()
  const countries = new Map<string, string>()
  if (concerned.length === 0) return { byProduct, countries }
  const ids = concerned.flatMap(({ productId }) => productId ?? [])
  const rows = await tx
    .select({ productId: productSafety.productId, ...safetyColumns })
    .from(productSafety)
    .where(isAnyOf(productSafety.productId, ids))
  for (const { productId, ...fields } of rows) byProduct.set(productId, fields)
  const named = [
    ...rows,
    ...concerned.map(({ values }) => values ?? {}),
    ...concerned.map(({ changes: { manufacturerId, responsiblePersonId } }) => ({
      manufacturerId: manufacturerId?.to,
      responsiblePersonId: responsiblePersonId?.to,
    })),
  ].flatMap(({ manufacturerId, responsiblePersonId }) => [manufacturerId, responsiblePersonId])
  const operators = await tx
    .select(columnsOf(economicOperators, 'id', 'country'))
    .from(economicOperators)
    .where(isAnyOf(economicOperators.id, [...new Set(named.filter(id => typeof id === 'string'))]))
    .orderBy(asc(economicOperators.id))
    .for('share')
  for (const { id, country } of operators) countries.set(id, country)
  return { byProduct, countries }
}

export type LockedSafety = Awaited<ReturnType<typeof lockLineSafety>>

const columnNames = safetyFields.map(
  name => [name, toSnakeCase(name), productSafety[name].getSQLType()] as const,
)

/** Saves the safety information of products, in one statement. */
export async function writeSafety(tx: Tx, rows: (LineSafety & { productId: string })[]): Promise<void> {
  if (rows.length === 0) return
  const names = sql.raw(columnNames.map(([, column]) => column).join(', '))
  const values = sql.raw(columnNames.map(([name]) => `"${name}"`).join(', '))
  const types = sql.raw(columnNames.map(([name, , type]) => `"${name}" ${type}`).join(', '))
  const set = sql.raw(columnNames.map(([, column]) => `${column} = excluded.${column}`).join(', '))
  await tx.execute(sql`
    insert into ${productSafety} as present (product_id, ${names})
    select "productId", ${values} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as saved("productId" uuid, ${types})
    on conflict (product_id) do update set ${set}, version = present.version + 1`)
}
