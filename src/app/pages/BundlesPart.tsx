import { useQuery } from '@tanstack/react-query'
import type { Bundle } from '../../shop/promotions/contract.ts'
import { bundlesQuery } from '../../shop/promotions/hooks.ts'
import { lazyPart } from '../../ui/components/lazyPart.tsx'

const BundleList = lazyPart<{ bundles: Bundle[] }>({
  load: async () => {
    const [{ BundleList: List }, { AddAllToCart }] = await Promise.all([
      import('../../shop/promotions/BundleList.tsx'),
      import('../../shop/cart/AddAllToCart.tsx'),
    ])
    return ({ bundles }) => <List bundles={bundles} Action={AddAllToCart} />
  },
})

/** The bundles of a product; its code is loaded when there is any. */
export function BundlesPart({ productId }: { productId: string }) {
  const { data: bundles = [] } = useQuery(bundlesQuery(productId))
  return bundles.length > 0 ? <BundleList bundles={bundles} /> : null
}
