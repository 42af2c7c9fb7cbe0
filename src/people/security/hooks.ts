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

/** Shows a toast, unless the error belongs to fields: forms show those. */
export const toastUnlessFieldError = (title: string) => (error: Error) => {
  if (error instanceof CallError && Object.keys(error.fields).length > 0) return
  toast({ title, description: userMessageOf(error), variant: 'destructive' })
}

const FAILED = 'Dat lukte niet'

/** Refetches what the security page shows. */
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
  const invalidate = useInvalidateSecurity()
  return useMutation({
    mutationFn: (input: InputOf<typeof confirmTotp>) => call(confirmTotp, input),
    onSuccess: invalidate,
    onError: toastUnlessFieldError(FAILED),
  })
}

export function useRenewRecoveryCodes() {
  const invalidate = useInvalidateSecurity()
  return useMutation({
    mutationFn: (input: InputOf<typeof renewRecoveryCodes>) => call(renewRecoveryCodes, input),
    onSuccess: invalidate,
    onError: toastUnlessFieldError(FAILED),
  })
}

export function useDisableTotp() {
  const invalidate = useInvalidateSecurity()
  return useMutation({
    mutationFn: (input: InputOf<typeof disableTotp>) => call(disableTotp, input),
    onSuccess: () => {
      toast({ title: 'Tweestapsverificatie staat uit' })
      return invalidate()
    },
    onError: toastUnlessFieldError(FAILED),
  })
}

/** Completes a pending login with a code. */
export const useTwoFactorLogin = () =>
  useMutation({
    mutationFn: (input: InputOf<typeof loginWithTwoFactorCode>) => call(loginWithTwoFactorCode, input),
    onSuccess: useSetLoggedInUser(),
    onError: (error: Error) => {
      if (!(error instanceof CallError) || error.code !== 'INVALID_CODE') toastLoginError(error)
    },
  })
