import { useDeferredValue } from 'react'
import { AddToCart } from '../../shop/cart/AddToCart.tsx'
import { CategoryHits } from '../../shop/products/search/CategoryHits.tsx'
import { FilterDrawer } from '../../shop/products/search/FilterDrawer.tsx'
import { FilterPanel } from '../../shop/products/search/FilterPanel.tsx'
import { useProductFilters } from '../../shop/products/search/filters.hooks.ts'
import {
  countActiveFilters,
  defaultFilters,
  shopPath,
  withFilter,
} from '../../shop/products/search/filters.rules.ts'
import { useProductSearch, useTrackSearch } from '../../shop/products/catalog/hooks.ts'
import { pageCount } from '../../ui/lists/pagination.ts'
import { OptionChips } from '../../shop/products/search/OptionFilters.tsx'
import { ProductResults, ProductResultsHeading } from '../../shop/products/search/ProductResults.tsx'
import { SearchField } from '../../shop/products/search/SearchField.tsx'
import { SortChoice } from '../../shop/products/search/SortChoice.tsx'
import { plural } from '../../ui/format.ts'
import { PageMeta } from '../../ui/components/PageMeta.tsx'
import { cn } from '../../ui/components/cn.ts'
import { Notice } from '../../ui/components/Notice.tsx'
import { WishlistButton } from '../../shop/wishlist/WishlistButton.tsx'
import { RecentlyViewedPart } from './RecentlyViewedPart.tsx'

export function ShopPage() {
  const { categories, filters, isGone, show, searchFor } = useProductFilters()
  // The choice is drawn first, then its results.
  const searched = useDeferredValue(filters)
  const results = useProductSearch(searched)
  const found = results.data
  const isStale = results.isPlaceholderData || searched !== filters
  useTrackSearch(searched, results)
  const { category, sort, page } = filters
  const name = (category.length === 1 && categories.find(({ id }) => id === category[0])?.name) || 'Shop'
  const panel = (
    <FilterPanel categories={categories} filters={filters} facets={found?.facets} onChange={show} />
  )
  return (
    <div className="measure py-8 md:py-14">
      <PageMeta
        title={page > 1 ? `${name}, pagina ${page}` : name}
        description={`${name}: met aandacht gekozen, discreet verzonden.`}
        // The canonical URL omits search, price filter and order, which show the same products.
        path={shopPath({ ...defaultFilters, category: category.length === 1 ? category : [], page })}
      />
      <header className="grid gap-6 md:grid-cols-[1fr_minmax(18rem,25rem)] md:items-end md:gap-10">
        <Heading name={name} total={found?.total} isStale={isStale} />
        <SearchField onSearch={searchFor} />
      </header>
      {isGone && (
        <Notice tone="info" title="Een categorie die je koos, bestaat niet meer." className="mt-6">
          Je ziet nu wat er zonder die categorie te vinden is.
        </Notice>
      )}
      <div className="pt-6 lg:grid lg:grid-cols-[14.5rem_minmax(0,1fr)] lg:gap-14 lg:pt-12">
        <aside aria-label="Filters" className="hidden lg:block">
          {panel}
        </aside>
        <section aria-labelledby="products">
          <ProductResultsHeading page={page}>Producten</ProductResultsHeading>
          <div className="mb-6 flex flex-wrap items-center justify-between gap-3 lg:justify-end">
            <div className="contents lg:hidden">
              <FilterDrawer set={countActiveFilters(filters)} total={found?.total}>
                {panel}
              </FilterDrawer>
            </div>
            <SortChoice sort={sort} onChange={next => show(withFilter(filters, { sort: next }))} />
          </div>
          <OptionChips filters={filters} onChange={show} />
          <CategoryHits categories={categories} q={filters.q} />
          <ProductResults filters={searched} results={results} Action={AddToCart} Corner={WishlistButton} />
        </section>
      </div>
      <RecentlyViewedPart currentId={null} />
      <p role="status" className="sr-only">
        {found && !isStale && resultsAnnouncement(found.total, found.pageSize, page)}
      </p>
    </div>
  )
}

/** The category, with the number of its products. */
const Heading = ({ name, total, isStale }: { name: string; total: number | undefined; isStale: boolean }) => (
  <h1 className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
    <span className="display text-title">{name}</span>
    {total !== undefined && (
      <span
        className={cn(
          'figures text-base font-normal text-ink-soft transition-opacity',
          isStale && 'opacity-60 delay-100',
        )}
      >
        {plural(total, 'product', 'producten')}
      </span>
    )}
  </h1>
)

/** The announcement for screen readers when the results change. */
function resultsAnnouncement(total: number, pageSize: number, page: number): string {
  const last = pageCount(total, pageSize)
  const count = `${plural(total, 'product', 'producten')} gevonden`
  return last > 1 ? `${count}, pagina ${page} van ${last}` : count
}
