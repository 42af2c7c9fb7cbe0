import { eq } from 'drizzle-orm'
import { users } from '../../people/accounts/table.ts'
import { getSessionCostCents, spendMinutes } from '../../money/minutes/service.ts'
import { bookMinuteEarnings } from '../../money/earnings/service.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { recordSessionEndOf } from '../menu/service.ts'
import type { LeaseColumns } from './cluster/cluster.service.ts'
import { recordSessionEnd, notifyCreator, notifyPlayer } from './engine/sessionNotification.service.ts'
import type { SessionRow, SessionTransition, TransitionedSession } from './engine/sessionState.rules.ts'
import { recordConsent } from './consent.service.ts'
import { selectSessionWithToy } from './service.ts'
import { sessions, toyControlSessions } from './table.ts'

/**
 * Runs a transition under the session's row lock: takes due minutes off the balance, books their creator's share, writes the row and, when the session ended
 * after control had begun, its history entry. All or nothing.
 * @param options `leaseClaim` when this node requests the lease, which it gets unless another node has it; `actorId` is who ends
 * a session of another user, for the audit log
 */
export const transitionSession = (
  platform: Pick<Platform, 'db' | 'settings' | 'vatRates' | 'now'>,
  sessionId: string,
  move: SessionTransition,
  { leaseClaim, actorId }: { leaseClaim?: LeaseColumns | undefined; actorId?: string | undefined } = {},
): Promise<TransitionedSession> =>
  platform.db.transaction(async tx => {
    // Locks the user's row too: after a lock wait PostgreSQL reads only locked rows again, and the balance must be current.
    const [before] = await selectSessionWithToy(tx)
      .where(eq(toyControlSessions.id, sessionId))
      .for('no key update', { of: [toyControlSessions, users] })
    if (!before) throw new Problem('NOT_FOUND')
    const { meter, minutesDue: spent } = move(before.session, before.balance)
    const claim = leaseClaim && meter.status === 'ACTIVE' ? leaseClaim : null
    if (meter === before.session && !claim) return { ...before, before: before.session, askedAt: null }
    const { id, ...changed } = meter
    const taken = spent > 0 ? await spendMinutes(tx, meter.userId, id, spent) : 0
    if (taken > 0)
      await bookMinuteEarnings(tx, platform, {
        sessionId: id,
        startedAt: before.session.createdAt,
        creatorId: before.toy.ownerId,
        playerId: meter.userId,
      })
    const askedAt = performance.now()
    const [session = meter] = await tx
      .update(toyControlSessions)
      .set({ ...changed, ...claim })
      .where(eq(toyControlSessions.id, id))
      .returning()
    await recordConsent(tx, before.session, meter)
    if (meter.status === 'STOPPED' && meter.meteredAt) {
      await insertHistory(tx, meter)
      await recordSessionEndOf(tx, before.toy.ownerId, meter.stoppedAt ?? meter.meteredAt)
    }
    const moved = { ...before, session, balance: before.balance - taken }
    await notifyPlayer(tx, before, moved)
    await notifyCreator(tx, before, moved)
    if (actorId !== undefined) await recordSessionEnd(tx, actorId, moved)
    return { ...moved, before: before.session, askedAt: claim && askedAt }
  })

async function insertHistory(tx: Tx, session: SessionRow): Promise<void> {
  await tx
    .insert(sessions)
    .values({
      id: session.id,
      userId: session.userId,
      toyId: session.toyDeviceId,
      minutesPurchased: session.minutesUsed,
      status: session.status,
      startTime: session.countdownEndsAt,
      endTime: session.stoppedAt,
      cost: await getSessionCostCents(tx, session.id),
    })
    .onConflictDoNothing()
}
