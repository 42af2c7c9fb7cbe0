import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { toastLoginError, userQuery, useSetLoggedInUser } from '../accounts/hooks.ts'
import { loginSessionsQuery } from '../accounts/session.hooks.ts'
import { call, CallError, userMessageOf } from '../../ui/call.ts'
import { toast } from '../../ui/components/toast.ts'
import type { InputOf } from '../../wire/endpoint.ts'
import {
  beginTotpSetup,
  confirmTotp,
  disableTotp,
  loginWithTwoFactorCode,
  readTwoFactor,
  renewRecoveryCodes,
} from './contract.ts'

export const twoFactorQuery = queryOptions({
  queryKey: ['two-factor'],
  queryFn: ({ signal }) => call(readTwoFactor, {}, { signal }),
})

/** What a field won't take is said there; the rest by a toast. */
export const toastUnlessFieldError = (title: string) => (error: Error) => {
  if (error instanceof CallError && Object.keys(error.fields).length > 0) return
  toast({ title, description: userMessageOf(error), variant: 'destructive' })
}

const FAILED = 'Dat lukte niet'

/** What is shown of it is fetched again. */
function useInvalidateSecurity() {
  const cache = useQueryClient()
  return () =>
    Promise.all(
      [userQuery, twoFactorQuery, loginSessionsQuery].map(({ queryKey }) =>
        cache.invalidateQueries({ queryKey }),
      ),
    )
}

export const useBeginTotpSetup = () =>
  useMutation({
    mutationFn: (input: InputOf<typeof beginTotpSetup>) => call(beginTotpSetup, input),
    onError: toastUnlessFieldError(FAILED),
  })

export function useConfirmTotp() {
  const changed = useInvalidateSecurity()
  return useMutation({
    mutationFn: (input: InputOf<typeof confirmTotp>) => call(confirmTotp, input),
    onSuccess: changed,
    onError: toastUnlessFieldError(FAILED),
  })
}

export function useRenewRecoveryCodes() {
  const changed = useInvalidateSecurity()
  return useMutation({
    mutationFn: (input: InputOf<typeof renewRecoveryCodes>) => call(renewRecoveryCodes, input),
    onSuccess: changed,
    onError: toastUnlessFieldError(FAILED),
  })
}

export function useDisableTotp() {
  const changed = useInvalidateSecurity()
  return useMutation({
    mutationFn: (input: InputOf<typeof disableTotp>) => call(disableTotp, input),
    onSuccess: () => {
      toast({ title: 'Tweestapsverificatie staat uit' })
      return changed()
    },
    onError: toastUnlessFieldError(FAILED),
  })
}

/** Takes the second step of signing in. */
export const useTwoFactorLogin = () =>
  useMutation({
    mutationFn: (input: InputOf<typeof loginWithTwoFactorCode>) => call(loginWithTwoFactorCode, input),
    onSuccess: useSetLoggedInUser(),
    onError: (error: Error) => {
      if (!(error instanceof CallError) || error.code !== 'INVALID_CODE') toastLoginError(error)
    },
  })
