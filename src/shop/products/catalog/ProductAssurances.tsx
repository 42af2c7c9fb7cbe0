import { CalendarCheck, EyeOff, Info, Package, ShieldCheck, Truck, Undo2, Zap } from 'lucide-react'
import { Link } from 'react-router'
import { useShop } from '../../../ui/page/boot.ts'
import { shippingPromise } from '../../../wire/shippingText.ts'
import type { Product } from './contract.ts'
import { isDigital, isSoldOut } from './rules.ts'
import { productAssurances } from './productText.rules.ts'
import { useIsHydrated } from '../../../ui/page/hydrated.ts'
import { useState } from 'react'
import { promiseTextForAll } from '../../../wire/delivery.ts'

/** Delivery, discreet packaging, and whether the product can be returned. */
export function ProductAssurances({ product }: { product: Product }) {
  const { delivery, discretion, regret } = productAssurances(product, shippingPromise(useShop()))
  const isSent = !isDigital(product) && !product.isGiftCard
  const lines = [
    { icon: isDigital(product) ? Zap : Truck, text: delivery },
    { icon: isDigital(product) ? EyeOff : Package, text: discretion },
    { icon: isDigital(product) ? Info : Undo2, text: regret },
  ]
  return (
    <ul className="grid gap-3 border-t border-line pt-6 text-small text-ink-soft">
      {lines.map(({ icon: Icon, text }) => (
        <li key={text} className="flex items-center gap-3">
          <Icon className="size-5 shrink-0 text-ink-faint" strokeWidth={1.5} aria-hidden />
          {text}
        </li>
      ))}
      {isSent && (
        <>
          {!isSoldOut(product.stock) && <PromiseLine />}
          <li className="flex items-center gap-3">
            <ShieldCheck className="size-5 shrink-0 text-ink-faint" strokeWidth={1.5} aria-hidden />
            <Link to="/wettelijke-garantie" className="underline-offset-4 hover:underline">
              Minstens 2 jaar wettelijke garantie
            </Link>
          </li>
        </>
      )}
    </ul>
  )
}

/** By country; at the checkout it is that of the address. Nothing where no day is promised. */
function PromiseLine() {
  if (useShop().delivery === null) return null
  return (
    <li className="flex items-center gap-3">
      <CalendarCheck className="size-5 shrink-0 text-ink-faint" strokeWidth={1.5} aria-hidden />
      <DeliveryPromise otherwise="Met een dag waarop je pakket er is" />
    </li>
  )
}

/** The days on which a parcel of now arrives; without a promise, or in a page that may be older, the general text. */
export function DeliveryPromise({ otherwise }: { otherwise: string }) {
  const { delivery, shipsTo } = useShop()
  const isHydrated = useIsHydrated()
  const [now] = useState(() => new Date())
  if (!delivery || !isHydrated) return otherwise
  return promiseTextForAll(delivery, shipsTo, now) ?? otherwise
}
