import { SearchX } from 'lucide-react'
import type { ComponentType } from 'react'
import { Link } from 'react-router'
import { Button } from '../web/ui/Button.tsx'
import { EmptyState } from '../web/ui/EmptyState.tsx'
import type { Product } from './contract.ts'
import { ProductCard } from './ProductCard.tsx'

/** What a phone and a laptop show before anyone scrolls. */
const IN_SIGHT = 3

interface ProductGridProps {
  products: Product[]
  /** What one can do with a product. */
  Action: ComponentType<{ product: Product }>
}

export function ProductGrid({ products, Action }: ProductGridProps) {
  if (products.length === 0) return <NothingFound />
  return (
    <ul className="grid grid-cols-2 gap-x-4 gap-y-10 md:grid-cols-3 lg:gap-x-8 lg:gap-y-14">
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard
            product={product}
            priority={index < IN_SIGHT}
            sizes="(min-width: 1280px) 380px, (min-width: 768px) 33vw, 50vw"
            action={<Action product={product} />}
          />
        </li>
      ))}
    </ul>
  )
}

const NothingFound = () => (
  <EmptyState
    icon={SearchX}
    title="Geen producten gevonden"
    action={
      <Button asChild>
        <Link to="/shop">Toon alles</Link>
      </Button>
    }
  >
    Er zijn geen producten gevonden met de huidige filters.
  </EmptyState>
)
