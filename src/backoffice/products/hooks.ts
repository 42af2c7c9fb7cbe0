import {
  keepPreviousData,
  queryOptions,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { z } from 'zod'
import { categoriesQuery, productsQueryKey } from '../../shop/catalog/hooks.ts'
import { QueryClientContext, preloadQueries } from '../../ui/queryClient.ts'
import { call, CallError, userMessageOf } from '../../ui/call.ts'
import { createListUrl } from '../../ui/listUrl.ts'
import { toast } from '../../ui/components/toast.ts'
import type { InputOf } from '../../wire/endpoint.ts'
import {
  changeProduct,
  createProduct,
  listAdminProducts,
  listAdminCategories,
  type AdminProductDetail,
  readAdminProduct,
  removeProduct,
  type ProductListPage,
  ProductListSort,
  type AdminProduct,
  StockLevel,
} from './contract.ts'
import { readProductHistory } from './history.contract.ts'

const ProductListQuery = z.object({
  q: z.string().max(100).catch(''),
  categoryId: z.guid().optional().catch(undefined),
  stock: StockLevel.optional().catch(undefined),
  active: z.enum(['true', 'false']).optional().catch(undefined),
  sort: ProductListSort.catch('newest'),
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
})
export type ProductListQuery = z.output<typeof ProductListQuery>

export const productListUrl = createListUrl('/admin/products', ProductListQuery)

/** The first part of every query key of admin products. */
export const adminProductsKey = ['shelf'] as const

/** A page of the product list; never from the cache, since others change it too. */
export const adminProductsQuery = (query: ProductListQuery) =>
  queryOptions({
    queryKey: [...adminProductsKey, 'page', query],
    // Called with `page`, it returns a page.
    queryFn: async ({ signal }) => (await call(listAdminProducts, query, { signal })) as ProductListPage,
    refetchOnMount: 'always',
  })

export const adminProductQuery = (productId: string) =>
  queryOptions({
    queryKey: [...adminProductsKey, 'one', productId],
    queryFn: ({ signal }) => call(readAdminProduct, { productId }, { signal }),
  })

export const adminCategoriesQuery = queryOptions({
  queryKey: [...adminProductsKey, 'categories'],
  queryFn: ({ signal }) => call(listAdminCategories, {}, { signal }),
  refetchOnMount: 'always',
})

/** The newest entries of a product's history; the previous ones stay while more are loading. */
export const useProductHistory = (productId: string, limit: number) =>
  useQuery({
    queryKey: [...adminProductsKey, 'history', productId, limit],
    queryFn: ({ signal }) => call(readProductHistory, { productId, limit }, { signal }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })

/** Loads a product past the cache: its form must start from what is stored now. */
export function loadAdminProduct(args: LoaderFunctionArgs): Promise<null> {
  const query = adminProductQuery(args.params['productId'] ?? '')
  args.context.get(QueryClientContext).removeQueries({ queryKey: query.queryKey })
  return preloadQueries(() => [query, adminCategoriesQuery])(args)
}

/** Also the shop's own queries. */
export function invalidateProducts(cache: QueryClient): Promise<unknown> {
  const stale = [adminProductsKey, productsQueryKey, categoriesQuery.queryKey]
  return Promise.all(stale.map(queryKey => cache.invalidateQueries({ queryKey })))
}

export const toastFailure = (what: string, error: unknown): void =>
  toast({ title: 'Fout', description: `${what}. ${userMessageOf(error)}`, variant: 'destructive' })

export function useAddProduct() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (product: InputOf<typeof createProduct>) => call(createProduct, product),
    onSuccess: async ({ name }) => {
      await invalidateProducts(cache)
      toast({ title: 'Product aangemaakt', description: name })
    },
    onError: error => toastFailure('Kon product niet aanmaken', error),
  })
}

/** Whether another person changed the product or its stock meanwhile. */
export const isEditConflict = (error: unknown): boolean =>
  error instanceof CallError && (error.code === 'PRODUCT_CHANGED' || error.code === 'STOCK_CHANGED')

/** Saves a change; an edit conflict is left to the caller, without a toast. */
export function useChangeProduct() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (change: InputOf<typeof changeProduct>) => call(changeProduct, change),
    onSuccess: async product => {
      show(cache, product)
      await invalidateProducts(cache)
      toast({ title: 'Product bijgewerkt', description: product.name })
    },
    onError: error => {
      if (!isEditConflict(error)) toastFailure('Kon product niet bijwerken', error)
    },
  })
}

const show = (cache: QueryClient, product: AdminProduct): void =>
  void cache.setQueryData(
    adminProductQuery(product.id).queryKey,
    before => before && { ...before, ...product },
  )

/** Fetches a product past the cache. */
export const fetchAdminProduct = (productId: string): Promise<AdminProductDetail> =>
  call(readAdminProduct, { productId })

/** Removes a product, and reads whether it was deleted: one that was ever ordered is only deactivated. */
export function useRemoveProduct() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async ({ id: productId }: Pick<AdminProduct, 'id'>) => {
      await call(removeProduct, { productId })
      return { isErased: await isGone(productId) }
    },
    onSuccess: async ({ isErased }) => {
      await invalidateProducts(cache)
      toast(
        isErased
          ? { title: 'Product verwijderd' }
          : {
              title: 'Product uit de verkoop gehaald',
              description: 'Het is ooit besteld en staat op facturen, daarom blijft het bewaard.',
            },
      )
    },
    onError: error => toastFailure('Kon product niet verwijderen', error),
  })
}

async function isGone(productId: string): Promise<boolean> {
  try {
    await fetchAdminProduct(productId)
    return false
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return true
    throw error
  }
}
