import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCreditChoice } from '../credit/choice.hooks.ts'
import { type CreditChoice, toCreditInput, usesCredit } from '../credit/choice.rules.ts'
import { spentKeys } from '../credit/hooks.ts'
import { redirectToPayment } from '../payments/hooks.ts'
import type { BusinessDetails } from '../vat/number.contract.ts'
import { call, CallError } from '../../ui/call/call.ts'
import { userQuery } from '../../people/accounts/hooks.ts'
import { formatMinutes } from '../../ui/format.ts'
import { apiQuery } from '../../ui/call/hooks.ts'
import { trackEvent } from '../../ui/visitor/trackEvent.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { listMinutePackages, type MinutePackage, purchaseMinutes } from './contract.ts'

/** Never cached: the prices depend on whether the customer is in a session. @param vatNumber of the business that it is bought for */
export const minutePackagesQuery = (vatNumber?: string) =>
  apiQuery(['minute-packages', vatNumber ?? null], listMinutePackages, vatNumber ? { vatNumber } : {}, {
    staleTime: 0,
  })

export const allPackages = ['minute-packages']

interface MinutePurchaseInput {
  /** The package with the price that the customer saw. */
  offer: MinutePackage
  /** With the credit that pays before the provider, and the amount for the provider as it was shown, in cents. */
  credit: CreditChoice & { due: number }
  /** Where the buyer says to live, when that was asked, or the business that it is for. */
  buyer: { statedCountry?: string; business?: BusinessDetails }
  /** Whether the box was ticked. */
  agreesToImmediateStart: boolean
  idempotencyKey: string
}

/** Buys minutes, and goes to the payment page. @param onDone called when nothing was left to pay */
export const useBuyMinutes = (userId: string, onDone: () => void) => {
  const cache = useQueryClient()
  const { clear } = useCreditChoice(userId)
  const refresh = (...keys: (readonly unknown[])[]) =>
    Promise.all(keys.map(queryKey => cache.invalidateQueries({ queryKey })))
  return useMutation({
    mutationFn: ({
      offer: { id, minutes, price },
      credit,
      buyer,
      agreesToImmediateStart,
      idempotencyKey,
    }: MinutePurchaseInput) =>
      call(
        purchaseMinutes,
        {
          packageId: id,
          minutes,
          price,
          ...buyer,
          ...(usesCredit(credit) && toCreditInput(credit)),
          agreesToImmediateStart,
          fromLive: window.location.pathname === '/live',
        },
        { idempotencyKey },
      ),
    onSuccess: async ({ paymentUrl }, { offer }) => {
      trackEvent({ category: 'minutes', action: 'buy' })
      if (paymentUrl !== undefined) return redirectToPayment(paymentUrl)
      clear()
      onDone()
      toast({ title: 'Je minuten staan klaar', description: `${formatMinutes(offer.minutes)} erbij.` })
      await refresh(userQuery.queryKey, ...spentKeys)
    },
    onError: async error => {
      const code = error instanceof CallError ? error.code : null
      // Nothing went wrong: the panel says what is due now.
      if (code === 'CREDIT_CHANGED') return refresh(...spentKeys)
      const description = error instanceof CallError ? error.reason : 'Betaling kon niet worden gestart'
      toast({ title: 'Aankoop mislukt', description, variant: 'destructive' })
      if (code === 'PRICE_CHANGED') await refresh(allPackages)
    },
  })
}
