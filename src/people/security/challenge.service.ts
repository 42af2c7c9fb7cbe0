import { and, eq, gt, lte } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { hashToken, newToken } from '../../platform/http/session.ts'
import { Problem } from '../../wire/problem.ts'
import type { ChallengePurpose } from './contract.ts'
import { passkeyChallenges } from './table.ts'

/** How long a challenge is valid, in milliseconds: long enough to fetch an authenticator. */
const CHALLENGE_MS = 5 * 60_000

/** Creates a challenge of 256 random bits. @param userId the only user whose passkey may answer it; null for any user */
export async function issueChallenge(db: Db, purpose: ChallengePurpose, userId: string | null, now: Date) {
  const challenge = newToken()
  const expiresAt = new Date(now.getTime() + CHALLENGE_MS)
  await db
    .insert(passkeyChallenges)
    .values({ challengeHash: hashToken(challenge), purpose, userId, expiresAt })
  return challenge
}

/** Reads the challenge from WebAuthn client data. @throws Problem INVALID_PASSKEY when there is none */
export function parseChallenge(clientDataJSON: string): string {
  try {
    const clientData: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
    if (typeof clientData === 'object' && clientData !== null && 'challenge' in clientData)
      return String(clientData.challenge)
  } catch {
    // Not JSON: the same as no challenge.
  }
  throw new Problem('INVALID_PASSKEY')
}

/**
 * Deletes a challenge, so that it is used once; of two simultaneous requests, one succeeds.
 * @returns the only user whose passkey may answer it; null for any user
 * @throws Problem INVALID_PASSKEY when it is unknown, used, expired or for another purpose
 */
export async function consumeChallenge(db: Db, challenge: string, purpose: ChallengePurpose, now: Date) {
  const [deleted] = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challengeHash, hashToken(challenge)),
        eq(passkeyChallenges.purpose, purpose),
        gt(passkeyChallenges.expiresAt, now),
      ),
    )
    .returning({ userId: passkeyChallenges.userId })
  if (!deleted) throw new Problem('INVALID_PASSKEY')
  return deleted.userId
}

export async function deleteExpiredChallenges(db: Db, now: Date): Promise<void> {
  await db.delete(passkeyChallenges).where(lte(passkeyChallenges.expiresAt, now))
}
