import { and, desc, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import { users } from '../../people/accounts/table.ts'
import type { Db } from '../../platform/db/db.ts'
import { sqlTimestamp } from '../../platform/db/sql.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { InvoiceContent } from '../invoices/contract.ts'
import { renderInvoiceFile } from '../invoices/pdf.service.ts'
import { canObject } from '../objections/rules.ts'
import { findLastObjections } from '../objections/service.ts'
import { buildUbl } from '../invoices/ubl.rules.ts'
import { selfBilledContent } from './issue.service.ts'
import { acceptedFrom } from './rules.ts'
import { selfBilledInvoices } from './table.ts'

/** The invoices that were made in a creator's name, the newest first; of their texts only the ciphers. */
export const findSelfBilled = async (db: Db, creatorId: string) =>
  (
    await db
      .select()
      .from(selfBilledInvoices)
      .where(eq(selfBilledInvoices.creatorId, creatorId))
      .orderBy(desc(selfBilledInvoices.serial))
  ).map(invoice => ({
    ...invoice,
    isStatement: invoice.vatStatus === 'PRIVATE',
    acceptedAt: acceptedFrom(invoice.issuedAt),
  }))

/** The same with her last objection to each, for her own page. */
export async function findOwnSelfBilled(
  platform: Pick<Platform, 'db' | 'dataCipher' | 'now'>,
  creatorId: string,
) {
  const { db, now } = platform
  const invoices = await findSelfBilled(db, creatorId)
  const ids = invoices.map(({ id }) => id)
  const objections = await findLastObjections(platform, db, creatorId, ids)
  return invoices.map(invoice => {
    const objection = objections.get(invoice.id) ?? null
    return { ...invoice, objection, canObject: canObject(invoice.acceptedAt, objection, now()) }
  })
}

/** An invoice that a creator may object to until it is accepted. @throws Problem NOT_FOUND for an unknown one, and another creator's */
export async function findObjectable(db: Db, creatorId: string, invoiceId: string) {
  const isHers = and(
    eq(sql`${selfBilledInvoices.id}::text`, invoiceId),
    eq(selfBilledInvoices.creatorId, creatorId),
  )
  const [invoice] = await db.select().from(selfBilledInvoices).where(isHers)
  if (!invoice) throw new Problem('NOT_FOUND', { message: 'Deze factuur bestaat niet.' })
  return { name: invoice.number, endsAt: acceptedFrom(invoice.issuedAt) }
}

type SelfBilledRow = typeof selfBilledInvoices.$inferSelect

/** @returns null for an erased text, and after the loss of its key */
async function readContent(
  { dataCipher }: Pick<Platform, 'dataCipher'>,
  db: Db,
  { id, encrypted, keyId }: Pick<SelfBilledRow, 'id' | 'encrypted' | 'keyId'>,
): Promise<InvoiceContent | null> {
  if (encrypted === null || keyId === null) return null
  const text = await dataCipher.decrypt(db, selfBilledContent, { id, encrypted, keyId })
  return text === null ? null : InvoiceContent.parse(JSON.parse(text))
}

/** All that is kept of a creator's invoices, for a copy of the data. */
export const collectSelfBilled = async (platform: Pick<Platform, 'dataCipher'>, db: Db, userId: string) =>
  Promise.all(
    (await findSelfBilled(db, userId)).map(async ({ encrypted, keyId, ...row }) => ({
      ...row,
      content: await readContent(platform, db, { ...row, encrypted, keyId }),
    })),
  )

/**
 * The file of an invoice, made of the content that was stored when it was issued.
 * @param userId the required creator; any when omitted
 * @throws Problem NOT_FOUND for an unknown invoice, another creator's, an erased one, and for the UBL of a statement
 */
export async function makeSelfBilledFile(
  platform: Pick<Platform, 'db' | 'dataCipher'>,
  { invoiceId, userId, format }: { invoiceId: string; userId?: string | undefined; format: 'pdf' | 'ubl' },
) {
  const isOwn = userId === undefined ? undefined : eq(selfBilledInvoices.creatorId, userId)
  const [row] = await platform.db
    .select()
    .from(selfBilledInvoices)
    .where(and(eq(sql`${selfBilledInvoices.id}::text`, invoiceId), isOwn))
  const content = row ? await readContent(platform, platform.db, row) : null
  if (!row || !content || (format === 'ubl' && row.vatStatus === 'PRIVATE'))
    throw new Problem('NOT_FOUND', { message: 'Deze factuur bestaat niet.' })
  const document = { ...row, taxPointAt: null, content }
  if (format === 'pdf') return renderInvoiceFile(document)
  const file = Buffer.from(buildUbl(document))
  return { filename: `${row.number}.xml`, content: file, contentType: 'application/xml' }
}

/** Erases the texts of invoices of erased creators that were made before a time until which the law demands them. */
export async function eraseOldSelfBilled(db: Db, since: Date): Promise<void> {
  const erased = db.select({ id: users.id }).from(users).where(isNotNull(users.erasedAt))
  const { creatorId, issuedAt, encrypted } = selfBilledInvoices
  await db
    .update(selfBilledInvoices)
    .set({ encrypted: null, keyId: null })
    .where(and(inArray(creatorId, erased), lt(issuedAt, sqlTimestamp(since)), isNotNull(encrypted)))
}
