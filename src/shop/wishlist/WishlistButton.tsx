import { useQuery } from '@tanstack/react-query'
import { Heart } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useUser } from '../../people/accounts/hooks.ts'
import { LoginLink } from '../../people/accounts/login/LoginLink.tsx'
import type { Product } from '../products/catalog/contract.ts'
import { cn } from '../../ui/components/cn.ts'
import { useAddToWishlist, wishlistQuery } from './hooks.ts'
import { isOnWishlist } from './rules.ts'

interface WishlistButtonProps {
  product: Product
}

/** Puts a product on the wishlist, for a visitor after the login. */
export function WishlistButton({ product }: WishlistButtonProps) {
  if (useUser()) return <MemberWishlistButton product={product} />
  return (
    <LoginLink
      pendingAction={{ kind: 'wishlist', productId: product.id }}
      className={buttonClass}
      aria-label={emptyLabel(product)}
    >
      <Heart className="size-5" aria-hidden />
    </LoginLink>
  )
}

/**
 * Adds a product to the wishlist with an optimistic update; after a refusal it shows a toast and empties the heart. A
 * filled heart links to the wishlist, where the product can be removed.
 */
function MemberWishlistButton({ product }: WishlistButtonProps) {
  const { data: wishes = [] } = useQuery(wishlistQuery)
  const wished = isOnWishlist(wishes, product.id)
  const navigate = useNavigate()
  const add = useAddToWishlist()
  // One button in both states: replacing it by a link would lose the focus.
  return (
    <>
      <button
        type="button"
        className={buttonClass}
        aria-label={
          wished ? `Staat op je verlanglijst: ${product.name}. Bekijk je verlanglijst` : emptyLabel(product)
        }
        onClick={() => (wished ? void navigate('/wishlist') : add.mutate(product))}
      >
        <Heart
          key={String(wished)}
          className={cn('size-5', wished && 'fill-accent text-accent', add.isPending && 'animate-pop')}
          aria-hidden
        />
      </button>
      <output className="sr-only">
        {add.isSuccess && wished && `${product.name} staat op je verlanglijst`}
      </output>
    </>
  )
}

const emptyLabel = ({ name }: Product): string => `Zet op je verlanglijst: ${name}`

const buttonClass =
  'grid size-11 shrink-0 place-items-center rounded-full bg-paper/92 text-ink backdrop-blur-sm transition-colors hover:text-accent-text'
