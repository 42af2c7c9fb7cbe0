import { type LoaderFunctionArgs, replace } from 'react-router'
import { userQuery } from '../../people/accounts/hooks.ts'
import { homeContentQuery } from '../../people/content/hooks.ts'
import { productPath } from '../../shop/products/search/filters.rules.ts'
import {
  categoriesQuery,
  favouriteProductsQuery,
  featuredProductsQuery,
  productQuery,
  relatedProductsQuery,
} from '../../shop/products/catalog/hooks.ts'
import { reviewsQuery } from '../../shop/reviews/hooks.ts'
import { preloadQueries, QueryClientContext } from '../../ui/call/queryClient.ts'
import { paidOrderQueries } from './paymentResult.ts'

/** Loads the home page's data; the favourite categories are the user's, whom the layout loads at the same time. */
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

/**
 * Loads the product and its related data before its page is shown; of a variant, the product that it is one of. An id in the URL
 * redirects to the slug.
 */
export async function loadProduct(args: LoaderFunctionArgs): Promise<null> {
  const asked = args.params['idOrSlug'] ?? ''
  await preloadQueries(() => [productQuery(asked), categoriesQuery])(args)
  const cache = args.context.get(QueryClientContext)
  const found = await cache.ensureQueryData(productQuery(asked))
  if (found.slug !== asked) throw replace(productPath(found))
  const { slug } = found.parent ?? found
  await preloadQueries(() => [productQuery(slug)])(args)
  const product = await cache.ensureQueryData(productQuery(slug))
  return preloadQueries(
    () => [],
    () => [
      reviewsQuery(product.id),
      relatedProductsQuery(product),
      ...(product.related ?? []).map(productQuery),
    ],
  )(args)
}
