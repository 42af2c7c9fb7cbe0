import { recordAuditEntry } from '../../../people/audit/service.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AuthenticatedUser } from '../../../platform/http/session.ts'
import { Problem } from '../../../wire/problem.ts'
import { toControlSession, findNamedLiveSessions, loadSession } from '../service.ts'
import type { SessionWithToy } from '../engine/sessionState.rules.ts'
import type { SessionController } from '../engine/sessionController.service.ts'
import { findToysForViewers, type ToyView } from '../engine/toyList.service.ts'
import { endSessionsOfToy, setToyActive } from '../toyActivity.service.ts'

type AdminSessionContext = Pick<Platform, 'db' | 'bus' | 'now' | 'settings'> & {
  sessionController: SessionController
}

/** The live sessions with their state; their content is between a creator and a player. */
export async function findActiveSessions({ db, now }: Pick<AdminSessionContext, 'db' | 'now'>) {
  const all = await findNamedLiveSessions(db)
  return all.map(({ userEmail, displayName, toyName, ...seen }) => ({
    ...toControlSession(seen, null, now()),
    userId: seen.session.userId,
    userEmail,
    displayName,
    toyName,
  }))
}

/** Ends a session; one that has ended is left as it is. @throws Problem NOT_FOUND */
export async function adminStopSession(
  { db, sessionController }: AdminSessionContext,
  who: AuthenticatedUser,
  sessionId: string,
): Promise<SessionWithToy> {
  const { session } = await loadSession(db, sessionId)
  const ended = await sessionController.endSession(session.userId, 'ADMIN', 'STOPPED_BY_ADMIN', {
    only: sessionId,
    actorId: who.userId,
  })
  return ended ?? loadSession(db, sessionId)
}

/** The same, and sends its toy a stop even when the session has ended. @throws Problem NOT_FOUND */
export async function adminForceStopSession(
  { db, sessionController }: AdminSessionContext,
  who: AuthenticatedUser,
  sessionId: string,
): Promise<SessionWithToy> {
  const { session, toy } = await loadSession(db, sessionId)
  sessionController.stopToy({ provider: toy.provider, uid: toy.uid, toyId: session.toyDeviceId })
  const by = who.userId
  const ended = await sessionController.endSession(session.userId, 'ADMIN_FORCE', 'STOPPED_BY_ADMIN', {
    only: sessionId,
    actorId: by,
  })
  // After the stop, so that the stop waits for no database.
  const entry = { by, action: 'TOY_STOPPED', subjectId: session.toyDeviceId, details: { sessionId } } as const
  await db.transaction(tx => recordAuditEntry(tx, entry))
  return ended ?? loadSession(db, sessionId)
}

/**
 * Activates or deactivates a toy. A deactivated toy takes no new session, and its current one ends. @throws Problem NOT_FOUND
 */
export async function switchToy(
  here: AdminSessionContext,
  who: AuthenticatedUser,
  toyId: string,
  active: boolean,
): Promise<ToyView> {
  const { db, bus } = here
  const ownerId = await db.transaction(tx => setToyActive(tx, who.userId, toyId, active))
  if (ownerId === null) throw new Problem('NOT_FOUND')
  if (!active) await endSessionsOfToy(here, who.userId, toyId)
  bus.publish('toys.changed', null)
  bus.publish('studio.changed', { userId: ownerId })
  const toy = (await findToysForViewers(here, [who]))(who).find(({ id }) => id === toyId)
  if (!toy) throw new Problem('NOT_FOUND')
  return toy
}
