import { Button } from '../../../ui/components/Button.tsx'
import { ProductCard, type ProductCardSlots } from './ProductCard.tsx'
import { useRecentlyViewed } from './recentlyViewed.hooks.ts'

interface RecentlyViewedProps extends ProductCardSlots {
  /** The product of this page; null on another page. */
  currentId: string | null
}

/** The products that were looked at before on this device; renders nothing when that is nothing. */
export function RecentlyViewed({ currentId, ...slots }: RecentlyViewedProps) {
  const { products, forget } = useRecentlyViewed(currentId)
  if (products.length === 0) return null
  return (
    <section aria-labelledby="recent" className="pt-20 md:pt-28">
      <div className="mb-8 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id="recent" className="display text-heading">
          Laatst bekeken
        </h2>
        <Button variant="link" size="sm" onClick={forget}>
          Wis deze lijst
        </Button>
      </div>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(8rem,40%)),1fr))] gap-x-4 gap-y-10 md:grid-cols-4 lg:gap-x-6">
        {products.map(product => (
          <li key={product.id}>
            <ProductCard product={product} {...slots} />
          </li>
        ))}
      </ul>
    </section>
  )
}
