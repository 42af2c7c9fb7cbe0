import { and, eq, gt, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '../../platform/db/db.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import type { Platform } from '../../platform/platform.ts'
import { hashToken, newToken } from '../../platform/http/session.ts'
import { Problem } from '../../wire/problem.ts'
import { welcomeMail } from '../accounts/contract.ts'
import { verificationMailProps } from '../accounts/emailVerification.service.ts'
import { buildNewUser, insertUser, type UserRow } from '../accounts/service.ts'
import { users } from '../accounts/table.ts'
import { recordAuditEntry } from '../audit/service.ts'
import { type createFirstAdmin, SETUP_LINK_HOURS, SETUP_PATH } from './contract.ts'
import { setupLinks } from './table.ts'

const isOpenAdmin = and(eq(users.role, 'ADMIN'), isNull(users.deleteAfter))

/**
 * Makes a link to create the first admin; an earlier link is no longer valid. The token is in the fragment, which browsers do
 * not send, so that no proxy logs it.
 * @returns null when there is an admin already
 */
export async function issueSetupLink({ db, now, origin }: Platform): Promise<string | null> {
  if ((await db.$count(users, isOpenAdmin)) > 0) return null
  const token = newToken()
  const expiresAt = new Date(now().getTime() + SETUP_LINK_HOURS * 3_600_000)
  const link = { tokenHash: hashToken(token), expiresAt }
  await db.insert(setupLinks).values(link).onConflictDoUpdate({ target: setupLinks.isOnly, set: link })
  return `${origin()}${SETUP_PATH}#token=${token}`
}

/**
 * Creates the first admin with the token of the link, and queues the mail that verifies the address. The token is consumed in
 * the same transaction: of two simultaneous requests one succeeds, and an error leaves the link valid.
 * @throws Problem TOKEN_INVALID when the link is unknown, used or expired, or there is an admin by now; EMAIL_TAKEN
 */
export async function addFirstAdmin(
  platform: Platform,
  { token, ...registration }: z.output<typeof createFirstAdmin.input>,
): Promise<UserRow> {
  const { db, jobs, now } = platform
  const isThisLink = and(eq(setupLinks.tokenHash, hashToken(token)), gt(setupLinks.expiresAt, now()))
  // Before the slow hash, which anybody could make the server compute otherwise.
  await assertLink(db, isThisLink)
  const person = { ...registration, firstName: null, lastName: null, dateOfBirth: null }
  const newAdmin = await buildNewUser(person, now(), 'ADMIN', {
    shopName: platform.settings.current.shopName,
  })
  return db.transaction(async tx => {
    const consumed = await tx.delete(setupLinks).where(isThisLink).returning({ isOnly: setupLinks.isOnly })
    if (consumed.length === 0 || (await tx.$count(users, isOpenAdmin)) > 0) throw new Problem('TOKEN_INVALID')
    const admin = await insertUser(tx, newAdmin)
    await recordAuditEntry(tx, { by: admin.id, action: 'ADMIN_ADDED', subjectId: admin.id })
    await queueMail(tx, jobs, welcomeMail, admin.email, verificationMailProps(platform, admin.id))
    return admin
  })
}

async function assertLink(db: Db, isThisLink: ReturnType<typeof and>): Promise<void> {
  if ((await db.$count(setupLinks, isThisLink)) === 0) throw new Problem('TOKEN_INVALID')
}
