import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { tellLoginFailed, userQuery, useSignedIn } from '../accounts/hooks.ts'
import { sessionsQuery } from '../accounts/session.hooks.ts'
import { call, CallError, reasonOf } from '../../ui/call.ts'
import { toast } from '../../ui/parts/toast.ts'
import type { InputOf } from '../../wire/endpoint.ts'
import {
  beginTotp,
  confirmTotp,
  endTotp,
  loginWithCode,
  readTwoFactor,
  renewRecoveryCodes,
} from './contract.ts'

export const twoFactorQuery = queryOptions({
  queryKey: ['two-factor'],
  queryFn: ({ signal }) => call(readTwoFactor, {}, { signal }),
})

/** What a field won't take is said there; the rest by a toast. */
export const tellUnlessAtField = (title: string) => (error: Error) => {
  if (error instanceof CallError && Object.keys(error.fields).length > 0) return
  toast({ title, description: reasonOf(error), variant: 'destructive' })
}

const FAILED = 'Dat lukte niet'

/** What is shown of it is fetched again. */
function useChanged() {
  const cache = useQueryClient()
  return () =>
    Promise.all(
      [userQuery, twoFactorQuery, sessionsQuery].map(({ queryKey }) => cache.invalidateQueries({ queryKey })),
    )
}

export const useBeginTotp = () =>
  useMutation({
    mutationFn: (input: InputOf<typeof beginTotp>) => call(beginTotp, input),
    onError: tellUnlessAtField(FAILED),
  })

export function useConfirmTotp() {
  const changed = useChanged()
  return useMutation({
    mutationFn: (input: InputOf<typeof confirmTotp>) => call(confirmTotp, input),
    onSuccess: changed,
    onError: tellUnlessAtField(FAILED),
  })
}

export function useRenewCodes() {
  const changed = useChanged()
  return useMutation({
    mutationFn: (input: InputOf<typeof renewRecoveryCodes>) => call(renewRecoveryCodes, input),
    onSuccess: changed,
    onError: tellUnlessAtField(FAILED),
  })
}

export function useEndTotp() {
  const changed = useChanged()
  return useMutation({
    mutationFn: (input: InputOf<typeof endTotp>) => call(endTotp, input),
    onSuccess: () => {
      toast({ title: 'Tweestapsverificatie staat uit' })
      return changed()
    },
    onError: tellUnlessAtField(FAILED),
  })
}

/** Takes the second step of signing in. */
export const useLoginWithCode = () =>
  useMutation({
    mutationFn: (input: InputOf<typeof loginWithCode>) => call(loginWithCode, input),
    onSuccess: useSignedIn(),
    onError: (error: Error) => {
      if (!(error instanceof CallError) || error.code !== 'INVALID_CODE') tellLoginFailed(error)
    },
  })
