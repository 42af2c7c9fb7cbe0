import { apiQuery, useApiMutation } from '../../ui/call/hooks.ts'
import { readCreatorConnection, type pairAsCreator, PAIRING_CODE_VALID_MS } from './contract.ts'
import { useCallback, useEffect } from 'react'
import type { Endpoint } from '../../wire/endpoint.ts'

/** How often the connection is polled, in milliseconds. */
export const CONNECTION_POLL_MS = 5000

/** Whether the user's own app is connected. Not cached, because an old answer may be wrong. */
export const ownProviderConnectionQuery = apiQuery(
  ['provider', 'own'],
  readCreatorConnection,
  {},
  {
    refetchInterval: CONNECTION_POLL_MS,
    gcTime: 0,
  },
)

/** Creators and admins each have their own. */
export type PairingEndpoint = Endpoint<(typeof pairAsCreator)['input'], (typeof pairAsCreator)['output']>

/** A code for the provider's app: created on request, and replaced when it expires. */
export function usePairingCode(pair: PairingEndpoint) {
  const { mutate, data, error } = useApiMutation(pair)
  const renew = useCallback(() => mutate({}), [mutate])
  useEffect(() => {
    if (!data) return
    const timer = setTimeout(renew, PAIRING_CODE_VALID_MS)
    return () => clearTimeout(timer)
  }, [data, renew])
  return { code: data, error, renew }
}
