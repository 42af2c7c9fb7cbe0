import type { z } from 'zod'
import type { Db } from '../../platform/db.ts'
import { Serialised } from '../../platform/serialised.ts'
import type { Endpoint } from '../../wire/endpoint.ts'
import { confirmer } from './change.service.ts'
import { listCategories, listProducts, readProduct, searchProducts, type ProductSearch } from './contract.ts'
import { choices, countHits } from './ladder.rules.ts'
import { createMemory, type Memory } from './memory.service.ts'
import { hitsOf, pageOf, type Hits } from './search.service.ts'
import { listActiveProducts, listAllCategories, readActiveProduct } from './service.ts'

/** Bytes of answers that a node keeps. */
const MOST_KEPT = 48 * 1024 * 1024

/** The catalogue as visitors ask for it: each answer is made once for as long as nothing in it changes. */
export interface Catalog {
  products(): Promise<Serialised<typeof listProducts.output>>
  search(search: ProductSearch): Promise<Serialised<typeof searchProducts.output>>
  /** @throws Problem NOT_FOUND when there is no active product of this id or slug. */
  product(idOrSlug: string): Promise<Serialised<typeof readProduct.output>>
  categories(): Promise<Serialised<typeof listCategories.output>>
}

interface Kitchen {
  db: Db
  memory: Memory
  placeholderRating: () => boolean
}

/** @param placeholderRating whether a product without a review shows a made-up rating, asked each time */
export function openCatalog(db: Db, placeholderRating: () => boolean): Catalog {
  const memory = createMemory(MOST_KEPT)
  const kitchen = { db, memory, placeholderRating }
  const confirm = confirmer(db, memory)
  const answer =
    <O extends z.ZodType, A extends unknown[]>(
      endpoint: Endpoint<z.ZodObject, O>,
      make: (...input: A) => Promise<Cooked<O>>,
    ) =>
    async (...input: A): Promise<Serialised<O>> => {
      // What is in memory now may be old news; after this it is not.
      await confirm()
      return memory.recall(JSON.stringify([endpoint.path, placeholderRating(), ...input]), async () => {
        const { value: made, shows } = await make(...input)
        const value = new Serialised(endpoint, made)
        return { value, shows, bytes: value.body.length }
      })
    }
  return {
    products: answer(listProducts, async () => showing(await listActiveProducts(db, placeholderRating()))),
    search: answer(searchProducts, search => find(kitchen, search)),
    product: answer(readProduct, async (idOrSlug: string) => {
      const value = await readActiveProduct(db, idOrSlug, placeholderRating())
      return { value, shows: [value.id] }
    }),
    categories: answer(listCategories, async () => ({ value: await listAllCategories(db), shows: [] })),
  }
}

interface Cooked<O extends z.ZodType> {
  value: z.input<O>
  shows: readonly string[]
}

const showing = <P extends { id: string }>(value: P[]) => ({ value, shows: value.map(({ id }) => id) })

async function find(
  { db, memory, placeholderRating }: Kitchen,
  { q, ...page }: ProductSearch,
): Promise<Cooked<typeof searchProducts.output>> {
  // Not searched and counted again for another page, filter or order, nor because something was sold.
  const hits = await memory.recall(`hits ${q}`, async () => weighed(await hitsOf(db, q)), { ofStock: false })
  const { total, facets } = choices(hits.shelves, page)
  const items = total > 0 ? await pageOf(db, hits, page, placeholderRating()) : []
  const { value, shows } = showing(items)
  return { value: { items: value, total, page: page.page, pageSize: page.pageSize, facets }, shows }
}

const weighed = (value: Hits) => ({
  value,
  shows: [],
  bytes: 500 + 100 * value.shelves.length + 8 * countHits(value.shelves),
})
