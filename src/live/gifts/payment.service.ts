import { creditNoteJob, invoiceJob, type InvoiceSource } from '../../money/invoices/issue.service.ts'
import type { PaidOutcome, PaymentEffects, PaymentSubject } from '../../money/payments/effects.service.ts'
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
    const about = { params: { giver: giving.buyerName, gift: giving.giftName }, about: subjectId }
    await notifyUser(tx, ownerId, { kind: 'GIFT', ...about, path: '/studio' })
    await notifyUser(tx, userId, { kind: 'GIFT_GIVEN', ...about, path: giftSubject.buyerPath })
    await platform.jobs.send(tx, invoiceJob, { kind: 'GIFT', subjectId })
    return 'ACCEPTED'
  },
  onFailed: (tx, _, { subjectId }) => cancelGiftPurchase(tx, subjectId),
  mailDuplicatePayment: (tx, platform, payment) => mailReturnedGift(tx, platform, payment, 'TWICE'),
  async onExternalRefund(tx, { jobs }, { userId }, { id: refundId, amountCents: cents }) {
    await jobs.send(tx, creditNoteJob, { refundId })
    await notifyGiftRefunded(tx, userId, refundId, cents)
  },
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
