import { and, eq, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { toyControlSessions } from '../../live/sessions/table.ts'
import { takeBackReturnedMinutes } from '../../money/earnings/service.ts'
import { addMinuteEntry, countSessionMinutes, getSessionCostCents } from '../../money/minutes/service.ts'
import { minuteDebts } from '../../money/minutes/table.ts'
import { users } from '../../people/accounts/table.ts'
import { recordAuditEntry } from '../../people/audit/service.ts'
import { newId } from '../../platform/db/columns.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import type { previewSessionRefund as endpoint, SessionRefund } from './contract.ts'

type Wanted = z.output<typeof endpoint.input>

/**
 * Gives minutes of an ended session back to its player, until `backMinutes` of it are back; nothing when they are. They are not money: closed
 * quarters stay as they are. Locks the session, its player, and then the creator's account.
 * @throws Problem NOT_FOUND; INVALID_INPUT for more than were played; CONFLICT while the session runs, for a closed account, and with an open debt
 */
export async function refundSessionMinutes(
  platform: Pick<Platform, 'db' | 'bus' | 'now'>,
  by: string,
  { reason, ...wanted }: Wanted & { reason: string },
): Promise<SessionRefund> {
  const { userId, refund } = await platform.db.transaction(tx => giveBack(tx, platform, by, wanted, reason))
  if (refund.minutes > 0) platform.bus.publish('minutes.changed', { userId })
  return refund
}

/** The effect of the same, which is done and undone in one transaction. */
export async function previewSessionRefund(
  platform: Pick<Platform, 'db' | 'now'>,
  by: string,
  wanted: Wanted,
): Promise<SessionRefund> {
  let refund: SessionRefund | undefined
  const undone = new Error('undone')
  await platform.db
    .transaction(async tx => {
      refund = (await giveBack(tx, platform, by, wanted, 'preview')).refund
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
  return refund as unknown as SessionRefund
}

async function giveBack(
  tx: Tx,
  platform: Pick<Platform, 'now'>,
  by: string,
  { sessionId, backMinutes }: Wanted,
  reason: string,
): Promise<{ userId: string; refund: SessionRefund }> {
  const { userId } = await lockEndedSession(tx, sessionId)
  const { played, back } = await countSessionMinutes(tx, sessionId)
  const wanted = backMinutes ?? played
  if (wanted > played)
    throw new Problem('INVALID_INPUT', { fields: { backMinutes: `Er zijn er ${played} gespeeld.` } })
  const minutes = Math.max(0, wanted - back)
  const counts = { playedMinutes: played, backMinutes: back + minutes, minutes }
  if (minutes === 0) return { userId, refund: { ...counts, valueCents: 0, takenBackCents: 0, shopCents: 0 } }
  const [entryId, costBefore] = [newId(), await getSessionCostCents(tx, sessionId)]
  const entry = { id: entryId, userId, kind: 'SESSION_RETURN', minutes, controlSessionId: sessionId } as const
  await addMinuteEntry(tx, { ...entry, reason, createdAt: platform.now() })
  const valueCents = costBefore - (await getSessionCostCents(tx, sessionId))
  const effect = await takeBackReturnedMinutes(tx, platform, { sessionId, entryId })
  const details = { sessionId, minutes, ...effect }
  await recordAuditEntry(tx, { by, action: 'SESSION_MINUTES_REFUNDED', subjectId: userId, details })
  return { userId, refund: { ...counts, valueCents, ...effect } }
}

async function lockEndedSession(tx: Tx, sessionId: string): Promise<{ userId: string }> {
  const [session] = await tx
    .select({ userId: toyControlSessions.userId, status: toyControlSessions.status })
    .from(toyControlSessions)
    .where(eq(sql`${toyControlSessions.id}::text`, sessionId))
    .for('no key update')
  if (!session) throw new Problem('NOT_FOUND', { message: 'Deze sessie bestaat niet.' })
  const refused = (message: string) => new Problem('CONFLICT', { message })
  if (session.status !== 'STOPPED') throw refused('Deze sessie loopt nog. Stop haar eerst.')
  const { userId } = session
  const isOpen = and(eq(users.id, userId), isNull(users.deleteAfter), isNull(users.erasedAt))
  const [player] = await tx.select({ id: users.id }).from(users).where(isOpen).for('no key update')
  if (!player) throw refused('Het account van deze speler is gesloten.')
  const isOwed = and(eq(minuteDebts.userId, userId), isNull(minuteDebts.settledAt))
  if ((await tx.$count(minuteDebts, isOwed)) > 0)
    throw refused('Er staat nog een schuld voor minuten open. Handel die eerst af.')
  return { userId }
}
