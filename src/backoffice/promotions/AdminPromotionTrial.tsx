import { type FormEvent, useState } from 'react'
import type { Quote } from '../../shop/checkout/contract.ts'
import { PromotionRows } from '../../shop/checkout/PromotionRows.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { Checkbox } from '../../ui/components/Checkbox.tsx'
import { Field, Input } from '../../ui/components/Field.tsx'
import { QuantityStepper } from '../../ui/components/QuantityStepper.tsx'
import { formatCents } from '../../wire/money.ts'
import { AdminProductPicker, type Target } from './AdminTargetPicker.tsx'
import { useTryPromotions } from './hooks.ts'

/** Tries the promotions on a basket, as a customer who has used none would have them. */
export function AdminPromotionTrial() {
  const [chosen, setChosen] = useState<Target[]>([])
  const [quantities, setQuantities] = useState<Record<string, number>>({})
  const [codes, setCodes] = useState('')
  const [at, setAt] = useState('')
  const [isFirstOrder, setIsFirstOrder] = useState(true)
  const [hasTracking, setHasTracking] = useState(false)
  const trial = useTryPromotions()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    trial.mutate({
      items: chosen.map(({ id }) => ({ productId: id, quantity: quantities[id] ?? 1 })),
      codes: codes.split(/[\s,]+/).filter(Boolean),
      at: at === '' ? null : at,
      isFirstOrder,
      hasTracking,
    })
  }
  return (
    <Card className="grid gap-5 p-5">
      <h2 className="text-subheading font-medium">Uitproberen</h2>
      <form noValidate method="post" className="grid gap-5" onSubmit={submit}>
        <AdminProductPicker chosen={chosen} onChange={setChosen} />
        <Quantities chosen={chosen} quantities={quantities} onChange={setQuantities} />
        <div className="grid items-start gap-x-3 gap-y-5 sm:grid-cols-2">
          <Field label="Codes" optional>
            <Input autoComplete="off" value={codes} onChange={event => setCodes(event.target.value)} />
          </Field>
          <Field label="Op welk moment" optional hint="Leeg is nu.">
            <Input type="datetime-local" value={at} onChange={event => setAt(event.target.value)} />
          </Field>
        </div>
        <Checkbox checked={isFirstOrder} onChange={event => setIsFirstOrder(event.target.checked)}>
          Het is de eerste bestelling van de klant
        </Checkbox>
        <Checkbox checked={hasTracking} onChange={event => setHasTracking(event.target.checked)}>
          Met track & trace
        </Checkbox>
        <Button
          type="submit"
          variant="secondary"
          className="justify-self-start"
          disabled={chosen.length === 0}
          busy={trial.isPending}
        >
          Uitrekenen
        </Button>
      </form>
      {trial.data && <TrialResult quote={trial.data} />}
    </Card>
  )
}

interface QuantitiesProps {
  chosen: Target[]
  /** By the ids of the products; 1 without one. */
  quantities: Record<string, number>
  onChange: (quantities: Record<string, number>) => void
}

const Quantities = ({ chosen, quantities, onChange }: QuantitiesProps) =>
  chosen.map(({ id, name }) => (
    <div key={id} className="flex items-center justify-between gap-4">
      <span className="wrap-anywhere">{name}</span>
      <QuantityStepper
        value={quantities[id] ?? 1}
        max={99}
        onChange={quantity => onChange({ ...quantities, [id]: quantity })}
        name={name}
      />
    </div>
  ))

const TrialResult = ({ quote }: { quote: Quote }) => (
  <dl aria-live="polite" className="figures grid gap-1 border-t border-line pt-4">
    <Amount name="Producten" cents={quote.products} />
    <PromotionRows promotions={quote.promotions} />
    {quote.trackingCost > 0 && <Amount name="Track & trace" cents={quote.trackingCost} />}
    <div className="flex justify-between text-subheading font-medium">
      <dt>Totaal</dt>
      <dd>{formatCents(quote.total)}</dd>
    </div>
    {quote.refused.map(({ code, message }) => (
      <div key={code} className="text-small text-ink-soft">
        <dt className="sr-only">Code {code}</dt>
        <dd>{message}</dd>
      </div>
    ))}
  </dl>
)

const Amount = ({ name, cents }: { name: string; cents: number }) => (
  <div className="flex justify-between text-small text-ink-soft">
    <dt>{name}</dt>
    <dd>{formatCents(cents)}</dd>
  </div>
)
