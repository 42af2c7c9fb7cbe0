import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../ui/call/call.ts'
import { apiQuery, useApiMutation } from '../../../ui/call/hooks.ts'
import { readPayeeOf, setNameCheck } from '../../payees/admin/contract.ts'
import { filePayoutRun, makePayoutRun, readPayouts, readStatement, returnPayout } from './contract.ts'

const key = ['admin', 'payouts']

export const payoutsQuery = apiQuery(key, readPayouts, {}, { refetchOnMount: 'always' })

export const payeeOfQuery = (userId: string) =>
  apiQuery(['admin', 'payees', userId], readPayeeOf, { userId }, { staleTime: 0, gcTime: 0 })

export const useMakePayoutRun = () =>
  useApiMutation(makePayoutRun, { alwaysInvalidates: [key], done: 'Klaargezet', failed: 'Niet klaargezet' })

/** Opens the file as a download. */
export const useFilePayoutRun = () =>
  useApiMutation(filePayoutRun, {
    onSuccess: ({ filename, xml }) => {
      const link = document.createElement('a')
      link.href = `data:application/xml;charset=utf-8,${encodeURIComponent(xml)}`
      link.download = filename
      link.click()
    },
    alwaysInvalidates: [key],
    failed: 'Het bestand is niet gemaakt',
  })

export const useReturnPayout = () =>
  useApiMutation(returnPayout, {
    alwaysInvalidates: [key],
    done: 'Genoteerd',
    failed: 'Niet genoteerd',
    hasFieldErrors: true,
  })

export const useReadStatement = () =>
  useApiMutation(
    (file: File) => {
      const form = new FormData()
      form.append('file', file)
      return call(readStatement, {}, { form })
    },
    { alwaysInvalidates: [key], failed: 'Het afschrift is niet verwerkt', hasFieldErrors: true },
  )

export function useSetNameCheck(userId: string) {
  const cache = useQueryClient()
  return useApiMutation(setNameCheck, {
    onSuccess: saved => cache.setQueryData(payeeOfQuery(userId).queryKey, saved),
    alwaysInvalidates: [key],
    done: 'Genoteerd',
    failed: 'Niet genoteerd',
  })
}
