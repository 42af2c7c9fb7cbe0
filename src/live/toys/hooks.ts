import { useMutation } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { call } from '../../ui/call.ts'
import { PAIRING_CODE_VALID_MS, type pairAsAdmin, type pairAsCreator } from './contract.ts'

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
