import { and, eq, isNull } from 'drizzle-orm'
import { assertNotLastAdmin } from '../../people/accounts/lastAdmin.service.ts'
import { deleteLoginSessions } from '../../people/accounts/login/session.service.ts'
import { contactEmail } from '../../people/accounts/guest.service.ts'
import { deleteContactDigests } from '../../people/accounts/contactDigest.service.ts'
import { accountTokens, users } from '../../people/accounts/table.ts'
import { recordAuditEntry } from '../../people/audit/service.ts'
import { findLiveSessionsByOwner } from '../../live/sessions/engine/creatorSession.service.ts'
import type { SessionController } from '../../live/sessions/engine/sessionController.service.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { deleteBlocksOf } from '../../live/blocks/service.ts'
import { deletePageOf } from '../../live/creatorPages/leaving.service.ts'
import { removePictureFiles } from '../../live/creatorPages/picture.service.ts'
import { deleteNotesOf } from '../../live/creatorNotes/service.ts'
import { assertNothingDue } from '../../live/studio/earnings/due.service.ts'
import { offAir } from '../../live/toys/rules.ts'
import { toys } from '../../live/toys/table.ts'
import { Problem } from '../../wire/problem.ts'
import { accountClosedMail } from './contract.ts'
import { deleteExport } from './export.service.ts'
import { eraseAfter } from './rules.ts'

/**
 * Closes an account: ends its login sessions and live sessions, and takes its toys offline. The user gets a mail, and is
 * erased later by `eraseClosedAccounts`.
 * @param by the user, or an admin
 * @param assertMayClose called first in the transaction; it throws to leave the account as it is
 * @returns when it will be erased
 * @throws Problem NO_SESSION when it is closed already; LAST_ADMIN when no admin would be left; CONFLICT while its earnings are not paid out
 */
export async function closeAccount(
  platform: Platform,
  sessionController: SessionController,
  userId: string,
  by = userId,
  assertMayClose?: (tx: Tx) => Promise<void>,
): Promise<Date> {
  const { db, storage, log } = platform
  const deleteAfter = eraseAfter(platform.now())
  const { exported, pictures } = await db.transaction(async tx => {
    await assertMayClose?.(tx)
    return closeInTransaction(tx, platform, userId, by, deleteAfter)
  })
  // A file that can't be removed now is removed by `cleanUpExports`.
  if (exported)
    await storage
      .remove(exported)
      .catch((error: unknown) =>
        log.warn({ err: error }, 'export file not deleted; the clean-up job will retry'),
      )
  await removePictureFiles(platform, pictures)
  try {
    await sessionController.endSession(userId, 'USER', 'ACCOUNT_CLOSED')
    for (const session of await findLiveSessionsByOwner(db, userId))
      await sessionController.endSession(session.userId, 'CREATOR', 'ACCOUNT_CLOSED', {
        only: session.id,
        actorId: by,
      })
  } catch (error) {
    // The account stays closed; without heartbeats its live session ends by itself.
    log.error({ err: error, userId }, 'could not end the session of a closed account')
  }
  return deleteAfter
}

/** @returns the storage keys of the user's export, if there is one, and of a creator's pictures, to be removed after the transaction */
async function closeInTransaction(tx: Tx, platform: Platform, userId: string, by: string, deleteAfter: Date) {
  const { bus, jobs, config, settings, now } = platform
  await assertNotLastAdmin(tx, userId)
  const [user] = await tx
    .update(users)
    .set({ deleteAfter })
    .where(and(eq(users.id, userId), isNull(users.deleteAfter)))
    .returning({ email: contactEmail })
  if (!user) throw new Problem('NO_SESSION')
  await assertNothingDue(tx, platform, userId)
  await deleteLoginSessions(tx, bus, userId)
  await deleteContactDigests(tx, userId)
  await deleteBlocksOf(tx, userId)
  await deleteNotesOf(tx, userId, { alsoAbout: true })
  await tx.delete(accountTokens).where(eq(accountTokens.userId, userId))
  await tx
    .update(toys)
    .set({ isActive: false, ...offAir })
    .where(eq(toys.ownerId, userId))
  await recordAuditEntry(tx, { by, action: 'ACCOUNT_CLOSED', subjectId: userId })
  await queueMail(tx, jobs, accountClosedMail, user.email, {
    deleteAfter: deleteAfter.toISOString(),
    retentionYears: config.retentionYears,
    shopName: settings.current.shopName,
  })
  const pictures = await deletePageOf(tx, userId, now())
  return { exported: await deleteExport(tx, userId), pictures }
}
