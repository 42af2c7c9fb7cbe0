import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db, Tx } from '../../platform/db/db.ts'
import { columnsOf, onlyRow } from '../../platform/db/sql.ts'
import { Problem } from '../../wire/problem.ts'
import { toBrusselsDay } from '../../wire/brusselsTime.ts'
import type { Invoice } from './contract.ts'
import { calculateInvoiceTotals, fiscalYear, formatInvoiceNumber } from './rules.ts'
import { closedPeriods, invoices, invoiceSeries } from './table.ts'

/** Reads one's own order. @throws Problem NOT_FOUND for an unknown order or another user's */
export type OwnOrderLookup = (db: Db, userId: string, orderId: string) => Promise<unknown>

export type InvoiceRow = typeof invoices.$inferSelect

/**
 * Issues an invoice or a credit note, once: a second call returns the first. The row of its series is locked until
 * the caller's transaction ends, which must therefore be short: this keeps the numbers consecutive and without gaps, and their dates in order.
 */
export async function issueInvoice(
  tx: Tx,
  draft: Pick<InvoiceRow, 'kind' | 'userId' | 'subjectId' | 'refundId' | 'content'> &
    Partial<Pick<InvoiceRow, 'corrects' | 'taxPointAt'>>,
  now: () => Date,
): Promise<{ invoice: InvoiceRow; isNew: boolean }> {
  const { kind } = draft
  const { year, issuedAt } = await lockSeries(tx, kind, now)
  const earlier = draft.refundId
    ? await findCreditNote(tx, draft.refundId)
    : await findInvoice(tx, draft.subjectId)
  // A correction comes after the invoice that it replaces; the index refuses a second one.
  if (earlier && !draft.corrects) return { invoice: earlier, isNew: false }
  const [series] = await tx
    .update(invoiceSeries)
    .set({ lastSerial: sql`${invoiceSeries.lastSerial} + 1` })
    .where(ofSeries(kind, year))
    .returning({ serial: invoiceSeries.lastSerial })
  const number = formatInvoiceNumber(kind, year, series?.serial ?? 0)
  const { total: totalCents } = calculateInvoiceTotals(draft.content)
  const taxPointAt = await openTaxPoint(tx, draft.taxPointAt ?? issuedAt, issuedAt)
  const values = { ...draft, number, totalCents, issuedAt, taxPointAt }
  return { invoice: onlyRow(await tx.insert(invoices).values(values).returning()), isNew: true }
}

/**
 * When the VAT is declared: at its tax point, or when it is issued if that quarter is closed by now. Who closes one waits for the series that
 * is locked here.
 */
async function openTaxPoint(tx: Tx, taxPointAt: Date, issuedAt: Date): Promise<Date> {
  // Clocks of nodes differ.
  if (taxPointAt >= issuedAt) return issuedAt
  if (toBrusselsDay(taxPointAt) === toBrusselsDay(issuedAt)) return taxPointAt
  const [closed] = await tx
    .select({ quarter: closedPeriods.quarter })
    .from(closedPeriods)
    .where(and(lte(closedPeriods.startsAt, taxPointAt), gt(closedPeriods.endsAt, taxPointAt)))
  return closed ? issuedAt : taxPointAt
}

/** The invoice of a purchase: the one that replaced the first, if any. */
const ofSeries = (kind: InvoiceRow['kind'], year: number) =>
  and(eq(invoiceSeries.kind, kind), eq(invoiceSeries.year, year))

/** Locks the series of this year. The time is read after the wait for it, which may have lasted into the next year. */
async function lockSeries(
  tx: Tx,
  kind: InvoiceRow['kind'],
  now: () => Date,
): Promise<{ year: number; issuedAt: Date }> {
  const year = fiscalYear(now())
  await tx.insert(invoiceSeries).values({ kind, year }).onConflictDoNothing()
  await tx.select().from(invoiceSeries).where(ofSeries(kind, year)).for('update')
  const issuedAt = now()
  return fiscalYear(issuedAt) === year ? { year, issuedAt } : lockSeries(tx, kind, now)
}

export async function findInvoice(db: Db, subjectId: string): Promise<InvoiceRow | undefined> {
  const [invoice] = await db
    .select()
    .from(invoices)
    .where(and(eq(invoices.subjectId, subjectId), eq(invoices.kind, 'INVOICE')))
    .orderBy(isFirst)
    .limit(1)
  return invoice
}

/** Sorts the invoice that replaced the first before it. */
const isFirst = sql`${invoices.corrects} is null`

/**
 * The same, locked: its credit notes are written one after another, because each has the VAT that the earlier ones left.
 */
export async function lockInvoice(tx: Tx, subjectId: string): Promise<InvoiceRow | undefined> {
  const [invoice] = await tx
    .select()
    .from(invoices)
    .where(and(eq(invoices.subjectId, subjectId), eq(invoices.kind, 'INVOICE')))
    .orderBy(isFirst)
    .limit(1)
    .for('no key update')
  return invoice
}

/** All credit notes of a purchase. @param number only those of this invoice */
export const findCreditNotes = (
  tx: Tx,
  subjectId: string,
  number?: string,
): Promise<Pick<InvoiceRow, 'content'>['content'][]> =>
  tx
    .select({ content: invoices.content })
    .from(invoices)
    .where(
      and(
        eq(invoices.subjectId, subjectId),
        eq(invoices.kind, 'CREDIT_NOTE'),
        number === undefined ? undefined : sql`${invoices.content} ->> 'credits' = ${number}`,
      ),
    )
    .then(rows => rows.map(({ content }) => content))

async function findCreditNote(db: Db, refundId: string): Promise<InvoiceRow | undefined> {
  const [credit] = await db.select().from(invoices).where(eq(invoices.refundId, refundId))
  return credit
}

/**
 * The invoice and credit notes of a user's own order, oldest first, in one statement; empty for another user's order.
 */
export const findInvoices = (db: Db, userId: string, subjectId: string): Promise<z.input<typeof Invoice>[]> =>
  db
    .select(columnsOf(invoices, 'id', 'number', 'kind', 'totalCents', 'issuedAt'))
    .from(invoices)
    .where(and(eq(invoices.subjectId, subjectId), eq(invoices.userId, userId)))
    .orderBy(asc(invoices.issuedAt), asc(invoices.number))

/**
 * @param userId the required owner; any when omitted
 * @throws Problem NOT_FOUND for an unknown invoice or another user's
 */
export async function getInvoice(db: Db, invoiceId: string, userId?: string): Promise<InvoiceRow> {
  const own = userId === undefined ? undefined : eq(invoices.userId, userId)
  const [invoice] = await db
    .select()
    .from(invoices)
    .where(and(eq(invoices.id, invoiceId), own))
  if (!invoice) throw new Problem('NOT_FOUND', { message: 'Deze factuur bestaat niet.' })
  return invoice
}
