import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, userMessageOf } from '../../ui/call.ts'
import { toast } from '../../ui/components/toast.ts'
import { sendVerificationMail, verifyEmail } from './emailVerification.contract.ts'
import { userQuery } from './hooks.ts'

export function useVerifyEmail() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (token: string) => call(verifyEmail, { token }),
    // Also when it failed: the link may have done its work before.
    onSettled: () => cache.invalidateQueries({ queryKey: userQuery.queryKey }),
  })
}

export const useSendVerificationMail = () =>
  useMutation({
    mutationFn: () => call(sendVerificationMail, {}),
    onSuccess: () => toast({ title: 'Nieuwe link verstuurd', description: 'Kijk in je mailbox.' }),
    onError: error =>
      toast({ title: 'Kon geen link versturen', description: userMessageOf(error), variant: 'destructive' }),
  })
