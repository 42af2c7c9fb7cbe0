import { and, eq, lt } from 'drizzle-orm'
import type { LoginFlow } from '../accounts/loginFlow.service.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CallContext } from '../../platform/serve.ts'
import { Problem } from '../../wire/problem.ts'
import { parseChallenge, issueChallenge, consumeChallenge } from './challenge.service.ts'
import { lockUserForLogin } from './twoFactorLogin.service.ts'
import type { Assertion } from './passkey.contract.ts'
import { passkeys } from './table.ts'
import { findPasskeys, getRelyingParty, rejectAsInvalidPasskey, loadWebAuthn } from './webauthn.service.ts'

/** @param userId whose second step it is; null when anyone may sign in */
export async function createPasskeyLoginOptions(platform: Platform, userId: string | null) {
  const { db, now } = platform
  const allowed = userId === null ? [] : await findPasskeys(db, userId)
  const challenge = await issueChallenge(db, 'LOGIN', userId, now())
  const { generateAuthenticationOptions } = await loadWebAuthn()
  return generateAuthenticationOptions({
    rpID: getRelyingParty(platform).rpId,
    challenge: Buffer.from(challenge, 'base64url'),
    userVerification: 'required',
    allowCredentials: allowed.map(({ credentialId: id, transports }) => ({ id, transports })),
  })
}

/**
 * Signs in with what an authenticator signed: it has the key and has made sure of its owner, which is both steps in one.
 * @returns whom, and the session's token
 * @throws Problem INVALID_PASSKEY, ACCOUNT_CLOSED
 */
export async function verifyPasskeyLogin(
  platform: Platform,
  signIn: LoginFlow,
  credential: Assertion,
  visit: CallContext,
) {
  const { db, now } = platform
  const challenge = parseChallenge(credential.response.clientDataJSON)
  const expectedOwner = await consumeChallenge(db, challenge, 'LOGIN', now())
  const [key] = await db.select().from(passkeys).where(eq(passkeys.credentialId, credential.id))
  if (!key || (expectedOwner !== null && expectedOwner !== key.userId)) throw new Problem('INVALID_PASSKEY')
  const counter = await verifyAssertion(platform, key, challenge, credential)
  return db.transaction(async tx => {
    const user = await lockUserForLogin(tx, key.userId)
    // A counter that does not grow is a copy's; 0 is of one that does not count.
    const grows = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter)
    const [used] = await tx
      .update(passkeys)
      .set({ counter, lastUsedAt: now() })
      .where(and(eq(passkeys.id, key.id), grows))
      .returning({ id: passkeys.id })
    if (!used) throw new Problem('INVALID_PASSKEY')
    return { user, token: await signIn.createSession(tx, user.id, visit) }
  })
}

async function verifyAssertion(
  platform: Platform,
  key: typeof passkeys.$inferSelect,
  challenge: string,
  credential: Assertion,
): Promise<number> {
  const { expectedOrigin, rpId } = getRelyingParty(platform)
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const { verified, authenticationInfo } = await rejectAsInvalidPasskey(() =>
    verifyAuthenticationResponse({
      response: credential as never,
      expectedChallenge: challenge,
      expectedOrigin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: {
        id: key.credentialId,
        publicKey: new Uint8Array(Buffer.from(key.publicKey, 'base64url')),
        counter: key.counter,
        transports: key.transports,
      },
    }),
  )
  if (!verified) throw new Problem('INVALID_PASSKEY')
  return authenticationInfo.newCounter
}
