import { reconciliationRuns } from '../../backoffice/reconciliation/table.ts'
import { promotions } from '../../shop/promotions/table.ts'
import { hoursBefore } from './calendar.ts'
import { addCreators } from './creators.ts'
import { addContentReport, addSupport } from './desk.ts'
import { addGifts } from './gifts.ts'
import { createHistory, type HistoryFacts, named } from './history.ts'
import { addSessions, addToys } from './live.ts'
import { planPastOrders, planToldOrders } from './orderPlan.ts'
import { addOrders } from './orders.ts'
import { numberInvoices } from './payments.ts'
import { addPeople } from './people.ts'
import { addCatalogue, addShipping, addStockLedger } from './products.ts'
import { addReturns } from './returns.ts'
import { addReviews, addWishes } from './reviews.ts'
import { addVisits } from './visits.ts'

export type DemoShop = ReturnType<typeof buildDemoShop>

/**
 * The demo shop as it is now: pure, and for the same facts always the same.
 * @param isSmall without the orders of ninety days, which only make its lists and graphs longer
 */
export function buildDemoShop(facts: HistoryFacts, isSmall = false) {
  const history = createHistory(facts)
  addShipping(history, history.openedAt)
  const people = addPeople(history)
  const sam = named(people, 'Sam')
  const catalogue = addCatalogue(history)
  const past = isSmall ? [] : planPastOrders(history, people, catalogue)
  const orders = addOrders(history, [...past, ...planToldOrders(history, people, catalogue)])
  addReturns(history, orders)
  addReviews(history, orders)
  const wished = ['maanlamp', 'warmtestenen-van-basalt'].map(slug => named(catalogue, slug))
  addWishes(history, sam, wished)
  const app = addToys(history)
  addSessions(history, people, app)
  addSupport(history, orders)
  addContentReport(history, named(people, 'Anne'))
  addGifts(history, people)
  addCreators(history)
  addVisits(history, orders, sam.id)
  // Last, from all that was sold and paid.
  addStockLedger(history, catalogue.values())
  numberInvoices(history)
  // It does not apply by itself: a visitor of the demo pays the price that is shown.
  const welcome = { title: 'Welkom', code: 'WELKOM10', percentage: 10, firstOrderOnly: true }
  history.add(promotions, history.openedAt, { kind: 'PERCENTAGE', ...welcome })
  // The bookkeeper ran a while ago, and found nothing.
  history.rows.add(reconciliationRuns, { auditedAt: hoursBefore(facts.now, 6) })
  return { ...history, catalogue, people, sam, orders, app }
}
