import { createHash } from 'node:crypto'
import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEntry } from '../../people/audit/service.ts'
import { currentBody } from '../../people/content/cache.service.ts'
import { isPublished } from '../../people/content/service.ts'
import { contentVersions } from '../../people/content/table.ts'
import type { Attachment } from '../../platform/mail/emailRenderer.ts'
import { columnsOf } from '../../platform/db/sql.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { type EndSessions, endOnAirOf } from '../creators/admission.service.ts'
import { creators } from '../creators/table.ts'
import { agreementText, creatorAgreementContent, fillAgreement, signAgainUntil } from './agreement.rules.ts'
import type { Agreement, signAgreement } from './contract.ts'
import { renderAgreement } from './pdf.service.ts'
import { creatorAgreements } from './table.ts'

type AgreementSource = Pick<Platform, 'db' | 'content' | 'settings' | 'config'>

const published = isPublished(creatorAgreementContent.key)

/** The number of the text that applies now; 0 while it is the one that the shop began with. */
const currentVersion = sql<number>`(select coalesce(max(${contentVersions.version}), 0)
  from ${contentVersions} where ${published})`

const isHeld = (userId: string) =>
  and(eq(creatorAgreements.userId, userId), isNull(creatorAgreements.withdrawnAt))

/** Whether a user has signed the text that applies now, and not withdrawn it. */
export const hasSignedAgreement = async (tx: Tx, userId: string): Promise<boolean> =>
  (await tx.$count(creatorAgreements, and(isHeld(userId), eq(creatorAgreements.version, currentVersion)))) > 0

/** The label of the agreement that a creator signed last and has not withdrawn; null without one. */
export async function findAgreementVersion(tx: Tx, userId: string): Promise<string | null> {
  const [newest] = await tx
    .select({ label: creatorAgreements.label })
    .from(creatorAgreements)
    .where(isHeld(userId))
    .orderBy(desc(creatorAgreements.signedAt))
    .limit(1)
  return newest?.label ?? null
}

/** The text that applies now, with the company's details, and its hash. */
function readText({ content, settings, config }: Omit<AgreementSource, 'db'>) {
  const newest = content.published(creatorAgreementContent.key)
  const body = fillAgreement(currentBody(content, creatorAgreementContent), {
    company: settings.current.company,
    retentionYears: config.retentionYears,
  })
  return {
    version: newest?.version ?? 0,
    label: newest?.label ?? creatorAgreementContent.firstLabel ?? '',
    publishedAt: newest?.publishedAt ?? null,
    textHash: createHash('sha256').update(agreementText(body)).digest('hex'),
    body,
  }
}

/** The agreement as it is now, and the user's signatures. */
export async function getAgreement(
  source: AgreementSource,
  userId: string,
): Promise<z.input<typeof Agreement>> {
  const text = readText(source)
  const signed = await findSignedAgreements(source.db, userId)
  const isSigned = signed.some(({ version, withdrawnAt }) => version === text.version && withdrawnAt === null)
  return { ...text, isSigned, signed }
}

/** The agreements that a user signed, the newest first. */
export const findSignedAgreements = (db: Db, userId: string) =>
  db
    .select(columnsOf(creatorAgreements, 'id', 'version', 'label', 'textHash', 'signedAt', 'withdrawnAt'))
    .from(creatorAgreements)
    .where(eq(creatorAgreements.userId, userId))
    .orderBy(desc(creatorAgreements.signedAt), desc(creatorAgreements.id))

type Signature = z.output<typeof signAgreement.input>

/**
 * Signs the text that was shown. A creator whose agreement had an end, or was withdrawn, may go on the air again.
 * @throws Problem CONFLICT when the text changed since
 */
export async function signCurrentAgreement(
  platform: Platform,
  userId: string,
  { version, textHash }: Signature,
): Promise<z.input<typeof Agreement>> {
  const { db, content, now } = platform
  // Another node may have published a text a moment ago.
  await content.refresh()
  const text = readText(platform)
  if (text.version !== version || text.textHash !== textHash) throw textChanged()
  const signature = await composeSignature(platform, userId, now())
  await db.transaction(async tx => {
    const [added] = await tx
      .insert(creatorAgreements)
      .values(signature)
      .onConflictDoNothing()
      .returning({ id: creatorAgreements.id })
    if (!added) return
    if (!(await hasSignedAgreement(tx, userId))) throw textChanged()
    await tx.update(creators).set({ agreementUntil: null }).where(eq(creators.userId, userId))
    const details = { version: text.label, hash: textHash }
    await recordAuditEntry(tx, { by: userId, action: 'AGREEMENT_SIGNED', subjectId: userId, details })
  })
  return getAgreement(platform, userId)
}

/** A signature of the present text, as it is stored. */
export async function composeSignature(
  source: Omit<AgreementSource, 'db'>,
  userId: string,
  signedAt: Date,
): Promise<typeof creatorAgreements.$inferInsert> {
  const { version, label, textHash, body } = readText(source)
  const { shopName } = source.settings.current
  const pdf = await renderAgreement({ userId, label, textHash, body, shopName, signedAt })
  return { userId, version, label, textHash, signedAt, pdf: pdf.toString('base64') }
}

const textChanged = () =>
  new Problem('CONFLICT', {
    message: 'De overeenkomst is intussen veranderd. Lees de nieuwe tekst, en teken die.',
  })

/**
 * Withdraws all that a user signed: off the air in the same transaction, and running sessions end after it.
 * @throws Problem CONFLICT when nothing is signed
 */
export async function withdrawAgreements(
  platform: Platform,
  endSessions: EndSessions,
  userId: string,
): Promise<z.input<typeof Agreement>> {
  const now = platform.now()
  await platform.db.transaction(async tx => {
    await endOnAirOf(tx, userId, now, now)
    const withdrawn = await tx
      .update(creatorAgreements)
      .set({ withdrawnAt: now })
      .where(isHeld(userId))
      .returning({ label: creatorAgreements.label })
    if (withdrawn.length === 0) throw new Problem('CONFLICT', { message: 'Er is niets om in te trekken.' })
    await tx.update(creators).set({ agreementUntil: now }).where(eq(creators.userId, userId))
    await recordAuditEntry(tx, { by: userId, action: 'AGREEMENT_WITHDRAWN', subjectId: userId })
  })
  await endSessions(userId, userId)
  return getAgreement(platform, userId)
}

/** A signed agreement as a file. @throws Problem NOT_FOUND when it is not the user's */
export async function readAgreementPdf(
  db: Db,
  userId: string,
  agreementId: string,
): Promise<Attachment & { content: Buffer }> {
  const { id, label, pdf } = creatorAgreements
  const [found] = await db
    .select({ label, pdf })
    .from(creatorAgreements)
    .where(and(eq(id, agreementId), eq(creatorAgreements.userId, userId)))
  if (!found) throw new Problem('NOT_FOUND')
  return {
    filename: `overeenkomst-${found.label}.pdf`,
    content: Buffer.from(found.pdf, 'base64'),
    contentType: 'application/pdf',
  }
}

/** Creators who are to sign the newest published text: until they do, their agreement has an end. */
const isUnsigned = and(
  isNotNull(creators.acceptedAt),
  isNull(creators.leftAt),
  isNull(creators.agreementUntil),
  sql`${currentVersion} > 0`,
  sql`not exists (
    select from ${creatorAgreements}
    where ${creatorAgreements.userId} = "creators"."user_id" and ${isNull(creatorAgreements.withdrawnAt)}
      and ${creatorAgreements.version} = ${currentVersion}
  )`,
)

export const hasUnsigned = () => sql`exists (select from ${creators} where ${isUnsigned})`

/** Gives the agreements of those who have not signed the newest text an end, in order of their ids. */
export async function endOldAgreements({ db, now }: Pick<Platform, 'db' | 'now'>): Promise<void> {
  const [newest] = await db
    .select({ publishedAt: contentVersions.changedAt })
    .from(contentVersions)
    .where(published)
    .orderBy(sql`${contentVersions.version} desc`)
    .limit(1)
  if (!newest) return
  const until = signAgainUntil(newest.publishedAt)
  const due = await db.select({ userId: creators.userId }).from(creators).where(isUnsigned)
  for (const { userId } of due)
    await db.transaction(async tx => {
      await endOnAirOf(tx, userId, until, now())
      // Unless they signed meanwhile: a signature changes this row too.
      const isTheirs = eq(creators.userId, userId)
      await tx.select({ userId: creators.userId }).from(creators).where(isTheirs).for('update')
      await tx.update(creators).set({ agreementUntil: until }).where(and(isTheirs, isUnsigned))
    })
}
