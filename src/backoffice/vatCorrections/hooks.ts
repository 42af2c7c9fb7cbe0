import { apiQuery, useApiMutation } from '../../ui/call/hooks.ts'
import { listMinutesVatCorrections, correctVatOfMinutes, correctVat } from './contract.ts'
import { formatCents } from '../../wire/money.ts'
import { adminOrdersKey } from '../../shop/orders/admin/hooks.ts'

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

export const useCorrectVat = () =>
  useApiMutation(correctVat, {
    // Refetches after a refusal too: another admin may have done it.
    alwaysInvalidates: [adminOrdersKey],
    done: ({ amount, invoice }) => ({
      title: 'Btw gecorrigeerd',
      description: `${formatCents(amount)} gaat terug; de klant krijgt factuur ${invoice}.`,
    }),
    failed: 'De btw is niet gecorrigeerd',
  })
