import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, CallError, userMessageOf } from '../../ui/call.ts'
import { toast } from '../../ui/components/toast.ts'
import type { InputOf } from '../../wire/endpoint.ts'
import { userQuery } from './hooks.ts'
import { changePassword, forgotPassword, resetPassword } from './password.contract.ts'
import { loginSessionsQuery } from './session.hooks.ts'

/** A link that is none is said by the page, and what a field won't take at the field; the rest by a toast. */
const toastUnlessHandled = (title: string) => (error: Error) => {
  const isSaid =
    error instanceof CallError && (error.code === 'TOKEN_INVALID' || Object.keys(error.fields).length > 0)
  if (!isSaid) toast({ title, description: userMessageOf(error), variant: 'destructive' })
}

export const useForgotPassword = () =>
  useMutation({
    mutationFn: (email: string) => call(forgotPassword, { email }),
    onError: toastUnlessHandled('Kon geen link versturen'),
  })

export function useResetPassword() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (input: { token: string; password: string }) => call(resetPassword, input),
    // Every session of the account has ended: one of them may be this browser's.
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: userQuery.queryKey })
      if (!cache.getQueryData(userQuery.queryKey))
        cache.removeQueries({ predicate: query => query.queryKey[0] !== userQuery.queryKey[0] })
    },
    onError: toastUnlessHandled('Kon je wachtwoord niet wijzigen'),
  })
}

/** Every other session of the account ends with it. */
export function useChangePassword() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (input: InputOf<typeof changePassword>) => call(changePassword, input),
    onSuccess: () => {
      toast({ title: 'Wachtwoord gewijzigd', description: 'Op andere apparaten ben je uitgelogd.' })
      return cache.invalidateQueries({ queryKey: loginSessionsQuery.queryKey })
    },
    onError: toastUnlessHandled('Kon je wachtwoord niet wijzigen'),
  })
}
