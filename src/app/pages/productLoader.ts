import { type LoaderFunctionArgs, replace } from 'react-router'
import { productPath } from '../../shop/catalog/filters.rules.ts'
import { categoriesQuery, productQuery, relatedProductsQuery } from '../../shop/catalog/hooks.ts'
import { reviewsQuery } from '../../shop/reviews/hooks.ts'
import { QueryClientContext, preloadQueries } from '../../ui/queryClient.ts'

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
