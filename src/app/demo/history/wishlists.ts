import { addMs, DAY } from './calendar.ts'
import type { CatalogueProduct } from './catalogue.ts'
import type { History } from './history.ts'
import type { BuiltOrder } from './orders.ts'
import type { People } from './people.ts'

/** What the customer with a demo account wishes: one of it is sold out. */
const samWishes = new Set(['maanlamp', 'warmtestenen-van-basalt'])
/** Every so many customers keep a wish list. */
const WISHING_EACH = 6

/** Wish lists, of products that their owners did not buy. */
export function addWishlists(
  history: History,
  orders: BuiltOrder[],
  { sam, customers }: People,
  catalogue: CatalogueProduct[],
): void {
  const { rows, newId } = history
  const bought = new Set(
    orders.flatMap(({ items, order }) => items.map(({ productId }) => `${order.userId} ${productId}`)),
  )
  const wishing = customers.filter((_, index) => index % WISHING_EACH === 2)
  for (const [place, customer] of [sam, ...wishing].entries()) {
    const wished = catalogue.filter(({ slug }, index) =>
      customer === sam ? samWishes.has(slug) : index % 9 === place,
    )
    for (const { id: productId } of wished) {
      const createdAt = addMs(customer.joinedAt, DAY)
      const wish = { id: newId(createdAt), userId: customer.id, productId, purchased: false, createdAt }
      if (createdAt < history.now && !bought.has(`${customer.id} ${productId}`)) rows.wishlistItems.push(wish)
    }
  }
}
