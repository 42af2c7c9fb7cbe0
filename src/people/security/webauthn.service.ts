import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'

/** Loaded on first use: it is large, and few requests need it. */
export const loadWebAuthn = () => import('@simplewebauthn/server')

/** The relying party, from our configured origin: request headers are not trusted for it. */
export const getRelyingParty = ({ origin }: Platform) => ({
  expectedOrigin: new URL(origin()).origin,
  rpId: new URL(origin()).hostname,
})

/** Runs a verification of the WebAuthn library and answers any error with the same problem. @throws Problem INVALID_PASSKEY */
export async function rejectAsInvalidPasskey<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify()
  } catch {
    throw new Problem('INVALID_PASSKEY')
  }
}
