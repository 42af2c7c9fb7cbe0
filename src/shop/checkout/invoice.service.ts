import { giftCreditedMail, giftPaidMail } from '../../live/gifts/contract.ts'
import { loadGiftPurchaseDetails } from '../../live/gifts/giftPurchase.service.ts'
import type { InvoiceContent } from '../../money/invoices/contract.ts'
import { buildCreditNoteContent, buildSellerAndVat } from '../../money/invoices/rules.ts'
import { findInvoice, issueInvoice, type InvoiceRow } from '../../money/invoices/service.ts'
import { minutesCreditedMail, minutesRefundedMail } from '../../money/minutes/contract.ts'
import { countRefundedMinutes } from '../../money/minutes/ledger.service.ts'
import { getMinutePurchaseInvoiceData } from '../../money/minutes/service.ts'
import { orderCreditedMail, orderPaidMail } from '../orders/contract.ts'
import { fiscalYear } from '../orders/rules.ts'
import { readOrderInvoiceData, readOrderMailData } from '../orders/service.ts'
import type { PaymentKind } from '../../money/payments/contract.ts'
import { getRefund } from '../../money/payments/refund.service.ts'
import { defineJob } from '../../platform/jobs.ts'
import { queueMail } from '../../platform/mail.ts'
import type { Tx } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'

/** What was paid gets its invoice, and its buyer a mail with it. */
export const invoiceJob = defineJob<{ kind: PaymentKind; subjectId: string }>('invoice')

/**
 * Makes the invoice of what was paid and keeps the mail that brings it, in one transaction of its own, so that the lock on
 * the series is never held while stock or a payment is. Once: a second time does nothing.
 */
export const invoicePurchase = (platform: Platform, kind: PaymentKind, subjectId: string): Promise<void> =>
  platform.db.transaction(tx => invoiceByKind[kind](tx, platform, subjectId))

async function invoiceOrder(tx: Tx, platform: Platform, orderId: string): Promise<void> {
  const { jobs, settings, origin } = platform
  const { email, userId, mail, content } = await readOrderInvoiceData(tx, orderId)
  const { invoice, isNew } = await issueInvoiceFor(tx, platform, userId, orderId, content)
  if (!isNew) return
  const url = `${origin()}/order-confirmation/${orderId}`
  const { shopName } = settings.current
  await queueMail(tx, jobs, orderPaidMail, email, { ...mail, url, shopName, invoiceId: invoice.id })
}

async function invoiceMinutes(tx: Tx, platform: Platform, purchaseId: string): Promise<void> {
  const { jobs, settings, origin } = platform
  const { email, userId, minutes, content } = await getMinutePurchaseInvoiceData(tx, purchaseId)
  const { invoice, isNew } = await issueInvoiceFor(tx, platform, userId, purchaseId, content)
  if (!isNew) return
  const url = `${origin()}/live`
  const props = {
    minutes,
    totalCents: invoice.totalCents,
    url,
    shopName: settings.current.shopName,
    invoiceId: invoice.id,
  }
  await queueMail(tx, jobs, minutesCreditedMail, email, props)
}

async function invoiceGift(tx: Tx, platform: Platform, purchaseId: string): Promise<void> {
  const { jobs, settings, origin } = platform
  const { email, giving, content } = await loadGiftPurchaseDetails(tx, purchaseId)
  const { invoice, isNew } = await issueInvoiceFor(tx, platform, giving.buyerId, purchaseId, content)
  if (!isNew) return
  const { id: invoiceId, totalCents } = invoice
  const facts = {
    isAnonymous: giving.isAnonymous,
    url: `${origin()}/gifts`,
    shopName: settings.current.shopName,
  }
  await queueMail(tx, jobs, giftPaidMail, email, { ...facts, totalCents, invoiceId })
}

/** Money went back: its credit note, and the mail that brings it. */
export const creditNoteJob = defineJob<{ refundId: string }>('credit')

/** Makes the credit note of a refund, once; what was never billed needs none. */
export const createCreditNote = (platform: Platform, refundId: string): Promise<void> =>
  platform.db.transaction(async tx => {
    const { amountCents, reason, kind, subjectId } = await getRefund(tx, refundId)
    // Its own job may come later than this one.
    if (!(await findInvoice(tx, subjectId))) await invoiceByKind[kind](tx, platform, subjectId)
    const billed = await findInvoice(tx, subjectId)
    if (!billed) return
    const text = reason || 'Terugbetaling'
    const content = buildCreditNoteContent({ ...billed.content, number: billed.number }, amountCents, text)
    const draft = { kind: 'CREDIT_NOTE', userId: billed.userId, subjectId, refundId, content } as const
    const { invoice, isNew } = await issueInvoice(tx, draft, fiscalYear(platform.now()), platform.now())
    if (isNew) await creditNoteMailByKind[kind](tx, platform, invoice, amountCents)
  })

async function mailOrderCreditNote(
  tx: Tx,
  platform: Platform,
  credit: InvoiceRow,
  totalCents: number,
): Promise<void> {
  const { jobs, settings, origin } = platform
  const { email, ...facts } = await readOrderMailData(tx, credit.subjectId)
  const url = `${origin()}/order-confirmation/${credit.subjectId}`
  const props = { ...facts, totalCents, url, shopName: settings.current.shopName, invoiceId: credit.id }
  await queueMail(tx, jobs, orderCreditedMail, email, props)
}

async function mailMinutesCreditNote(
  tx: Tx,
  platform: Platform,
  credit: InvoiceRow,
  totalCents: number,
): Promise<void> {
  const { jobs, settings, origin } = platform
  const { email } = await getMinutePurchaseInvoiceData(tx, credit.subjectId)
  const minutes = await countRefundedMinutes(tx, credit.refundId ?? '')
  const { shopName } = settings.current
  const props = { minutes, totalCents, url: `${origin()}/live`, shopName, invoiceId: credit.id }
  await queueMail(tx, jobs, minutesRefundedMail, email, props)
}

async function mailGiftCreditNote(
  tx: Tx,
  platform: Platform,
  credit: InvoiceRow,
  totalCents: number,
): Promise<void> {
  const { jobs, settings, origin } = platform
  const { email } = await loadGiftPurchaseDetails(tx, credit.subjectId)
  const props = {
    totalCents,
    url: `${origin()}/gifts`,
    shopName: settings.current.shopName,
    invoiceId: credit.id,
  }
  await queueMail(tx, jobs, giftCreditedMail, email, props)
}

const invoiceByKind = {
  ORDER: invoiceOrder,
  MINUTES: invoiceMinutes,
  GIFT: invoiceGift,
} satisfies Record<PaymentKind, unknown>
const creditNoteMailByKind = {
  ORDER: mailOrderCreditNote,
  MINUTES: mailMinutesCreditNote,
  GIFT: mailGiftCreditNote,
} satisfies Record<PaymentKind, unknown>

const issueInvoiceFor = (
  tx: Tx,
  { settings, now }: Platform,
  userId: string,
  subjectId: string,
  content: Pick<InvoiceContent, 'buyer' | 'subject' | 'lines'>,
): Promise<{ invoice: InvoiceRow; isNew: boolean }> => {
  const whole = { ...content, ...buildSellerAndVat(settings.current), credits: null }
  const draft = { kind: 'INVOICE', userId, subjectId, refundId: null, content: whole } as const
  return issueInvoice(tx, draft, fiscalYear(now()), now())
}
