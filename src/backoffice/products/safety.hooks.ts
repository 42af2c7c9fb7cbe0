import { productsQueryKey } from '../../shop/catalog/hooks.ts'
import { call } from '../../ui/call.ts'
import { apiQuery, useApiMutation } from '../../ui/hooks.ts'
import type { InputOf } from '../../wire/endpoint.ts'
import {
  type AdminOperator,
  changeOperator,
  createOperator,
  listOperators,
  readProductSafety,
  setProductSafety,
} from './safety.contract.ts'

const fresh = { refetchOnMount: 'always' } as const

export const operatorsQuery = apiQuery(['shelf', 'operators'], listOperators, {}, fresh)

export const productSafetyQuery = (productId: string) =>
  apiQuery(['shelf', 'safety', productId], readProductSafety, { productId }, fresh)

export const useSetProductSafety = (productId: string) =>
  useApiMutation(setProductSafety, {
    invalidates: [productSafetyQuery(productId).queryKey, productsQueryKey],
    done: 'Veiligheid opgeslagen',
    failed: 'Kon de veiligheid niet opslaan',
    hasFieldErrors: true,
  })

/** @param operator null for a new one */
export const useSaveOperator = (operator: AdminOperator | null) =>
  useApiMutation(
    (fields: InputOf<typeof createOperator>) =>
      operator ? call(changeOperator, { ...fields, operatorId: operator.id }) : call(createOperator, fields),
    {
      invalidates: [operatorsQuery.queryKey, productsQueryKey],
      done: 'Fabrikant opgeslagen',
      failed: 'Kon de fabrikant niet opslaan',
      hasFieldErrors: true,
    },
  )
