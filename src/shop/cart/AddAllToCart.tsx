import { ShoppingBag } from 'lucide-react'
import { useState } from 'react'
import { LoginLink } from '../../people/accounts/login/LoginLink.tsx'
import { Button } from '../../ui/components/Button.tsx'
import type { Product } from '../products/catalog/contract.ts'
import { hasVariants } from '../products/variants/choice.rules.ts'
import { ChooseLink } from './ChooseLink.tsx'
import { useMayShop } from './guestCart.hooks.ts'
import { useAddToCart } from './hooks.ts'

/** Adds one of each product to the cart; after a refusal of one of them a toast says so. */
export function AddAllToCart({ products }: { products: Product[] }) {
  const add = useAddToCart()
  const [isDone, setIsDone] = useState(false)
  if (!useMayShop()) {
    return (
      <Button asChild variant="secondary">
        <LoginLink>Log in om te bestellen</LoginLink>
      </Button>
    )
  }
  const unchosen = products.find(hasVariants)
  if (unchosen) return <ChooseLink product={unchosen} variant="secondary" />
  const addAll = async () => {
    const answers = await Promise.allSettled(
      products.map(product => add.mutateAsync({ product, quantity: 1 })),
    )
    setIsDone(answers.every(({ status }) => status === 'fulfilled'))
  }
  return (
    <>
      <Button variant="secondary" busy={add.isPending} onClick={() => void addAll()}>
        <ShoppingBag aria-hidden />
        Samen in winkelwagen
      </Button>
      <output className="text-small text-ink-soft">{isDone && 'Ze liggen samen in je winkelwagen.'}</output>
    </>
  )
}
