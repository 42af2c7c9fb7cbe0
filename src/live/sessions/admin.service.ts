import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEntry } from '../../people/audit/service.ts'
import type { Tx } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Who } from '../../platform/session.ts'
import type { Toy } from '../toys/contract.ts'
import { toys } from '../toys/table.ts'
import { Problem } from '../../wire/problem.ts'
import type { ActiveSession } from './admin.contract.ts'
import { sessionsOn } from './creator.service.ts'
import { asControlSession, namedSessions, seenSession, type Seen } from './service.ts'
import type { Stage } from './stage.service.ts'
import { listToysFor } from './toys.service.ts'
import { levelOf } from './wave.rules.ts'

type Here = Pick<Platform, 'db' | 'bus' | 'now'> & { stage: Stage }

export async function activeSessions({ db, now, stage }: Here): Promise<z.input<typeof ActiveSession>[]> {
  const all = await namedSessions(db)
  return all.map(({ userEmail, displayName, toyName, ...seen }) => {
    const output = stage.output(seen)
    const { maxIntensity } = seen.toy
    const elapsedMs = output ? now().getTime() - output.startedAt.getTime() : 0
    return {
      ...asControlSession(seen, output, now()),
      userId: seen.session.userId,
      userEmail,
      displayName,
      toyName,
      maxIntensity,
      level: levelOf(output, elapsedMs, maxIntensity),
    }
  })
}

/** Ends a session; one that has ended stays as it was. @throws Problem NOT_FOUND */
export async function stopAny({ db, stage }: Here, who: Who, sessionId: string): Promise<Seen> {
  const { session } = await seenSession(db, sessionId)
  const ended = await stage.end(session.userId, 'ADMIN', 'STOPPED_BY_ADMIN', {
    only: sessionId,
    actorId: who.userId,
  })
  return ended ?? seenSession(db, sessionId)
}

/** The same, and its toy is sent a stop even when the session has ended already. @throws Problem NOT_FOUND */
export async function forceStop({ db, stage }: Here, who: Who, sessionId: string): Promise<Seen> {
  const { session, toy } = await seenSession(db, sessionId)
  stage.silence({ provider: toy.provider, uid: toy.uid, toyId: session.toyDeviceId })
  const by = who.userId
  const ended = await stage.end(session.userId, 'ADMIN_FORCE', 'STOPPED_BY_ADMIN', {
    only: sessionId,
    actorId: by,
  })
  // After the stop, which waits for no database.
  const entry = { by, action: 'TOY_STOPPED', subjectId: session.toyDeviceId, details: { sessionId } } as const
  await db.transaction(tx => recordAuditEntry(tx, entry))
  return ended ?? seenSession(db, sessionId)
}

/** Switched off, a toy takes no new session, and the one that it has ends. @throws Problem NOT_FOUND */
export async function toggle(here: Here, who: Who, toyId: string, active: boolean): Promise<Toy> {
  const { db, bus, now, stage } = here
  await db.transaction(tx => switchToy(tx, who, toyId, active))
  if (!active)
    for (const session of await sessionsOn(db, null))
      if (session.toyId === toyId)
        await stage.end(session.userId, 'ADMIN', 'TOY_DEACTIVATED', {
          only: session.id,
          actorId: who.userId,
        })
  bus.publish('toys.changed', null)
  const toy = (await listToysFor(db, [who], now()))(who).find(({ id }) => id === toyId)
  if (!toy) throw new Problem('NOT_FOUND')
  return toy
}

async function switchToy(tx: Tx, who: Who, toyId: string, active: boolean): Promise<void> {
  const changed = await tx
    .update(toys)
    .set({ isActive: active })
    .where(eq(toys.id, toyId))
    .returning({ id: toys.id })
  if (changed.length === 0) throw new Problem('NOT_FOUND')
  await recordAuditEntry(tx, {
    by: who.userId,
    action: 'TOY_SWITCHED',
    subjectId: toyId,
    details: { active },
  })
}
