import { type LoaderFunctionArgs, redirect, replace } from 'react-router'
import { userQuery } from '../../people/accounts/hooks.ts'
import { homeContentQuery } from '../../people/content/hooks.ts'
import { invoicesQuery } from '../../money/invoices/hooks.ts'
import { productPath } from '../../shop/catalog/filters.rules.ts'
import {
  categoriesQuery,
  favouriteProductsQuery,
  featuredProductsQuery,
  productQuery,
  relatedProductsQuery,
} from '../../shop/catalog/hooks.ts'
import { orderQuery } from '../../shop/orders/hooks.ts'
import { reviewsQuery } from '../../shop/reviews/hooks.ts'
import { preloadQueries, QueryClientContext } from '../../ui/queryClient.ts'
import { paidOrderQueries } from './paymentResult.ts'

/** Loads what the home page shows; the favourite categories are the user's, whom the layout loads at the same time. */
export async function loadHomePage(args: LoaderFunctionArgs): Promise<null> {
  const cache = args.context.get(QueryClientContext)
  const [user] = await Promise.all([
    cache.ensureQueryData(userQuery),
    preloadQueries(() => [homeContentQuery, featuredProductsQuery, categoriesQuery], paidOrderQueries)(args),
  ])
  const { featured } = await cache.ensureQueryData(homeContentQuery)
  return preloadQueries(
    () => [favouriteProductsQuery(user?.preferredCategories ?? [])],
    () => featured.map(productQuery),
  )(args)
}

/** Loads the product and its related data before its page is shown. An id in the URL redirects to the slug. */
export async function loadProduct(args: LoaderFunctionArgs): Promise<null> {
  const asked = args.params['idOrSlug'] ?? ''
  await preloadQueries(() => [productQuery(asked), categoriesQuery])(args)
  const product = await args.context.get(QueryClientContext).ensureQueryData(productQuery(asked))
  if (product.slug !== asked) throw replace(productPath(product))
  return preloadQueries(
    () => [],
    () => [reviewsQuery(product.id), relatedProductsQuery(product)],
  )(args)
}

/**
 * Loads the order before its page is shown. The link in a mail to pay after all (`?pay=again`) redirects to the cart for an order that
 * ended unpaid, whose lines are back there; an order that can still be paid is paid on its own page.
 */
export async function loadOrderConfirmation(args: LoaderFunctionArgs): Promise<null> {
  const orderId = args.params['orderId'] ?? ''
  await preloadQueries(
    () => [orderQuery(orderId)],
    () => [invoicesQuery(orderId)],
  )(args)
  if (args.url.searchParams.get('pay') !== 'again') return null
  const { status, paidAt } = await args.context.get(QueryClientContext).ensureQueryData(orderQuery(orderId))
  if (status === 'CANCELLED' && paidAt === null) throw redirect('/shop?cart=open')
  return null
}
