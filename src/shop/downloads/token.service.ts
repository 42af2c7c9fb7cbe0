import { and, eq, gt, lte } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { hashToken, newToken } from '../../platform/http/session.ts'
import { Problem } from '../../wire/problem.ts'
import { LINK_DAYS } from './contract.ts'
import type { DownloadOwner } from './delivery.service.ts'
import { downloadTokens } from './table.ts'

/** Makes a token for a mail, which opens the downloads of one order for 7 days. Only its hash is stored. */
export async function issueDownloadToken(db: Db, orderId: string, now: Date): Promise<string> {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + LINK_DAYS * 24 * 3_600_000)
  await db.insert(downloadTokens).values({ tokenHash: hashToken(token), orderId, expiresAt })
  return token
}

/** The order that a token opens. It is not used up: a link is opened on several devices. @throws Problem TOKEN_INVALID */
export async function findTokenOwner(db: Db, token: string, now: Date): Promise<DownloadOwner> {
  const [found] = await db
    .select({ orderId: downloadTokens.orderId })
    .from(downloadTokens)
    .where(and(eq(downloadTokens.tokenHash, hashToken(token)), gt(downloadTokens.expiresAt, now)))
  if (!found)
    throw new Problem('TOKEN_INVALID', {
      message: 'Deze link werkt niet meer. Log in: bij je bestelling vind je alles terug.',
    })
  return found
}

export async function deleteExpiredDownloadTokens(db: Db, now: Date): Promise<void> {
  await db.delete(downloadTokens).where(lte(downloadTokens.expiresAt, now))
}
