import { useQuery } from '@tanstack/react-query'
import type { Product } from './contract.ts'
import { relatedProductsQuery } from './hooks.ts'
import { ProductCard, type ProductCardSlots } from './ProductCard.tsx'

const MAX_RELATED = 4

/** Other products of the same category; renders nothing when there are none or loading fails. */
export function RelatedProducts({ product, ...slots }: { product: Product } & ProductCardSlots) {
  const { data } = useQuery(relatedProductsQuery(product))
  const others = data?.items.filter(({ id }) => id !== product.id).slice(0, MAX_RELATED) ?? []
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
