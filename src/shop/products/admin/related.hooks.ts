import { keepPreviousData } from '@tanstack/react-query'
import { productsQueryKey } from '../catalog/hooks.ts'
import { apiQuery, useApiMutation } from '../../../ui/call/hooks.ts'
import { listAdminProducts } from './contract.ts'
import { readRelatedProducts, setRelatedProducts } from './related.contract.ts'

export const relatedQuery = (productId: string) =>
  apiQuery(
    ['adminProducts', 'related', productId],
    readRelatedProducts,
    { productId },
    { refetchOnMount: 'always' },
  )

/** A few products that match, to choose from. */
export const productChoicesQuery = (q: string) =>
  apiQuery(
    ['adminProducts', 'choices', q],
    listAdminProducts,
    { q, page: 1, pageSize: 6 },
    { enabled: q !== '', placeholderData: keepPreviousData },
  )

export const useSetRelated = (productId: string) =>
  useApiMutation(setRelatedProducts, {
    invalidates: [relatedQuery(productId).queryKey, productsQueryKey],
    failed: 'Kon niet bewaren wat erbij past',
  })
