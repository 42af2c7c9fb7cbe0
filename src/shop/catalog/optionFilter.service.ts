import { and, sql, type SQL } from 'drizzle-orm'
import type { OptionCount } from './optionFilter.rules.ts'
import { products } from './table.ts'

/** The values of the placeholders of `optionCondition`: facets by option. */
export const optionParameters = (groups: readonly (readonly string[])[]) => ({
  option0: JSON.stringify(groups[0] ?? []),
  option1: JSON.stringify(groups[1] ?? []),
  option2: JSON.stringify(groups[2] ?? []),
})

const facetsOf = (place: number): SQL =>
  sql`array(select jsonb_array_elements_text(${sql.placeholder(`option${place}`)}::jsonb))`

/** Whether a row has one of the facets of each option. */
export const optionCondition = (count: OptionCount, alias: string): SQL | undefined =>
  and(
    ...Array.from(
      { length: count },
      (_, place) => sql`${sql.raw(`"${alias}"."option_facets"`)} && ${facetsOf(place)}`,
    ),
  )

/** Whether a listed product has a variant with one of the facets of each option. Its own facets are found by an index. */
export const hasVariantCondition = (count: OptionCount): SQL | undefined => {
  if (count === 0) return undefined
  const own = sql`${products.options} is not null and ${optionCondition(count, 'products')}`
  if (count === 1) return own
  return sql`${own} and exists (
    select from ${products} variant where variant.parent_id = "products"."id" and variant.is_active and ${optionCondition(count, 'variant')}
  )`
}
