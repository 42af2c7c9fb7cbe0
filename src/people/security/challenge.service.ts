import { and, eq, gt, lte } from 'drizzle-orm'
import type { Db } from '../../platform/db.ts'
import { hashToken, newToken } from '../../platform/session.ts'
import { Problem } from '../../wire/problem.ts'
import type { ChallengePurpose } from './passkey.contract.ts'
import { passkeyChallenges } from './table.ts'

/** For how long an authenticator may take to answer: a person has to find it first. */
const CHALLENGE_MS = 5 * 60_000

/** Makes 256 bits to sign. @param userId whose passkey is asked for; null for anyone's */
export async function issueChallenge(
  db: Db,
  purpose: ChallengePurpose,
  userId: string | null,
  now: Date,
): Promise<string> {
  const challenge = newToken()
  const expiresAt = new Date(now.getTime() + CHALLENGE_MS)
  await db
    .insert(passkeyChallenges)
    .values({ challengeHash: hashToken(challenge), purpose, userId, expiresAt })
  return challenge
}

/** The challenge that a browser says was signed. @throws Problem INVALID_PASSKEY when it says nothing of the kind */
export function parseChallenge(clientDataJSON: string): string {
  try {
    const said: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
    if (typeof said === 'object' && said !== null && 'challenge' in said) return String(said.challenge)
  } catch {
    // Then it is none of ours.
  }
  throw new Problem('INVALID_PASSKEY')
}

/**
 * Takes a challenge: whatever comes of it, it is used up. Of two who come with it, the database gives it to one.
 * @returns for whose passkey it was made; null for anyone's
 * @throws Problem INVALID_PASSKEY when it is unknown, used, too old or for something else
 */
export async function consumeChallenge(
  db: Db,
  challenge: string,
  purpose: ChallengePurpose,
  now: Date,
): Promise<string | null> {
  const [taken] = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challengeHash, hashToken(challenge)),
        eq(passkeyChallenges.purpose, purpose),
        gt(passkeyChallenges.expiresAt, now),
      ),
    )
    .returning({ userId: passkeyChallenges.userId })
  if (!taken) throw new Problem('INVALID_PASSKEY')
  return taken.userId
}

export async function deleteExpiredChallenges(db: Db, now: Date): Promise<void> {
  await db.delete(passkeyChallenges).where(lte(passkeyChallenges.expiresAt, now))
}
