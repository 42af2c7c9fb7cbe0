import { useShop } from '../../ui/boot.ts'
import { JsonLd } from '../../ui/components/JsonLd.tsx'
import { PageMeta } from '../../ui/components/PageMeta.tsx'
import { decimalFromCents } from '../../wire/money.ts'
import type { Category, Product } from './contract.ts'
import { productPath } from './filters.rules.ts'
import { productJsonLd } from './structuredData.rules.ts'
import { productPictures, metaDescription } from './productText.rules.ts'

/** Metadata of a product, for search engines and link previews. */
export function ProductHead({ product, category }: { product: Product; category: Category | undefined }) {
  const { origin } = useShop()
  return (
    <>
      <PageMeta
        type="product"
        title={product.name}
        description={metaDescription(product.description)}
        path={productPath(product)}
        picture={productPictures(product)[0]}
      />
      <meta property="product:price:amount" content={decimalFromCents(product.price)} />
      <meta property="product:price:currency" content="EUR" />
      <JsonLd data={productJsonLd({ product, category, origin })} />
    </>
  )
}
