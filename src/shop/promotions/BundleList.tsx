import { useQueries } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ComponentType, Fragment } from 'react'
import { Link } from 'react-router'
import { ResponsiveImage } from '../../ui/components/ResponsiveImage.tsx'
import { formatCents } from '../../wire/money.ts'
import type { Product } from '../products/catalog/contract.ts'
import { productPath } from '../products/search/filters.rules.ts'
import { productQuery } from '../products/catalog/hooks.ts'
import type { Bundle } from './contract.ts'

interface BundleListProps {
  bundles: Bundle[]
  /** Puts one of each in the cart. */
  Action: ComponentType<{ products: Product[] }>
}

/** Products that cost less when they are bought together. */
export const BundleList = ({ bundles, Action }: BundleListProps) => (
  <section aria-labelledby="bundles" className="pt-20 md:pt-28">
    <h2 id="bundles" className="display mb-8 text-heading">
      Samen goedkoper
    </h2>
    <ul className="grid gap-4">
      {bundles.map(bundle => (
        <BundleCard key={bundle.promotionId} bundle={bundle} Action={Action} />
      ))}
    </ul>
  </section>
)

/** Renders nothing until all of its products are there. */
function BundleCard({ bundle, Action }: { bundle: Bundle; Action: BundleListProps['Action'] }) {
  const { productIds, price, bundlePrice, explanation } = bundle
  const products = useQueries({ queries: productIds.map(productQuery) }).flatMap(({ data }) => data ?? [])
  if (products.length < productIds.length) return null
  return (
    <li className="grid gap-6 rounded-card border border-line bg-surface p-4 sm:p-6 lg:grid-cols-[1fr_auto] lg:items-center">
      <div className="flex flex-wrap items-start gap-3">
        {products.map((product, index) => (
          <Fragment key={product.id}>
            {index > 0 && <Plus aria-hidden className="mt-10 size-4 shrink-0 text-ink-faint max-sm:hidden" />}
            <Link to={productPath(product)} className="grid w-24 gap-2 text-small sm:w-28">
              <span className="overflow-hidden rounded-card">
                <ResponsiveImage src={product.imageUrl} alt="" sizes="112px" />
              </span>
              {product.name}
            </Link>
          </Fragment>
        ))}
      </div>
      <div className="grid gap-3 lg:min-w-64">
        <p className="grid gap-1">
          <span className="text-small text-ink-soft">{explanation}</span>
          <span className="flex flex-wrap items-baseline gap-x-2">
            <span className="figures text-subheading font-medium">{formatCents(bundlePrice)}</span>
            <span className="text-small text-ink-soft">los {formatCents(price)}</span>
          </span>
        </p>
        <Action products={products} />
      </div>
    </li>
  )
}
