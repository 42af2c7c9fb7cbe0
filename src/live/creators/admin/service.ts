import { and, eq, gt, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { users } from '../../../people/accounts/table.ts'
import { recordAuditEntry } from '../../../people/audit/service.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { columnsOf, countMatches, readPage } from '../../../platform/db/sql.ts'
import type { Platform } from '../../../platform/platform.ts'
import { Problem } from '../../../wire/problem.ts'
import { findSignedAgreements, readAgreementPdf } from '../../agreements/service.ts'
import type { EndSessions } from '../admission.service.ts'
import {
  addCreatorEvent,
  findCreatorEvents,
  isOpenSuspension,
  liftSuspension,
  suspendCreator,
  toSuspensions,
} from '../suspension.service.ts'
import { tellCreator } from '../news.service.ts'
import { creatorEvents, creators } from '../table.ts'
import type { CreatorDetail, CreatorStatus, decideSuspension, listCreators } from './contract.ts'

const hasOpenAppeal = sql`exists (
  select from creator_events appeal where appeal.user_id = "creators"."user_id" and appeal.kind = 'APPEALED'
    and not exists (
      select from creator_events later
      where later.suspension_id = appeal.suspension_id and later.kind in ('UPHELD', 'LIFTED')
    )
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
  const events = await findCreatorEvents({ db, dataCipher }, userId)
  const adminIds = events.map(({ actorId }) => actorId).filter(id => id !== null)
  const admins = await db
    .select(columnsOf(users, 'id', 'displayName'))
    .from(users)
    .where(inArray(users.id, adminIds))
  const isAlone = !(await hasOtherAdmin(db, adminId))
  const suspensions = toSuspensions(events).map(suspension => {
    const { caseId = null, actorId = null } = events.find(({ id }) => id === suspension.id) ?? {}
    const by = admins.find(({ id }) => id === actorId)?.displayName ?? null
    return { ...suspension, caseId, by, needsAnotherAdmin: actorId === adminId && !isAlone }
  })
  return { ...creator, suspensions, agreements: await findSignedAgreements(db, userId) }
}

const creatorNotFound = () => new Problem('NOT_FOUND', { message: 'Deze creator bestaat niet.' })

const hasOtherAdmin = async (db: Db, adminId: string): Promise<boolean> =>
  (await db.$count(
    users,
    and(eq(users.role, 'ADMIN'), isNull(users.deleteAfter), isNull(users.suspendedAt), ne(users.id, adminId)),
  )) > 0

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
    const isByAdmin = and(eq(creatorEvents.userId, userId), isNull(creatorEvents.caseId), isOpenSuspension)
    if ((await tx.$count(creatorEvents, isByAdmin)) > 1)
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
  await platform.db.transaction(async tx => {
    if (decision === 'UPHOLD') return uphold(tx, platform, { userId, suspensionId, by, reason }, now)
    if (!(await liftSuspension(tx, platform, { userId, suspensionId, by, reason }, now)))
      throw new Problem('CONFLICT', { message: 'Deze schorsing is er niet meer.' })
  })
  return getCreator(platform, by, userId)
}

interface Upholding {
  userId: string
  suspensionId: string
  by: string
  reason: string
}

async function uphold(
  tx: Tx,
  platform: Platform,
  { userId, suspensionId, by, reason }: Upholding,
  now: Date,
): Promise<void> {
  await tx.select().from(creators).where(eq(creators.userId, userId)).for('update')
  const isIt = and(eq(creatorEvents.id, suspensionId), eq(creatorEvents.userId, userId), isOpenSuspension)
  const [suspension] = await tx.select().from(creatorEvents).where(isIt)
  if (!suspension) throw new Problem('CONFLICT', { message: 'Deze schorsing is er niet meer.' })
  const isAppeal = and(eq(creatorEvents.suspensionId, suspensionId), eq(creatorEvents.kind, 'APPEALED'))
  if ((await tx.$count(creatorEvents, isAppeal)) === 0)
    throw new Problem('CONFLICT', { message: 'Ze heeft geen bezwaar gemaakt.' })
  if (suspension.actorId === by && (await hasOtherAdmin(tx, by)))
    throw new Problem('CONFLICT', { message: 'Een andere administrator moet over dit bezwaar beslissen.' })
  const event = { userId, kind: 'UPHELD' as const, suspensionId, actorId: by, createdAt: now }
  if (!(await addCreatorEvent(tx, platform, event, reason)))
    throw new Problem('CONFLICT', { message: 'Over dit bezwaar is al beslist.' })
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
