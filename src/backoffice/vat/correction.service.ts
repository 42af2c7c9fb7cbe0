import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { splitRefund } from '../../money/credit/refund.rules.ts'
import { refundPurchase } from '../../money/credit/refund.service.ts'
import type { InvoiceContent } from '../../money/invoices/contract.ts'
import { buildVatCorrection } from '../../money/invoices/correction.rules.ts'
import { queuePeppolDocument } from '../../money/invoices/peppol/queue.service.ts'
import { type InvoiceRow, issueInvoice, lockInvoice } from '../../money/invoices/service.ts'
import { invoices } from '../../money/invoices/table.ts'
import { lockRefundablePayments } from '../../money/payments/refund.service.ts'
import { chargeBacks, payments, refunds } from '../../money/payments/table.ts'
import { vatNumberChecks } from '../../money/vat/table.ts'
import { recordAuditEntry } from '../../people/audit/service.ts'
import type { Db, Tx } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { queryRows } from '../../platform/sql.ts'
import { orderVatCorrectedMail } from '../../shop/orders/contract.ts'
import { orderSubject, queueOrderMails } from '../../shop/orders/notices.service.ts'
import { notifyOrderRefunded } from '../../shop/orders/payment.service.ts'
import { lockOrder, type OrderRow } from '../../shop/orders/service.ts'
import { listRefundableLines, returnVatOfLines } from '../../shop/orders/refundedLines.service.ts'
import { orders } from '../../shop/orders/table.ts'
import { shareReturnedVat } from '../../shop/orders/vatReturn.rules.ts'
import { Problem } from '../../wire/problem.ts'
import type { correctVat, VatCorrection, VatCorrectionState } from './contract.ts'
import { type CorrectionPlan, planCorrection } from './correction.rules.ts'

type Correction = Omit<CorrectionPlan, 'state'> & z.input<typeof VatCorrection>

interface SaleRow {
  number: string
  content: InvoiceContent
  isReplaced: boolean
  hasGoneBack: boolean
  isValid: boolean | null
  checkedAt: string | null
  consultation: string | null
}

/**
 * What is to be corrected of an order that was sold to a business with VAT because VIES did not answer; null for all others. In one
 * statement, of the first invoice and the last answer since the order.
 */
export async function findVatCorrection(db: Db, orderId: string): Promise<Correction | null> {
  const [sale] = await queryRows<SaleRow>(
    db,
    sql`
    select i.number, i.content, said.is_valid as "isValid", said.consultation,
      to_char(said.checked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "checkedAt",
      exists (select from ${invoices} later where later.corrects = i.id) as "isReplaced",
      exists (
        select from ${payments} p where p.subject_id = o.id and (
          exists (select from ${refunds} r where r.payment_id = p.id and r.credits)
          or exists (select from ${chargeBacks} c where c.payment_id = p.id)
        )
      ) as "hasGoneBack"
    from ${orders} o join ${invoices} i on i.subject_id = o.id and i.kind = 'INVOICE' and i.corrects is null
      left join lateral (
        select c.is_valid, c.consultation, c.checked_at from ${vatNumberChecks} c
        where c.vat_number = i.content #>> '{vat,business,vatNumber}' and c.checked_at >= o.created_at
        order by c.checked_at desc limit 1
      ) said on true
    where o.id = ${orderId}::uuid and i.content #> '{vat,business}' is not null`,
  )
  if (!sale) return null
  const { number: invoiceNumber, content, isValid, checkedAt, consultation, ...known } = sale
  const check = isValid === null ? null : { isValid, checkedAt, consultation }
  const plan = planCorrection({ content, check, ...known })
  return (
    plan && {
      ...plan,
      vatNumber: content.vat?.business?.vatNumber ?? '',
      checkedAt: checkedAt === null ? null : new Date(checkedAt),
      invoiceNumber,
    }
  )
}

const refusals: Record<Exclude<VatCorrectionState, 'READY'>, string> = {
  DONE: 'De factuur van deze bestelling is al gecorrigeerd.',
  UNANSWERED: 'Het btw-nummer is nog niet nagekeken.',
  INVALID: 'Het btw-nummer is niet bekend in zijn land: de btw blijft.',
  REFUNDED: 'Van deze bestelling ging al geld terug. Verreken de btw met je boekhouder.',
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
    const invoice = await lockInvoice(tx, orderId)
    const correction = await findVatCorrection(tx, orderId)
    if (!correction || !invoice)
      throw new Problem('CONFLICT', { message: 'Aan de btw van deze bestelling is niets te corrigeren.' })
    if (correction.state !== 'READY') throw new Problem('CONFLICT', { message: refusals[correction.state] })
    if (correction.vatCents !== vatCents)
      throw new Problem('CONFLICT', { message: 'Dit bedrag klopt niet meer. Kijk het opnieuw na.' })
    const refundId = randomUUIDv7()
    const refund = {
      amountCents: vatCents,
      reason: 'Btw verlegd',
      userId: order.userId,
      subject: orderSubject(order),
    }
    const toCredit = splitRefund(left, refund).filter(({ destination }) => destination === 'CREDIT')
    await refundPurchase(tx, platform, { requestId: refundId, payments: left }, refund)
    await returnVatOfLines(tx, shareReturnedVat(invoice.content, await listRefundableLines(tx, orderId)))
    const { creditNote, replacement } = await issueCorrection(tx, platform, invoice, {
      refundId,
      treatment: correction.treatment,
      returnedCents: toCredit.reduce((sum, { amountCents }) => sum + amountCents, 0),
    })
    const numbers = { creditNote: creditNote.number, invoice: replacement.number }
    const details = { refundId, amountCents: vatCents, ...numbers }
    await recordAuditEntry(tx, { by, action: 'ORDER_VAT_CORRECTED', subjectId: orderId, details })
    await tellBuyer(tx, platform, order, { refundId, vatCents, ids: [creditNote.id, replacement.id] })
    return { refundId, amount: vatCents, ...numbers }
  })

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
  return { creditNote, replacement }
}

async function tellBuyer(
  tx: Tx,
  platform: Platform,
  order: OrderRow,
  { refundId, vatCents, ids }: { refundId: string; vatCents: number; ids: string[] },
): Promise<void> {
  await notifyOrderRefunded(tx, order, refundId, vatCents)
  await queueOrderMails(tx, platform, orderVatCorrectedMail, [
    { orderId: order.id, more: { totalCents: vatCents, invoiceIds: ids } },
  ])
}
