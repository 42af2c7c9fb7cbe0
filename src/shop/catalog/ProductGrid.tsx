import type { ComponentType } from 'react'
import { Skeleton } from '../../ui/components/Skeleton.tsx'
import type { Product } from './contract.ts'
import { ProductCard } from './ProductCard.tsx'

/** The number of products that are visible without scrolling. */
const ABOVE_THE_FOLD = 3

interface ProductGridProps {
  products: Product[]
  /** The button of a product. */
  Action: ComponentType<{ product: Product }>
  /** Shown in the corner of its picture. */
  Corner: ComponentType<{ product: Product }>
}

export const ProductGrid = ({ products, Action, Corner }: ProductGridProps) => (
  <ul className={grid}>
    {products.map((product, index) => (
      <li key={product.id}>
        <ProductCard
          product={product}
          priority={index < ABOVE_THE_FOLD}
          sizes="(min-width: 1024px) 296px, (min-width: 768px) 33vw, 50vw"
          action={<Action product={product} />}
          corner={<Corner product={product} />}
        />
      </li>
    ))}
  </ul>
)

const grid = 'grid grid-cols-2 gap-x-4 gap-y-10 md:grid-cols-3 md:gap-x-6 lg:gap-x-8 lg:gap-y-14'

/** Placeholders while products load. */
export const ProductGridSkeleton = ({ count }: { count: number }) => (
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
