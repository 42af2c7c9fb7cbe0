import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { AddToCart } from '../../shop/cart/AddToCart.tsx'
import { maxQuantity } from '../../shop/cart/rules.ts'
import { ProductAssurances } from '../../shop/catalog/ProductAssurances.tsx'
import type { Category, Product, ProductDetail } from '../../shop/catalog/contract.ts'
import { ProductGallery } from '../../shop/catalog/ProductGallery.tsx'
import { categoriesQuery, productQuery } from '../../shop/catalog/hooks.ts'
import { ProductInfo } from '../../shop/catalog/ProductInfo.tsx'
import { ProductHead } from '../../shop/catalog/ProductHead.tsx'
import { RelatedProducts } from '../../shop/catalog/RelatedProducts.tsx'
import { isSoldOut } from '../../shop/catalog/rules.ts'
import { splitParagraphs, productPictures } from '../../shop/catalog/productText.rules.ts'
import { ProductReviews } from '../../shop/reviews/ProductReviews.tsx'
import { lazyPart } from '../../ui/components/lazyPart.tsx'
import { Breadcrumbs } from '../../ui/components/Breadcrumbs.tsx'
import { QuantityStepper } from '../../ui/components/QuantityStepper.tsx'
import { WishlistButton } from '../../shop/wishlist/WishlistButton.tsx'
import { BundlesPart } from './BundlesPart.tsx'
import { RecentlyViewedPart } from './RecentlyViewedPart.tsx'

const REVIEWS = 'beoordelingen'

const BackInStockButton = lazyPart({
  load: async () => (await import('../../shop/backInStock/BackInStockButton.tsx')).BackInStockButton,
})

export function ProductPage() {
  const { data: product } = useSuspenseQuery(productQuery(useParams()['idOrSlug'] ?? ''))
  const { data: categories } = useSuspenseQuery(categoriesQuery)
  const category = categories.find(({ id }) => id === product.categoryId)
  // Another product remounts the page: its gallery, quantity and form start again.
  return <ProductScreen key={product.id} product={product} category={category} />
}

function ProductScreen({ product, category }: { product: ProductDetail; category: Category | undefined }) {
  return (
    <div className="measure py-5 md:py-8">
      <ProductHead product={product} category={category} />
      <Breadcrumbs steps={stepsTo(product, category)} />
      <div className="grid grid-cols-1 gap-x-12 gap-y-8 pt-3 md:grid-cols-2 md:pt-6 lg:grid-cols-[minmax(0,35rem)_minmax(0,1fr)] lg:gap-x-20">
        <ProductGallery
          name={product.name}
          pictures={productPictures(product)}
          corner={<WishlistButton product={product} />}
        />
        <div className="md:col-start-2 md:row-span-2 md:row-start-1">
          <div className="grid gap-7 roomy:sticky roomy:top-24 lg:pt-4">
            <ProductInfo product={product} reviewsId={REVIEWS} />
            <BuyBar product={product} />
            {isSoldOut(product.stock) && <BackInStockButton product={product} />}
            <ProductAssurances product={product} />
          </div>
        </div>
        <div className="grid grid-cols-1 gap-14 pt-2 md:pt-6">
          <section aria-labelledby="description" className="grid gap-4">
            <h2 id="description" className="display text-heading">
              Over dit product
            </h2>
            {splitParagraphs(product.description).map(paragraph => (
              <p key={paragraph} className="text-ink-soft">
                {paragraph}
              </p>
            ))}
          </section>
          <ProductReviews id={REVIEWS} product={product} />
        </div>
      </div>
      <BundlesPart productId={product.id} />
      <RelatedProducts product={product} Action={AddToCart} Corner={WishlistButton} />
      <RecentlyViewedPart currentId={product.id} />
    </div>
  )
}

const stepsTo = ({ name }: Product, category: Category | undefined) => [
  { name: 'Shop', to: '/shop' },
  ...(category ? [{ name: category.name, to: `/shop?category=${category.id}` }] : []),
  { name },
]

/** Quantity and the cart button; fixed at the bottom edge on a narrow screen while there is something to buy. */
function BuyBar({ product }: { product: Product }) {
  const [wanted, setWanted] = useState(1)
  if (isSoldOut(product.stock)) {
    return (
      <div className="flex">
        <AddToCart product={product} prominent />
      </div>
    )
  }
  const most = maxQuantity(product)
  const quantity = Math.max(1, Math.min(wanted, most))
  return (
    <div
      data-dock="slim"
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-paper/95 px-4 pt-3 pb-[max(--spacing(3),env(safe-area-inset-bottom))] backdrop-blur-md roomy:static roomy:border-0 roomy:bg-transparent roomy:p-0 roomy:backdrop-blur-none"
    >
      <div className="flex gap-3">
        <QuantityStepper name={product.name} value={quantity} max={most} onChange={setWanted} />
        <AddToCart product={product} quantity={quantity} prominent />
      </div>
    </div>
  )
}
