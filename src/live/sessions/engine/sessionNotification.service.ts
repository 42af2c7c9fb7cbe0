import { recordAuditEntry } from '../../../people/audit/service.ts'
import { LOW_BALANCE_MINUTES } from '../../../money/minutes/rules.ts'
import { notifyUser } from '../../../people/notifications/service.ts'
import type { Tx } from '../../../platform/db.ts'
import { sessionEndText } from './sessionEnd.rules.ts'
import type { SessionRow } from './sessionState.rules.ts'

interface SessionOutcome {
  session: Pick<SessionRow, 'id' | 'userId' | 'status' | 'stoppedBy' | 'stopReason'>
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

/** Writes an audit entry when someone ends a session of another user. */
export async function recordSessionEnd(tx: Tx, by: string, { session }: Pick<SessionOutcome, 'session'>) {
  const { id: subjectId, status, stoppedBy, stopReason } = session
  if (status !== 'STOPPED') return
  const action = stopReason === 'DECLINED' ? 'SESSION_DECLINED' : 'SESSION_STOPPED'
  await recordAuditEntry(tx, { by, action, subjectId, details: { stoppedBy, stopReason } })
}
