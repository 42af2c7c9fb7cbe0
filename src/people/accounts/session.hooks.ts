import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, userMessageOf } from '../../ui/call.ts'
import { toast } from '../../ui/components/toast.ts'
import {
  endOtherLoginSessions,
  endLoginSession,
  listLoginSessions,
  type LoginSession,
} from './session.contract.ts'

/** Others come and go meanwhile: it is fetched afresh whenever it is shown. */
export const loginSessionsQuery = queryOptions({
  queryKey: ['login-sessions'],
  queryFn: ({ signal }) => call(listLoginSessions, {}, { signal }),
  staleTime: 0,
})

const toastLogoutError = (error: Error) =>
  toast({ title: 'Uitloggen lukte niet', description: userMessageOf(error), variant: 'destructive' })

export function useEndLoginSession() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: LoginSession) => call(endLoginSession, { sessionId: id }),
    onSuccess: () => toast({ title: 'Apparaat uitgelogd' }),
    onError: toastLogoutError,
    onSettled: () => cache.invalidateQueries({ queryKey: loginSessionsQuery.queryKey }),
  })
}

export function useEndOtherLoginSessions() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => call(endOtherLoginSessions, {}),
    onSuccess: () => toast({ title: 'Overal elders uitgelogd' }),
    onError: toastLogoutError,
    onSettled: () => cache.invalidateQueries({ queryKey: loginSessionsQuery.queryKey }),
  })
}
