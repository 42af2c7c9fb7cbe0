import type { OrderStatus } from '../../../shop/orders/contract.ts'
import { randomWhole } from '../random.ts'
import { addMs, HOUR, MINUTE, nextDelivery, nextPicking } from './calendar.ts'
import type { History } from './history.ts'
import type { PlannedOrder } from './orderPlan.ts'

/** When an order reached what, in this order; null for what it did not reach. */
export interface OrderTimes {
  status: OrderStatus
  paidAt: Date | null
  /** When its first line was picked. */
  pickedAt: Date | null
  shippedAt: Date | null
  deliveredAt: Date | null
  /** When it was given up. */
  cancelledAt: Date | null
  /** How many of its lines that are sent were picked. */
  picked: 'NONE' | 'SOME' | 'ALL'
}

const nothing = {
  paidAt: null,
  pickedAt: null,
  shippedAt: null,
  deliveredAt: null,
  cancelledAt: null,
} as const

/** Minutes until an unpaid payment expires, and until a cancelled order is cancelled. */
const EXPIRED_AFTER = 15
const CANCELLED_AFTER = 190

/** What became of a planned order until now. Digital orders end with their payment: see `digital.rules.ts`. */
export function timesOf(history: History, plan: PlannedOrder): OrderTimes {
  const { dice } = history
  const { placedAt, course } = plan
  // Not in the last seconds of a minute, so that the invoice is of the same day.
  const delay = plan.isManual ? randomWhole(dice, 20, 40) * HOUR : randomWhole(dice, 1, 6) * MINUTE
  const paidAt = addMs(
    new Date(Math.floor(placedAt.getTime() / MINUTE) * MINUTE + delay),
    randomWhole(dice, 5, 45) * 1000,
  )
  if (course === 'OPEN') return { ...nothing, status: 'PENDING', picked: 'NONE' }
  if (course === 'UNPAID') {
    const cancelledAt = addMs(placedAt, EXPIRED_AFTER * MINUTE)
    return { ...nothing, status: 'CANCELLED', cancelledAt, picked: 'NONE' }
  }
  if (course === 'CANCELLED') {
    const cancelledAt = addMs(paidAt, CANCELLED_AFTER * MINUTE)
    return { ...nothing, status: 'CANCELLED', paidAt, cancelledAt, picked: 'NONE' }
  }
  if (plan.lines.every(({ product }) => product.isDigital))
    return { ...nothing, status: 'DELIVERED', paidAt, deliveredAt: paidAt, picked: 'NONE' }
  return course === 'BY_AGE' ? timesByAge(history, plan, paidAt) : timesOfNewest(history, course, paidAt)
}

function timesByAge({ now, dice }: History, { customer }: PlannedOrder, paidAt: Date): OrderTimes {
  const pickedAt = nextPicking(paidAt, dice)
  const shippedAt = addMs(pickedAt, randomWhole(dice, 60, 170) * MINUTE)
  const days = (customer.country === 'Nederland' ? 1 : 2) + (dice() < 0.25 ? 1 : 0)
  const deliveredAt = nextDelivery(shippedAt, days, dice)
  if (pickedAt > addMs(now, -10 * MINUTE)) return { ...nothing, status: 'PAID', paidAt, picked: 'NONE' }
  if (shippedAt > now) return { ...nothing, status: 'PROCESSING', paidAt, pickedAt, picked: 'ALL' }
  if (deliveredAt > now) return { ...nothing, status: 'SHIPPED', paidAt, pickedAt, shippedAt, picked: 'ALL' }
  return { ...nothing, status: 'DELIVERED', paidAt, pickedAt, shippedAt, deliveredAt, picked: 'ALL' }
}

/** Of the newest orders: what was done of them, was done in the last hours. */
function timesOfNewest(
  { now, dice }: History,
  course: 'PAID' | 'PROCESSING' | 'SHIPPED',
  paidAt: Date,
): OrderTimes {
  if (course === 'PAID') return { ...nothing, status: 'PAID', paidAt, picked: 'NONE' }
  if (course === 'PROCESSING')
    return {
      ...nothing,
      status: 'PROCESSING',
      paidAt,
      pickedAt: addMs(now, -randomWhole(dice, 35, 80) * MINUTE),
      picked: 'SOME',
    }
  const pickedAt = addMs(now, -randomWhole(dice, 300, 380) * MINUTE)
  const shippedAt = addMs(pickedAt, randomWhole(dice, 60, 140) * MINUTE)
  return { ...nothing, status: 'SHIPPED', paidAt, pickedAt, shippedAt, picked: 'ALL' }
}
