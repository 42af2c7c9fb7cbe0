import { queryOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { z } from 'zod'
import { categoriesQuery, productsQueryKey } from '../../shop/catalog/hooks.ts'
import { CacheContext, preload } from '../../ui/cache.ts'
import { call, CallError, reasonOf } from '../../ui/call.ts'
import { lookAt } from '../../ui/look.ts'
import { toast } from '../../ui/parts/toast.ts'
import type { InputOf } from '../../wire/endpoint.ts'
import {
  changeProduct,
  createProduct,
  listShelf,
  listShelvedCategories,
  type ProductDetail,
  readShelved,
  removeProduct,
  type ShelfPage,
  ShelfSort,
  type ShelvedProduct,
  StockLevel,
} from './contract.ts'

const Look = z.object({
  q: z.string().max(100).catch(''),
  categoryId: z.guid().optional().catch(undefined),
  stock: StockLevel.optional().catch(undefined),
  active: z.enum(['true', 'false']).optional().catch(undefined),
  sort: ShelfSort.catch('newest'),
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
})
export type ShelfLook = z.output<typeof Look>

export const shelfLooks = lookAt('/admin/products', Look)

/** Everything that is read of the shelf begins with it. */
export const shelfKey = ['shelf'] as const

/** A page of the shelf; others put things on it, and customers take them off, so each look is a new one. */
export const shelfQuery = (look: ShelfLook) =>
  queryOptions({
    queryKey: [...shelfKey, 'page', look],
    // With a page, a page is what is answered.
    queryFn: async ({ signal }) => (await call(listShelf, look, { signal })) as ShelfPage,
    refetchOnMount: 'always',
  })

export const shelvedQuery = (productId: string) =>
  queryOptions({
    queryKey: [...shelfKey, 'one', productId],
    queryFn: ({ signal }) => call(readShelved, { productId }, { signal }),
  })

export const shelvedCategoriesQuery = queryOptions({
  queryKey: [...shelfKey, 'categories'],
  queryFn: ({ signal }) => call(listShelvedCategories, {}, { signal }),
  refetchOnMount: 'always',
})

/** A form is filled with what the product is now, never with what it was when one was here before. */
export function loadShelved(args: LoaderFunctionArgs): Promise<null> {
  const query = shelvedQuery(args.params['productId'] ?? '')
  args.context.get(CacheContext).removeQueries({ queryKey: query.queryKey })
  return preload(() => [query, shelvedCategoriesQuery])(args)
}

/** The shop shows it too. */
export function refreshShelf(cache: QueryClient): Promise<unknown> {
  const stale = [shelfKey, productsQueryKey, categoriesQuery.queryKey]
  return Promise.all(stale.map(queryKey => cache.invalidateQueries({ queryKey })))
}

/** The seed’s words for what failed; why stands behind them. */
export const sayFailed = (what: string, error: unknown): void =>
  toast({ title: 'Fout', description: `${what}. ${reasonOf(error)}`, variant: 'destructive' })

export function useAddProduct() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (product: InputOf<typeof createProduct>) => call(createProduct, product),
    onSuccess: async ({ name }) => {
      await refreshShelf(cache)
      toast({ title: 'Product aangemaakt', description: name })
    },
    onError: error => sayFailed('Kon product niet aanmaken', error),
  })
}

/** Whether someone else was at the same product meanwhile. */
export const isOvertaken = (error: unknown): boolean =>
  error instanceof CallError && (error.code === 'PRODUCT_CHANGED' || error.code === 'STOCK_CHANGED')

/** Saves a change; one that was overtaken by another's is no failure, but a question. */
export function useChangeProduct() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (change: InputOf<typeof changeProduct>) => call(changeProduct, change),
    onSuccess: async product => {
      show(cache, product)
      await refreshShelf(cache)
      toast({ title: 'Product bijgewerkt', description: product.name })
    },
    onError: error => {
      if (!isOvertaken(error)) sayFailed('Kon product niet bijwerken', error)
    },
  })
}

const show = (cache: QueryClient, product: ShelvedProduct): void =>
  void cache.setQueryData(shelvedQuery(product.id).queryKey, before => before && { ...before, ...product })

/** The product as it is at this moment. */
export const readNow = (productId: string): Promise<ProductDetail> => call(readShelved, { productId })

/** Erases a product, and finds out whether it was: one that was ever ordered is only taken off sale. */
export function useRemoveProduct() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async ({ id: productId }: Pick<ShelvedProduct, 'id'>) => {
      await call(removeProduct, { productId })
      return { isErased: await isGone(productId) }
    },
    onSuccess: async ({ isErased }) => {
      await refreshShelf(cache)
      toast(
        isErased
          ? { title: 'Product verwijderd' }
          : {
              title: 'Product uit de verkoop gehaald',
              description: 'Het is ooit besteld en staat op facturen, daarom blijft het bewaard.',
            },
      )
    },
    onError: error => sayFailed('Kon product niet verwijderen', error),
  })
}

async function isGone(productId: string): Promise<boolean> {
  try {
    await readNow(productId)
    return false
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return true
    throw error
  }
}
