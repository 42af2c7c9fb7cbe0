import { queryOptions, useMutation } from '@tanstack/react-query'
import { call, userMessageOf } from '../../ui/call.ts'
import { toast } from '../../ui/components/toast.ts'
import {
  readAdminConnection,
  readCreatorConnection,
  PAIRING_CODE_VALID_MS,
  type pairAsAdmin,
  type pairAsCreator,
} from './contract.ts'
import { testProvider, readProvider } from './provider.contract.ts'
import { useCallback, useEffect } from 'react'

/** How often the connection is polled, in milliseconds. */
const POLL_MS = 5000

/** Whether any app is connected. */
export const providerConnectionQuery = queryOptions({
  queryKey: ['provider', 'connection'],
  queryFn: ({ signal }) => call(readAdminConnection, {}, { signal }),
  refetchInterval: POLL_MS,
  refetchOnMount: 'always',
})

export const providerStateQuery = queryOptions({
  queryKey: ['provider', 'state'],
  queryFn: ({ signal }) => call(readProvider, {}, { signal }),
  refetchInterval: POLL_MS,
  refetchOnMount: 'always',
})

/** Whether the user's own app is connected. Not cached, because an old answer may be wrong. */
export const ownProviderConnectionQuery = queryOptions({
  queryKey: ['provider', 'own'],
  queryFn: ({ signal }) => call(readCreatorConnection, {}, { signal }),
  refetchInterval: POLL_MS,
  gcTime: 0,
})

export const useTestProvider = () =>
  useMutation({
    mutationFn: () => call(testProvider, {}),
    onError: error =>
      toast({ title: 'Niet gevraagd', description: userMessageOf(error), variant: 'destructive' }),
  })

export type PairingEndpoint = typeof pairAsCreator | typeof pairAsAdmin

/** A code for the provider's app: created on request, and replaced when it expires. */
export function usePairingCode(pair: PairingEndpoint) {
  const { mutate, data, error } = useMutation({ mutationFn: () => call(pair, {}) })
  const renew = useCallback(() => mutate(), [mutate])
  useEffect(() => {
    if (!data) return
    const timer = setTimeout(renew, PAIRING_CODE_VALID_MS)
    return () => clearTimeout(timer)
  }, [data, renew])
  return { code: data, error, renew }
}
