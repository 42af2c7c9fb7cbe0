import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { AddToCart } from '../../shop/cart/AddToCart.tsx'
import { ProductAssurances } from '../../shop/products/catalog/ProductAssurances.tsx'
import type { Category, Product, ProductDetail } from '../../shop/products/catalog/contract.ts'
import { ProductGallery } from '../../shop/products/catalog/ProductGallery.tsx'
import { categoriesQuery, productQuery } from '../../shop/products/catalog/hooks.ts'
import { ProductHead } from '../../shop/products/catalog/ProductHead.tsx'
import { RelatedProducts } from '../../shop/products/catalog/RelatedProducts.tsx'
import { ProductSafetySection } from '../../shop/products/safety/ProductSafetySection.tsx'
import { useVariantChoice } from '../../shop/products/variants/choice.hooks.ts'
import { splitParagraphs, productPictures } from '../../shop/products/catalog/productText.rules.ts'
import { ProductReviews } from '../../shop/reviews/ProductReviews.tsx'
import { Breadcrumbs } from '../../ui/components/Breadcrumbs.tsx'
import { WishlistButton } from '../../shop/wishlist/WishlistButton.tsx'
import { ProductPurchase, REVIEWS_ID } from './ProductPurchase.tsx'
import { BundlesPart } from './BundlesPart.tsx'
import { RecentlyViewedPart } from './RecentlyViewedPart.tsx'

export function ProductPage() {
  const slug = useParams()['idOrSlug'] ?? ''
  const { data: asked } = useSuspenseQuery(productQuery(slug))
  const { data: product } = useSuspenseQuery(productQuery(asked.parent?.slug ?? slug))
  const { data: categories } = useSuspenseQuery(categoriesQuery)
  const category = categories.find(({ id }) => id === product.categoryId)
  // Another product remounts the page: its gallery, quantity and form start again. Another variant does not.
  return <ProductScreen key={product.id} product={product} slug={slug} category={category} />
}

interface ProductScreenProps {
  product: ProductDetail
  /** The one in the address: its own, or that of one of its variants. */
  slug: string
  category: Category | undefined
}

function ProductScreen({ product, slug, category }: ProductScreenProps) {
  const { choice, choose, chosen } = useVariantChoice(product, slug)
  /** The product or variant that is bought, or the product that it is chosen from. */
  const shown = chosen ?? product
  const pictures = productPictures(shown)
  return (
    <div className="measure py-5 md:py-8">
      <ProductHead product={shown} category={category} />
      <Breadcrumbs steps={stepsTo(product, category)} />
      <div className="grid grid-cols-1 gap-x-12 gap-y-8 pt-3 md:grid-cols-2 md:pt-6 lg:grid-cols-[minmax(0,35rem)_minmax(0,1fr)] lg:gap-x-20">
        <ProductGallery
          key={pictures.join(' ')}
          name={shown.name}
          pictures={pictures}
          hasThumbnails={product.options !== undefined && productPictures(product).length > 1}
          corner={<WishlistButton product={shown} />}
        />
        <div className="md:col-start-2 md:row-span-2 md:row-start-1">
          <div className="grid gap-7 roomy:sticky roomy:top-24 lg:pt-4">
            <ProductPurchase product={product} variant={chosen} choice={choice} onChoose={choose} />
            <ProductAssurances product={shown} />
          </div>
        </div>
        <div className="grid grid-cols-1 gap-14 pt-2 md:pt-6">
          <Description text={product.description} />
          {product.safety && <ProductSafetySection safety={product.safety} />}
          <ProductReviews id={REVIEWS_ID} product={product} />
        </div>
      </div>
      <BundlesPart productId={product.id} />
      <RelatedProducts product={product} Action={AddToCart} Corner={WishlistButton} />
      <RecentlyViewedPart currentId={product.id} />
    </div>
  )
}

const Description = ({ text }: { text: string }) => (
  <section aria-labelledby="description" className="grid gap-4">
    <h2 id="description" className="display text-heading">
      Over dit product
    </h2>
    {splitParagraphs(text).map(paragraph => (
      <p key={paragraph} className="text-ink-soft">
        {paragraph}
      </p>
    ))}
  </section>
)

const stepsTo = ({ name }: Product, category: Category | undefined) => [
  { name: 'Shop', to: '/shop' },
  ...(category ? [{ name: category.name, to: `/shop?category=${category.id}` }] : []),
  { name },
]
