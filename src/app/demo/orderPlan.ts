import type { OrderStatus } from '../../shop/orders/contract.ts'
import { addMs, daysAgo, HOUR, hoursBefore } from './calendar.ts'
import toldOrders from './content/orders.json' with { type: 'json' }
import { type History, named } from './history.ts'
import type { DemoCustomer } from './people.ts'
import type { StockedProduct } from './products.ts'
import { pickOne, randomWhole, type SeededRandom } from './random.ts'

export interface PlannedOrder {
  customer: DemoCustomer
  placedAt: Date
  status: OrderStatus
  lines: { product: StockedProduct; quantity: number }[]
  comments?: string
  /** Its payment expired. */
  isUnpaid?: boolean
  /** Of a product or, without one, of everything. */
  refund?: { product?: string; reason: string }
  withdrawal?: { hoursAgo: number; product: string; remark: string; isAccepted?: boolean }
  /** Stars and text by product, which wait for moderation. */
  reviews?: Record<string, [rating: number, text: string]>
}

type ToldOrder = Omit<PlannedOrder, 'customer' | 'placedAt' | 'lines'> & {
  customer: string
  hoursAgo: number
  lines: Record<string, number>
}

/** The orders that every demo has: in every state, whenever it starts. */
export const planToldOrders = (
  { now }: History,
  people: Map<string, DemoCustomer>,
  catalogue: Map<string, StockedProduct>,
): PlannedOrder[] =>
  (toldOrders as unknown as ToldOrder[]).map(({ customer, hoursAgo, lines, ...order }) => ({
    ...order,
    customer: named(people, customer),
    placedAt: hoursBefore(now, hoursAgo),
    lines: Object.entries(lines).map(([slug, quantity]) => ({ product: named(catalogue, slug), quantity })),
  }))

const FIRST_DAYS_AGO = 90
/** More recent ones are told. */
const LAST_DAYS_AGO = 4

/** Orders of others than the customer with a demo account, delivered long since. Nobody orders before they joined. */
export function planPastOrders(
  { now, dice }: History,
  people: Map<string, DemoCustomer>,
  catalogue: Map<string, StockedProduct>,
): PlannedOrder[] {
  const sold = [...catalogue.values()].filter(({ variants, isDigital }) => !variants && !isDigital)
  const [, ...others] = people.values()
  const days = Array.from({ length: FIRST_DAYS_AGO - LAST_DAYS_AGO }, (_, index) => FIRST_DAYS_AGO - index)
  return days.flatMap(ago => {
    const count = Math.floor(dice() * 2 + 0.5 - ago / FIRST_DAYS_AGO / 2)
    return Array.from({ length: count }, () => {
      const placedAt = daysAgo(now, ago, randomWhole(dice, 9 * 60, 23 * 60))
      const joined = others.filter(({ joinedAt }) => joinedAt < addMs(placedAt, -HOUR))
      const customer = pickOne(dice, joined)
      return { customer, placedAt, status: 'DELIVERED' as const, lines: pickLines(dice, sold) }
    })
  })
}

/** One to three products; those that are older are sold more. */
function pickLines(dice: SeededRandom, sold: StockedProduct[]): PlannedOrder['lines'] {
  const count = pickOne(dice, [1, 1, 1, 2, 2, 3])
  const products = Array.from({ length: count }, () =>
    pickOne(dice, sold.slice(0, randomWhole(dice, 3, sold.length))),
  )
  return [...new Set(products)].map(product => ({
    product,
    quantity: product.price < 3000 ? pickOne(dice, [1, 2]) : 1,
  }))
}
