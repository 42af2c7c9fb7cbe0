import { X } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from '../../ui/components/IconButton.tsx'
import { formatCents } from '../../wire/money.ts'
import type { CartItem } from './contract.ts'

interface CartShellProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  lines: CartItem[]
  /** Called when this is shown. */
  onShell: () => void
}

/**
 * The cart's drawer until its code has arrived, which takes seconds on a slow network: with the known data. The focus stays on the element
 * that opened it, to which the drawer returns it.
 */
export function CartShell({ onOpenChange, lines, onShell }: CartShellProps) {
  const close = useEffectEvent(({ key }: KeyboardEvent) => key === 'Escape' && onOpenChange(false))
  const shown = useEffectEvent(onShell)
  useEffect(() => {
    shown()
    const onKey = (event: KeyboardEvent) => close(event)
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return createPortal(
    <>
      {/* oxlint-disable-next-line jsx_a11y/no-static-element-interactions, jsx_a11y/click-events-have-key-events -- Escape closes it too */}
      <div className="fixed inset-0 z-40 bg-veil" onClick={() => onOpenChange(false)} />
      <section
        role="dialog"
        aria-label="Winkelwagen"
        aria-busy
        className="fixed top-0 right-0 bottom-(--stop-dock) z-50 w-[min(28rem,100vw)] animate-slide-in overflow-y-auto bg-paper px-6 pt-6 text-ink shadow-soft sm:rounded-l-card"
      >
        <div className="flex items-start gap-4 pb-4">
          <h2 className="display grow text-heading">Winkelwagen</h2>
          <IconButton icon={X} label="Sluiten" className="-mt-2 -mr-3" onClick={() => onOpenChange(false)} />
        </div>
        <ul className="divide-y divide-line">
          {lines.map(({ id, quantity, product }) => (
            <li key={id} className="figures flex flex-wrap justify-between gap-x-4 py-5 first:pt-2">
              <span className="font-medium">
                {quantity} × {product.name}
              </span>
              {formatCents(quantity * product.price)}
            </li>
          ))}
        </ul>
        {lines.length === 0 && <p>Je winkelwagen is leeg</p>}
      </section>
    </>,
    document.body,
  )
}
