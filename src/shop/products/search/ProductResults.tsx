import { PackageOpen, SearchX } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { memo, type ReactNode, useEffect, useRef } from 'react'
import { Navigate } from 'react-router'
import { userMessageOf } from '../../../ui/call/call.ts'
import { Button } from '../../../ui/components/Button.tsx'
import { ButtonLink } from '../../../ui/components/ButtonLink.tsx'
import { cn } from '../../../ui/components/cn.ts'
import { EmptyState } from '../../../ui/components/EmptyState.tsx'
import { Notice } from '../../../ui/components/Notice.tsx'
import { CategoryLinks } from './CategoryHits.tsx'
import type { Product } from '../catalog/contract.ts'
import { countActiveFilters, type ProductFilters, shopPath } from './filters.rules.ts'
import { categoriesQuery, featuredProductsQuery, type useProductSearch } from '../catalog/hooks.ts'
import { Pagination } from '../../../ui/lists/Pagination.tsx'
import { pageCount } from '../../../ui/lists/pagination.ts'
import { Skeleton } from '../../../ui/components/Skeleton.tsx'
import { ProductCard, type ProductCardSlots } from '../catalog/ProductCard.tsx'

interface ResultsProps extends ProductCardSlots {
  filters: ProductFilters
  results: ReturnType<typeof useProductSearch>
}

/** A page of products. The previous results stay, dimmed, until the new ones have loaded. */
export function ProductResults({ filters, results, ...slots }: ResultsProps) {
  const { data, isError, isPlaceholderData, error, refetch } = results
  if (isError) return <LoadError reason={userMessageOf(error)} retry={() => void refetch()} />
  if (!data) return <ProductGridSkeleton count={9} />
  const last = pageCount(data.total, data.pageSize)
  if (!isPlaceholderData && filters.page > last) {
    return <Navigate to={shopPath({ ...filters, page: last })} replace />
  }
  return (
    <div
      aria-busy={isPlaceholderData || undefined}
      className={cn('transition-opacity duration-200', isPlaceholderData && 'opacity-60 delay-100')}
    >
      {data.items.length === 0 ? (
        <NothingFound filters={filters} slots={slots} />
      ) : (
        <ProductGrid products={data.items} {...slots} />
      )}
      <Pagination current={filters.page} last={last} to={page => shopPath({ ...filters, page })} />
    </div>
  )
}

/** The heading of the results; it gets the focus after a page change. */
export function ProductResultsHeading({ page, children }: { page: number; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(page)
  useEffect(() => {
    const isOther = shown.current !== page
    shown.current = page
    // Only after a page link at the bottom; a filter change keeps the focus on the filter.
    if (isOther && document.activeElement?.closest('nav')) heading.current?.focus({ preventScroll: true })
  }, [page])
  return (
    <h2 ref={heading} id="products" tabIndex={-1} className="sr-only">
      {children}
    </h2>
  )
}

function NothingFound({ filters, slots }: { filters: ProductFilters; slots: ProductCardSlots }) {
  if (countActiveFilters(filters) > 0)
    return (
      <EmptyState
        icon={SearchX}
        title="Niets gevonden"
        action={<ButtonLink to="/shop">Toon alles</ButtonLink>}
      >
        Er zijn geen producten gevonden met de huidige filters.
      </EmptyState>
    )
  if (filters.q !== '') return <NoHits q={filters.q} slots={slots} />
  return (
    <EmptyState icon={PackageOpen} title="Nog geen producten">
      Er is hier nog niets te koop.
    </EmptyState>
  )
}

/** Names the typed words, and shows popular products instead. */
function NoHits({ q, slots }: { q: string; slots: ProductCardSlots }) {
  const { data: categories = [] } = useQuery(categoriesQuery)
  const { data: suggested } = useQuery(featuredProductsQuery)
  return (
    <div className="grid gap-8 py-6">
      <div className="grid gap-4">
        <h3 className="display text-heading">Niets gevonden</h3>
        <p className="text-ink-soft wrap-anywhere">
          We vonden niets voor “{q}”.{suggested && suggested.items.length > 0 && ' Misschien zocht je dit:'}
        </p>
        <CategoryLinks categories={categories} label="Categorieën">
          <ButtonLink to="/shop">Toon alles</ButtonLink>
        </CategoryLinks>
      </div>
      {suggested && <ProductGrid products={suggested.items} {...slots} />}
    </div>
  )
}

const LoadError = ({ reason, retry }: { reason: string; retry: () => void }) => (
  <Notice tone="error" title="De producten zijn er niet">
    <p>{reason}</p>
    <Button variant="secondary" size="sm" className="mt-3" onClick={retry}>
      Probeer opnieuw
    </Button>
  </Notice>
)

/** The number of products that are visible without scrolling. */
const ABOVE_THE_FOLD = 3

/** Stays as it is while a filter changes and its products are on their way: a phone draws the choice at once. */
const ProductGrid = memo(({ products, ...slots }: { products: Product[] } & ProductCardSlots) => (
  <ul className={grid}>
    {products.map((product, index) => (
      <li key={product.id}>
        <ProductCard
          product={product}
          priority={index < ABOVE_THE_FOLD}
          sizes="(min-width: 1024px) 296px, (min-width: 768px) 33vw, 50vw"
          {...slots}
        />
      </li>
    ))}
  </ul>
))

const grid =
  'grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(8rem,40%)),1fr))] gap-x-4 gap-y-10 md:grid-cols-3 md:gap-x-6 lg:gap-x-8 lg:gap-y-14'

const ProductGridSkeleton = ({ count }: { count: number }) => (
  <div className={grid} aria-hidden>
    {Array.from({ length: count }, (_, index) => (
      <div key={index} className="grid gap-3">
        <Skeleton className="aspect-4/5 rounded-card" />
        <Skeleton className="h-5 w-3/4" />
        <Skeleton className="h-5 w-1/3" />
        <Skeleton className="h-11 rounded-card" />
      </div>
    ))}
  </div>
)
