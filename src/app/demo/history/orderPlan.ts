import { pickWeighted, randomWhole, type SeededRandom } from '../random.ts'
import { toBrusselsDay } from '../../../wire/brusselsTime.ts'
import { shiftDay } from '../../../wire/workingDays.ts'
import { addMs, brusselsTime, daysBefore, HOUR, MINUTE, weekdayOf } from './calendar.ts'
import type { CatalogueProduct } from './catalogue.ts'
import type { History } from './history.ts'
import type { DemoCustomer, People } from './people.ts'
import { getsVariants } from './variants.ts'

/** How far an order came. By age: what its age allows. */
export type Course = 'BY_AGE' | 'UNPAID' | 'OPEN' | 'PAID' | 'PROCESSING' | 'SHIPPED' | 'CANCELLED'

export interface PlannedOrder {
  customer: DemoCustomer
  placedAt: Date
  lines: { product: CatalogueProduct; quantity: number }[]
  hasTracking: boolean
  comments: string | null
  course: Course
  /** Paid outside of any provider. */
  isManual: boolean
}

const ORDER_DAYS = 90
/** Orders a day before the factors of the day. */
const ORDERS_A_DAY = 1.95
/** Sunday first: people order at the end of the week. */
const weekdayFactors = [1.4, 0.9, 0.7, 0.8, 0.95, 1.2, 1.1]
/** Days ago with a mailing or a holiday. */
const busyDays: Record<number, number> = { 76: 2.4, 41: 2.8, 40: 2, 13: 2.6 }

/** Hours of the day from which one begins, and how many orders come then. */
const hours: readonly (readonly [from: number, weight: number])[] = [
  [7, 2],
  [9, 6],
  [12, 9],
  [15, 8],
  [18, 12],
  [20, 22],
  [22, 12],
]

/** The newest orders, so that whenever the demo starts there is work in every state: hours ago, and how far they came. */
const newest: readonly (readonly [hoursAgo: number, Course])[] = [
  [28.4, 'SHIPPED'],
  [24.1, 'SHIPPED'],
  [19.3, 'PROCESSING'],
  [15.6, 'PROCESSING'],
  [11.2, 'PAID'],
  [6.4, 'PAID'],
  [3.3, 'PAID'],
  [1.2, 'PAID'],
  [0.14, 'OPEN'],
]
const NEWEST_HOURS = 30

/** Some two hundred orders of ninety days, the oldest first. Nobody orders before they joined. */
export function planOrders(history: History, people: People, catalogue: CatalogueProduct[]): PlannedOrder[] {
  const { now, dice } = history
  const counts = new Map<string, number>()
  const plan = (placedAt: Date, course: Course): PlannedOrder => {
    const customer = pickCustomer(dice, people.customers, counts, placedAt)
    counts.set(customer.id, (counts.get(customer.id) ?? 0) + 1)
    // The newest ones are parcels, so that their state shows.
    const isParcel = course !== 'BY_AGE'
    const lines = pickLines(dice, catalogue, now.getTime() - placedAt.getTime(), isParcel)
    const hasTracking = isParcel || dice() < 0.84
    return {
      customer,
      placedAt,
      lines,
      hasTracking,
      comments: commentOf(dice, lines),
      course,
      isManual: false,
    }
  }
  const past = pastMoments(history).map((placedAt, index) => plan(placedAt, courseOf(index)))
  const recent = newest.map(([hoursAgo, course]) => plan(addMs(now, -Math.round(hoursAgo * HOUR)), course))
  const manual = past.find(
    ({ placedAt, lines, course }) =>
      course === 'BY_AGE' &&
      placedAt > daysBefore(now, 16) &&
      lines.every(({ product }) => !product.isDigital),
  )
  if (manual) manual.isManual = true
  return [...past, ...recent]
}

/** A few are never paid, fewer are cancelled after they were paid. */
const courseOf = (index: number): Course =>
  index % 17 === 5 ? 'UNPAID' : index % 59 === 30 ? 'CANCELLED' : 'BY_AGE'

function pastMoments({ now, dice }: History): Date[] {
  const today = toBrusselsDay(now)
  const latest = addMs(now, -NEWEST_HOURS * HOUR)
  const moments: Date[] = []
  for (let ago = ORDER_DAYS; ago > 0; ago -= 1) {
    const day = shiftDay(today, -ago)
    const growth = 0.8 + (0.45 * (ORDER_DAYS - ago)) / ORDER_DAYS
    const expected = ORDERS_A_DAY * growth * (weekdayFactors[weekdayOf(day)] ?? 1) * (busyDays[ago] ?? 1)
    for (let left = expected * (0.3 + 1.4 * dice()) + dice(); left >= 1; left -= 1) {
      const from = pickWeighted(dice, hours)
      moments.push(
        addMs(brusselsTime(day, from * 60 + randomWhole(dice, 0, 119)), randomWhole(dice, 0, 59_000)),
      )
    }
  }
  return moments.filter(moment => moment < latest).toSorted((one, other) => one.getTime() - other.getTime())
}

/** Most new customers order soon after they joined; after that, as often as their loyalty says. */
function pickCustomer(
  dice: SeededRandom,
  customers: DemoCustomer[],
  counts: Map<string, number>,
  at: Date,
): DemoCustomer {
  const joined = customers.filter(
    ({ joinedAt, loyalty }) => joinedAt < addMs(at, -20 * MINUTE) && loyalty > 0,
  )
  const weighted = joined.map(customer => {
    const isWaiting = !counts.has(customer.id) && at.getTime() - customer.joinedAt.getTime() < 6 * 24 * HOUR
    return [customer, isWaiting ? 30 : customer.loyalty] as const
  })
  return pickWeighted(dice, weighted)
}

/** The last of a product that is sold out now was sold longer ago than this, in milliseconds. */
const SOLD_OUT_SINCE_MS = 6 * 24 * HOUR
/** Products with fewer units are not among the newest orders, so that what is held for an unpaid one is not their last. */
const AMPLE = 20

function pickLines(dice: SeededRandom, catalogue: CatalogueProduct[], age: number, isParcel: boolean) {
  // Of one that gets variants nothing is left, so nothing can be held for the newest order, which is unpaid.
  const sold = catalogue
    .map((product, index) => [product, 12 / (index + 3)] as const)
    .filter(([{ stock }]) => stock > 0 || age > SOLD_OUT_SINCE_MS)
    .filter(
      ([product]) => !isParcel || (!product.isDigital && product.stock >= AMPLE && !getsVariants(product)),
    )
  const count = pickWeighted(dice, [
    [1, 58],
    [2, 29],
    [3, 13],
  ])
  const products = new Set(Array.from({ length: count }, () => pickWeighted(dice, sold)))
  return [...products].map(product => ({ product, quantity: quantityOf(dice, product) }))
}

const quantityOf = (dice: SeededRandom, { isDigital, price }: CatalogueProduct): number =>
  !isDigital && price < 4000 && dice() < 0.2 ? 2 : 1

const comments = [
  'Het is een cadeau, graag zonder prijs erbij.',
  'Mag in de brievenbus als het past.',
  'Graag bij de buren op nummer 16 als ik er niet ben.',
  'Kleur mag je zelf kiezen.',
]

const commentOf = (dice: SeededRandom, lines: PlannedOrder['lines']): string | null =>
  lines.some(({ product }) => product.showCommentsField) && dice() < 0.6
    ? (comments[randomWhole(dice, 0, comments.length - 1)] ?? null)
    : null

/** Where an order is sent; nowhere when nothing of it is. */
export function shippingAddressOf({ customer, lines }: Pick<PlannedOrder, 'customer' | 'lines'>) {
  const to = lines.some(({ product }) => !product.isDigital) ? customer : null
  return {
    shippingFirstName: to?.firstName ?? null,
    shippingLastName: to?.lastName ?? null,
    shippingStreet: to?.street ?? null,
    shippingHouseNumber: to?.houseNumber ?? null,
    shippingPostalCode: to?.postalCode ?? null,
    shippingCity: to?.city ?? null,
    shippingCountry: to?.country ?? null,
  }
}
