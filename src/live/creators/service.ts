import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { deleteAvatarFile } from '../../people/accounts/avatar.service.ts'
import { users } from '../../people/accounts/table.ts'
import { recordAuditEntry } from '../../people/audit/service.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { type EndSessions, endOnAirOf } from './admission.service.ts'
import type { CreatorAccount } from './contract.ts'
import { admissionOf, refusalMessages } from './rules.ts'
import { fileAppeal, findSuspensions } from './suspension.service.ts'
import { creators } from './table.ts'

/** Whether a user may go on the air as a creator, why not, and the suspensions. */
export async function getCreatorAccount(
  { db, dataCipher, settings, now }: Pick<Platform, 'db' | 'dataCipher' | 'settings' | 'now'>,
  userId: string,
): Promise<z.input<typeof CreatorAccount>> {
  const [state] = await db.select().from(creators).where(eq(creators.userId, userId))
  const admission = settings.current.creatorProgramme
    ? admissionOf(state, now())
    : ({ isAdmitted: true, until: null } as const)
  return {
    state: state ?? null,
    refusal: admission.isAdmitted ? null : refusalMessages[admission.refusal],
    until: admission.isAdmitted ? admission.until : null,
    suspensions: await findSuspensions({ db, dataCipher }, userId),
  }
}

/** @throws Problem NOT_FOUND, CONFLICT */
export async function appealAgainst(
  platform: Platform,
  userId: string,
  appeal: { suspensionId: string; text: string },
): Promise<z.input<typeof CreatorAccount>> {
  await platform.db.transaction(tx => fileAppeal(tx, platform, { userId, ...appeal }, platform.now()))
  return getCreatorAccount(platform, userId)
}

export interface CreatorHooks {
  endSessions: EndSessions
  /**
   * Removes everything that she alone made as a creator: her page, her blocked contacts, and her notes on persons.
   * @returns removes the files of it, after the transaction
   */
  forgetCreator: (tx: Tx, userId: string, now: Date) => Promise<() => Promise<void>>
}

/**
 * Ends being a creator: off the air, without the role and without her page in one transaction, then the sessions on her toys.
 * @throws Problem NOT_FOUND for a person who was never let in; CONFLICT for one who has left
 */
export async function leave(
  platform: Platform,
  { endSessions, forgetCreator }: CreatorHooks,
  userId: string,
): Promise<z.input<typeof CreatorAccount>> {
  const { db, storage, log } = platform
  const now = platform.now()
  const [picture, removeFiles] = await db.transaction(async tx => {
    await endOnAirOf(tx, userId, now, now)
    const isTheirs = eq(creators.userId, userId)
    const [creator] = await tx.select().from(creators).where(isTheirs).for('update')
    if (!creator) throw new Problem('NOT_FOUND')
    if (creator.leftAt) throw new Problem('CONFLICT', { message: 'Je bent al gestopt als creator.' })
    await tx.update(creators).set({ leftAt: now }).where(isTheirs)
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update')
    await tx.update(users).set({ avatarUrl: null }).where(eq(users.id, userId))
    await tx
      .update(users)
      .set({ role: 'USER' })
      .where(and(eq(users.id, userId), eq(users.role, 'MODEL'), isNull(users.erasedAt)))
    const removeFiles = await forgetCreator(tx, userId, now)
    await recordAuditEntry(tx, { by: userId, action: 'CREATOR_LEFT', subjectId: userId })
    return [user?.avatarUrl ?? null, removeFiles] as const
  })
  await endSessions(userId, userId)
  await removeFiles()
  // Its address is random and answers 404 from now on.
  await deleteAvatarFile({ storage, log }, picture)
  return getCreatorAccount(platform, userId)
}
