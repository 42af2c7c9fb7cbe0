import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { countOtherAdmins } from '../../../people/accounts/lastAdmin.service.ts'
import { findDisplayNames } from '../../../people/accounts/service.ts'
import { users } from '../../../people/accounts/table.ts'
import { recordAuditEntry } from '../../../people/audit/service.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { columnsOf, countMatches, readPage } from '../../../platform/db/sql.ts'
import type { Platform } from '../../../platform/platform.ts'
import { Problem } from '../../../wire/problem.ts'
import { findSignedAgreements, readAgreementPdf } from '../../agreements/service.ts'
import type { EndSessions } from '../admission.service.ts'
import {
  addText,
  findSuspensions,
  liftSuspension,
  lockSuspension,
  suspendCreator,
} from '../suspension.service.ts'
import { tellCreator } from '../news.service.ts'
import { creators, creatorSuspensions } from '../table.ts'
import type { CreatorDetail, CreatorStatus, decideSuspension, listCreators } from './contract.ts'

const hasOpenAppeal = sql`exists (
  select from creator_suspensions s
  where s.user_id = "creators"."user_id" and s.appealed_at is not null and s.upheld_at is null and s.lifted_at is null
)`

const statusAt = (now: Date) => {
  const at = sql`${now.toISOString()}::timestamptz`
  return sql<CreatorStatus>`case
    when ${isNotNull(creators.leftAt)} then 'LEFT'
    when ${isNotNull(creators.suspendedAt)} and ${hasOpenAppeal} then 'APPEALED'
    when ${isNotNull(creators.suspendedAt)} then 'SUSPENDED'
    when ${isNull(creators.acceptedAt)} and ${gt(creators.noticeUntil, at)} then 'NOTICE'
    when ${isNull(creators.acceptedAt)} or ${creators.identityUntil} <= ${at} or ${creators.agreementUntil} <= ${at} then 'ENDED'
    else 'ACTIVE' end`
}

const selectCreators = (db: Db, now: Date) =>
  db
    .select({
      ...columnsOf(
        creators,
        'acceptedAt',
        'noticeUntil',
        'identityUntil',
        'agreementUntil',
        'suspendedAt',
        'leftAt',
      ),
      ...columnsOf(users, 'id', 'displayName'),
      status: statusAt(now),
    })
    .from(creators)
    .innerJoin(users, eq(users.id, creators.userId))

/** One page of the creators that match. */
export async function findCreators(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  { status, ...page }: z.output<typeof listCreators.input>,
) {
  const state = statusAt(now())
  const where = status ? eq(state, status) : undefined
  const isFirst = sql`case ${state} when 'APPEALED' then 0 when 'SUSPENDED' then 1 else 2 end`
  const sorted = selectCreators(db, now())
    .where(where)
    .orderBy(isFirst, sql`${creators.createdAt} desc`, creators.userId)
  return readPage(sorted, countMatches(db, creators, where), page)
}

/** @throws Problem NOT_FOUND */
export async function getCreator(
  { db, dataCipher, now }: Pick<Platform, 'db' | 'dataCipher' | 'now'>,
  adminId: string,
  userId: string,
): Promise<z.input<typeof CreatorDetail>> {
  const [creator] = await selectCreators(db, now()).where(eq(creators.userId, userId))
  if (!creator) throw creatorNotFound()
  const found = await findSuspensions({ db, dataCipher }, userId)
  const nameOf = await findDisplayNames(
    db,
    found.map(({ suspendedBy }) => suspendedBy),
  )
  const isAlone = (await countOtherAdmins(db, adminId)) === 0
  const suspensions = found.map(suspension => ({
    ...suspension,
    by: nameOf(suspension.suspendedBy),
    needsAnotherAdmin: suspension.suspendedBy === adminId && !isAlone,
  }))
  return { ...creator, suspensions, agreements: await findSignedAgreements(db, userId) }
}

const creatorNotFound = () => new Problem('NOT_FOUND', { message: 'Deze creator bestaat niet.' })

/** @throws Problem NOT_FOUND, CONFLICT */
export async function suspendByAdmin(
  platform: Platform,
  endSessions: EndSessions,
  by: string,
  { userId, reason }: { userId: string; reason: string },
): Promise<z.input<typeof CreatorDetail>> {
  const now = platform.now()
  await platform.db.transaction(async tx => {
    // Of two admins at once the second sees the suspension of the first: this is the first lock that both take.
    const [creator] = await tx
      .select({ leftAt: creators.leftAt })
      .from(creators)
      .where(eq(creators.userId, userId))
    if (!creator) throw creatorNotFound()
    if (creator.leftAt) throw new Problem('CONFLICT', { message: 'Ze is al gestopt als creator.' })
    await suspendCreator(tx, platform, { userId, by, caseId: null, reason }, now)
    const { userId: ownerId, caseId, liftedAt } = creatorSuspensions
    if ((await tx.$count(creatorSuspensions, and(eq(ownerId, userId), isNull(caseId), isNull(liftedAt)))) > 1)
      throw new Problem('CONFLICT', { message: 'Ze is al geschorst.' })
  })
  await endSessions(userId, by)
  return getCreator(platform, by, userId)
}

/**
 * Lifts a suspension, or decides on the appeal against it that it stays.
 * @throws Problem NOT_FOUND; CONFLICT when it is lifted or decided already, without an appeal, or by whoever suspended her
 */
export async function decideOnSuspension(
  platform: Platform,
  by: string,
  { userId, suspensionId, decision, reason }: z.output<typeof decideSuspension.input>,
): Promise<z.input<typeof CreatorDetail>> {
  const now = platform.now()
  const decided = { userId, suspensionId, by, reason }
  await platform.db.transaction(tx =>
    decision === 'UPHOLD' ? uphold(tx, platform, decided, now) : liftSuspension(tx, platform, decided, now),
  )
  return getCreator(platform, by, userId)
}

async function uphold(
  tx: Tx,
  platform: Platform,
  { userId, suspensionId, by, reason }: { userId: string; suspensionId: string; by: string; reason: string },
  now: Date,
): Promise<void> {
  const suspension = await lockSuspension(tx, userId, suspensionId)
  const refused = (message: string) => new Problem('CONFLICT', { message })
  if (suspension.liftedAt) throw refused('Deze schorsing is er niet meer.')
  if (!suspension.appealedAt) throw refused('Ze heeft geen bezwaar gemaakt.')
  if (suspension.upheldAt) throw refused('Over dit bezwaar is al beslist.')
  if (suspension.suspendedBy === by && (await countOtherAdmins(tx, by)) > 0)
    throw refused('Een andere administrator moet over dit bezwaar beslissen.')
  await addText(tx, platform, suspension, { upheld: reason }, { upheldAt: now })
  const text = 'Er is beslist over je bezwaar tegen je schorsing als creator. Lees de reden.'
  await tellCreator(tx, platform, userId, { about: `upheld ${suspensionId}`, text })
  await recordAuditEntry(tx, { by, action: 'CREATOR_APPEAL_REJECTED', subjectId: userId })
}

/** A creator's agreement; that an admin read it is logged. @throws Problem NOT_FOUND */
export async function readSignedPdf(
  { db }: Pick<Platform, 'db'>,
  by: string,
  { userId, agreementId }: { userId: string; agreementId: string },
) {
  const { filename, content } = await readAgreementPdf(db, userId, agreementId)
  await db.transaction(tx => recordAuditEntry(tx, { by, action: 'AGREEMENT_READ', subjectId: userId }))
  return { filename, pdf: content.toString('base64') }
}
