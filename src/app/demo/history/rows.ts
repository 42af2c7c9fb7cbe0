import { simulatorPayments, simulatorRefunds } from '../../../../simulators/mollie/table.ts'
import { priceEntries } from '../../../shop/catalog/prices/table.ts'
import { audits } from '../../../backoffice/reconciliation/table.ts'
import { giftPurchases, gifts } from '../../../live/gifts/table.ts'
import { contacts, messages } from '../../../live/messages/table.ts'
import { sessions, toyControlSessions } from '../../../live/sessions/table.ts'
import { toyLinks, toys } from '../../../live/toys/table.ts'
import { invoices, invoiceSeries } from '../../../money/invoices/table.ts'
import { minuteEntries, minutePurchases } from '../../../money/minutes/table.ts'
import { payments, refunds } from '../../../money/payments/table.ts'
import { internalNotes } from '../../../backoffice/notes/table.ts'
import { termsAcceptances, users } from '../../../people/accounts/table.ts'
import { addresses } from '../../../people/addresses/table.ts'
import { auditEntries } from '../../../people/audit/table.ts'
import { contentCases, contentDecisions, contentReports } from '../../../people/contentReports/table.ts'
import { notifications } from '../../../people/notifications/table.ts'
import { mails } from '../../../platform/table.ts'
import { categories, products, stockEntries, stockHolds } from '../../../shop/catalog/table.ts'
import { digitalDeliveries } from '../../../shop/downloads/table.ts'
import { orderItems, orderNumbers, orderNumberSeries, orders } from '../../../shop/orders/table.ts'
import { reviews } from '../../../shop/reviews/table.ts'
import { shippingRates, shippingZones } from '../../../shop/shipping/table.ts'
import { supportConversations, supportMessages } from '../../../shop/support/table.ts'
import { wishlistItems } from '../../../shop/wishlist/table.ts'
import { withdrawalLines, withdrawals } from '../../../shop/withdrawals/table.ts'

/**
 * The tables that the demo fills, each after those that it refers to. A new kind of data is a table here, and a file in this folder
 * that adds its rows.
 */
export const historyTables = {
  users,
  termsAcceptances,
  addresses,
  shippingZones,
  shippingRates,
  categories,
  products,
  priceEntries,
  orders,
  orderItems,
  orderNumbers,
  orderNumberSeries,
  stockEntries,
  stockHolds,
  digitalDeliveries,
  simulatorPayments,
  simulatorRefunds,
  payments,
  refunds,
  minutePurchases,
  minuteEntries,
  gifts,
  giftPurchases,
  invoices,
  invoiceSeries,
  reviews,
  wishlistItems,
  withdrawals,
  withdrawalLines,
  supportConversations,
  supportMessages,
  contentCases,
  contentReports,
  contentDecisions,
  internalNotes,
  toyLinks,
  toys,
  toyControlSessions,
  sessions,
  contacts,
  messages,
  notifications,
  mails,
  auditEntries,
  audits,
}

type HistoryTables = typeof historyTables
/** The rows of each table. All rows of a table have the same columns. */
export type HistoryRows = { [Name in keyof HistoryTables]: HistoryTables[Name]['$inferInsert'][] }

export const emptyRows = (): HistoryRows =>
  Object.fromEntries(Object.keys(historyTables).map(name => [name, []])) as unknown as HistoryRows

/** What no order of the demo has. */
export const plainOrder = {
  creditCents: 0,
  shippingCost: 0,
  shippingCompany: null,
  promisedOn: null,
  promotions: null,
  pickupPoint: null,
  commentsEncrypted: null,
  commentsKeyId: null,
}

/** What no line of the demo has. */
export const plainLine = {
  giftCard: null,
  giftMessage: null,
  giftMessageEncrypted: null,
  giftMessageKeyId: null,
  refundedQuantity: 0,
  vatReturned: 0,
}
