import type { ReactNode } from 'react'
import type { OrderSummary } from '../contract.ts'

interface NeverPaidProps {
  orders: readonly OrderSummary[]
  /** The list of them. */
  children: (orders: readonly OrderSummary[]) => ReactNode
}

/** Orders that were never paid, folded away below the others; nothing without any. */
export const NeverPaid = ({ orders, children }: NeverPaidProps) =>
  orders.length > 0 && (
    <details className="grid gap-3">
      <summary className="figures w-fit cursor-pointer py-3 text-small text-ink-soft underline underline-offset-4 hover:decoration-2">
        {orders.length} niet betaald
      </summary>
      <div className="pt-2">{children(orders)}</div>
    </details>
  )
