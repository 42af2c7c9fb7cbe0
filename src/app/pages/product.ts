import { type LoaderFunctionArgs, replace } from 'react-router'
import { productAddress } from '../../shop/catalog/filters.rules.ts'
import { categoriesQuery, productQuery, relatedQuery } from '../../shop/catalog/hooks.ts'
import { reviewsQuery } from '../../shop/reviews/hooks.ts'
import { CacheContext, preload } from '../../ui/cache.ts'

/** Has the product, and what belongs to it, before its page shows. An id in the address gives way to the slug. */
export async function loadProduct(args: LoaderFunctionArgs): Promise<null> {
  const asked = args.params['idOrSlug'] ?? ''
  await preload(() => [productQuery(asked), categoriesQuery])(args)
  const product = await args.context.get(CacheContext).ensureQueryData(productQuery(asked))
  if (product.slug !== asked) throw replace(productAddress(product))
  return preload(
    () => [],
    () => [reviewsQuery(product.id), relatedQuery(product)],
  )(args)
}
