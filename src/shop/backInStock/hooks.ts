import { useQuery } from '@tanstack/react-query'
import { apiQuery, useApiMutation } from '../../ui/call/hooks.ts'
import type { Product } from '../products/catalog/contract.ts'
import { cancelBackInStock, listBackInStockRequests, requestBackInStock } from './contract.ts'

export const backInStockQuery = apiQuery(['back in stock'], listBackInStockRequests, {})

const invalidates = [backInStockQuery.queryKey]

/** Whether a mail was asked for a product; undefined while that is not known. */
export function useIsRequested({ id }: Pick<Product, 'id'>): boolean | undefined {
  const { data } = useQuery(backInStockQuery)
  return data?.some(({ productId }) => productId === id)
}

export const useRequestBackInStock = () =>
  useApiMutation(requestBackInStock, { invalidates, failed: 'Kon dit niet onthouden' })

export const useCancelBackInStock = () =>
  useApiMutation(cancelBackInStock, { invalidates, failed: 'Kon dit niet uitzetten' })
