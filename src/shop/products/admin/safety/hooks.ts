import type { ManualLanguage } from '../../safety/contract.ts'
import { productsQueryKey } from '../../catalog/hooks.ts'
import { call } from '../../../../ui/call/call.ts'
import { apiQuery, useApiMutation } from '../../../../ui/call/hooks.ts'
import type { InputOf } from '../../../../wire/endpoint.ts'
import {
  addManual,
  type AdminOperator,
  type AdminProductSafety,
  changeOperator,
  createOperator,
  listOperators,
  readProductSafety,
  removeManual,
  setLabelPictures,
  setProductSafety,
} from './contract.ts'

const fresh = { refetchOnMount: 'always' } as const

export const operatorsQuery = apiQuery(['adminProducts', 'operators'], listOperators, {}, fresh)

export const productSafetyQuery = (productId: string) =>
  apiQuery(['adminProducts', 'safety', productId], readProductSafety, { productId }, fresh)

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

const safetyMutation = (productId: string) => ({
  invalidates: [productSafetyQuery(productId).queryKey, productsQueryKey],
})

export const useSetLabelPictures = (productId: string) =>
  useApiMutation(setLabelPictures, {
    ...safetyMutation(productId),
    done: 'Foto’s van het etiket opgeslagen',
    failed: 'Kon de foto’s van het etiket niet opslaan',
    hasFieldErrors: true,
  })

export const useAddManual = (productId: string) =>
  useApiMutation(
    ({ language, file }: { language: ManualLanguage; file: File }): Promise<AdminProductSafety> => {
      const form = new FormData()
      form.append('language', language)
      form.append('file', file, file.name)
      return call(addManual, { productId }, { form })
    },
    {
      ...safetyMutation(productId),
      done: 'Handleiding opgeslagen',
      failed: 'Kon de handleiding niet opslaan',
    },
  )

export const useRemoveManual = (productId: string) =>
  useApiMutation(removeManual, {
    ...safetyMutation(productId),
    done: 'Handleiding verwijderd',
    failed: 'Kon de handleiding niet verwijderen',
  })
