import { useShop } from '../web/boot.ts'
import { Canonical } from '../web/ui/Canonical.tsx'
import { Title } from '../web/ui/Title.tsx'
import { decimalFromCents } from '../wire/money.ts'
import type { Category, Product } from './contract.ts'
import { productAddress } from './filters.rules.ts'
import { absolute, productData, scriptJson } from './structured.rules.ts'
import { picturesOf, summaryOf } from './wording.rules.ts'

interface ProductHeadProps {
  product: Product
  category: Category | undefined
  reviewCount: number
}

/** What search engines, and messages in which a link is shared, show of a product. */
export function ProductHead({ product, category, reviewCount }: ProductHeadProps) {
  const { name: shop, origin } = useShop()
  const path = productAddress(product)
  const summary = summaryOf(product.description)
  const [picture] = picturesOf(product)
  return (
    <>
      <Title>{product.name}</Title>
      <Canonical path={path} />
      <meta name="description" content={summary} />
      <meta property="og:type" content="product" />
      <meta property="og:site_name" content={shop} />
      <meta property="og:locale" content="nl_NL" />
      <meta property="og:title" content={product.name} />
      <meta property="og:description" content={summary} />
      <meta property="og:url" content={origin + path} />
      {picture && <meta property="og:image" content={absolute(picture, origin)} />}
      <meta property="product:price:amount" content={decimalFromCents(product.price)} />
      <meta property="product:price:currency" content="EUR" />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={product.name} />
      <meta name="twitter:description" content={summary} />
      {picture && <meta name="twitter:image" content={absolute(picture, origin)} />}
      <script
        type="application/ld+json"
        dangerouslySetInnerHTML={{
          __html: scriptJson(productData({ product, category, reviewCount, origin })),
        }}
      />
    </>
  )
}
