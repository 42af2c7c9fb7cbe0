import { useEffect } from 'react'
import { call } from '../../ui/call/call.ts'
import { markProofSent, unsentProof, useConsent } from '../../ui/visitor/consent.ts'

/**
 * Sends the choice about cookies, to be kept as proof. A choice that could not be sent is sent with the next page that is opened.
 */
export function useConsentProof(): void {
  const preferences = useConsent()?.preferences
  useEffect(() => {
    const proof = unsentProof()
    if (proof) void send(proof)
  }, [preferences])
}

async function send(proof: NonNullable<ReturnType<typeof unsentProof>>): Promise<void> {
  try {
    const { recordConsent } = await import('./consent.contract.ts')
    await call(recordConsent, proof, { keepalive: true })
    // Unless another choice was made meanwhile.
    if (JSON.stringify(unsentProof()) === JSON.stringify(proof)) markProofSent(proof)
  } catch {
    // It stays unsent.
  }
}
