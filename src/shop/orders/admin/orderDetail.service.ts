import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { users } from '../../../people/accounts/table.ts'
import { findCreditPayments } from '../../../money/credit/spend.service.ts'
import { invoiceDownloadPath } from '../../../money/invoices/contract.ts'
import { peppolColumns } from '../../../money/invoices/peppol/list.service.ts'
import { peppolDocuments } from '../../../money/invoices/peppol/table.ts'
import { invoices } from '../../../money/invoices/table.ts'
import { addGiftCards } from '../lines/boughtGiftCards.service.ts'
import { decryptComments } from '../orderText.service.ts'
import { isNeverPaidSql } from '../neverPaid.service.ts'
import { listItemsOfOrder, orderNotFound } from '../service.ts'
import { orders } from '../table.ts'
import { refundState } from '../../../money/payments/refund.rules.ts'
import { chargebacks, payments, refunds } from '../../../money/payments/table.ts'
import { contactEmail } from '../../../people/accounts/guest.service.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { onlyRow } from '../../../platform/db/sql.ts'
import { promotionUses } from '../../promotions/table.ts'
import { listWithdrawalsOfOrder } from '../../withdrawals/service.ts'
import type { AdminOrder } from './contract.ts'
import { listLabelsOfOrder } from './shippingLabels/list.service.ts'
import { listAdminDeliveries } from '../../downloads/admin/delivery.service.ts'
import { findAuditEntriesBySubject } from '../../../people/audit/admin/service.ts'

type AdminOrderData = z.input<typeof AdminOrder>

/** The data of slices of the back office on the page of an order. */
export interface OrderDetailSources {
  /** @param number of the order */
  findMailsOfOrder: (db: Db, number: string) => Promise<AdminOrderData['mails']>
  findVatCorrection: (db: Db, orderId: string) => Promise<AdminOrderData['vatCorrection']>
}

/**
 * All data of an order, with one statement for each kind of data.
 * @throws Problem NOT_FOUND
 */
export async function findAdminOrder(
  { db, dataCipher, now: clock }: Pick<Platform, 'db' | 'dataCipher' | 'now'>,
  others: OrderDetailSources,
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
    mails: await others.findMailsOfOrder(db, order.number),
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
    chargebacks: await chargebacksOf(db, orderId),
    invoices: await invoicesOf(db, orderId),
    vatCorrection: order.vat?.business ? await others.findVatCorrection(db, orderId) : null,
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

const chargebacksOf = (db: Db, orderId: string): Promise<AdminOrderData['chargebacks']> =>
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
