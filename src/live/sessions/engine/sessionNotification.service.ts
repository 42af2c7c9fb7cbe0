import { eq } from 'drizzle-orm'
import { users } from '../../../people/accounts/table.ts'
import { recordAuditEntry } from '../../../people/audit/service.ts'
import { LOW_BALANCE_MINUTES } from '../../../money/minutes/rules.ts'
import { notifyUser } from '../../../people/notifications/service.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { toys } from '../../toys/table.ts'
import { sessionEndText } from './sessionEnd.rules.ts'
import type { SessionRow } from './sessionState.rules.ts'

/** Where a creator declines and stops. */
export const STUDIO_PATH = '/studio'

interface SessionOutcome {
  session: Pick<SessionRow, 'id' | 'userId' | 'toyDeviceId' | 'status' | 'stoppedBy' | 'stopReason'>
  balance: number
}

/** Notifies the player, once per session, that minutes run low or that someone else ended the session. */
export async function notifyPlayer(tx: Tx, before: SessionOutcome, { session, balance }: SessionOutcome) {
  const { id: about, userId, status, stoppedBy } = session
  if (before.balance >= LOW_BALANCE_MINUTES && balance < LOW_BALANCE_MINUTES)
    await notifyUser(tx, userId, { kind: 'LOW_BALANCE', params: { minutes: balance }, about, path: '/live' })
  const hasEnded = status === 'STOPPED' && before.session.status !== 'STOPPED'
  if (hasEnded && stoppedBy !== 'USER') {
    const facts = { how: sessionEndText(session) }
    await notifyUser(tx, userId, { kind: 'SESSION_ENDED', params: facts, about, path: '/live' })
  }
}

/** Notifies the creator that the session on her toy ended, whoever ended it. */
export async function notifyCreator(tx: Tx, before: SessionOutcome, { session }: SessionOutcome) {
  const { id: about, userId, toyDeviceId, status } = session
  if (status !== 'STOPPED' || before.session.status === 'STOPPED') return
  const [who] = await tx
    .select({ ownerId: toys.ownerId, toyName: toys.name, displayName: users.displayName })
    .from(toys)
    .innerJoin(users, eq(users.id, userId))
    .where(eq(toys.id, toyDeviceId))
  if (!who) return
  const { ownerId, ...params } = who
  await notifyUser(tx, ownerId, { kind: 'PLAYER_STOPPED', params, about, path: STUDIO_PATH })
}

/** Writes an audit entry when someone ends a session of another user. */
export async function recordSessionEnd(tx: Tx, by: string, { session }: Pick<SessionOutcome, 'session'>) {
  const { id: subjectId, status, stoppedBy, stopReason } = session
  if (status !== 'STOPPED') return
  const action = stopReason === 'DECLINED' ? 'SESSION_DECLINED' : 'SESSION_STOPPED'
  await recordAuditEntry(tx, { by, action, subjectId, details: { stoppedBy, stopReason } })
}
