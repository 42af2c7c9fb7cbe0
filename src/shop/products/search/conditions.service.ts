import { sql, type SQL } from 'drizzle-orm'
import { optionSets } from '../variants/table.ts'
import { foldAccentsSql, products } from '../catalog/table.ts'

/**
 * How products are found. `all`: every product. `words`: by Dutch stems in names and descriptions, the last word also as
 * a prefix. `named`: the same, and also all products of the categories whose names match. `variants`: products of which a variant has
 * the words, such as a colour; only when no product has them. `options`: the same for one word, which can only be of an option then.
 */
export type SearchMode = 'all' | 'words' | 'named' | 'variants' | 'options'

const { placeholder } = sql
export const tsQueryOf = (words: SQL): SQL => sql`to_tsquery('dutch', ${foldAccentsSql(words)})`
export const tsQuery = tsQueryOf(sql`${placeholder('words')}::text`)
export const matchesText = sql`${products.search} @@ ${tsQuery}`
/** The same without the GIN index: for words that match most products, scanning in sort order is faster. */
const matchesTextUnindexed = sql`ts_match_vq(${products.search}, (select ${tsQuery}))`
/** The ids are passed as one PostgreSQL array, so that lists of any length use the same prepared statement. */
export const isIn = (name: string): SQL => sql`${products.categoryId} = any (${placeholder(name)}::uuid[])`

export const variantHits = (query: SQL): SQL => sql`select distinct variant.parent_id from ${products} variant
  where variant.parent_id is not null and variant.is_active and variant.search @@ ${query}`

/** The option sets with a value that has the words. There are few sets and many variants: of a colour, most of a shop. */
export const wordSets = (query: SQL): SQL =>
  sql`select ${optionSets.id} from ${optionSets} where ${optionSets.search} @@ ${query}`
const isOfSets = (ids: SQL): SQL => sql`${products.optionSetId} = any (${ids})`

// `words` has no category condition: with one, the planner chooses a plan that reads many more rows.
export const hitConditions = (text: SQL): Record<SearchMode, SQL | undefined> => ({
  all: undefined,
  words: text,
  named: sql`(${text} or ${isIn('named')})`,
  variants: sql`${products.id} in (${variantHits(tsQuery)})`,
  options: isOfSets(sql`array(${wordSets(tsQuery)})`),
})

/** How a page of more than few hits is read, by their number. */
export type HitVolume = 'some' | 'many'

/** Of many hits the first in the order are read, which nearly all are: an index of sets would be read whole. */
const isOfManySets = (ids: SQL): SQL => sql`(${products.optionSetId} in (${ids})) is true`

export const pageConditions: Record<HitVolume, Record<SearchMode, SQL | undefined>> = {
  some: hitConditions(matchesText),
  many: { ...hitConditions(matchesTextUnindexed), options: isOfManySets(wordSets(tsQuery)) },
}

const chosenSetIds = sql`${placeholder('chosenSets')}::int[]`
export const isInChosenSet: Record<HitVolume, SQL> = {
  some: isOfSets(chosenSetIds),
  many: isOfManySets(sql`select unnest(${chosenSetIds})`),
}
