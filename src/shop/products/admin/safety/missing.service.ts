import { sql, type SQL } from 'drizzle-orm'
import { labelPictures, productManuals, productSafety } from '../../safety/table.ts'
import { isListedProduct } from '../../catalog/service.ts'
import { products } from '../../catalog/table.ts'
import type { MissingSafetyInfo } from './contract.ts'

/** The products that need safety information: sold by itself or with its variants, and sent. */
const isSentAndSold = sql`${isListedProduct} and (${products.showShippingOptions} or ${products.shippingCost} > 0)`

const ofSafety = (condition: SQL): SQL =>
  sql`exists (select from ${productSafety} s where s.product_id = "products"."id" and ${condition})`

const isMissing: Record<MissingSafetyInfo, SQL> = {
  safety: sql`not ${ofSafety(sql`true`)}`,
  label: ofSafety(sql`not exists (select from ${labelPictures} l where l.product_id = s.product_id)`),
  // A product without current needs no instructions to be used safely.
  manual: ofSafety(sql`(s.radio is not null or s.battery is not null)
    and not exists (select from ${productManuals} m where m.product_id = s.product_id and m.language = 'nl')`),
  french: ofSafety(sql`s.warnings is not null and s.warnings_fr is null`),
}

/** Whether a product of a list lacks this. */
export const isMissingSafetyInfo = (lack: MissingSafetyInfo): SQL =>
  sql`(${isSentAndSold} and ${isMissing[lack]})`

/** The numbers of products that lack each kind of safety information, as JSON. */
export const countMissingSafetySql = sql`(
  select json_build_object(${sql.join(
    Object.entries(isMissing).map(
      ([lack, condition]) => sql`${sql.raw(`'${lack}'`)}, count(*) filter (where ${condition})::int`,
    ),
    sql`, `,
  )}) from ${products} where ${isSentAndSold}
)`
