import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { and, eq, inArray, isNull, lte, sql, asc } from 'drizzle-orm'
import { decryptBytes, encryptBytes } from '../../platform/crypto/authenticatedEncryption.ts'
import type { DataCipher, EncryptedField } from '../../platform/crypto/dataCipher.ts'
import { hasValidToken } from '../../people/accounts/token.service.ts'
import { users } from '../../people/accounts/table.ts'
import { recordAuditEntry } from '../../people/audit/service.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import type { Platform } from '../../platform/platform.ts'
import { newStorageKey } from '../../platform/files/storage.ts'
import { Problem } from '../../wire/problem.ts'
import { EXPORT_DAYS, exportReadyMail, type ExportState } from './contract.ts'
import { nextExportAt, exportExpiry } from './rules.ts'
import { dataExports } from './table.ts'
import type { z } from 'zod'
import { renderInvoiceFile } from '../../money/invoices/pdf.service.ts'
import { invoices } from '../../money/invoices/table.ts'
import { storageKeyOfMedia } from '../../platform/http/media.ts'
import { collectPersonalData, personalDataSections } from './personalData.service.ts'
import type { DataSubject } from './dataSection.service.ts'

export const exportJob = defineJob<{ exportId: string }>('exports.make', 20)

const FOLDER = 'exports'

/** The key of an export's file, which only its row can open. */
export const exportFileKey: EncryptedField<'encrypted'> = { table: dataExports, name: 'encrypted' }

const fileContext = (exportId: string) => ['data_exports', 'file', exportId]

type ExportStateData = z.input<typeof ExportState>
type Row = typeof dataExports.$inferSelect

export async function findExportState(db: Db, userId: string, now: Date): Promise<ExportStateData> {
  const [row] = await db.select().from(dataExports).where(eq(dataExports.userId, userId))
  return row
    ? toExportState(row, now)
    : { state: 'NONE', requestedAt: null, expiresAt: null, againAt: null, progress: null }
}

function toExportState(row: Row, now: Date): ExportStateData {
  const { requestedAt, fileKey, expiresAt, filesDone, filesTotal } = row
  return {
    state: fileKey ? 'READY' : 'PREPARING',
    requestedAt,
    expiresAt,
    againAt: nextExportAt(requestedAt, now),
    progress: fileKey || filesTotal === 0 ? null : { done: filesDone, total: filesTotal },
  }
}

/**
 * Requests an export. A new one replaces an older one; of two concurrent requests, one is built.
 * @throws Problem RATE_LIMITED with `retryAfter` within a day of the last
 */
export const startExport = ({ db, jobs, now }: Platform, userId: string): Promise<ExportStateData> =>
  db.transaction(async tx => {
    const at = now()
    const asked = {
      id: randomUUIDv7(),
      requestedAt: at,
      filesDone: 0,
      filesTotal: 0,
      fileKey: null,
      encrypted: null,
      keyId: null,
      readyAt: null,
      expiresAt: null,
    }
    const [row] = await tx
      .insert(dataExports)
      .values({ userId, ...asked })
      .onConflictDoUpdate({
        target: dataExports.userId,
        set: asked,
        setWhere: lte(dataExports.requestedAt, new Date(at.getTime() - 24 * 3600_000)),
      })
      .returning()
    if (!row) throw await exportTooSoon(tx, userId, at)
    await jobs.send(tx, exportJob, { exportId: row.id })
    await recordAuditEntry(tx, { by: userId, action: 'DATA_EXPORTED', subjectId: userId })
    return toExportState(row, at)
  })

async function exportTooSoon(tx: Tx, userId: string, now: Date): Promise<Problem> {
  const until = (await findExportState(tx, userId, now)).againAt?.getTime() ?? now.getTime()
  return new Problem('RATE_LIMITED', {
    message: 'Je kunt één keer per dag je gegevens opvragen.',
    retryAfter: Math.ceil((until - now.getTime()) / 1000),
  })
}

/** Builds an export and mails its link; does nothing for one that is built already or was replaced. */
export async function buildExport(platform: Platform, exportId: string): Promise<void> {
  const { db, storage, now, dataCipher } = platform
  const isWaiting = and(eq(dataExports.id, exportId), isNull(dataExports.fileKey))
  const [subject] = await db
    .select({ id: users.id, email: users.email })
    .from(dataExports)
    .innerJoin(users, eq(users.id, dataExports.userId))
    .where(and(isWaiting, isNull(users.deleteAfter)))
  if (!subject) return
  const fileKey = newStorageKey(FOLDER, 'zip')
  const showProgress = async (filesDone: number, filesTotal: number) =>
    void (await db.update(dataExports).set({ filesDone, filesTotal }).where(isWaiting))
  const key = randomBytes(32)
  const archive = await buildExportArchive(platform, subject, now(), showProgress)
  await storage.put(fileKey, encryptBytes(key, archive, fileContext(exportId)))
  const isKept = await db.transaction(async tx => {
    const expiresAt = exportExpiry(now())
    const encrypted = await dataCipher.encrypt(tx, exportFileKey, exportId, key.toString('base64url'))
    const kept = await tx
      .update(dataExports)
      .set({ fileKey, ...encrypted, readyAt: now(), expiresAt })
      .where(isWaiting)
      .returning({ id: dataExports.id })
    if (kept.length > 0) await sendExportReadyMail(tx, platform, subject, expiresAt)
    return kept.length > 0
  })
  if (!isKept) await storage.remove(fileKey)
}

const sendExportReadyMail = (
  tx: Tx,
  { jobs, settings, origin }: Platform,
  { id: userId, email }: { id: string; email: string },
  expiresAt: Date,
): Promise<void> =>
  queueMail(tx, jobs, exportReadyMail, email, {
    userId,
    url: `${origin()}/export`,
    expiresAt: expiresAt.toISOString(),
    shopName: settings.current.shopName,
  })

/**
 * Opens an export.
 * @throws Problem NOT_FOUND when it is gone, or the token was not mailed to this user
 */
export async function readExportFile(
  { db, storage, now, dataCipher }: Pick<Platform, 'db' | 'storage' | 'now' | 'dataCipher'>,
  userId: string,
  token: string,
): Promise<Buffer> {
  const [row] = await db.select().from(dataExports).where(eq(dataExports.userId, userId))
  const isThere = row?.fileKey && row.expiresAt && row.expiresAt > now()
  const isTheirs = await hasValidToken(db, userId, token, 'EXPORT', now())
  const stored = isThere && isTheirs && row.fileKey ? await storage.read(row.fileKey) : null
  const file = stored && (await decryptFile(dataCipher, db, row as Row, stored))
  if (!file)
    throw new Problem('NOT_FOUND', { message: 'Dit bestand is er niet meer. Vraag het opnieuw aan.' })
  return file
}

/** @returns null when its key is lost */
async function decryptFile(
  dataCipher: DataCipher,
  db: Db,
  { id, encrypted, keyId }: Row,
  stored: Buffer,
): Promise<Buffer | null> {
  if (encrypted === null || keyId === null) return null
  const key = await dataCipher.decrypt(db, exportFileKey, { id, encrypted, keyId })
  return key === null ? null : decryptBytes(Buffer.from(key, 'base64url'), stored, fileContext(id))
}

/** Deletes an export in the transaction that closes its account. @returns the storage key of its file, to be removed */
export async function deleteExport(tx: Tx, userId: string): Promise<string | null> {
  const [gone] = await tx
    .delete(dataExports)
    .where(eq(dataExports.userId, userId))
    .returning({ fileKey: dataExports.fileKey })
  return gone?.fileKey ?? null
}

/** Milliseconds; an older file without a row is not being built any more. */
const MAX_BUILD_MS = 3600_000

/** Removes exports after `EXPORT_DAYS`, and files that were replaced or left behind by a killed node. */
export async function cleanUpExports({ db, storage, now }: Pick<Platform, 'db' | 'storage' | 'now'>) {
  const past = sql`${dataExports.requestedAt} + make_interval(days => ${EXPORT_DAYS + 1})`
  const isOver = sql`coalesce(${dataExports.expiresAt}, ${past}) <= ${now().toISOString()}::timestamptz`
  const gone = await db.delete(dataExports).where(isOver).returning({ fileKey: dataExports.fileKey })
  for (const { fileKey } of gone) if (fileKey) await storage.remove(fileKey)
  const old = await storage.listWrittenBefore(FOLDER, new Date(now().getTime() - MAX_BUILD_MS))
  const named = await db
    .select({ fileKey: dataExports.fileKey })
    .from(dataExports)
    .where(inArray(dataExports.fileKey, old))
  const keep = new Set(named.map(({ fileKey }) => fileKey))
  for (const key of old) if (!keep.has(key)) await storage.remove(key)
}

type ArchiveDeps = Pick<Platform, 'db' | 'storage' | 'dataCipher'>

const date = new Intl.DateTimeFormat('nl-NL', {
  timeZone: 'Europe/Brussels',
  dateStyle: 'long',
  timeStyle: 'short',
})

const readme = (now: Date) => `Dit zijn alle gegevens die we van je hebben, op ${date.format(now)}.

Elk .json-bestand is gewone tekst: je opent het met een teksteditor of een browser. Bedragen staan in centen, tijden in UTC.
In de map facturen staan je facturen als PDF. Van anderen staat er alleen hun weergavenaam in.
`

/** Builds the ZIP of an export: JSON by section, the invoices as PDF, and the avatar. */
async function buildExportArchive(
  { db, storage, dataCipher }: ArchiveDeps,
  subject: DataSubject,
  now: Date,
  showProgress: (done: number, total: number) => Promise<void>,
): Promise<Buffer> {
  const own = eq(invoices.userId, subject.id)
  const total = personalDataSections.length + (await db.$count(invoices, own))
  let done = 0
  const step = () => showProgress((done += 1), total)
  const archive = await createZip(now)
  archive.add('LEESMIJ.txt', readme(now))
  for (const [name, data] of Object.entries(await collectPersonalData({ db, dataCipher }, subject, step)))
    archive.add(`${name}.json`, JSON.stringify(data, null, 2))
  for (const invoice of await db.select().from(invoices).where(own).orderBy(asc(invoices.issuedAt))) {
    const { filename, content } = await renderInvoiceFile(invoice)
    archive.add(`facturen/${filename}`, content)
    await step()
  }
  const [user] = await db.select({ avatarUrl: users.avatarUrl }).from(users).where(eq(users.id, subject.id))
  const avatar = user?.avatarUrl ? await storage.read(storageKeyOfMedia(user.avatarUrl)) : null
  if (avatar) archive.add('avatar.webp', avatar)
  return archive.close()
}

async function createZip(now: Date) {
  // Most nodes never make one.
  const { Zip, ZipDeflate, ZipPassThrough } = await import('fflate')
  const parts: Uint8Array[] = []
  let failure: Error | null = null
  const zip = new Zip((error, part) => {
    failure ??= error
    parts.push(part)
  })
  return {
    add(name: string, content: string | Buffer): void {
      // Pictures are already compressed.
      const entry = name.endsWith('.webp') ? new ZipPassThrough(name) : new ZipDeflate(name)
      entry.mtime = now
      zip.add(entry)
      entry.push(typeof content === 'string' ? Buffer.from(content) : content, true)
    },
    close(): Buffer {
      zip.end()
      if (failure) throw failure
      return Buffer.concat(parts)
    },
  }
}
