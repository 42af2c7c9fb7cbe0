import { randomUUIDv7 } from 'node:crypto'
import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import { hasValidToken } from '../../people/accounts/token.service.ts'
import { users } from '../../people/accounts/table.ts'
import { recordAuditEntry } from '../../people/audit/service.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { defineJob } from '../../platform/jobs.ts'
import { queueMail } from '../../platform/mail.ts'
import type { Platform } from '../../platform/platform.ts'
import { newStorageKey } from '../../platform/storage.ts'
import { Problem } from '../../wire/problem.ts'
import { buildExportArchive } from './exportArchive.service.ts'
import { EXPORT_DAYS, exportReadyMail, type ExportState } from './export.contract.ts'
import { nextExportAt, exportExpiry } from './rules.ts'
import { dataExports } from './table.ts'
import type { z } from 'zod'

export const exportJob = defineJob<{ exportId: string }>('account.export', 20)

const FOLDER = 'exports'

type ExportStateData = z.input<typeof ExportState>
type Row = typeof dataExports.$inferSelect

export async function findExportState(db: Db, userId: string, now: Date): Promise<ExportStateData> {
  const [row] = await db.select().from(dataExports).where(eq(dataExports.userId, userId))
  return row ? toExportState(row, now) : { state: 'NONE', requestedAt: null, expiresAt: null, againAt: null }
}

function toExportState(row: Row, now: Date): ExportStateData {
  const { requestedAt, fileKey, expiresAt } = row
  return {
    state: fileKey ? 'READY' : 'PREPARING',
    requestedAt,
    expiresAt,
    againAt: nextExportAt(requestedAt, now),
  }
}

/**
 * Asks for a file with all of someone's data. A new one takes the place of an older; of two at once, one is made.
 * @throws Problem RATE_LIMITED with `retryAfter` within a day of the last
 */
export const startExport = ({ db, jobs, now }: Platform, userId: string): Promise<ExportStateData> =>
  db.transaction(async tx => {
    const at = now()
    const asked = { id: randomUUIDv7(), requestedAt: at, fileKey: null, readyAt: null, expiresAt: null }
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

/** Makes the file, and mails where it is; nothing for one that is made, or not wanted any more. */
export async function buildExport(platform: Platform, exportId: string): Promise<void> {
  const { db, storage, now } = platform
  const isWaiting = and(eq(dataExports.id, exportId), isNull(dataExports.fileKey))
  const [subject] = await db
    .select({ id: users.id, email: users.email })
    .from(dataExports)
    .innerJoin(users, eq(users.id, dataExports.userId))
    .where(and(isWaiting, isNull(users.deleteAfter)))
  if (!subject) return
  const fileKey = newStorageKey(FOLDER, 'zip')
  await storage.put(fileKey, await buildExportArchive(platform, subject, now()))
  const isKept = await db.transaction(async tx => {
    const expiresAt = exportExpiry(now())
    const kept = await tx
      .update(dataExports)
      .set({ fileKey, readyAt: now(), expiresAt })
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

/** @throws Problem NOT_FOUND when it is gone, or the token is not of a link that was mailed to this person */
export async function readExportFile(
  { db, storage, now }: Pick<Platform, 'db' | 'storage' | 'now'>,
  userId: string,
  token: string,
): Promise<Buffer> {
  const [row] = await db.select().from(dataExports).where(eq(dataExports.userId, userId))
  const isThere = row?.fileKey && row.expiresAt && row.expiresAt > now()
  const isTheirs = await hasValidToken(db, userId, token, 'EXPORT', now())
  const file = isThere && isTheirs && row.fileKey ? await storage.read(row.fileKey) : null
  if (!file)
    throw new Problem('NOT_FOUND', { message: 'Dit bestand is er niet meer. Vraag het opnieuw aan.' })
  return file
}

/** What is of an account that is closed goes at once. In the transaction that closes it. @returns the file, to be removed */
export async function deleteExport(tx: Tx, userId: string): Promise<string | null> {
  const [gone] = await tx
    .delete(dataExports)
    .where(eq(dataExports.userId, userId))
    .returning({ fileKey: dataExports.fileKey })
  return gone?.fileKey ?? null
}

/** A file without a row is one that is being made for no longer than this, in milliseconds. */
const MAX_BUILD_MS = 3600_000

/** Removes files after `EXPORT_DAYS`, and those that a newer one took the place of or a killed node left behind. */
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
