import { VatNote } from '../../../ui/components/VatNote.tsx'
import { plural } from '../../../ui/format.ts'
import { cn } from '../../../ui/components/cn.ts'
import { StarRating } from '../../../ui/components/StarRating.tsx'
import { formatCents } from '../../../wire/money.ts'
import type { Product } from './contract.ts'
import { SaleNote } from '../prices/Price.tsx'
import { isLowOnStock, isSoldOut } from './rules.ts'
import { formatRating, stockLabel } from './productText.rules.ts'
import { contentText, unitPriceText } from '../prices/unitPrice.rules.ts'

interface ProductFactsProps {
  /** The product or variant that is bought, or the product that it is chosen from. */
  product: Product
  reviewsId: string
}

/** Name, price, rating and availability. */
export const ProductInfo = ({ product, reviewsId }: ProductFactsProps) => (
  <div className="grid gap-4">
    <h1 className="display text-title">{product.parent?.name ?? product.name}</h1>
    <p className="flex items-baseline gap-2">
      {product.maxPrice !== undefined && <span className="text-ink-soft">vanaf</span>}
      <span className="figures text-heading font-medium">{formatCents(product.price)}</span>
      {/* The VAT of a gift card is that of the products that it pays for. */}
      {!product.isGiftCard && <VatNote />}
    </p>
    <UnitPriceNote product={product} />
    <SaleNote {...product} />
    <a
      href={`#${reviewsId}`}
      className="flex min-h-6 items-center gap-2 justify-self-start text-small text-ink-soft underline-offset-4 hover:text-ink hover:underline"
    >
      {product.rating !== null && (
        <>
          <StarRating rating={product.rating} />
          <span aria-hidden className="figures">
            {formatRating(product.rating)}
          </span>
        </>
      )}
      {reviewsText(product.reviewCount)}
    </a>
    <StockLine stock={product.stock} />
  </div>
)

/** The amount, and the price of 100 ml or 100 g; of variants of different prices it shows once one is chosen. */
function UnitPriceNote({ product }: { product: Product }) {
  const parts = [
    contentText(product),
    product.maxPrice === undefined && unitPriceText(product.price, product),
  ]
  const text = parts.filter(Boolean).join(', ')
  return text === '' ? null : <p className="figures -mt-3 text-small text-ink-soft">{text}</p>
}

const reviewsText = (count: number): string =>
  count === 0 ? 'Nog geen beoordelingen' : plural(count, 'beoordeling', 'beoordelingen')

const StockLine = ({ stock }: { stock: number }) => (
  <p className="flex items-center gap-2 text-small font-medium">
    <span
      aria-hidden
      className={cn(
        'size-2 rounded-full',
        isSoldOut(stock) ? 'bg-ink-faint' : isLowOnStock(stock) ? 'bg-live' : 'bg-green',
      )}
    />
    {stockLabel(stock)}
  </p>
)
