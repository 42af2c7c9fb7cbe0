import { apiQuery, useApiMutation } from '../../ui/hooks.ts'
import { formatCents } from '../../wire/money.ts'
import {
  correctVatOfMinutes,
  listMinutesVatCorrections,
  readVatOverview,
  removeVatRate,
  setVatRate,
} from './contract.ts'

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

export const minutesVatQuery = (userId: string) =>
  apiQuery(['admin-minutes-vat', userId], listMinutesVatCorrections, { userId })

export const useCorrectVatOfMinutes = (userId: string) =>
  useApiMutation(correctVatOfMinutes, {
    // Refetches after a refusal too: another admin may have done it.
    alwaysInvalidates: [minutesVatQuery(userId).queryKey],
    done: ({ amount, invoice }) => ({
      title: 'Btw gecorrigeerd',
      description: `${formatCents(amount)} gaat terug; de klant krijgt factuur ${invoice}.`,
    }),
    failed: 'De btw is niet gecorrigeerd',
  })
