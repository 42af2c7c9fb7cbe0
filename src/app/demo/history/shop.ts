import { orderDeliveredMail } from '../../../shop/orders/contract.ts'
import { GIFT_CARD_SLUG } from '../digitalProducts.ts'
import { addShipping } from '../shipping.ts'
import { addMs, daysBefore, timeDaysAgo } from './calendar.ts'
import { addCatalogue, type CatalogueProduct } from './catalogue.ts'
import { addGifts } from './gifts.ts'
import { createHistory, type History, type HistoryFacts } from './history.ts'
import { numberInvoices } from './invoices.ts'
import { addMessages } from './messages.ts'
import { planOrders } from './orderPlan.ts'
import { addOrders } from './orders.ts'
import { addPeople, OPENED_DAYS_AGO, type People } from './people.ts'
import { addRefunds } from './refunds.ts'
import { addReviews } from './reviews.ts'
import type { HistoryRows } from './rows.ts'
import { planSamOrders } from './samOrders.ts'
import { addSessions } from './sessions.ts'
import { addStockLedger } from './stock.ts'
import { addContentReports } from './contentReports.ts'
import { addSupport } from './support.ts'
import { addToys, type DemoApp } from './toys.ts'
import { addVariants } from './variants.ts'
import { addWishlists } from './wishlists.ts'
import { addWithdrawals } from './withdrawals.ts'

/** The demo shop with its past. */
export interface DemoShop {
  rows: HistoryRows
  catalogue: CatalogueProduct[]
  people: People
  app: DemoApp
}

/** Makes the demo shop as it is now: pure, and for the same facts always the same. */
export function buildDemoShop(facts: HistoryFacts): DemoShop {
  const history = createHistory(facts)
  const people = addPeople(history)
  const { adminId, sam } = people
  addShipping(history, daysBefore(facts.now, OPENED_DAYS_AGO))
  const catalogue = addCatalogue(history, adminId)
  // Gift cards are new: nobody has bought one yet.
  const sold = catalogue.filter(({ slug }) => slug !== GIFT_CARD_SLUG)
  const plans = [...planOrders(history, people, sold), ...planSamOrders(history, sam, sold)]
  const orders = addOrders(history, plans, adminId)
  addWithdrawals(history, orders, addRefunds(history, orders, adminId), adminId)
  addReviews(history, orders, people)
  addWishlists(history, orders, people, sold)
  const app = addToys(history, people.creatorId)
  const met = addSessions(
    history,
    people,
    app.toys.map(({ id }) => id),
  )
  addMessages(history, people, met)
  addSupport(history, orders, people)
  addContentReports(history, people)
  addGifts(history, people)
  // Last, from all that was sold.
  addStockLedger(history, catalogue, adminId)
  addVariants(history, catalogue, adminId)
  numberInvoices(history)
  loseMail(history)
  addBookCheck(history)
  return { rows: history.rows, catalogue, people, app }
}

/** Days ago that a mail was refused: longer than the bookkeeper reports it. */
const MAIL_LOST_DAYS_AGO = 9

/** One mail that did not arrive, so that the page of mails shows what to do then. */
function loseMail({ rows, now }: History): void {
  const lost = rows.mails.findLast(
    ({ template, createdAt }) =>
      template === orderDeliveredMail.name && createdAt && createdAt < daysBefore(now, MAIL_LOST_DAYS_AGO),
  )
  if (!lost?.createdAt) return
  lost.sentAt = null
  lost.failedAt = addMs(lost.createdAt, 2000)
  lost.lastError = 'Error: 550 5.1.1 mailbox is full'
}

/** The bookkeeper ran last night, and found nothing. */
function addBookCheck({ rows, now }: History): void {
  const [lastNight, before] = [timeDaysAgo(now, 0, 4 * 60 + 32), timeDaysAgo(now, 1, 4 * 60 + 32)]
  rows.audits.push({ auditedAt: lastNight <= now ? lastNight : before })
}
