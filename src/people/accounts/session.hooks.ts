import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, reasonOf } from '../../ui/call.ts'
import { toast } from '../../ui/parts/toast.ts'
import { endOtherSessions, endSession, listSessions, type LoginSession } from './session.contract.ts'

/** Others come and go meanwhile: it is fetched afresh whenever it is shown. */
export const sessionsQuery = queryOptions({
  queryKey: ['login-sessions'],
  queryFn: ({ signal }) => call(listSessions, {}, { signal }),
  staleTime: 0,
})

const tellFailure = (error: Error) =>
  toast({ title: 'Uitloggen lukte niet', description: reasonOf(error), variant: 'destructive' })

export function useEndSession() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: LoginSession) => call(endSession, { sessionId: id }),
    onSuccess: () => toast({ title: 'Apparaat uitgelogd' }),
    onError: tellFailure,
    onSettled: () => cache.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}

export function useEndOtherSessions() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => call(endOtherSessions, {}),
    onSuccess: () => toast({ title: 'Overal elders uitgelogd' }),
    onError: tellFailure,
    onSettled: () => cache.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}
