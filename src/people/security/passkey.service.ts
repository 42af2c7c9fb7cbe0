import { and, eq } from 'drizzle-orm'
import { assertPassword } from '../accounts/passwordChange.service.ts'
import { getUserRow } from '../accounts/service.ts'
import { getLoginSessionCreatedAt } from '../accounts/session.service.ts'
import { users } from '../accounts/table.ts'
import type { Db } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuthenticatedUser } from '../../platform/session.ts'
import { Problem } from '../../wire/problem.ts'
import { parseChallenge, issueChallenge, consumeChallenge } from './challenge.service.ts'
import { queueSecurityMail } from './notices.service.ts'
import { type Attestation, MAX_PASSKEYS, REAUTHENTICATE_AFTER_MINUTES } from './passkey.contract.ts'
import { passkeys } from './table.ts'
import { findPasskeys, getRelyingParty, rejectAsInvalidPasskey, loadWebAuthn } from './webauthn.service.ts'

/**
 * Whether it is still them: someone may find a browser that was left open.
 * @throws Problem PASSWORD_NEEDED when they signed in a while ago and gave none, WRONG_PASSWORD
 */
async function assertRecentLoginOrPassword(
  { db, now }: Platform,
  who: AuthenticatedUser,
  password: string | undefined,
): Promise<void> {
  if (password !== undefined) return assertPassword(db, who.userId, password)
  const age = now().getTime() - (await getLoginSessionCreatedAt(db, who)).getTime()
  if (age > REAUTHENTICATE_AFTER_MINUTES * 60_000)
    throw new Problem('PASSWORD_NEEDED', { fields: { password: 'Vul je wachtwoord in.' } })
}

/** @throws Problem PASSWORD_NEEDED, WRONG_PASSWORD, TOO_MANY_PASSKEYS */
export async function createPasskeyRegistrationOptions(
  platform: Platform,
  who: AuthenticatedUser,
  password?: string,
) {
  const { db, settings, now } = platform
  await assertRecentLoginOrPassword(platform, who, password)
  const { email, displayName } = await getUserRow(db, who.userId)
  const known = await findPasskeys(db, who.userId)
  if (known.length >= MAX_PASSKEYS) throw new Problem('TOO_MANY_PASSKEYS')
  const challenge = await issueChallenge(db, 'REGISTER', who.userId, now())
  const { generateRegistrationOptions } = await loadWebAuthn()
  return generateRegistrationOptions({
    rpName: settings.current.shopName,
    rpID: getRelyingParty(platform).rpId,
    userID: new TextEncoder().encode(who.userId),
    userName: email,
    userDisplayName: displayName,
    challenge: Buffer.from(challenge, 'base64url'),
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** @throws Problem INVALID_PASSKEY, TOO_MANY_PASSKEYS */
export async function registerPasskey(
  platform: Platform,
  { userId }: AuthenticatedUser,
  name: string,
  credential: Attestation,
) {
  const { db, now } = platform
  const made = await verifyRegistration(platform, userId, credential)
  return db.transaction(async tx => {
    // Of several that are added at once, each finds those before it.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
    if ((await tx.$count(passkeys, eq(passkeys.userId, userId))) >= MAX_PASSKEYS)
      throw new Problem('TOO_MANY_PASSKEYS')
    const [added] = await tx
      .insert(passkeys)
      .values({
        userId,
        name,
        credentialId: made.credential.id,
        publicKey: Buffer.from(made.credential.publicKey).toString('base64url'),
        counter: made.credential.counter,
        transports: credential.response.transports ?? [],
        isSynced: made.credentialBackedUp,
        createdAt: now(),
      })
      .onConflictDoNothing()
      .returning()
    // It is on the list, here or at another account.
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

/** @throws Problem NOT_FOUND when it is not theirs */
export async function setPasskeyName(db: Db, userId: string, passkeyId: string, name: string) {
  const [renamed] = await db
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, passkeyId), eq(passkeys.userId, userId)))
    .returning()
  if (!renamed) throw new Problem('NOT_FOUND')
  return renamed
}

/** @throws Problem NOT_FOUND when it is not theirs; PASSWORD_NEEDED, WRONG_PASSWORD */
export async function deletePasskey(
  platform: Platform,
  who: AuthenticatedUser,
  passkeyId: string,
  password?: string,
): Promise<void> {
  await assertRecentLoginOrPassword(platform, who, password)
  await platform.db.transaction(async tx => {
    const gone = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, passkeyId), eq(passkeys.userId, who.userId)))
      .returning({ id: passkeys.id })
    if (gone.length === 0) throw new Problem('NOT_FOUND')
    await queueSecurityMail(tx, platform, who.userId, 'PASSKEY_REMOVED')
  })
}
