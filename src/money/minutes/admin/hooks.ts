import { useQueryClient } from '@tanstack/react-query'
import { useApiMutation, apiQuery } from '../../../ui/call/hooks.ts'
import { changeMinutePackages, settleMinuteDebt, readMinutePackages, listMinuteDebts } from './contract.ts'
import { allPackages } from '../hooks.ts'

export function useSaveMinutePackages() {
  const cache = useQueryClient()
  return useApiMutation(changeMinutePackages, {
    onSuccess: saved => {
      cache.setQueryData(adminMinutePackagesQuery.queryKey, saved)
      void cache.invalidateQueries({ queryKey: allPackages })
    },
    done: 'Pakketten bewaard',
    failed: 'Pakketten niet bewaard',
    hasFieldErrors: true,
  })
}

/** Refetches after a refusal too: another admin may have settled it. */
export const useSettleMinuteDebt = () =>
  useApiMutation(settleMinuteDebt, {
    alwaysInvalidates: [['minute-debts']],
    done: 'Afgehandeld',
    failed: 'Niet afgehandeld',
  })

export const adminMinutePackagesQuery = apiQuery(
  ['admin-minute-packages'],
  readMinutePackages,
  {},
  { staleTime: 0 },
)

export const minuteDebtsQuery = (userId: string) =>
  apiQuery(['minute-debts', userId], listMinuteDebts, { userId }, { refetchOnMount: 'always' })
