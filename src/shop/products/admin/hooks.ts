import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { z } from 'zod'
import { categoriesQuery, productsQueryKey } from '../catalog/hooks.ts'
import { QueryClientContext, preloadQueries } from '../../../ui/call/queryClient.ts'
import { call, CallError, serverReason, userMessageOf } from '../../../ui/call/call.ts'
import { toast } from '../../../ui/dialogs/toast.ts'
import { apiQuery, listPageQuery, useApiMutation } from '../../../ui/call/hooks.ts'
import { createListUrl, urlFields } from '../../../ui/lists/listUrl.ts'
import type { InputOf } from '../../../wire/endpoint.ts'
import {
  changeCategory,
  changeProduct,
  createCategory,
  createProduct,
  endProductSale,
  listAdminProducts,
  listAdminCategories,
  type AdminCategory,
  type AdminProductDetail,
  readAdminProduct,
  removeCategory,
  removeProduct,
  ProductListSort,
  type AdminProduct,
  StockLevel,
  setProductSale,
} from './contract.ts'
import { readProductHistory } from './history.contract.ts'
import { MissingSafetyInfo } from './safety/contract.ts'

const ProductListQuery = z.object({
  q: z.string().max(100).catch(''),
  categoryId: z.guid().optional().catch(undefined),
  stock: StockLevel.optional().catch(undefined),
  active: z.enum(['true', 'false']).optional().catch(undefined),
  lacks: MissingSafetyInfo.optional().catch(undefined),
  sort: ProductListSort.catch('newest'),
  page: urlFields.page,
})
export type ProductListQuery = z.output<typeof ProductListQuery>

export const productListUrl = createListUrl('/admin/products', ProductListQuery)

export const adminProductsQuery = (query: ProductListQuery) =>
  listPageQuery(['adminProducts', 'page', query], listAdminProducts, query)

export const adminProductQuery = (productId: string) =>
  apiQuery(['adminProducts', 'one', productId], readAdminProduct, { productId })

const refetched = { refetchOnMount: 'always' } as const

export const adminCategoriesQuery = apiQuery(
  ['adminProducts', 'categories'],
  listAdminCategories,
  {},
  refetched,
)

/** The newest entries of a product's history; the previous ones stay while more are loading. */
export const productHistoryQuery = (productId: string, limit: number) =>
  apiQuery(
    ['adminProducts', 'history', productId, limit],
    readProductHistory,
    { productId, limit },
    {
      ...refetched,
      placeholderData: keepPreviousData,
    },
  )

/** Loads a product past the cache: its form must start from the version that is stored now. */
export function loadAdminProduct(args: LoaderFunctionArgs): Promise<null> {
  const query = adminProductQuery(args.params['productId'] ?? '')
  args.context.get(QueryClientContext).removeQueries({ queryKey: query.queryKey })
  return preloadQueries(() => [query, adminCategoriesQuery])(args)
}

/** The queries that show products or categories, the shop's own queries too. */
const invalidates = [['adminProducts'], productsQueryKey, categoriesQuery.queryKey]

export const toastProductFailure = (what: string, error: unknown, reason = userMessageOf(error)): void =>
  toast({ title: 'Fout', description: `${what}. ${reason}`, variant: 'destructive' })

export const useAddProduct = () =>
  useApiMutation(createProduct, {
    invalidates,
    done: ({ name }) => ({ title: 'Product aangemaakt', description: name }),
    onError: error =>
      toastProductFailure(
        'Kon product niet aanmaken',
        error,
        // In English, as the seed quotes it.
        serverReason(error, 'Failed to create product'),
      ),
  })

/** Whether another person changed the product or its stock meanwhile. */
export const isEditConflict = (error: unknown): boolean =>
  error instanceof CallError && (error.code === 'PRODUCT_CHANGED' || error.code === 'STOCK_CHANGED')

/** Saves a change; an edit conflict is left to the caller, without a toast. */
export function useChangeProduct() {
  const cache = useQueryClient()
  return useApiMutation(changeProduct, {
    onSuccess: product =>
      cache.setQueryData(
        adminProductQuery(product.id).queryKey,
        before => before && { ...before, ...product },
      ),
    invalidates,
    done: ({ name }) => ({ title: 'Product bijgewerkt', description: name }),
    onError: error => {
      if (!isEditConflict(error)) toastProductFailure('Kon product niet bijwerken', error)
    },
  })
}

export const useSetSale = () =>
  useApiMutation(setProductSale, {
    invalidates,
    done: ({ sale }) => ({ title: sale?.isRunning ? 'Actie loopt' : 'Actie gepland' }),
    onError: error => toastProductFailure('Kon actie niet instellen', error),
  })

export const useEndSale = () =>
  useApiMutation(endProductSale, {
    invalidates,
    done: 'Actie beëindigd',
    onError: error => toastProductFailure('Kon actie niet beëindigen', error),
  })

/** Fetches a product past the cache. */
export const fetchAdminProduct = (productId: string): Promise<AdminProductDetail> =>
  call(readAdminProduct, { productId })

/** Removes a product, and reads whether it was deleted: one that was ever ordered is only deactivated. */
export const useRemoveProduct = () =>
  useApiMutation(
    async ({ id: productId }: Pick<AdminProduct, 'id'>) => {
      await call(removeProduct, { productId })
      return { isErased: await isGone(productId) }
    },
    {
      invalidates,
      done: ({ isErased }) =>
        isErased
          ? { title: 'Product verwijderd' }
          : {
              title: 'Product uit de verkoop gehaald',
              description: 'Het is ooit besteld en staat op facturen, daarom blijft het bewaard.',
            },
      onError: error => toastProductFailure('Kon product niet verwijderen', error),
    },
  )

async function isGone(productId: string): Promise<boolean> {
  try {
    await fetchAdminProduct(productId)
    return false
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return true
    throw error
  }
}

/** Adds a category, or changes one's name and slug. */
export const useSaveCategory = (category: AdminCategory | null) =>
  useApiMutation(
    (named: InputOf<typeof createCategory>) =>
      category ? call(changeCategory, { categoryId: category.id, ...named }) : call(createCategory, named),
    {
      invalidates,
      done: ({ name }) => ({
        title: category ? 'Categorie bijgewerkt' : 'Categorie aangemaakt',
        description: name,
      }),
      onError: error =>
        toastProductFailure(category ? 'Kon categorie niet bijwerken' : 'Kon categorie niet aanmaken', error),
    },
  )

export const useRemoveCategory = () =>
  useApiMutation(removeCategory, {
    invalidates,
    done: 'Categorie verwijderd',
    onError: error => toastProductFailure('Kon categorie niet verwijderen', error),
  })
