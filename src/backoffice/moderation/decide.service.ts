import { randomUUIDv7 } from 'node:crypto'
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { reinstateAccount, suspendAccount } from '../../people/accounts/suspension.service.ts'
import { users } from '../../people/accounts/table.ts'
import { recordAuditEntry } from '../../people/audit/service.ts'
import {
  decisionReasons,
  decryptReports,
  findDecisions,
  reportTextColumns,
} from '../../people/contentReports/content.service.ts'
import type { ContentKinds, RemovalContext } from '../../people/contentReports/kinds.service.ts'
import { afterDecision, effectsOf } from '../../people/contentReports/rules.ts'
import { type ContentCaseRow, lockCasesOfContent } from '../../people/contentReports/service.ts'
import { contentCases, contentDecisions, contentReports } from '../../people/contentReports/table.ts'
import { countOtherAdmins } from '../../people/accounts/lastAdmin.service.ts'
import { followCaseDecision } from '../../live/creators/suspension.service.ts'
import type { SessionController } from '../../live/sessions/engine/sessionController.service.ts'
import { offAir } from '../../live/toys/rules.ts'
import { toys } from '../../live/toys/table.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { endSessionOfPlayer, endSessionsOfCreator } from '../customers/service.ts'
import type { decideContentCase } from './contract.ts'
import { mailDecision } from './decisionMails.service.ts'
import { readCase } from './service.ts'

type Decision = z.output<typeof decideContentCase.input>

interface Office {
  platform: Platform
  kinds: ContentKinds
  sessionController: SessionController
}

type Removal = 'REMOVED' | 'RESTORED' | null

/** The effects of a decision, of which the rest follows after its transaction. */
interface Decided {
  found: ContentCaseRow
  removal: Removal
  suspendedId: string | null
  /** The creator who is suspended as such, and keeps the account. */
  suspendedCreatorId: string | null
}

/**
 * Decides on reported content, or on an appeal, for all its reports: the changes, the mails with the reasons and the audit entry
 * are one transaction. When two admins decide at once, the second is refused for having read an older version.
 * @throws Problem NOT_FOUND; CONFLICT when it changed since it was read, is decided already or has to be decided by another
 * admin; INVALID_INPUT for content that can't be removed
 */
export async function decideCase(office: Office, by: string, input: Decision) {
  const { platform, kinds, sessionController } = office
  const { db, bus, log } = platform
  const now = platform.now()
  const { found, removal, suspendedId, suspendedCreatorId } = await db.transaction(tx =>
    decideInTransaction(tx, office, { by, now }, input),
  )
  if (removal)
    await kinds[found.kind].afterChange?.(found.contentId, { by, now, isRemoved: removal === 'REMOVED' })
  if (suspendedId) await endSessionOfPlayer({ log, sessionController }, by, suspendedId)
  const offAirId = suspendedId ?? suspendedCreatorId
  if (offAirId) {
    await endSessionsOfCreator({ db, log, sessionController }, by, offAirId)
    bus.publish('toys.changed', null)
  }
  return readCase({ ...platform, kinds }, input.caseId, by)
}

async function decideInTransaction(
  tx: Tx,
  { platform, kinds }: Office,
  context: RemovalContext,
  input: Decision,
): Promise<Decided> {
  const { by, now } = context
  const { found, others } = await lockCasesOfContent(tx, input.caseId)
  const status = afterDecision(found.status)
  if (found.version !== input.version || status === null)
    throw new Problem('CONFLICT', {
      message: 'Er veranderde intussen iets aan deze melding. Lees ze en beslis dan opnieuw.',
    })
  const { dataCipher } = platform
  const [first] = await findDecisions({ db: tx, dataCipher }, found.id)
  const isOnAppeal = first !== undefined
  if ((first?.decidedBy === by || (await isConcerned(tx, found, by))) && (await countOtherAdmins(tx, by)) > 0)
    throw new Problem('CONFLICT', { message: 'Een andere administrator moet hierover beslissen.' })
  const before = first?.decision ?? null
  const effects = effectsOf(input.decision, before)
  assertPossible(found, kinds, input, effects.account)
  const { decision, reasons } = input
  const creatorDecision = { caseId: found.id, by, isRejected: decision === 'KEEP' }
  const suspendedCreatorId = await followCaseDecision(tx, platform, creatorDecision, now)
  const removal = await changeContent(tx, { platform, kinds }, { found, others }, effects.content, context)
  const suspendedId = await changeAccount(tx, platform, found, effects.account, context)
  const ground = decision === 'KEEP' ? null : (input.ground ?? null)
  const rule = decision === 'KEEP' ? null : input.rule
  const id = randomUUIDv7()
  const statement = { decision, ground, rule, isOnAppeal }
  const encrypted = await dataCipher.encrypt(tx, decisionReasons, id, reasons)
  await tx
    .insert(contentDecisions)
    .values({ ...statement, ...encrypted, id, caseId: found.id, decidedBy: by, decidedAt: now })
  await tx
    .update(contentCases)
    .set({
      status,
      dueAt: null,
      decidedAt: now,
      version: found.version + 1,
      ...(removal && { isRemoved: removal === 'REMOVED' }),
    })
    .where(eq(contentCases.id, found.id))
  await mailDecision(tx, platform, { found, statement: { ...statement, decisionId: id }, before, now })
  await recordAuditEntry(tx, {
    by,
    action: 'CONTENT_CASE_DECIDED',
    subjectId: found.id,
    details: { decision: { from: before, to: decision } },
  })
  return { found, removal, suspendedId, suspendedCreatorId }
}

/** @throws Problem INVALID_INPUT */
function assertPossible(
  { kind, ownerId }: ContentCaseRow,
  kinds: ContentKinds,
  { decision }: Decision,
  account: ReturnType<typeof effectsOf>['account'],
): void {
  const refuse = (message: string) => new Problem('INVALID_INPUT', { fields: { decision: message } })
  if (decision === 'REMOVE' && !kinds[kind].remove)
    throw refuse('Hier valt niets weg te halen. Kies of het zo blijft, of schors het account.')
  if (account === 'SUSPEND' && ownerId === null)
    throw refuse('We weten niet van wie dit is. Zoek het account op bij de gebruikers.')
}

/** Whether it is an admin's own content or report, on which another one decides. */
const isConcerned = async (tx: Tx, { id, ownerId }: ContentCaseRow, adminId: string): Promise<boolean> =>
  ownerId === adminId ||
  (await tx.$count(
    contentReports,
    and(eq(contentReports.caseId, id), eq(contentReports.reporterId, adminId)),
  )) > 0

type Cases = Awaited<ReturnType<typeof lockCasesOfContent>>

async function changeContent(
  tx: Tx,
  { platform, kinds }: Pick<Office, 'platform' | 'kinds'>,
  { found, others }: Cases,
  change: ReturnType<typeof effectsOf>['content'],
  context: RemovalContext,
): Promise<Removal> {
  const kind = kinds[found.kind]
  if (change === 'REMOVE') return (await kind.remove?.(tx, found.contentId, context)) ? 'REMOVED' : null
  // The case that took it away may be another one.
  const remover = [found, ...others].find(({ isRemoved }) => isRemoved)
  if (change !== 'RESTORE' || !remover || !kind.restore) return null
  if ((await isTakenAwayBy(tx, others)) || (await isErased(tx, found.ownerId))) return null
  const reports = await tx
    .select(reportTextColumns)
    .from(contentReports)
    .where(eq(contentReports.caseId, remover.id))
    .orderBy(contentReports.createdAt)
    .limit(1)
  const [report] = await decryptReports({ db: tx, dataCipher: platform.dataCipher }, reports)
  await kind.restore(tx, found.contentId, { ...context, evidence: report?.evidence ?? [] })
  await tx.update(contentCases).set({ isRemoved: false }).where(eq(contentCases.id, remover.id))
  return 'RESTORED'
}

/** Whether the last decision of one of these cases is that the content goes. */
async function isTakenAwayBy(tx: Tx, cases: ContentCaseRow[]): Promise<boolean> {
  const ids = cases.map(({ id }) => id)
  if (ids.length === 0) return false
  const isGone = and(inArray(contentCases.id, ids), sql`${lastDecision} <> 'KEEP'`)
  return (await tx.$count(contentCases, isGone)) > 0
}

const lastDecision = sql`(select d.decision from ${contentDecisions} d where d.case_id = "content_cases"."id"
  order by d.is_on_appeal desc limit 1)`

/** Content of an erased account is not put back. */
async function isErased(tx: Tx, userId: string | null): Promise<boolean> {
  if (userId === null) return false
  const [owner] = await tx.select({ erasedAt: users.erasedAt }).from(users).where(eq(users.id, userId))
  return owner?.erasedAt !== null
}

/** @returns the id of an account that was suspended */
async function changeAccount(
  tx: Tx,
  { bus }: Platform,
  { id, ownerId }: ContentCaseRow,
  change: ReturnType<typeof effectsOf>['account'],
  { by, now }: RemovalContext,
): Promise<string | null> {
  if (change === null || ownerId === null) return null
  // Of two cases of one account that are decided at once, the second sees what the first decided.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, ownerId)).for('no key update')
  if (change === 'SUSPEND') {
    if (!(await suspendAccount(tx, bus, ownerId, now))) return null
    await recordAuditEntry(tx, { by, action: 'USER_SUSPENDED', subjectId: ownerId })
    await tx.update(toys).set(offAir).where(eq(toys.ownerId, ownerId))
    return ownerId
  }
  const isElsewhere = and(
    eq(contentCases.ownerId, ownerId),
    ne(contentCases.id, id),
    sql`${lastDecision} = 'SUSPEND'`,
  )
  if ((await tx.$count(contentCases, isElsewhere)) === 0 && (await reinstateAccount(tx, ownerId)))
    await recordAuditEntry(tx, { by, action: 'USER_REINSTATED', subjectId: ownerId })
  return null
}
