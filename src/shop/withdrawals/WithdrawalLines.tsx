import type { OrderItem } from '../orders/contract.ts'
import { canWithdraw } from '../orders/digital.rules.ts'
import { Checkbox } from '../../ui/components/Checkbox.tsx'

interface WithdrawalLinesProps {
  items: OrderItem[]
  /** The ids of the lines to return; an empty list means all of them. */
  chosen: string[]
  onChange: (chosen: string[]) => void
}

/** Selects lines of one's own order; a line that can't be returned shows the reason. */
export function WithdrawalLines({ items, chosen, onChange }: WithdrawalLinesProps) {
  const toggle = (id: string, on: boolean) =>
    onChange(on ? [...chosen, id] : chosen.filter(each => each !== id))
  return (
    <fieldset className="grid gap-3">
      <legend className="pb-2 text-small font-medium">Wat stuur je terug</legend>
      {items.map(({ id, quantity, product, isDigital, deliveredAt, hygieneSealed }) => (
        <Checkbox
          key={id}
          disabled={!canWithdraw({ isDigital, deliveredAt })}
          checked={chosen.includes(id)}
          onChange={event => toggle(id, event.target.checked)}
        >
          {quantity} × {product.name}
          {!canWithdraw({ isDigital, deliveredAt }) && (
            <span className="block text-ink-soft">
              Digitale inhoud is direct geleverd: hierop is geen herroepingsrecht.
            </span>
          )}
          {hygieneSealed && !isDigital && (
            <span className="block text-ink-soft">Kan alleen terug zolang de verzegeling heel is.</span>
          )}
        </Checkbox>
      ))}
      <p className="text-small text-ink-soft">Kies je niets, dan gaat het om alles wat terug kan.</p>
    </fieldset>
  )
}
