import { queryOptions, useMutation } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { call } from '../../ui/call.ts'
import { PAIRING_CODE_VALID_MS, listToys, type pairAsAdmin, type pairAsCreator } from './contract.ts'

/** How often the control page looks which toys are there, in milliseconds. */
const TOYS_POLL_MS = 5000

/** The toys on the air; polled for as long as a screen shows them. */
export const toysQuery = queryOptions({
  queryKey: ['toys'],
  queryFn: ({ signal }) => call(listToys, {}, { signal }),
  refetchInterval: TOYS_POLL_MS,
  refetchOnMount: 'always',
})

export type PairingEndpoint = typeof pairAsCreator | typeof pairAsAdmin

/** A code for the provider's app: made when it is asked for, and anew when it expires. */
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
