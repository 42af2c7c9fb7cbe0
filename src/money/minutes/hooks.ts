import { useMutation, useQueryClient } from '@tanstack/react-query'
import { redirectToPayment } from '../payments/hooks.ts'
import { call, CallError } from '../../ui/call.ts'
import { apiQuery, useApiMutation } from '../../ui/hooks.ts'
import { trackEvent } from '../../ui/trackEvent.ts'
import { toast } from '../../ui/components/toast.ts'
import {
  changeMinutePackages,
  listMinuteDebts,
  listMinutePackages,
  type MinutePackage,
  purchaseMinutes,
  readMinutePackages,
  settleMinuteDebt,
} from './contract.ts'

/** Never cached: the prices depend on whether the customer is in a session. */
export const minutePackagesQuery = apiQuery(['minute-packages'], listMinutePackages, {}, { staleTime: 0 })

interface MinutePurchaseInput {
  /** The package with the price that the customer saw. */
  offer: MinutePackage
  idempotencyKey: string
}

/** Buys minutes, and goes to the payment page. */
export const useBuyMinutes = () => {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ offer: { id, minutes, price }, idempotencyKey }: MinutePurchaseInput) =>
      call(purchaseMinutes, { packageId: id, minutes, price }, { idempotencyKey }),
    onSuccess: ({ paymentUrl }) => {
      trackEvent({ category: 'minutes', action: 'buy' })
      if (paymentUrl) redirectToPayment(paymentUrl)
    },
    onError: async error => {
      const description = error instanceof CallError ? error.reason : 'Betaling kon niet worden gestart'
      toast({ title: 'Aankoop mislukt', description, variant: 'destructive' })
      if (error instanceof CallError && error.code === 'PRICE_CHANGED') {
        await cache.invalidateQueries({ queryKey: minutePackagesQuery.queryKey })
      }
    },
  })
}

export const adminMinutePackagesQuery = apiQuery(
  ['admin-minute-packages'],
  readMinutePackages,
  {},
  { staleTime: 0 },
)

export function useSaveMinutePackages() {
  const cache = useQueryClient()
  return useApiMutation(changeMinutePackages, {
    onSuccess: saved => {
      cache.setQueryData(adminMinutePackagesQuery.queryKey, saved)
      void cache.invalidateQueries({ queryKey: minutePackagesQuery.queryKey })
    },
    done: 'Pakketten bewaard',
    failed: 'Pakketten niet bewaard',
    hasFieldErrors: true,
  })
}

export const minuteDebtsQuery = (userId: string) =>
  apiQuery(['minute-debts', userId], listMinuteDebts, { userId }, { refetchOnMount: 'always' })

/** Refetches after a refusal too: another admin may have settled it. */
export const useSettleMinuteDebt = () =>
  useApiMutation(settleMinuteDebt, {
    alwaysInvalidates: [['minute-debts']],
    done: 'Afgehandeld',
    failed: 'Niet afgehandeld',
  })
