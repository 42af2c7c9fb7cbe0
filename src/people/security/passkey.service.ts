import { and, eq } from 'drizzle-orm'
import { expectPassword } from '../accounts/reset.service.ts'
import { readUserRow } from '../accounts/service.ts'
import { openedAt } from '../accounts/session.service.ts'
import { users } from '../accounts/table.ts'
import type { Db } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Who } from '../../platform/session.ts'
import { Problem } from '../../wire/problem.ts'
import { challengeIn, issueChallenge, takeChallenge } from './challenge.service.ts'
import { tellOwner } from './news.service.ts'
import { type Attestation, MOST_PASSKEYS, RECENT_MINUTES } from './passkey.contract.ts'
import { passkeys } from './table.ts'
import { passkeysOf, placeOf, refusing, webauthn } from './webauthn.service.ts'

/**
 * Whether it is still them: someone may find a browser that was left open.
 * @throws Problem PASSWORD_NEEDED when they signed in a while ago and gave none, WRONG_PASSWORD
 */
async function expectOwner({ db, now }: Platform, who: Who, password: string | undefined): Promise<void> {
  if (password !== undefined) return expectPassword(db, who.userId, password)
  const age = now().getTime() - (await openedAt(db, who)).getTime()
  if (age > RECENT_MINUTES * 60_000)
    throw new Problem('PASSWORD_NEEDED', { fields: { password: 'Vul je wachtwoord in.' } })
}

/** @throws Problem PASSWORD_NEEDED, WRONG_PASSWORD, TOO_MANY_PASSKEYS */
export async function beginRegistration(platform: Platform, who: Who, password?: string) {
  const { db, settings, now } = platform
  await expectOwner(platform, who, password)
  const { email, displayName } = await readUserRow(db, who.userId)
  const known = await passkeysOf(db, who.userId)
  if (known.length >= MOST_PASSKEYS) throw new Problem('TOO_MANY_PASSKEYS')
  const challenge = await issueChallenge(db, 'REGISTER', who.userId, now())
  const { generateRegistrationOptions } = await webauthn()
  return generateRegistrationOptions({
    rpName: settings.current.shopName,
    rpID: placeOf(platform).rpId,
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
export async function register(platform: Platform, { userId }: Who, name: string, credential: Attestation) {
  const { db, now } = platform
  const made = await verifyRegistration(platform, userId, credential)
  return db.transaction(async tx => {
    // Of several that are added at once, each finds those before it.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
    if ((await tx.$count(passkeys, eq(passkeys.userId, userId))) >= MOST_PASSKEYS)
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
    await tellOwner(tx, platform, userId, 'PASSKEY_ADDED')
    return added
  })
}

async function verifyRegistration(platform: Platform, userId: string, credential: Attestation) {
  const challenge = challengeIn(credential.response.clientDataJSON)
  if ((await takeChallenge(platform.db, challenge, 'REGISTER', platform.now())) !== userId)
    throw new Problem('INVALID_PASSKEY')
  const { expectedOrigin, rpId } = placeOf(platform)
  const { verifyRegistrationResponse } = await webauthn()
  const { verified, registrationInfo } = await refusing(() =>
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
export async function rename(db: Db, userId: string, passkeyId: string, name: string) {
  const [renamed] = await db
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, passkeyId), eq(passkeys.userId, userId)))
    .returning()
  if (!renamed) throw new Problem('NOT_FOUND')
  return renamed
}

/** @throws Problem NOT_FOUND when it is not theirs; PASSWORD_NEEDED, WRONG_PASSWORD */
export async function remove(
  platform: Platform,
  who: Who,
  passkeyId: string,
  password?: string,
): Promise<void> {
  await expectOwner(platform, who, password)
  await platform.db.transaction(async tx => {
    const gone = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, passkeyId), eq(passkeys.userId, who.userId)))
      .returning({ id: passkeys.id })
    if (gone.length === 0) throw new Problem('NOT_FOUND')
    await tellOwner(tx, platform, who.userId, 'PASSKEY_REMOVED')
  })
}
