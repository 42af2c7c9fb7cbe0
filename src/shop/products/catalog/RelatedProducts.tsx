import type { ProductDetail } from './contract.ts'
import { useRelatedProducts } from './hooks.ts'
import { ProductCard, type ProductCardSlots } from './ProductCard.tsx'

/** Products that go with it; renders nothing when there are none or loading fails. */
export function RelatedProducts({ product, ...slots }: { product: ProductDetail } & ProductCardSlots) {
  const others = useRelatedProducts(product)
  if (others.length === 0) return null
  return (
    <section aria-labelledby="related" className="pt-20 md:pt-28">
      <h2 id="related" className="display mb-8 text-heading">
        Past hier mooi bij
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(8rem,40%)),1fr))] gap-x-4 gap-y-10 md:grid-cols-4 lg:gap-x-6">
        {others.map(other => (
          <li key={other.id}>
            <ProductCard product={other} {...slots} />
          </li>
        ))}
      </ul>
    </section>
  )
}
