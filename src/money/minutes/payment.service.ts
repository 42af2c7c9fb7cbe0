import { notifyUser } from '../../people/notifications/service.ts'
import type { Tx } from '../../platform/db/db.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import type { Platform } from '../../platform/platform.ts'
import { creditNoteJob, invoiceJob, type InvoiceSource } from '../invoices/issue.service.ts'
import type { PaymentEffects, PaymentSubject } from '../payments/effects.service.ts'
import { lockRefundablePayments, sumLeft } from '../payments/refund.service.ts'
import { applyMinutesChargeback, sumDebts } from './debt.service.ts'
import { recordLotTerms } from './lotTerms.service.ts'
import {
  minutesCreditedMail,
  minutesPaidTwiceMail,
  minutesRefundedMail,
  minutesVatCorrectedMail,
} from './contract.ts'
import { findReturnPage, type HasLiveSession } from './return.service.ts'
import {
  cancelMinutePurchase,
  countRefundedMinutes,
  creditMinutePurchase,
  deductAllUnusedMinutes,
  getMinutePurchaseInvoiceData,
  lockMinutePurchase,
} from './service.ts'

/** How notifications name a minute purchase. */
export const minutesSubject: PaymentSubject = {
  label: 'een aankoop van minuten',
  adminPath: '/admin/refunds',
  buyerPath: '/dashboard',
}

const mailProps = ({ settings, origin }: Platform, path: string, totalCents: number) => ({
  totalCents,
  url: origin() + path,
  shopName: settings.current.shopName,
})

/** Tells a business that the VAT of its minutes went back, with both documents. */
export async function notifyVatOfMinutes(
  tx: Tx,
  platform: Platform,
  { id, userId }: { id: string; userId: string },
  { refundId, vatCents, invoiceIds }: { refundId: string; vatCents: number; invoiceIds: string[] },
): Promise<void> {
  await notifyUser(tx, userId, {
    kind: 'MINUTES_REFUNDED',
    params: { minutes: 0, cents: vatCents },
    about: refundId,
    path: minutesSubject.buyerPath,
  })
  const { email } = await getMinutePurchaseInvoiceData(tx, id)
  const props = { ...mailProps(platform, '/live', vatCents), invoiceIds }
  await queueMail(tx, platform.jobs, minutesVatCorrectedMail, email, props)
}

/**
 * Called when the price of minutes that were played went back.
 * @param back the purchase, the chargeback or refund, and all cents of its played minutes that went back so far; null for all of them
 */
export type OnPlayedMinutesUnpaid = (
  tx: Tx,
  platform: Pick<Platform, 'now'>,
  back: { purchaseId: string; causeId: string; backCents: number | null },
) => Promise<void>

export const createMinutesPaymentEffects = (
  hasLiveSession: HasLiveSession,
  onPlayedMinutesUnpaid: OnPlayedMinutesUnpaid,
): PaymentEffects => ({
  returnPage: (db, payment) => findReturnPage(db, hasLiveSession, payment),
  describe: () => Promise.resolve(minutesSubject),
  async onPaid(tx, platform, { id: paymentId, subjectId, userId, amountCents }) {
    const { status, price, creditCents } = await lockMinutePurchase(tx, subjectId)
    if (status === 'PAID') return 'DUPLICATE'
    // One that was cancelled meanwhile has given back the part that cards were to pay: the rest does not pay it.
    if (amountCents !== price - creditCents) {
      await notifyUser(tx, userId, {
        kind: 'MINUTES_REFUNDED',
        params: { minutes: 0, cents: amountCents },
        about: paymentId,
        path: minutesSubject.buyerPath,
      })
      return { tooLate: 'paid after its gift cards were given back' }
    }
    await recordMinutesPaid(tx, platform, { subjectId, userId })
    return 'ACCEPTED'
  },
  onFailed: (tx, { now }, { subjectId }) => cancelMinutePurchase(tx, subjectId, now()),
  async mailDuplicatePayment(tx, platform, { subjectId, amountCents }) {
    const { email } = await getMinutePurchaseInvoiceData(tx, subjectId)
    const props = mailProps(platform, minutesSubject.buyerPath, amountCents)
    await queueMail(tx, platform.jobs, minutesPaidTwiceMail, email, props)
  },
  async onExternalRefund(tx, platform, { userId, subjectId }, { id: refundId, amountCents: cents }) {
    await platform.jobs.send(tx, creditNoteJob, { refundId })
    // The minutes stay as long as anything is left of the payment.
    const isWhole = sumLeft(await lockRefundablePayments(tx, subjectId)) === 0
    const minutes = isWhole ? await deductAllUnusedMinutes(tx, { id: subjectId, userId }, refundId) : 0
    if (isWhole)
      await onPlayedMinutesUnpaid(tx, platform, { purchaseId: subjectId, causeId: refundId, backCents: null })
    await notifyUser(tx, userId, {
      kind: 'MINUTES_REFUNDED',
      params: { minutes, cents },
      about: refundId,
      path: minutesSubject.buyerPath,
    })
  },
  // Where the debt is settled.
  chargebackPath: ({ userId }) => `/admin/users/${userId}`,
  async onChargeback(tx, platform, payment, chargeback) {
    const { subjectId: purchaseId } = payment
    if (!(await applyMinutesChargeback(tx, platform, payment, chargeback))) return
    const backCents = await sumDebts(tx, purchaseId)
    await onPlayedMinutesUnpaid(tx, platform, { purchaseId, causeId: chargeback.id, backCents })
  },
  afterPaid({ bus }, { userId, subjectId: purchaseId }) {
    bus.publish('minutes.changed', { userId })
    bus.publish('minutes.settled', { userId, purchaseId })
  },
  afterFailed: ({ bus }, { userId, subjectId: purchaseId }) =>
    bus.publish('minutes.settled', { userId, purchaseId }),
})

/** Credits the minutes of a purchase that is paid, tells its buyer, and queues its invoice. */
export async function recordMinutesPaid(
  tx: Tx,
  platform: Pick<Platform, 'jobs' | 'now' | 'settings' | 'vatRates'>,
  { subjectId, userId }: { subjectId: string; userId: string },
): Promise<void> {
  const { jobs, now } = platform
  if (await creditMinutePurchase(tx, subjectId, now())) await recordLotTerms(tx, platform, subjectId)
  const { minutes } = await getMinutePurchaseInvoiceData(tx, subjectId)
  await notifyUser(tx, userId, {
    kind: 'MINUTES_CREDITED',
    params: { minutes },
    about: subjectId,
    path: '/live',
  })
  await jobs.send(tx, invoiceJob, { kind: 'MINUTES', subjectId })
}

/** The data of a minute purchase's invoice, and the mails that it is attached to. */
export const minuteInvoices: InvoiceSource = {
  readInvoiceData: getMinutePurchaseInvoiceData,
  async mailInvoice(tx, platform, { id: invoiceId, subjectId, totalCents }) {
    const { email, minutes, hasWaived } = await getMinutePurchaseInvoiceData(tx, subjectId)
    const props = { ...mailProps(platform, '/live', totalCents), minutes, invoiceId, hasWaived }
    await queueMail(tx, platform.jobs, minutesCreditedMail, email, props)
  },
  async mailCreditNote(tx, platform, { id: invoiceId, subjectId, refundId, content }, cents) {
    const { email } = await getMinutePurchaseInvoiceData(tx, subjectId)
    const minutes = await countRefundedMinutes(tx, refundId ?? '')
    const { isToCredit = false } = content
    const props = { ...mailProps(platform, '/live', cents), minutes, invoiceId, isToCredit }
    await queueMail(tx, platform.jobs, minutesRefundedMail, email, props)
  },
}
