import type { OrderItem } from '../orders/contract.ts'
import { canWithdraw } from '../orders/lines/digital.rules.ts'
import { Checkbox } from '../../ui/forms/Checkbox.tsx'
import { QuantityStepper } from '../../ui/forms/QuantityStepper.tsx'

interface WithdrawalLinesProps {
  items: OrderItem[]
  /** Units by the ids of the lines; an empty list means all lines. */
  chosen: ReadonlyMap<string, number>
  onChange: (chosen: ReadonlyMap<string, number>) => void
}

/** Selects lines of one's own order; a line that can't be returned shows the reason. */
export function WithdrawalLines({ items, chosen, onChange }: WithdrawalLinesProps) {
  const set = (id: string, quantity: number) => {
    const others = [...chosen].filter(([each]) => each !== id)
    onChange(new Map(quantity > 0 ? [...others, [id, quantity]] : others))
  }
  return (
    <fieldset className="grid gap-3">
      <legend className="pb-2 text-small font-medium">Wat stuur je terug</legend>
      {items.map(({ id, quantity, product, isDigital, deliveredAt, hygieneSealed }) => (
        <div key={id} className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2">
          <Checkbox
            disabled={!canWithdraw({ isDigital, deliveredAt })}
            checked={chosen.has(id)}
            onChange={event => set(id, event.target.checked ? quantity : 0)}
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
          {chosen.has(id) && quantity > 1 && (
            <QuantityStepper
              name={product.name}
              value={chosen.get(id) ?? quantity}
              max={quantity}
              onChange={next => set(id, next)}
            />
          )}
        </div>
      ))}
      <p className="text-small text-ink-soft">Kies je niets, dan gaat het om alles wat terug kan.</p>
    </fieldset>
  )
}
