import { useSuspenseQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { plural } from '../web/format.ts'
import { Button } from '../web/ui/Button.tsx'
import { EmptyState } from '../web/ui/EmptyState.tsx'
import { Title } from '../web/ui/Title.tsx'
import { productsQuery } from './hooks.ts'
import { ProductCard } from './ProductCard.tsx'

export function ShopPage() {
  const { data: products } = useSuspenseQuery(productsQuery)
  const [search] = useSearchParams()
  const chosen = search.getAll('category')
  const shown = products.filter(({ categoryId }) => chosen.length === 0 || chosen.includes(categoryId))
  return (
    <div className="measure py-10 md:py-16">
      <Title>Shop</Title>
      <h1 className="display text-title">Shop</h1>
      <p className="mt-2 mb-10 text-ink-soft">{plural(shown.length, 'product', 'producten')}</p>
      {shown.length === 0 ? (
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
      ) : (
        <ul className="grid grid-cols-2 gap-x-4 gap-y-10 sm:grid-cols-3 lg:grid-cols-4 lg:gap-x-6">
          {shown.map((product, index) => (
            <li key={product.id}>
              <ProductCard product={product} priority={index < 4} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
