import { and, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../platform/db.ts'
import { precompileStatement, toPgArray } from '../../platform/preparedStatements.ts'
import { queryRows } from '../../platform/sql.ts'
import type { ProductSearchQuery, ProductSearchResult } from './contract.ts'
import { countHits } from './priceFacets.rules.ts'
import { type OptionCount, groupFacets, listOptionFacets, optionOfFacet } from './optionFilter.rules.ts'
import { optionCondition, optionParameters } from './optionFilter.service.ts'
import { isUuid } from './rules.ts'
import { hitCondition, searchParameters, type SearchHits, type SearchMode } from './search.service.ts'
import { isListedProduct } from './service.ts'
import { products } from './table.ts'

type Filters = Pick<ProductSearchQuery, 'category' | 'minPrice' | 'maxPrice' | 'option'>

interface CountedFacet {
  facet: string
  count: number
}

/** With more hits than this, options are counted by product: of several, they need not be of one variant. Counting variants takes seconds. */
const MAX_EXACT_HITS = 2000

/** At most so many facets are counted, the commonest: what a filter can show. */
const MAX_FACETS = sql.raw('300')

/**
 * Counts the products that have a facet. Without chosen options they are read from the products alone; with, from the variants that have all
 * of them while there are few hits.
 */
function facetStatement(mode: SearchMode, count: OptionCount, isExact: boolean) {
  const hits = and(
    isListedProduct,
    sql`${products.options} is not null`,
    hitCondition(mode),
    sql`(${sql.placeholder('category')}::uuid[] = '{}' or ${products.categoryId} = any (${sql.placeholder('category')}::uuid[]))`,
    sql`${products.price} between ${sql.placeholder('minPrice')}::int and ${sql.placeholder('maxPrice')}::int`,
  ) as SQL
  return precompileStatement<string>(
    count === 0 || !isExact
      ? // Many products have the same facets: each such list is counted once.
        sql`
        select facet, sum(products)::int as count
        from (
          select ${products.optionFacets}, count(*) as products from ${products}
          where ${and(hits, optionCondition(count, 'products'))} group by 1
        ) as alike, unnest(option_facets) as facet
        group by facet order by 2 desc, facet limit ${MAX_FACETS}`
      : sql`
        select facet, count(distinct variant.parent_id)::int as count
        from ${products} join ${products} variant on variant.parent_id = "products"."id" and variant.is_active,
          unnest(variant.option_facets) as facet
        where ${hits} and ${optionCondition(count, 'variant')} and ${optionCondition(count, 'products')}
        group by facet order by 2 desc, facet limit ${MAX_FACETS}`,
  )
}

/** Products whose owners' order is asked for. */
const MAX_ASKED = sql.raw('2000')

/** By the order of owners: the average place of a facet among those of its option. */
const orderStatement = (mode: SearchMode) => {
  const hits = and(isListedProduct, sql`${products.options} is not null`, hitCondition(mode))
  return precompileStatement<string>(sql`
    with own as (
      select facet, split_part(facet, ':', 1) as option, place, rank() over (partition by id, split_part(facet, ':', 1) order by place) as rank
      from (select ${products.id}, ${products.optionFacets} from ${products} where ${hits} limit ${MAX_ASKED}) as asked,
        unnest(option_facets) with ordinality as listed(facet, place)
    ), placed as (
      select option, facet, avg(rank) as rank, avg(place) as place, count(*) as count from own group by 1, 2
    )
    select facet from (select * from placed order by count desc, facet limit ${MAX_FACETS}) as common
    order by avg(place) over (partition by option), option, rank, facet`)
}

const statements = new Map<string, ReturnType<typeof facetStatement>>()
const statementFor = (key: string, make: () => ReturnType<typeof facetStatement>) => {
  const statement = statements.get(key) ?? make()
  statements.set(key, statement)
  return statement
}

/** The facets of a search's hits, without filters, in the order of their owners. Empty when no hit has options. */
export async function listFacetsOfHits(db: Db, hits: SearchHits): Promise<string[]> {
  if (!hits.hasOptions) return []
  const statement = statementFor(hits.mode, () => orderStatement(hits.mode))
  const rows = await queryRows<{ facet: string }>(db, statement(searchParameters(hits)))
  return rows.map(({ facet }) => facet)
}

/**
 * The options that can be chosen, with the number of products for each value: as the other filters leave them.
 * @param order those of the search without filters, in order
 */
export async function findOptionFacets(
  db: Db,
  hits: SearchHits,
  order: string[],
  { category, minPrice = 0, maxPrice = 2_147_483_647, option }: Filters,
): Promise<ProductSearchResult['facets']['options']> {
  if (order.length === 0) return undefined
  const groups = groupFacets(option)
  const isExact = countHits(hits.buckets) <= MAX_EXACT_HITS
  const count = (chosen: string[][]) => {
    const statement = statementFor(`${hits.mode} ${chosen.length} ${isExact}`, () =>
      facetStatement(hits.mode, chosen.length as OptionCount, isExact),
    )
    const values = { category: toPgArray(category.filter(isUuid)), minPrice, maxPrice }
    return queryRows<CountedFacet>(
      db,
      statement({ ...values, ...searchParameters(hits), ...optionParameters(chosen) }),
    )
  }
  const counted = new Map<string | null, CountedFacet[]>([[null, await count(groups)]])
  for (const group of groups) {
    const [first] = group
    if (first) counted.set(optionOfFacet(first), await count(groups.filter(other => other !== group)))
  }
  return listOptionFacets(order, counted, option)
}
