import { apiQuery, useApiMutation } from '../../../ui/call/hooks.ts'
import { readVatOverview, removeVatRate, setVatRate } from './contract.ts'

const vatKey = ['admin-vat']

export const vatOverviewQuery = apiQuery(vatKey, readVatOverview, {}, { refetchOnMount: 'always' })

export const useSetVatRate = () =>
  useApiMutation(setVatRate, {
    invalidates: [vatKey],
    done: 'Tarief bewaard',
    failed: 'Het tarief is niet bewaard',
    hasFieldErrors: true,
  })

export const useRemoveVatRate = () =>
  useApiMutation(removeVatRate, {
    invalidates: [vatKey],
    done: 'Tarief verwijderd',
    failed: 'Het tarief is niet verwijderd',
  })
