import { findLiveSessionsByOwner } from './engine/creatorSession.service.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { toys } from '../toys/table.ts'
import { eq } from 'drizzle-orm'
import { offAir } from '../toys/rules.ts'
import { recordAuditEntry } from '../../people/audit/service.ts'
import { notifyUser } from '../../people/notifications/service.ts'
import { newId } from '../../platform/db/columns.ts'
import { STUDIO_PATH } from './engine/sessionNotification.service.ts'
import type { SessionController } from './engine/sessionController.service.ts'

/** After a toy was deactivated. */
export async function endSessionsOfToy(
  { db, sessionController }: { db: Db; sessionController: SessionController },
  actorId: string,
  toyId: string,
): Promise<void> {
  for (const session of await findLiveSessionsByOwner(db, null))
    if (session.toyId === toyId)
      await sessionController.endSession(session.userId, 'ADMIN', 'TOY_DEACTIVATED', {
        only: session.id,
        actorId,
      })
}

/** Its owner is told when it is approved. @returns who that is; null when there is no such toy */
export async function setToyActive(
  tx: Tx,
  by: string,
  toyId: string,
  active: boolean,
): Promise<string | null> {
  const [before] = await tx.select().from(toys).where(eq(toys.id, toyId)).for('no key update')
  if (!before) return null
  await tx
    .update(toys)
    // Approved anew, it waits for its owner.
    .set({ isActive: active, ...(!active && offAir) })
    .where(eq(toys.id, toyId))
  await recordAuditEntry(tx, { by, action: 'TOY_SWITCHED', subjectId: toyId, details: { active } })
  if (active && !before.isActive)
    await notifyUser(tx, before.ownerId, {
      kind: 'TOY_APPROVED',
      params: { toyName: before.name },
      about: `${toyId} ${newId()}`,
      path: STUDIO_PATH,
    })
  return before.ownerId
}
