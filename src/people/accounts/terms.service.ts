import { eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/db.ts'
import type { ContentCache, Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { POLICY_VERSION, TERMS_KEY } from './contract.ts'
import { termsAcceptances, users } from './table.ts'
import { mustAcceptTerms } from './terms.rules.ts'

/** The label of the terms that apply now. */
export const currentTermsVersion = (content: ContentCache): string =>
  content.published(TERMS_KEY)?.label ?? POLICY_VERSION

/** Records that a user accepted a version, once. */
export async function recordTermsAcceptance(
  tx: Tx,
  userId: string,
  version: string,
  now: Date,
): Promise<void> {
  await tx.insert(termsAcceptances).values({ userId, version, acceptedAt: now }).onConflictDoNothing()
}

/**
 * Accepts the terms that apply now.
 * @param version those that the user read
 * @throws Problem TERMS_CHANGED when others apply by now
 */
export async function acceptTermsVersion(
  { db, content, now }: Pick<Platform, 'db' | 'content' | 'now'>,
  userId: string,
  version: string,
): Promise<typeof users.$inferSelect> {
  // The user may have read a newer version on another node, of which this node has not been told yet.
  if (currentTermsVersion(content) !== version) await content.refresh()
  if (currentTermsVersion(content) !== version) throw new Problem('TERMS_CHANGED')
  return db.transaction(async tx => {
    const [user] = await tx
      .update(users)
      .set({ policyVersion: version })
      .where(eq(users.id, userId))
      .returning()
    if (!user) throw new Problem('NO_SESSION')
    await recordTermsAcceptance(tx, userId, version, now())
    return user
  })
}

/**
 * For a purchase that begins. Sends no statement while the terms are those that the shop began with.
 * @throws Problem TERMS_CHANGED
 */
export async function assertTermsAccepted(tx: Tx, content: ContentCache, userId: string): Promise<void> {
  const current = currentTermsVersion(content)
  if (!mustAcceptTerms('', current)) return
  const [user] = await tx.select({ accepted: users.policyVersion }).from(users).where(eq(users.id, userId))
  if (!user || mustAcceptTerms(user.accepted, current)) throw new Problem('TERMS_CHANGED')
}
