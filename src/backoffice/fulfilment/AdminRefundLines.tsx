import { Minus, Plus } from 'lucide-react'
import { Button } from '../../ui/components/Button.tsx'
import { formatCents } from '../../wire/money.ts'
import type { AdminOrder } from './contract.ts'

interface AdminRefundLinesProps {
  items: AdminOrder['items']
  /** By the ids of the lines. */
  quantities: Record<string, number>
  onChange: (quantities: Record<string, number>) => void
}

/** How many pieces of each line; never more than are left of it. */
export const AdminRefundLines = ({ items, quantities, onChange }: AdminRefundLinesProps) => (
  <ul aria-label="Regels" className="figures divide-y divide-line border-y border-line">
    {items.map(({ id, product, quantity, refundedQuantity, pricePerItem }) => {
      const most = quantity - refundedQuantity
      const value = quantities[id] ?? 0
      const set = (next: number) => onChange({ ...quantities, [id]: next })
      return (
        <li key={id} className="flex items-center gap-3 py-3">
          <span className="grid min-w-0 grow gap-0.5">
            <span className="font-medium wrap-anywhere">{product.name}</span>
            <span className="text-small text-ink-soft">
              {formatCents(pricePerItem)} per stuk, nog {most} van {quantity}
            </span>
          </span>
          <span role="group" aria-label={`Aantal van ${product.name}`} className="flex items-center">
            <Button
              variant="quiet"
              size="icon"
              aria-label="Eén minder"
              disabled={value <= 0}
              onClick={() => set(value - 1)}
            >
              <Minus aria-hidden />
            </Button>
            <output className="w-7 text-center font-medium">{value}</output>
            <Button
              variant="quiet"
              size="icon"
              aria-label="Eén meer"
              disabled={value >= most}
              onClick={() => set(value + 1)}
            >
              <Plus aria-hidden />
            </Button>
          </span>
        </li>
      )
    })}
  </ul>
)
