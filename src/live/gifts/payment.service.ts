import { findFinality } from '../../money/credit/finality.service.ts'
import { bookGiftEarnings, takeBackGiftEarnings } from '../../money/earnings/service.ts'
import {
  creditNoteJob,
  invoiceJob,
  type InvoiceSource,
  taxPurchase,
} from '../../money/invoices/issue.service.ts'
import { calculateInvoiceTotals } from '../../money/invoices/rules.ts'
import type { PaidOutcome, PaymentEffects, PaymentSubject } from '../../money/payments/effects.service.ts'
import { lockRefundablePayments, sumLeft } from '../../money/payments/refund.service.ts'
import type { PaymentRow } from '../../money/payments/service.ts'
import { notifyAdmins, notifyUser } from '../../people/notifications/service.ts'
import type { Tx } from '../../platform/db/db.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import type { Platform } from '../../platform/platform.ts'
import { giftCreditedMail, giftPaidMail, giftReturnedMail } from './contract.ts'
import { cancelGiftPurchase, loadGiftPurchaseDetails, markGiftPurchasePaid } from './giftPurchase.service.ts'

/** How notifications name a gift purchase. */
export const giftSubject: PaymentSubject = {
  label: 'een cadeau',
  adminPath: '/admin/gifts',
  buyerPath: '/gifts',
}

const mailProps = ({ settings, origin }: Platform, totalCents: number) => ({
  totalCents,
  url: origin() + giftSubject.buyerPath,
  shopName: settings.current.shopName,
})

/** The payment effects of a gift purchase. */
export const giftPaymentEffects: PaymentEffects = {
  describe: () => Promise.resolve(giftSubject),
  async onPaid(tx, platform, payment) {
    const { subjectId, userId } = payment
    const outcome = await markGiftPurchasePaid(tx, subjectId, platform.now())
    if (outcome === 'TWICE') return 'DUPLICATE'
    if (outcome === 'LATE') return refuseLatePayment(tx, platform, payment)
    const { giving, ownerId } = await loadGiftPurchaseDetails(tx, subjectId)
    await bookGift(tx, platform, subjectId)
    const about = { params: { giver: giving.buyerName, gift: giving.giftName }, about: subjectId }
    await notifyUser(tx, ownerId, { kind: 'GIFT', ...about, path: '/studio' })
    await notifyUser(tx, userId, { kind: 'GIFT_GIVEN', ...about, path: giftSubject.buyerPath })
    await platform.jobs.send(tx, invoiceJob, { kind: 'GIFT', subjectId })
    return 'ACCEPTED'
  },
  onFailed: (tx, _, { subjectId }) => cancelGiftPurchase(tx, subjectId),
  mailDuplicatePayment: (tx, platform, payment) => mailReturnedGift(tx, platform, payment, 'TWICE'),
  async onExternalRefund(tx, platform, { userId, subjectId }, { id: refundId, amountCents: cents }) {
    await platform.jobs.send(tx, creditNoteJob, { refundId })
    await takeBackGift(tx, platform, subjectId, refundId)
    await notifyGiftRefunded(tx, userId, refundId, cents)
  },
  onChargeback: (tx, platform, { subjectId }, { id }) => takeBackGift(tx, platform, subjectId, id),
}

/** Books the creator's share of a gift that is paid. */
export async function bookGift(
  tx: Tx,
  platform: Pick<Platform, 'settings' | 'vatRates' | 'now'>,
  giftId: string,
): Promise<void> {
  const { ownerId: creatorId, giving, content, vat } = await loadGiftPurchaseDetails(tx, giftId)
  const taxed = await taxPurchase(tx, platform, giftId, { lines: content.lines, vat })
  const { vat: vatCents } = calculateInvoiceTotals(taxed)
  const paidAt = giving.paidAt ?? platform.now()
  const terms = await findFinality(tx, platform, giftId, paidAt)
  await bookGiftEarnings(tx, platform, {
    giftId,
    creatorId,
    grossCents: giving.amount,
    vatCents,
    paidAt,
    ...terms,
  })
}

/** A part of the payment of a gift went back, or all of it. */
export async function takeBackGift(
  tx: Tx,
  platform: Pick<Platform, 'now'>,
  giftId: string,
  causeId: string,
): Promise<void> {
  const { giving } = await loadGiftPurchaseDetails(tx, giftId)
  const left = sumLeft(await lockRefundablePayments(tx, giftId))
  await takeBackGiftEarnings(tx, platform, { giftId, causeId, backCents: giving.amount - left })
}

/** Notifies a buyer that a gift is refunded. */
export const notifyGiftRefunded = (tx: Tx, userId: string, refundId: string, cents: number): Promise<void> =>
  notifyUser(tx, userId, {
    kind: 'GIFT_REFUNDED',
    params: { cents },
    about: refundId,
    path: giftSubject.buyerPath,
  })

/** The gift can't be given any more. The purchase is cancelled already; the payment engine refunds the payment. */
async function refuseLatePayment(tx: Tx, platform: Platform, payment: PaymentRow): Promise<PaidOutcome> {
  const { id, amountCents: cents, userId } = payment
  const about = { params: { cents }, about: id }
  await notifyAdmins(tx, { kind: 'LATE_GIFT', ...about, path: giftSubject.adminPath })
  await notifyUser(tx, userId, { kind: 'GIFT_TOO_LATE', ...about, path: giftSubject.buyerPath })
  await mailReturnedGift(tx, platform, payment, 'LATE')
  return { tooLate: 'paid when it could not be given any more' }
}

async function mailReturnedGift(
  tx: Tx,
  platform: Platform,
  { subjectId, amountCents }: PaymentRow,
  why: 'TWICE' | 'LATE',
): Promise<void> {
  const { email } = await loadGiftPurchaseDetails(tx, subjectId)
  await queueMail(tx, platform.jobs, giftReturnedMail, email, { why, ...mailProps(platform, amountCents) })
}

/** The invoice data of a gift purchase, and the mails with it. */
export const giftInvoices: InvoiceSource = {
  async readInvoiceData(tx, subjectId) {
    const { giving, content, vat } = await loadGiftPurchaseDetails(tx, subjectId)
    return { userId: giving.buyerId, content, vat }
  },
  async mailInvoice(tx, platform, { id: invoiceId, subjectId, totalCents }) {
    const { email, giving } = await loadGiftPurchaseDetails(tx, subjectId)
    const props = { ...mailProps(platform, totalCents), isAnonymous: giving.isAnonymous, invoiceId }
    await queueMail(tx, platform.jobs, giftPaidMail, email, props)
  },
  async mailCreditNote(tx, platform, { id: invoiceId, subjectId }, cents) {
    const { email } = await loadGiftPurchaseDetails(tx, subjectId)
    const props = { ...mailProps(platform, cents), invoiceId }
    await queueMail(tx, platform.jobs, giftCreditedMail, email, props)
  },
}
