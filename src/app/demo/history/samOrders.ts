import { addMs, daysBefore, HOUR, timeDaysAgo } from './calendar.ts'
import type { CatalogueProduct } from './catalogue.ts'
import type { History } from './history.ts'
import type { PlannedOrder } from './orderPlan.ts'
import type { DemoCustomer } from './people.ts'

/** What the customer with a demo account bought: days ago, and the products by slug. */
const bought: readonly (readonly [daysAgo: number, minutes: number, wanted: Record<string, number>])[] = [
  [68, 21 * 60 + 12, { 'geurstokjes-vijgenblad': 1, 'zeepblok-witte-thee': 2 }],
  [45, 20 * 60 + 41, { 'e-book-dichterbij': 1 }],
  [24, 19 * 60 + 33, { 'geurkaars-gloed': 1, 'zachte-gel-op-waterbasis': 2 }],
]

/** Their past orders, and one that is under way. */
export function planSamOrders(
  { now }: History,
  sam: DemoCustomer,
  catalogue: CatalogueProduct[],
): PlannedOrder[] {
  const order = (placedAt: Date, wanted: Record<string, number>): PlannedOrder => ({
    customer: sam,
    placedAt,
    lines: catalogue
      .filter(({ slug }) => slug in wanted)
      .map(product => ({ product, quantity: wanted[product.slug] ?? 1 })),
    hasTracking: true,
    comments: null,
    course: 'BY_AGE',
    isManual: false,
  })
  const past = bought.map(([daysAgo, minutes, wanted]) => order(timeDaysAgo(now, daysAgo, minutes), wanted))
  const underWay = {
    ...order(addMs(daysBefore(now, 2), -HOUR), { 'zijden-slaapmasker': 1 }),
    course: 'SHIPPED' as const,
  }
  return [...past, underWay]
}
