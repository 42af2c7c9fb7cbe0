import { demoProducts } from './catalog.ts'
import { pickWeighted, type SeededRandom } from './random.ts'

/** A page view or an event, with its seconds since the start of the visit. */
export interface DemoPageView {
  page: string
  after: number
  seconds: number
}
export interface DemoEvent {
  category: string
  action: string
  label: string | null
  value: number | null
  page: string
  after: number
}

export interface DemoJourney {
  views: DemoPageView[]
  events: DemoEvent[]
  /** The furthest funnel step, 0 to 4. */
  furthest: number
  /** Seconds. */
  lasts: number
}

// Products at the top of the shop are viewed most.
const products = demoProducts.map(({ slug }, index) => [`/shop/${slug}`, 12 / (index + 2)] as const)

const entryPages = [
  ['/', 50],
  ['/shop', 22],
  ['product', 22],
  ['/live', 6],
] as const
const nextPages = [
  ['product', 52],
  ['/shop', 28],
  ['/', 6],
  ['/live', 9],
  ['/gifts', 3],
  ['/wishlist', 2],
] as const
const searches = [
  ['massageolie', 6, 5],
  ['zijde', 4, 4],
  ['kaars', 3, 6],
  ['tafellamp', 0, 3],
  ['cadeaubon', 0, 3],
  ['satijnen pyjama', 0, 1],
] as const

/** The page views and events of a visit; most only view pages, a few buy. */
export function randomJourney(dice: SeededRandom): DemoJourney {
  const journey: DemoJourney = { views: [], events: [], furthest: 0, lasts: 0 }
  addPageView(journey, dice, pickWeighted(dice, entryPages))
  // A third leave after one page.
  let isCurious = dice() > 0.34
  while (isCurious && journey.views.length < 14) {
    addPageView(journey, dice, pickWeighted(dice, nextPages))
    addSearch(journey, dice)
    isCurious = dice() > 0.24
  }
  if (journey.furthest > 0 && dice() < 0.34) addPurchaseSteps(journey, dice)
  return journey
}

function addPageView(journey: DemoJourney, dice: SeededRandom, where: string): void {
  const page = where === 'product' ? pickWeighted(dice, products) : where
  const seconds = Math.round(6 + dice() ** 2 * 140)
  journey.views.push({ page, after: journey.lasts, seconds })
  journey.lasts += seconds
  if (page.startsWith('/shop/')) journey.furthest = Math.max(journey.furthest, 1)
}

function addSearch(journey: DemoJourney, dice: SeededRandom): void {
  if (journey.views.at(-1)?.page !== '/shop' || dice() > 0.4) return
  const [label, value] = pickWeighted(
    dice,
    searches.map(each => [each, each[2]] as const),
  )
  addEvent(journey, 'search', 'products', { label, value })
}

/** Through the cart and the checkout to payment; some stop at each step. */
function addPurchaseSteps(journey: DemoJourney, dice: SeededRandom): void {
  addEvent(journey, 'cart', 'add', { value: 1 + Math.floor(dice() * 2) })
  journey.furthest = 2
  if (dice() > 0.48) return
  journey.lasts += 40
  addEvent(journey, 'checkout', 'start')
  journey.furthest = 3
  if (dice() > 0.68) return
  journey.lasts += 90
  addEvent(journey, 'checkout', 'order')
  addEvent(journey, 'order', 'paid')
  journey.furthest = 4
}

function addEvent(
  journey: DemoJourney,
  category: string,
  action: string,
  { label = null, value = null }: { label?: string | null; value?: number | null } = {},
): void {
  const page = journey.views.at(-1)?.page ?? '/'
  journey.events.push({ category, action, label, value, page, after: journey.lasts })
}
