import { Check, ShoppingBag } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useUser } from '../accounts/hooks.ts'
import type { Product } from '../catalog/contract.ts'
import { isSoldOut } from '../catalog/rules.ts'
import { loginPath } from '../web/admission.ts'
import { Button } from '../web/ui/Button.tsx'
import { useAddToCart } from './hooks.ts'

/** How long the button says that it is done. */
const THANKS_MS = 2000

/** Puts one piece in the cart. It answers at once; a refusal is a toast, and the badge goes back. */
export function AddToCart({ product }: { product: Product }) {
  const user = useUser()
  const { pathname, search } = useLocation()
  const add = useAddToCart()
  const [added, thank] = useThanks()
  const about = <span className="sr-only">: {product.name}</span>

  if (isSoldOut(product.stock)) {
    return (
      <Button variant="secondary" size="sm" disabled className={looks}>
        Uitverkocht
        {about}
      </Button>
    )
  }
  if (!user) {
    return (
      <Button asChild variant="secondary" size="sm" className={looks}>
        <Link to={loginPath(pathname + search)}>
          <ShoppingBag aria-hidden />
          In winkelwagen
          {about}
        </Link>
      </Button>
    )
  }
  const put = () => {
    thank(true)
    add.mutate({ product, quantity: 1 }, { onError: () => thank(false) })
  }
  return (
    <>
      <Button variant="secondary" size="sm" className={looks} onClick={put}>
        {added ? <Check className="animate-pop text-green" aria-hidden /> : <ShoppingBag aria-hidden />}
        {added ? 'Toegevoegd' : 'In winkelwagen'}
        {about}
      </Button>
      <output className="sr-only">
        {added && add.isSuccess && `${product.name} ligt in je winkelwagen`}
      </output>
    </>
  )
}

const looks = 'h-11 w-full px-2 max-[23rem]:[&_svg]:hidden'

/** True for a moment after being thanked; every further one begins the moment anew. */
function useThanks() {
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (count === 0) return
    const timer = setTimeout(() => setCount(0), THANKS_MS)
    return () => clearTimeout(timer)
  }, [count])
  return [count > 0, (yes: boolean) => setCount(before => (yes ? before + 1 : 0))] as const
}
