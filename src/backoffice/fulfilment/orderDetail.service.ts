import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { users } from '../../people/accounts/table.ts'
import { findAuditEntriesBySubject } from '../../people/audit/service.ts'
import { toMailDelivery } from '../mails/service.ts'
import { findCreditPayments } from '../../money/credit/spend.service.ts'
import { invoiceDownloadPath } from '../../money/invoices/contract.ts'
import { peppolColumns } from '../../money/invoices/peppol/list.service.ts'
import { peppolDocuments } from '../../money/invoices/peppol/table.ts'
import { invoices } from '../../money/invoices/table.ts'
import { addGiftCards } from '../../shop/orders/boughtGiftCards.service.ts'
import { decryptComments } from '../../shop/orders/orderText.service.ts'
import { isNeverPaidSql } from '../../shop/orders/neverPaid.service.ts'
import { listItemsOfOrder, orderNotFound } from '../../shop/orders/service.ts'
import { orders } from '../../shop/orders/table.ts'
import { refundState } from '../../money/payments/refund.rules.ts'
import { chargebacks, payments, refunds } from '../../money/payments/table.ts'
import { listAdminDeliveries } from '../../shop/downloads/delivery.service.ts'
import { contactEmail } from '../../people/accounts/guest.service.ts'
import type { Db } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { onlyRow } from '../../platform/sql.ts'
import { mails, mailOrderNumber } from '../../platform/table.ts'
import { promotionUses } from '../../shop/promotions/table.ts'
import { listWithdrawalsOfOrder } from '../../shop/withdrawals/service.ts'
import { findVatCorrection } from '../vat/correction.service.ts'
import type { AdminOrder } from './contract.ts'
import { listLabelsOfOrder } from './shippingLabels/list.service.ts'

type AdminOrderData = z.input<typeof AdminOrder>

/**
 * All data of an order, with one statement for each kind of data.
 * @throws Problem NOT_FOUND
 */
export async function findAdminOrder(
  { db, dataCipher, now: clock }: Pick<Platform, 'db' | 'dataCipher' | 'now'>,
  orderId: string,
): Promise<AdminOrderData> {
  const now = clock()
  const [found] = await db
    .select({
      order: orders,
      isNeverPaid: isNeverPaidSql(),
      customer: {
        id: users.id,
        email: contactEmail,
        displayName: users.displayName,
        isGuest: sql<boolean>`${users.role} = 'GUEST'`,
      },
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(eq(orders.id, orderId))
  if (!found) throw orderNotFound()
  const { customer, isNeverPaid } = found
  const order = onlyRow(await decryptComments({ db, dataCipher }, [found.order]))
  const own = {
    payments: await paymentsOf(db, orderId),
    refunds: await refundsOf(db, orderId),
    mails: await mailsAbout(db, order.number),
    withdrawals: await listWithdrawalsOfOrder({ db, dataCipher }, orderId),
  }
  const items = await addGiftCards(db, await listItemsOfOrder(db, orderId), now)
  const credit = order.creditCents > 0 ? await findCreditPayments(db, orderId) : []
  const beyondLimit = order.promotions ? await findPromotionsBeyondLimit(db, orderId) : []
  const belongings = Object.values(own).flatMap(things => things.map(({ id }) => id))
  return {
    ...order,
    isNeverPaid,
    total: order.totalAmount,
    promotions: order.promotions ?? undefined,
    ...(beyondLimit.length > 0 && { promotionsBeyondLimit: beyondLimit }),
    ...(credit.length > 0 && { creditPayments: credit, dueTotal: order.totalAmount - order.creditCents }),
    // Only the buyer gets it.
    paymentUrl: null,
    customer,
    business: order.vat?.business ?? null,
    items,
    isDigital: items.every(({ isDigital }) => isDigital),
    deliveries: await listAdminDeliveries(db, orderId),
    labels: await listLabelsOfOrder(db, orderId),
    chargeBacks: await chargebacksOf(db, orderId),
    invoices: await invoicesOf(db, orderId),
    vatCorrection: order.vat?.business ? await findVatCorrection(db, orderId) : null,
    ...own,
    deeds: await findAuditEntriesBySubject(db, [orderId, ...belongings]),
  }
}

/** The promotions that an order has beyond their limit, because it was paid after its hold on them. */
async function findPromotionsBeyondLimit(db: Db, orderId: string): Promise<string[]> {
  const { promotionId, isBeyondLimit, state } = promotionUses
  const found = await db
    .select({ promotionId })
    .from(promotionUses)
    .where(and(eq(promotionUses.orderId, orderId), eq(isBeyondLimit, true), eq(state, 'REDEEMED')))
  return found.map(use => use.promotionId)
}

/** All payment attempts, oldest first. */
const paymentsOf = (db: Db, orderId: string): Promise<AdminOrderData['payments']> =>
  db
    .select()
    .from(payments)
    .where(eq(payments.subjectId, orderId))
    .orderBy(asc(payments.createdAt), asc(payments.id))

async function refundsOf(db: Db, orderId: string): Promise<AdminOrderData['refunds']> {
  const found = await db
    .select({ refund: refunds, paidAtProvider: payments.providerId })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(payments.subjectId, orderId))
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
  return found.map(({ refund, paidAtProvider }) => ({
    ...refund,
    state: refundState(refund, paidAtProvider !== null),
  }))
}

const chargebacksOf = (db: Db, orderId: string): Promise<AdminOrderData['chargeBacks']> =>
  db
    .select(getTableColumns(chargebacks))
    .from(chargebacks)
    .innerJoin(payments, eq(payments.id, chargebacks.paymentId))
    .where(eq(payments.subjectId, orderId))
    .orderBy(asc(chargebacks.createdAt), asc(chargebacks.id))

async function invoicesOf(db: Db, orderId: string): Promise<AdminOrderData['invoices']> {
  const found = await db
    .select({ invoice: invoices, peppol: peppolColumns })
    .from(invoices)
    .leftJoin(peppolDocuments, eq(peppolDocuments.invoiceId, invoices.id))
    .where(eq(invoices.subjectId, orderId))
    .orderBy(asc(invoices.issuedAt), asc(invoices.id))
  return found.map(({ invoice, peppol }) => ({ ...invoice, peppol, url: invoiceDownloadPath(invoice.id) }))
}

async function mailsAbout(db: Db, number: string): Promise<AdminOrderData['mails']> {
  const found = await db
    .select()
    .from(mails)
    .where(eq(mailOrderNumber(mails), number))
    .orderBy(asc(mails.createdAt), asc(mails.id))
  return found.map(toMailDelivery)
}
