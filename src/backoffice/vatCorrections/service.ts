import { randomUUIDv7 } from 'node:crypto'
import { eq, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { splitRefund } from '../../money/credit/refund.rules.ts'
import { refundPurchase } from '../../money/credit/refund.service.ts'
import type { InvoiceContent } from '../../money/invoices/contract.ts'
import { buildVatCorrection } from '../../money/invoices/correction.rules.ts'
import { queuePeppolDocument } from '../../money/invoices/peppol/queue.service.ts'
import { type InvoiceRow, issueInvoice, lockInvoice } from '../../money/invoices/service.ts'
import { invoices } from '../../money/invoices/table.ts'
import { notifyVatOfMinutes, minutesSubject } from '../../money/minutes/payment.service.ts'
import { getMinutePurchase, recordVatRefundOfMinutes } from '../../money/minutes/service.ts'
import type { PaymentSubject } from '../../money/payments/effects.service.ts'
import { lockRefundablePayments } from '../../money/payments/refund.service.ts'
import { chargebacks, payments, refunds } from '../../money/payments/table.ts'
import { vatNumberChecks } from '../../money/vat/table.ts'
import { users } from '../../people/accounts/table.ts'
import { recordAuditEntry } from '../../people/audit/service.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { queryRows } from '../../platform/db/sql.ts'
import { orderVatCorrectedMail } from '../../shop/orders/contract.ts'
import { orderSubject, queueOrderMails } from '../../shop/orders/notices.service.ts'
import { notifyOrderRefunded } from '../../shop/orders/payment.service.ts'
import { lockOrder } from '../../shop/orders/service.ts'
import {
  listRefundableLines,
  recordVatRefundOfLines,
} from '../../shop/orders/refunds/refundedLines.service.ts'
import { splitVatByLine } from '../../shop/orders/refunds/vatRefund.rules.ts'
import { Problem } from '../../wire/problem.ts'
import type { VatCorrection, VatCorrectionState } from '../../money/vat/admin/contract.ts'
import { type CorrectionPlan, planCorrection } from './rules.ts'
import { businessSales } from './sales.service.ts'
import type { correctVat, correctVatOfMinutes } from './contract.ts'

type Correction = Omit<CorrectionPlan, 'state'> & z.input<typeof VatCorrection>

interface SaleRow {
  subjectId: string
  minutes: number | null
  number: string
  content: InvoiceContent
  isReplaced: boolean
  hasGoneBack: boolean
  isValid: boolean | null
  checkedAt: string | null
  consultation: string | null
}

type SaleCorrection = Correction & Pick<SaleRow, 'subjectId' | 'minutes'>

/**
 * The corrections of sales to businesses with VAT because VIES did not answer; others are left out. In one statement, of the first
 * invoice of each and the last answer since it was sold.
 * @param which of `businessSales` o
 */
async function findCorrections(db: Db, which: SQL): Promise<SaleCorrection[]> {
  const sales = await queryRows<SaleRow>(
    db,
    sql`
    select o.id as "subjectId", o.minutes, i.number, i.content, said.is_valid as "isValid", said.consultation,
      to_char(said.checked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "checkedAt",
      exists (select from ${invoices} later where later.corrects = i.id) as "isReplaced",
      exists (
        select from ${payments} p where p.subject_id = o.id and (
          exists (select from ${refunds} r where r.payment_id = p.id and r.credits)
          or exists (select from ${chargebacks} c where c.payment_id = p.id)
        )
      ) as "hasGoneBack"
    from ${businessSales} o join ${invoices} i on i.subject_id = o.id and i.kind = 'INVOICE' and i.corrects is null
      left join lateral (
        select c.is_valid, c.consultation, c.checked_at from ${vatNumberChecks} c
        where c.vat_number = i.content #>> '{vat,business,vatNumber}' and c.checked_at >= o.created_at
        order by c.checked_at desc limit 1
      ) said on true
    where ${which} and i.content #> '{vat,business}' is not null order by o.created_at desc, o.id`,
  )
  return sales.flatMap(({ subjectId, minutes, ...sale }) => {
    const { number: invoiceNumber, content, isValid, checkedAt, consultation, ...known } = sale
    const check = isValid === null ? null : { isValid, checkedAt, consultation }
    const plan = planCorrection({ content, check, ...known })
    if (!plan) return []
    const vatNumber = content.vat.business?.vatNumber ?? ''
    const answeredAt = checkedAt === null ? null : new Date(checkedAt)
    return [{ ...plan, subjectId, minutes, vatNumber, checkedAt: answeredAt, invoiceNumber }]
  })
}

/** Of an order; null where its VAT is right. */
export const findVatCorrection = async (db: Db, orderId: string): Promise<Correction | null> =>
  (await findCorrections(db, sql`o.id = ${orderId}::uuid`))[0] ?? null

/** Of the purchases of minutes of a user, newest first. @throws Problem NOT_FOUND for an unknown user */
export async function getMinutesCorrections(db: Db, userId: string) {
  const found = await findCorrections(db, sql`o.user_id = ${userId}::uuid and o.minutes is not null`)
  if (found.length === 0 && (await db.$count(users, eq(users.id, userId))) === 0)
    throw new Problem('NOT_FOUND', { message: 'Dit account bestaat niet.' })
  return found.map(({ subjectId: purchaseId, minutes, ...correction }) => ({
    ...correction,
    purchaseId,
    minutes: minutes ?? 0,
  }))
}

const refusals: Record<Exclude<VatCorrectionState, 'READY'>, string> = {
  DONE: 'De factuur hiervan is al gecorrigeerd.',
  UNANSWERED: 'Het btw-nummer is nog niet nagekeken.',
  INVALID: 'Het btw-nummer is niet bekend in zijn land: de btw blijft.',
  REFUNDED: 'Hiervan ging al geld terug. Verreken de btw met je boekhouder.',
}

/** Finds the correction that is possible now, with the invoice locked. @throws Problem CONFLICT */
async function getReadyCorrection(tx: Tx, subjectId: string, vatCents: number) {
  const invoice = await lockInvoice(tx, subjectId)
  const correction = await findVatCorrection(tx, subjectId)
  if (!correction || !invoice)
    throw new Problem('CONFLICT', { message: 'Aan de btw hiervan is niets te corrigeren.' })
  if (correction.state !== 'READY') throw new Problem('CONFLICT', { message: refusals[correction.state] })
  if (correction.vatCents !== vatCents)
    throw new Problem('CONFLICT', { message: 'Dit bedrag klopt niet meer. Kijk het opnieuw na.' })
  return { invoice, treatment: correction.treatment }
}

/**
 * Corrects the invoice of an order whose VAT number proved valid later: a credit note of all of it, an invoice without VAT, and the VAT goes
 * back as refunds do. One transaction. The order is locked first, then its payments and its invoice, so that of two admins one does it; the
 * series of numbers come last, because everybody needs them.
 * @throws Problem NOT_FOUND, CONFLICT
 */
export const correctOrderVat = (
  platform: Platform,
  by: string,
  { orderId, vatCents }: z.output<typeof correctVat.input>,
): Promise<z.input<typeof correctVat.output>> =>
  platform.db.transaction(async tx => {
    const order = await lockOrder(tx, orderId)
    const left = await lockRefundablePayments(tx, orderId)
    const { invoice, treatment } = await getReadyCorrection(tx, orderId, vatCents)
    const owner = { userId: order.userId, subject: orderSubject(order) }
    const { refundId, returnedCents } = await giveBack(tx, platform, left, vatCents, owner)
    await recordVatRefundOfLines(tx, splitVatByLine(invoice.content, await listRefundableLines(tx, orderId)))
    const issued = await issueCorrection(tx, platform, invoice, { refundId, treatment, returnedCents })
    const { ids, ...numbers } = issued
    const details = { refundId, amountCents: vatCents, ...numbers }
    await recordAuditEntry(tx, { by, action: 'ORDER_VAT_CORRECTED', subjectId: orderId, details })
    await notifyOrderRefunded(tx, order, refundId, vatCents)
    await queueOrderMails(tx, platform, orderVatCorrectedMail, [
      { orderId: order.id, more: { totalCents: vatCents, invoiceIds: ids } },
    ])
    return { refundId, amount: vatCents, ...numbers }
  })

/**
 * The same of a purchase of minutes: those stay, and are worth so much less, which the ledger has as an entry of its own. The payments are locked
 * first, then the user, as by a refund of minutes.
 * @throws Problem NOT_FOUND, CONFLICT
 */
export const correctMinutesVat = (
  platform: Platform,
  by: string,
  { purchaseId, vatCents }: z.output<typeof correctVatOfMinutes.input>,
): Promise<z.input<typeof correctVatOfMinutes.output>> =>
  platform.db.transaction(async tx => {
    const purchase = await getMinutePurchase(tx, purchaseId)
    const left = await lockRefundablePayments(tx, purchaseId)
    const { invoice, treatment } = await getReadyCorrection(tx, purchaseId, vatCents)
    await recordVatRefundOfMinutes(tx, purchase, vatCents)
    const owner = { userId: purchase.userId, subject: minutesSubject }
    const { refundId, returnedCents } = await giveBack(tx, platform, left, vatCents, owner)
    const issued = await issueCorrection(tx, platform, invoice, { refundId, treatment, returnedCents })
    const { ids: invoiceIds, ...numbers } = issued
    const details = { refundId, amountCents: vatCents, ...numbers }
    await recordAuditEntry(tx, { by, action: 'MINUTES_VAT_CORRECTED', subjectId: purchaseId, details })
    await notifyVatOfMinutes(tx, platform, purchase, { refundId, vatCents, invoiceIds })
    return { refundId, amount: vatCents, ...numbers }
  })

/** Gives the VAT back where it came from. @returns how much of it went to gift cards and store credit */
async function giveBack(
  tx: Tx,
  platform: Platform,
  left: Awaited<ReturnType<typeof lockRefundablePayments>>,
  vatCents: number,
  owner: { userId: string; subject: PaymentSubject },
): Promise<{ refundId: string; returnedCents: number }> {
  const refundId = randomUUIDv7()
  const refund = { amountCents: vatCents, reason: 'Btw verlegd', ...owner }
  const toCredit = splitRefund(left, refund).filter(({ destination }) => destination === 'CREDIT')
  await refundPurchase(tx, platform, { requestId: refundId, payments: left }, refund)
  return { refundId, returnedCents: toCredit.reduce((sum, { amountCents }) => sum + amountCents, 0) }
}

/** Issues both documents, with numbers and a time of now: a quarter that is closed stays as it is. */
async function issueCorrection(
  tx: Tx,
  platform: Platform,
  invoice: InvoiceRow,
  {
    refundId,
    treatment,
    returnedCents,
  }: Pick<Correction, 'treatment'> & { refundId: string; returnedCents: number },
) {
  const { id: corrects, userId, subjectId, number } = invoice
  const at = platform.now()
  const documents = buildVatCorrection({ ...invoice.content, number }, treatment, { now: at, returnedCents })
  const own = { userId, subjectId }
  const { invoice: creditNote } = await issueInvoice(
    tx,
    { ...own, kind: 'CREDIT_NOTE', refundId, content: documents.creditNote },
    platform.now,
  )
  const { invoice: replacement } = await issueInvoice(
    tx,
    { ...own, kind: 'INVOICE', refundId: null, corrects, content: documents.replacement },
    platform.now,
  )
  // In the order in which the buyer is to book them.
  for (const document of [creditNote, replacement]) await queuePeppolDocument(tx, platform, document)
  const ids = [creditNote.id, replacement.id]
  return { creditNote: creditNote.number, invoice: replacement.number, ids }
}
