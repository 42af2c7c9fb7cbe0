import { and, eq, gt, lte } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { hashToken, newToken } from '../../platform/http/session.ts'
import { Problem } from '../../wire/problem.ts'
import { LINK_DAYS } from './contract.ts'
import { supportTokens } from './table.ts'

/** Makes a token for a mail, which opens one conversation. Only its hash is stored. */
export async function issueConversationToken(db: Db, conversationId: string, now: Date): Promise<string> {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + LINK_DAYS * 24 * 3_600_000)
  await db.insert(supportTokens).values({ tokenHash: hashToken(token), conversationId, expiresAt })
  return token
}

/** The conversation that a token opens. It is not used up: a link is opened on several devices. @throws Problem TOKEN_INVALID */
export async function findConversationOfToken(db: Db, token: string, now: Date): Promise<string> {
  const [found] = await db
    .select({ conversationId: supportTokens.conversationId })
    .from(supportTokens)
    .where(and(eq(supportTokens.tokenHash, hashToken(token)), gt(supportTokens.expiresAt, now)))
  if (!found)
    throw new Problem('TOKEN_INVALID', {
      message: 'Deze link werkt niet meer. Schrijf ons opnieuw, of log in.',
    })
  return found.conversationId
}

export async function deleteExpiredConversationTokens(db: Db, now: Date): Promise<void> {
  await db.delete(supportTokens).where(lte(supportTokens.expiresAt, now))
}
