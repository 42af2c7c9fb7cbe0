import { useShop } from '../../../ui/page/boot.ts'
import { JsonLd } from '../../../ui/components/JsonLd.tsx'
import { PageMeta } from '../../../ui/components/PageMeta.tsx'
import { decimalFromCents } from '../../../wire/money.ts'
import type { Category, ProductDetail } from './contract.ts'
import { productPath } from '../search/filters.rules.ts'
import { productJsonLd } from './structuredData.rules.ts'
import { productPictures, metaDescription } from './productText.rules.ts'

interface ProductHeadProps {
  /** The product of the page, or the variant that is chosen. */
  product: ProductDetail
  category: Category | undefined
}

/** Metadata of a product, for search engines and link previews: those of its variants belong to the product's own page. */
export function ProductHead({ product, category }: ProductHeadProps) {
  const { origin } = useShop()
  return (
    <>
      <PageMeta
        type="product"
        title={product.name}
        description={metaDescription(product.description)}
        path={productPath(product.parent ?? product)}
        picture={productPictures(product)[0]}
      />
      <meta property="product:price:amount" content={decimalFromCents(product.price)} />
      <meta property="product:price:currency" content="EUR" />
      <JsonLd data={productJsonLd({ product, category, origin })} />
    </>
  )
}
