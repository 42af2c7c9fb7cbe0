import { apiQuery, useApiMutation } from '../../../ui/call/hooks.ts'
import { testProvider, readProvider } from './provider.contract.ts'
import { readAdminConnection } from './contract.ts'
import { CONNECTION_POLL_MS } from '../pairing.hooks.ts'

const polled = { refetchInterval: CONNECTION_POLL_MS, refetchOnMount: 'always' } as const

/** Whether any app is connected. */
export const providerConnectionQuery = apiQuery(['provider', 'connection'], readAdminConnection, {}, polled)

export const providerStateQuery = apiQuery(['provider', 'state'], readProvider, {}, polled)

export const useTestProvider = () => useApiMutation(testProvider, { failed: 'Niet gevraagd' })
