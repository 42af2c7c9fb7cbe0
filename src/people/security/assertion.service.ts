import { and, eq, lt } from 'drizzle-orm'
import type { SignIn } from '../accounts/signin.service.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Visit } from '../../platform/serve.ts'
import { Problem } from '../../wire/problem.ts'
import { challengeIn, issueChallenge, takeChallenge } from './challenge.service.ts'
import { holdUser } from './login.service.ts'
import type { Assertion } from './passkey.contract.ts'
import { passkeys } from './table.ts'
import { passkeysOf, placeOf, refusing, webauthn } from './webauthn.service.ts'

/** @param userId whose second step it is; null when anyone may sign in */
export async function beginLogin(platform: Platform, userId: string | null) {
  const { db, now } = platform
  const allowed = userId === null ? [] : await passkeysOf(db, userId)
  const challenge = await issueChallenge(db, 'LOGIN', userId, now())
  const { generateAuthenticationOptions } = await webauthn()
  return generateAuthenticationOptions({
    rpID: placeOf(platform).rpId,
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
export async function enter(platform: Platform, signIn: SignIn, credential: Assertion, visit: Visit) {
  const { db, now } = platform
  const challenge = challengeIn(credential.response.clientDataJSON)
  const expectedOwner = await takeChallenge(db, challenge, 'LOGIN', now())
  const [key] = await db.select().from(passkeys).where(eq(passkeys.credentialId, credential.id))
  if (!key || (expectedOwner !== null && expectedOwner !== key.userId)) throw new Problem('INVALID_PASSKEY')
  const counter = await verifyAssertion(platform, key, challenge, credential)
  return db.transaction(async tx => {
    const user = await holdUser(tx, key.userId)
    // A counter that does not grow is a copy's; 0 is of one that does not count.
    const grows = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter)
    const [used] = await tx
      .update(passkeys)
      .set({ counter, lastUsedAt: now() })
      .where(and(eq(passkeys.id, key.id), grows))
      .returning({ id: passkeys.id })
    if (!used) throw new Problem('INVALID_PASSKEY')
    return { user, token: await signIn.open(tx, user.id, visit) }
  })
}

async function verifyAssertion(
  platform: Platform,
  key: typeof passkeys.$inferSelect,
  challenge: string,
  credential: Assertion,
): Promise<number> {
  const { expectedOrigin, rpId } = placeOf(platform)
  const { verifyAuthenticationResponse } = await webauthn()
  const { verified, authenticationInfo } = await refusing(() =>
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
