import { sql, type SQL } from 'drizzle-orm'
import { customType, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'

const textVector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/**
 * The options of products with variants: all products that have the same active variants, by their options, share a row, so
 * that facets are counted by row instead of by variant. Written by the trigger `update_from_variants` and never changed; two transactions
 * at once may write the same twice.
 */
export const optionSets = pgTable(
  'option_sets',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** MD5 of the rest, to find it by; not unique, so that no transaction waits for another one that writes the same. */
    digest: uuid().notNull(),
    /** In the owner's order. */
    facets: text().array().notNull(),
    /** Of each variant: the positions of its facets, from 1. */
    variants: jsonb().$type<number[][]>().notNull(),
    /** The words of its values, without accents (`option_words`): by them a product is found that has these words in no text of its own. */
    search: textVector().generatedAlwaysAs((): SQL => sql`to_tsvector('dutch', option_words(facets))`),
  },
  table => [index('option_sets_digest').on(table.digest)],
)
