import { reviews } from '../../shop/reviews/table.ts'
import { wishlistItems } from '../../shop/wishlist/table.ts'
import { addMs, DAY, daysAgo, daysLater } from './calendar.ts'
import texts from './content/reviews.json' with { type: 'json' }
import type { History } from './history.ts'
import type { BuiltOrder } from './orders.ts'
import type { DemoCustomer } from './people.ts'
import type { StockedProduct } from './products.ts'
import { randomWhole } from './random.ts'

type ReviewText = readonly [rating: number, text: string | null]
const textsBySlug = new Map(Object.entries(texts as unknown as Record<string, ReviewText[]>))
/** Days for which a review waits for moderation at most. */
const WAITING_DAYS = 3

/** Each text once, by a buyer who got the product some days before. Those that the orders tell of still wait. */
export function addReviews(history: History, orders: BuiltOrder[]): void {
  const { now, dice } = history
  const written = new Map<string, Set<string>>()
  for (const { plan, deliveredAt } of orders)
    for (const { product } of deliveredAt ? plan.lines : []) {
      const { id: userId, displayName } = plan.customer
      const writers = written.get(product.id) ?? new Set()
      const told = plan.reviews?.[product.slug]
      const text = displayName === 'Sam' ? told : textsBySlug.get(product.slug)?.[writers.size]
      const createdAt = told
        ? addMs(now, -DAY)
        : addMs(deliveredAt ?? now, randomWhole(dice, 48, 200) * (DAY / 24))
      if (!text || createdAt >= now || writers.has(userId)) continue
      if (!told) written.set(product.id, writers.add(userId))
      addReview(history, product, userId, text, createdAt)
    }
}

function addReview(
  history: History,
  { id: productId, row }: StockedProduct,
  userId: string,
  [rating, text]: ReviewText,
  createdAt: Date,
): void {
  const isWaiting = createdAt > daysAgo(history.now, WAITING_DAYS, 0)
  const decidedAt = isWaiting ? null : daysLater(createdAt, 1, 10 * 60)
  const { id } = history.add(reviews, createdAt, { productId, userId, rating, text, approvedAt: decidedAt })
  if (!decidedAt) return
  history.recordAudit('REVIEW_MODERATED', id, { approved: true }, decidedAt)
  row.reviewCount += 1
  row.ratingSum += rating
}

/** The wishlist of the customer with a demo account: one product of it is sold out. */
export function addWishes(history: History, sam: DemoCustomer, wished: StockedProduct[]): void {
  for (const { id: productId } of wished)
    history.add(wishlistItems, addMs(sam.joinedAt, DAY), { userId: sam.id, productId })
}
