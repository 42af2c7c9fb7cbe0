import { useQueryClient } from '@tanstack/react-query'
import { ShoppingBag } from 'lucide-react'
import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { CountBadge } from '../../ui/components/Badge.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { lazyDialog } from '../../ui/dialogs/lazyDialog.tsx'
import { lazyPart } from '../../ui/components/lazyPart.tsx'
import { plural } from '../../ui/format.ts'
import { CART_COOKIE, readCookie } from '../../wire/cookies.ts'
import type { CartItem } from './contract.ts'
import { useCartLines } from './guestCart.hooks.ts'
import { cartQuery } from './hooks.ts'
import { totalQuantity } from './rules.ts'

/** A file of its own, so that the page does not wait for it: fetched once the page can be used. */
const CartShell = lazyPart({
  load: async () => (await import('./CartShell.tsx')).CartShell,
  frame: () => null,
})

const CartDrawer = lazyDialog({
  title: 'Winkelwagen',
  load: async () => (await import('./CartDrawer.tsx')).CartDrawer,
  Shell: CartShell,
})

/** The data that the page does not wait for. */
function fetchLater(): void {
  void CartShell.preload()
  if (readCookie(document.cookie, CART_COOKIE) !== 'partial') return
  void import('./mergeNotice.hooks.ts').then(
    ({ tellMerge }) => tellMerge(),
    // The cookie stays for the next page.
    () => undefined,
  )
}

interface CartButtonProps {
  /** Called when the drawer opens, to preload the checkout. */
  onOpen: () => void
  /** A notice about the lines, shown before they are ordered. */
  Notice: ComponentType<{ lines: CartItem[] }>
  /** The totals with promotions, in place of `plain`. */
  Totals: ComponentType<{ lines: CartItem[]; plain: ReactNode }>
  /** Called when the customer starts the checkout. */
  onOrder: () => void
}

/**
 * The cart in the top bar: a badge with the number of units, and a drawer with the lines. `?cart=open` in the URL
 * opens it.
 */
export function CartButton({ onOpen, Notice, Totals, onOrder }: CartButtonProps) {
  const lines = useCartLines()
  const cache = useQueryClient()
  useEffect(fetchLater, [])
  const [open, setOpen] = useState(false)
  const [wasShell, setWasShell] = useState(false)
  const show = (next: boolean) => {
    setOpen(next)
    setWasShell(false)
    if (!next) return
    // Not beside the drawer, which would wait for it on a slow network.
    void CartDrawer.preload().then(onOpen)
    // Prices and stock may have changed since the cart was last fetched.
    void cache.invalidateQueries({ queryKey: cartQuery.queryKey })
  }
  const [search, setSearch] = useSearchParams()
  const isAsked = search.get('cart') === 'open'
  const answer = useEffectEvent(() => {
    if (!isAsked) return
    search.delete('cart')
    setSearch(search, { replace: true, preventScrollReset: true })
    show(true)
  })
  useEffect(() => answer(), [isAsked])
  const order = () => {
    setOpen(false)
    onOrder()
  }
  const count = totalQuantity(lines)
  return (
    <>
      <Button
        variant="quiet"
        size="icon"
        aria-haspopup="dialog"
        aria-label={`Winkelwagen, ${plural(count, 'stuk', 'stuks')}`}
        onClick={() => show(true)}
        {...CartDrawer.preloadOnIntent}
      >
        <ShoppingBag aria-hidden />
        <CountBadge count={count} />
      </Button>
      <CartDrawer
        open={open}
        onOpenChange={show}
        lines={lines}
        wasShell={wasShell}
        onShell={() => setWasShell(true)}
        notice={open && <Notice lines={lines} />}
        Totals={Totals}
        onOrder={order}
      />
    </>
  )
}
