import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { AddToCart } from '../cart/AddToCart.tsx'
import { CategoryChoice } from '../catalog/CategoryChoice.tsx'
import { categoriesQuery, productsQuery } from '../catalog/hooks.ts'
import { ProductGrid } from '../catalog/ProductGrid.tsx'
import { inCategories } from '../catalog/rules.ts'
import { plural } from '../web/format.ts'
import { Title } from '../web/ui/Title.tsx'

export function ShopPage() {
  const { data: products } = useSuspenseQuery(productsQuery)
  const { data: categories } = useSuspenseQuery(categoriesQuery)
  const [search] = useSearchParams()
  const chosen = search.getAll('category')
  const shown = inCategories(products, chosen)
  const count = plural(shown.length, 'product', 'producten')
  const name = (chosen.length === 1 && categories.find(({ id }) => id === chosen[0])?.name) || 'Shop'
  return (
    <div className="measure py-10 md:py-16">
      <Title>{name}</Title>
      <h1 className="mb-6 flex flex-wrap items-baseline gap-x-4 gap-y-1 md:mb-8">
        <span className="display text-title">{name}</span>
        <span className="figures text-base font-normal text-ink-soft">{count}</span>
      </h1>
      {/* A reader that stays on the chosen category hears what it brought. */}
      <p role="status" className="sr-only">
        {count}
      </p>
      <CategoryChoice categories={categories} chosen={chosen} />
      <section aria-labelledby="products" className="pt-8 md:pt-10">
        <h2 id="products" className="sr-only">
          Producten
        </h2>
        <ProductGrid products={shown} Action={AddToCart} />
      </section>
    </div>
  )
}
