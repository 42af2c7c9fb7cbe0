import { and, desc, eq, inArray } from 'drizzle-orm'
import { recordAuditEntry } from '../../../people/audit/service.ts'
import { users } from '../../../people/accounts/table.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { ipRateLimitKey } from '../../../platform/http/ipAddress.ts'
import type { Platform } from '../../../platform/platform.ts'
import { createSharedRateLimit, type SharedRateLimit } from '../../../platform/http/rateLimit.ts'
import { hashToken, newToken } from '../../../platform/http/session.ts'
import { Problem } from '../../../wire/problem.ts'
import { findLiveSessionsByOwner } from '../../sessions/engine/creatorSession.service.ts'
import { panicOf } from '../panic/service.ts'
import { stopAllToys, type StudioContext } from '../service.ts'
import { STOP_PAGE_PATH } from './contract.ts'
import { isRepeatedUse, isStopLinkValid } from './rules.ts'
import { stopLinks } from '../table.ts'

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
    const details = { isSingleUse, linkId: added.id }
    await recordAuditEntry(tx, { by: creatorId, action: 'STOP_LINK_MADE', subjectId: creatorId, details })
    return toStopLink(added)
  })
  const url = `${origin()}${STOP_PAGE_PATH}/${token}`
  const { default: QRCode } = await import('qrcode')
  return { link, url, qrCode: await QRCode.toDataURL(url, { margin: 1, width: 448 }) }
}

/** @throws Problem NOT_FOUND when it is not the creator's */
export const deleteStopLink = (db: Db, creatorId: string, linkId: string): Promise<null> =>
  db.transaction(async tx => {
    const isOwn = and(eq(stopLinks.id, linkId), eq(stopLinks.creatorId, creatorId))
    const gone = await tx.delete(stopLinks).where(isOwn).returning({ id: stopLinks.id })
    if (gone.length === 0) throw new Problem('NOT_FOUND')
    const details = { linkId }
    await recordAuditEntry(tx, { by: creatorId, action: 'STOP_LINK_REVOKED', subjectId: creatorId, details })
    return null
  })

/** Stops by a link in a minute while nobody plays: more than anyone who is not sure presses. */
const MAX_IDLE_STOPS_PER_MINUTE = 6
/** Tokens without a working link, in a minute from one address. */
const MAX_UNKNOWN_TOKENS_PER_MINUTE = 30

/** A stop is outside the general limit of calls from an address, and is refused by these only. */
export interface StopLinkLimits {
  /** By link, its stops while nobody plays; while somebody does, a stop is never refused. */
  idleStops: SharedRateLimit
  /** By address, its tokens without a working link. */
  unknownTokens: SharedRateLimit
}

export const createStopLinkLimits = (platform: Platform): StopLinkLimits => {
  const limit = (name: string, max: number) => createSharedRateLimit(platform, name, max, 60_000)
  const maxUnknown = Math.ceil(MAX_UNKNOWN_TOKENS_PER_MINUTE * platform.config.rateLimitFactor)
  return {
    idleStops: limit('stop-link', MAX_IDLE_STOPS_PER_MINUTE),
    unknownTokens: limit('stop-link-unknown', maxUnknown),
  }
}

/**
 * Stops all toys of the creator of a link and ends the sessions on them, as the creator's own stop does.
 * @param ip of whoever uses it
 * @returns how many sessions ended
 * @throws Problem NOT_FOUND for a link that is unknown, used up or revoked, RATE_LIMITED
 */
export async function stopToysByLink(
  context: StudioContext & StopLinkLimits,
  { token, isPanic = false }: { token: string; isPanic?: boolean },
  ip: string,
): Promise<{ sessions: number }> {
  const { db, now, sessionController, idleStops, unknownTokens } = context
  const isIt = eq(stopLinks.tokenHash, hashToken(token))
  const [link] = await db.select().from(stopLinks).where(isIt)
  if (!link || !isStopLinkValid(link, now())) {
    await unknownTokens.consume(ipRateLimitKey(ip))
    throw new Problem('NOT_FOUND', { message: 'Deze stoplink werkt niet meer.' })
  }
  const { id, creatorId } = link
  const isFree = await idleStops.tryConsume(id)
  if (!isFree && (await findLiveSessionsByOwner(db, creatorId)).length === 0)
    throw new Problem('RATE_LIMITED', { message: 'Alles kreeg net al een stop, en er speelt niemand.' })
  const stop = () =>
    stopAllToys(context, creatorId, session =>
      sessionController.endSession(session.userId, 'CREATOR', 'STOPPED_BY_CREATOR', { only: session.id }),
    )
  const sessionIds = isPanic
    ? (await panicOf(context, creatorId, null)).sessionIds
    : (await stop()).map(session => session.id)
  await db.transaction(tx => recordStopByLink(tx, id, sessionIds, now()))
  return { sessions: sessionIds.length }
}

/** Whoever has the link did it, so that nobody is its actor. A repeated use that ends nothing makes no entry. */
async function recordStopByLink(tx: Tx, linkId: string, sessionIds: string[], at: Date): Promise<void> {
  const isIt = eq(stopLinks.id, linkId)
  const [before] = await tx.select().from(stopLinks).where(isIt).for('no key update')
  // Revoked meanwhile.
  if (!before) return
  await tx
    .update(stopLinks)
    .set({ firstUsedAt: before.firstUsedAt ?? at, lastUsedAt: at })
    .where(isIt)
  if (sessionIds.length === 0 && isRepeatedUse(before, at)) return
  const details = { linkId, toySessions: sessionIds }
  const subjectId = before.creatorId
  await recordAuditEntry(tx, { by: null, action: 'TOYS_STOPPED_BY_LINK', subjectId, details })
}
