import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import QRCode from 'qrcode'
import { recordAuditEntry } from '../../people/audit/service.ts'
import { users } from '../../people/accounts/table.ts'
import type { Db } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { hashToken, newToken } from '../../platform/session.ts'
import { Problem } from '../../wire/problem.ts'
import { stopOwnSessions, type StudioContext } from './service.ts'
import { STOP_PAGE_PATH } from './stopLink.contract.ts'
import { isStopLinkValid } from './stopLink.rules.ts'
import { stopLinks } from './table.ts'

/** How many stop links a creator can have. */
const MAX_LINKS = 10

type StopLinkRow = typeof stopLinks.$inferSelect

const toStopLink = ({ id, name, isSingleUse, createdAt, lastUsedAt }: StopLinkRow) => ({
  id,
  name,
  isSingleUse,
  createdAt,
  lastUsedAt,
})

/** A creator's links that still work, the newest first. */
export async function findStopLinks(db: Db, creatorId: string, now: Date) {
  const rows = await db
    .select()
    .from(stopLinks)
    .where(eq(stopLinks.creatorId, creatorId))
    .orderBy(desc(stopLinks.createdAt), desc(stopLinks.id))
  return rows.filter(row => isStopLinkValid(row, now)).map(toStopLink)
}

/** Its address is not stored, so it can't be shown again. @throws Problem CONFLICT when the creator has too many */
export async function addStopLink(
  { db, now, origin }: Pick<Platform, 'db' | 'now' | 'origin'>,
  creatorId: string,
  { name, isSingleUse }: { name: string; isSingleUse: boolean },
) {
  const token = newToken()
  const link = await db.transaction(async tx => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, creatorId)).for('no key update')
    const all = await tx.select().from(stopLinks).where(eq(stopLinks.creatorId, creatorId))
    const ended = all.filter(row => !isStopLinkValid(row, now()))
    const endedIds = ended.map(({ id }) => id)
    if (ended.length > 0) await tx.delete(stopLinks).where(inArray(stopLinks.id, endedIds))
    if (all.length - ended.length >= MAX_LINKS)
      throw new Problem('CONFLICT', { message: `Je hebt al ${MAX_LINKS} stoplinks. Trek er eerst een in.` })
    const row = { creatorId, name, isSingleUse, tokenHash: hashToken(token), createdAt: now() }
    const [added] = await tx.insert(stopLinks).values(row).returning()
    if (!added) throw new Problem('INTERNAL')
    const details = { isSingleUse }
    await recordAuditEntry(tx, { by: creatorId, action: 'STOP_LINK_MADE', subjectId: creatorId, details })
    return toStopLink(added)
  })
  const url = `${origin()}${STOP_PAGE_PATH}/${token}`
  return { link, url, qrCode: await QRCode.toDataURL(url, { margin: 1, width: 448 }) }
}

/** @throws Problem NOT_FOUND when it is not the creator's */
export const deleteStopLink = (db: Db, creatorId: string, linkId: string): Promise<null> =>
  db.transaction(async tx => {
    const isOwn = and(eq(stopLinks.id, linkId), eq(stopLinks.creatorId, creatorId))
    const gone = await tx.delete(stopLinks).where(isOwn).returning({ id: stopLinks.id })
    if (gone.length === 0) throw new Problem('NOT_FOUND')
    await recordAuditEntry(tx, { by: creatorId, action: 'STOP_LINK_REVOKED', subjectId: creatorId })
    return null
  })

/**
 * Stops all toys of the creator of a link and ends the sessions on them, as the creator's own stop does.
 * @returns how many sessions ended
 * @throws Problem NOT_FOUND for a link that is unknown, used up or revoked
 */
export async function stopToysByLink(backstage: StudioContext, token: string): Promise<{ sessions: number }> {
  const { db, now } = backstage
  const at = now()
  const isIt = eq(stopLinks.tokenHash, hashToken(token))
  const [link] = await db.select().from(stopLinks).where(isIt)
  if (!link || !isStopLinkValid(link, at))
    throw new Problem('NOT_FOUND', { message: 'Deze stoplink werkt niet meer.' })
  const who = { userId: link.creatorId, role: 'MODEL' as const }
  const { sessions } = await stopOwnSessions(backstage, who)
  const firstUsedAt = sql`coalesce(${stopLinks.firstUsedAt}, ${at.toISOString()}::timestamptz)`
  await db.update(stopLinks).set({ firstUsedAt, lastUsedAt: at }).where(isIt)
  return { sessions: sessions.length }
}
