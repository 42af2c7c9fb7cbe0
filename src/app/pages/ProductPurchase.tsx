import { type ReactNode, useRef, useState } from 'react'
import { AddToCart } from '../../shop/cart/AddToCart.tsx'
import { maxQuantity } from '../../shop/cart/rules.ts'
import type { Product, ProductDetail } from '../../shop/products/catalog/contract.ts'
import { ProductInfo } from '../../shop/products/catalog/ProductInfo.tsx'
import { stockLabel } from '../../shop/products/catalog/productText.rules.ts'
import { isSoldOut } from '../../shop/products/catalog/rules.ts'
import { VariantChooser } from '../../shop/products/variants/VariantChooser.tsx'
import {
  chooseFirstText,
  hasVariants,
  type VariantChoice,
} from '../../shop/products/variants/choice.rules.ts'
import { Button } from '../../ui/components/Button.tsx'
import { formatCents } from '../../wire/money.ts'
import { lazyPart } from '../../ui/components/lazyPart.tsx'
import { QuantityStepper } from '../../ui/forms/QuantityStepper.tsx'

/** The id of the reviews on the page. */
export const REVIEWS_ID = 'beoordelingen'

const BackInStockButton = lazyPart({
  load: async () => (await import('../../shop/backInStock/BackInStockButton.tsx')).BackInStockButton,
})

interface ProductPurchaseProps {
  /** The product of the page. */
  product: ProductDetail
  /** The one of it that is chosen, as a product; null without any. */
  variant: Product | null
  choice: VariantChoice
  onChoose: (option: number, value: string) => void
}

/** The price, the choice, and the button that sells it. */
export function ProductPurchase({ product, variant, choice, onChoose }: ProductPurchaseProps) {
  const groups = useRef<HTMLDivElement>(null)
  const unchosen = choice.indexOf(null)
  const { options = [], variants = [] } = product
  const shown = variant ?? product
  const isChosen = !hasVariants(shown)
  const focusUnchosen = () => {
    const group = groups.current?.querySelectorAll('fieldset')[Math.max(0, unchosen)]
    group?.scrollIntoView({ block: 'center' })
    group?.querySelector('input')?.focus({ preventScroll: true })
  }
  return (
    <>
      <ProductInfo product={shown} reviewsId={REVIEWS_ID} />
      {options.length > 0 && (
        <div ref={groups}>
          <VariantChooser options={options} variants={variants} choice={choice} onChoose={onChoose} />
        </div>
      )}
      <p role="status" className="sr-only">
        {variant && `${formatCents(variant.price)}, ${stockLabel(variant.stock)}`}
      </p>
      {isChosen ? (
        <BuyBar product={shown} />
      ) : (
        <ChooseFirst option={options[unchosen]?.name} onPress={focusUnchosen} />
      )}
      {isChosen && isSoldOut(shown.stock) && <BackInStockButton key={shown.id} product={shown} />}
    </>
  )
}

/** Fixed at the bottom edge on a narrow screen, in reach of a thumb. */
const Dock = ({ children }: { children: ReactNode }) => (
  <div
    data-dock="slim"
    className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-paper/95 px-4 pt-3 pb-[max(--spacing(3),env(safe-area-inset-bottom))] backdrop-blur-md roomy:static roomy:border-0 roomy:bg-transparent roomy:p-0 roomy:backdrop-blur-none"
  >
    <div className="flex flex-wrap gap-3">{children}</div>
  </div>
)

interface ChooseFirstProps {
  /** The first option of which nothing is chosen. */
  option: string | undefined
  onPress: () => void
}

/** In place of the cart button while something is still to be chosen: leads there. */
const ChooseFirst = ({ option, onPress }: ChooseFirstProps) => (
  <Dock>
    <Button size="lg" className="grow" onClick={onPress}>
      {option === undefined ? 'Kies eerst een uitvoering' : chooseFirstText(option)}
    </Button>
  </Dock>
)

/** Quantity and the cart button; docked while there is something to buy. */
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
    <Dock>
      <QuantityStepper name={product.name} value={quantity} max={most} onChange={setWanted} />
      <AddToCart product={product} quantity={quantity} prominent />
    </Dock>
  )
}
