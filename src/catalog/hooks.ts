import { queryOptions } from '@tanstack/react-query'
import { call } from '../web/call.ts'
import { listCategories, listProducts } from './contract.ts'

export const productsQuery = queryOptions({
  queryKey: ['products'],
  queryFn: ({ signal }) => call(listProducts, {}, { signal }),
})

export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  queryFn: ({ signal }) => call(listCategories, {}, { signal }),
})
