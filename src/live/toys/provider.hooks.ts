import { useCallback, useEffect } from 'react'
import { apiQuery, useApiMutation } from '../../ui/hooks.ts'
import {
  readAdminConnection,
  readCreatorConnection,
  PAIRING_CODE_VALID_MS,
  type pairAsAdmin,
  type pairAsCreator,
} from './contract.ts'
import { testProvider, readProvider } from './provider.contract.ts'

/** How often the connection is polled, in milliseconds. */
const POLL_MS = 5000
const polled = { refetchInterval: POLL_MS, refetchOnMount: 'always' } as const

/** Whether any app is connected. */
export const providerConnectionQuery = apiQuery(['provider', 'connection'], readAdminConnection, {}, polled)

export const providerStateQuery = apiQuery(['provider', 'state'], readProvider, {}, polled)

/** Whether the user's own app is connected. Not cached, because an old answer may be wrong. */
export const ownProviderConnectionQuery = apiQuery(
  ['provider', 'own'],
  readCreatorConnection,
  {},
  {
    refetchInterval: POLL_MS,
    gcTime: 0,
  },
)

export const useTestProvider = () => useApiMutation(testProvider, { failed: 'Niet gevraagd' })

export type PairingEndpoint = typeof pairAsCreator | typeof pairAsAdmin

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
