import { Check, ShoppingBag } from 'lucide-react'
import { useEffect, useState } from 'react'
import { LoginLink } from '../../people/accounts/login/LoginLink.tsx'
import type { Product } from '../products/catalog/contract.ts'
import { isSoldOut } from '../products/catalog/rules.ts'
import { ChooseLink } from './ChooseLink.tsx'
import { hasVariants } from '../products/variants/choice.rules.ts'
import { Button } from '../../ui/components/Button.tsx'
import { cn } from '../../ui/components/cn.ts'
import { formatCents } from '../../wire/money.ts'
import { useMayShop } from './guestCart.hooks.ts'
import { useAddToCart } from './hooks.ts'

/** How long the button shows the confirmation, in milliseconds. */
const CONFIRMATION_MS = 2000

interface AddToCartProps {
  product: Product
  /** Units; 1 by default. */
  quantity?: number
  /** True for the main button of a page. */
  prominent?: boolean
}

/** The button that sells a product; of one with variants, the way to its page, where one is chosen. */
export function AddToCart(props: AddToCartProps) {
  const { product } = props
  return hasVariants(product) ? <ChooseLink product={product} {...plainProps} /> : <CartButton {...props} />
}

/** Adds a product to the cart with an optimistic update; after a refusal it shows a toast and restores the badge. */
function CartButton({ product, quantity = 1, prominent = false }: AddToCartProps) {
  const mayShop = useMayShop()
  const add = useAddToCart()
  const [added, thank] = useBriefConfirmation()
  const dress = prominent ? prominentProps : plainProps
  const about = <span className="sr-only">: {product.name}</span>
  // Where the main button is fixed at the bottom edge, the price above it may be scrolled away.
  const label = (text: string) =>
    prominent ? (
      <span className="grid text-center leading-tight">
        {text}
        <span className="figures text-small font-normal roomy:hidden">
          <span className="sr-only">, </span>
          {formatCents(product.price * quantity)}
        </span>
      </span>
    ) : (
      text
    )

  if (isSoldOut(product.stock)) {
    return (
      <Button {...dress} variant="secondary" disabled>
        Uitverkocht
        {about}
      </Button>
    )
  }
  if (!mayShop) {
    return (
      <Button asChild {...dress}>
        <LoginLink pendingAction={{ kind: 'cart', productId: product.id, quantity }}>
          <ShoppingBag aria-hidden />
          {label('In winkelwagen')}
          {about}
        </LoginLink>
      </Button>
    )
  }
  const put = () => {
    thank(true)
    add.mutate({ product, quantity }, { onError: () => thank(false) })
  }
  return (
    <>
      <Button {...dress} onClick={put}>
        {added ? (
          <Check className={cn('animate-pop', !prominent && 'text-green')} aria-hidden />
        ) : (
          <ShoppingBag aria-hidden />
        )}
        {label(added ? 'Toegevoegd' : 'In winkelwagen')}
        {about}
      </Button>
      <output className="sr-only">
        {added && add.isSuccess && `${product.name} ligt in je winkelwagen`}
      </output>
    </>
  )
}

const plainProps = {
  variant: 'secondary',
  size: 'sm',
  className: 'h-11 w-full px-2 max-[23rem]:[&_svg]:hidden',
} as const
const prominentProps = {
  variant: 'primary',
  size: 'lg',
  className:
    'h-auto min-h-14 min-w-0 shrink grow basis-[9rem] px-3 leading-tight whitespace-normal max-[23rem]:[&_svg]:hidden',
} as const

/** True for `CONFIRMATION_MS` after a confirmation; another confirmation restarts the time. */
function useBriefConfirmation() {
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (count === 0) return
    const timer = setTimeout(() => setCount(0), CONFIRMATION_MS)
    return () => clearTimeout(timer)
  }, [count])
  return [count > 0, (yes: boolean) => setCount(before => (yes ? before + 1 : 0))] as const
}
