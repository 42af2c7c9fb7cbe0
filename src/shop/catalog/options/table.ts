import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'

/**
 * What products with variants can be chosen in: all that have the same active variants, by their options, share a row, so that facets are
 * counted by row instead of by variant. Written by the trigger `follow_variants` and never changed; two transactions at once may write the
 * same twice.
 */
export const optionSets = pgTable(
  'option_sets',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** MD5 of the rest, to find it by; not unique, so that no transaction waits for another one that writes the same. */
    digest: uuid().notNull(),
    /** In the owner's order. */
    facets: text().array().notNull(),
    /** Of each variant: the places of its facets, from 1. */
    variants: jsonb().$type<number[][]>().notNull(),
  },
  table => [index('option_sets_digest').on(table.digest)],
)
