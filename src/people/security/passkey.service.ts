import { and, asc, eq, lt } from 'drizzle-orm'
import { getUserRow, lockUserForLogin, logRefusedLogin } from '../accounts/service.ts'
import { assertOpenLoginSession, deleteLoginSessions } from '../accounts/login/session.service.ts'
import { users } from '../accounts/table.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuthenticatedUser } from '../../platform/http/session.ts'
import { Problem } from '../../wire/problem.ts'
import { parseChallenge, issueChallenge, consumeChallenge } from './challenge.service.ts'
import { queueSecurityMail } from './notices.service.ts'
import { type Attestation, MAX_PASSKEYS, type Assertion } from './contract.ts'
import { passkeys } from './table.ts'
import type { LoginFlow } from '../accounts/login/loginFlow.service.ts'
import type { CallContext } from '../../platform/http/serve.ts'

/** A user's passkeys, the oldest first. */
export const findPasskeys = (db: Db, userId: string) =>
  db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))

/** @throws Problem TOO_MANY_PASSKEYS */
export async function createPasskeyRegistrationOptions(platform: Platform, userId: string) {
  const { db, settings, now } = platform
  const { email, displayName } = await getUserRow(db, userId)
  const existing = await findPasskeys(db, userId)
  if (existing.length >= MAX_PASSKEYS) throw new Problem('TOO_MANY_PASSKEYS')
  const challenge = await issueChallenge(db, 'REGISTER', userId, now())
  const { generateRegistrationOptions } = await loadWebAuthn()
  return generateRegistrationOptions({
    rpName: settings.current.shopName,
    rpID: getRelyingParty(platform).rpId,
    userID: new TextEncoder().encode(userId),
    userName: email,
    userDisplayName: displayName,
    challenge: Buffer.from(challenge, 'base64url'),
    attestationType: 'none',
    excludeCredentials: existing.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** @throws Problem INVALID_PASSKEY, TOO_MANY_PASSKEYS; NO_SESSION when the session ended meanwhile */
export async function registerPasskey(
  platform: Platform,
  { userId, sessionId }: AuthenticatedUser,
  name: string,
  credential: Attestation,
) {
  const { db, now } = platform
  const registration = await verifyRegistration(platform, userId, credential)
  return db.transaction(async tx => {
    // Lock the user, so that simultaneous requests cannot exceed the maximum.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
    await assertOpenLoginSession(tx, sessionId)
    if ((await tx.$count(passkeys, eq(passkeys.userId, userId))) >= MAX_PASSKEYS)
      throw new Problem('TOO_MANY_PASSKEYS')
    const [added] = await tx
      .insert(passkeys)
      .values({
        userId,
        name,
        credentialId: registration.credential.id,
        publicKey: Buffer.from(registration.credential.publicKey).toString('base64url'),
        counter: registration.credential.counter,
        transports: credential.response.transports ?? [],
        isSynced: registration.credentialBackedUp,
        createdAt: now(),
      })
      .onConflictDoNothing()
      .returning()
    // This passkey was added before, to this or another account.
    if (!added) throw new Problem('INVALID_PASSKEY')
    await queueSecurityMail(tx, platform, userId, 'PASSKEY_ADDED')
    return added
  })
}

async function verifyRegistration(platform: Platform, userId: string, credential: Attestation) {
  const challenge = parseChallenge(credential.response.clientDataJSON)
  if ((await consumeChallenge(platform.db, challenge, 'REGISTER', platform.now())) !== userId)
    throw new Problem('INVALID_PASSKEY')
  const { expectedOrigin, rpId } = getRelyingParty(platform)
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const { verified, registrationInfo } = await rejectAsInvalidPasskey(() =>
    verifyRegistrationResponse({
      response: credential as never,
      expectedChallenge: challenge,
      expectedOrigin,
      expectedRPID: rpId,
      requireUserVerification: true,
    }),
  )
  if (!verified) throw new Problem('INVALID_PASSKEY')
  return registrationInfo
}

/** @throws Problem NOT_FOUND when it is not the user's */
export async function setPasskeyName(db: Db, userId: string, passkeyId: string, name: string) {
  const [renamed] = await db
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, passkeyId), eq(passkeys.userId, userId)))
    .returning()
  if (!renamed) throw new Problem('NOT_FOUND')
  return renamed
}

/**
 * Removes a passkey, and ends the other sessions, of which one may be its own.
 * @returns how many sessions ended
 * @throws Problem NOT_FOUND when it is not the user's
 */
export async function deletePasskey(
  platform: Platform,
  { userId, sessionId }: AuthenticatedUser,
  passkeyId: string,
): Promise<number> {
  return platform.db.transaction(async tx => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
    const deleted = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, passkeyId), eq(passkeys.userId, userId)))
      .returning({ id: passkeys.id })
    if (deleted.length === 0) throw new Problem('NOT_FOUND')
    await queueSecurityMail(tx, platform, userId, 'PASSKEY_REMOVED')
    return deleteLoginSessions(tx, platform.bus, userId, sessionId)
  })
}

/** @param userId the only user whose passkeys may answer; null when any passkey may */
export async function createPasskeyOptions(
  platform: Platform,
  purpose: 'LOGIN' | 'CONFIRM',
  userId: string | null,
) {
  const { db, now } = platform
  const allowed = userId === null ? [] : await findPasskeys(db, userId)
  const challenge = await issueChallenge(db, purpose, userId, now())
  const { generateAuthenticationOptions } = await loadWebAuthn()
  return generateAuthenticationOptions({
    rpID: getRelyingParty(platform).rpId,
    challenge: Buffer.from(challenge, 'base64url'),
    userVerification: 'required',
    allowCredentials: allowed.map(({ credentialId: id, transports }) => ({ id, transports })),
  })
}

/**
 * Creates a login session for a signed challenge. No second factor is needed: the authenticator has the key and has verified
 * its owner.
 * @returns the user and the session's token
 * @throws Problem INVALID_PASSKEY, ACCOUNT_CLOSED
 */
export async function verifyPasskeyLogin(
  platform: Platform,
  loginFlow: LoginFlow,
  credential: Assertion,
  context: CallContext,
) {
  const signature = await verifySignature(platform, 'LOGIN', credential)
  return platform.db.transaction(async tx => {
    const user = await lockUserForLogin(tx, signature.userId)
    await recordPasskeyUse(tx, signature, platform.now())
    return { user, token: await loginFlow.createSession(tx, user.id, context, { confirmedBy: 'PASSKEY' }) }
  })
}

/** Checks a signed challenge of a user who is signed in. @throws Problem INVALID_PASSKEY */
export async function verifyPasskeyConfirmation(platform: Platform, userId: string, credential: Assertion) {
  const signature = await verifySignature(platform, 'CONFIRM', credential)
  if (signature.userId !== userId) throw new Problem('INVALID_PASSKEY')
  await platform.db.transaction(tx => recordPasskeyUse(tx, signature, platform.now()))
}

/** @throws Problem INVALID_PASSKEY */
async function verifySignature(platform: Platform, purpose: 'LOGIN' | 'CONFIRM', credential: Assertion) {
  const { db, now } = platform
  const challenge = parseChallenge(credential.response.clientDataJSON)
  const expectedOwner = await consumeChallenge(db, challenge, purpose, now())
  const [key] = await db.select().from(passkeys).where(eq(passkeys.credentialId, credential.id))
  if (!key || (expectedOwner !== null && expectedOwner !== key.userId)) throw new Problem('INVALID_PASSKEY')
  const counter = await verifyAssertion(platform, key, challenge, credential).catch(error => {
    if (purpose === 'LOGIN') logRefusedLogin(platform.log, key.userId, 'PASSKEY')
    throw error
  })
  return { keyId: key.id, userId: key.userId, counter }
}

/** @throws Problem INVALID_PASSKEY when the counter does not grow, which suggests a cloned authenticator; 0 means that it does not count */
async function recordPasskeyUse(
  tx: Tx,
  { keyId, counter }: { keyId: string; counter: number },
  now: Date,
): Promise<void> {
  const hasValidCounter = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter)
  const [used] = await tx
    .update(passkeys)
    .set({ counter, lastUsedAt: now })
    .where(and(eq(passkeys.id, keyId), hasValidCounter))
    .returning({ id: passkeys.id })
  if (!used) throw new Problem('INVALID_PASSKEY')
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

/** Loaded on first use: it is large, and few requests need it. */
const loadWebAuthn = () => import('@simplewebauthn/server')

/** The relying party, from our configured origin: request headers are not trusted for it. */
const getRelyingParty = ({ origin }: Platform) => ({
  expectedOrigin: new URL(origin()).origin,
  rpId: new URL(origin()).hostname,
})

/** Runs a verification of the WebAuthn library and answers any error with the same problem. @throws Problem INVALID_PASSKEY */
async function rejectAsInvalidPasskey<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify()
  } catch {
    throw new Problem('INVALID_PASSKEY')
  }
}
