import { type FormEvent, useState } from 'react'
import { PromotionRows } from '../../checkout/PromotionRows.tsx'
import { shippingPrice } from '../../checkout/labels.rules.ts'
import { assumedDestination, destinationName } from '../../shipping/destination.rules.ts'
import { useShop } from '../../../ui/page/boot.ts'
import { Button } from '../../../ui/components/Button.tsx'
import { Card } from '../../../ui/components/Card.tsx'
import { Checkbox } from '../../../ui/forms/Checkbox.tsx'
import { Field, Input, Select } from '../../../ui/forms/Field.tsx'
import { QuantityStepper } from '../../../ui/forms/QuantityStepper.tsx'
import { formatCents } from '../../../wire/money.ts'
import { AdminProductPicker, type Target } from './AdminTargetPicker.tsx'
import type { PromotionTrial } from './contract.ts'
import { useTryPromotions } from './hooks.ts'

/** Tries the promotions on a basket, as a customer who has used none would have them. */
export function AdminPromotionTrial() {
  const [chosen, setChosen] = useState<Target[]>([])
  const [quantities, setQuantities] = useState<Record<string, number>>({})
  const [codes, setCodes] = useState('')
  const [at, setAt] = useState('')
  const [isFirstOrder, setIsFirstOrder] = useState(true)
  const [hasTracking, setHasTracking] = useState(false)
  const { shippingPricing, shipsTo } = useShop()
  const isShippingPriced = shippingPricing !== 'FREE'
  const [country, setCountry] = useState(() => assumedDestination(shipsTo))
  const trial = useTryPromotions()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    trial.mutate({
      items: chosen.map(({ id }) => ({ productId: id, quantity: quantities[id] ?? 1 })),
      codes: codes.split(/[\s,]+/).filter(Boolean),
      at: at === '' ? null : at,
      isFirstOrder,
      hasTracking,
      country,
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
          <Field label="Op welk moment" optional hint="Leeg is nu. De prijzen zijn altijd die van nu.">
            <Input type="datetime-local" value={at} onChange={event => setAt(event.target.value)} />
          </Field>
          {isShippingPriced && <DestinationField country={country} onChange={setCountry} />}
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
      {trial.data && (
        <TrialResult trial={trial.data} destination={isShippingPriced ? trial.variables.country : null} />
      )}
    </Card>
  )
}

interface DestinationFieldProps {
  /** As an address has it. */
  country: string
  onChange: (country: string) => void
}

const DestinationField = ({ country, onChange }: DestinationFieldProps) => (
  <Field label="Verzenden naar">
    <Select value={country} onChange={event => onChange(event.target.value)}>
      {useShop()
        .shipsTo.map(destinationName)
        .map(name => (
          <option key={name}>{name}</option>
        ))}
    </Select>
  </Field>
)

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

interface TrialResultProps {
  trial: PromotionTrial
  /** Null while shipping is always free. */
  destination: string | null | undefined
}

/** The discount of the promotions and the amount that is left to pay: shipping and tracking at their prices after that. */
const TrialResult = ({ trial, destination }: TrialResultProps) => (
  <dl aria-live="polite" className="figures grid gap-1 border-t border-line pt-4">
    <Amount name="Producten" amount={formatCents(trial.products)} />
    <PromotionRows promotions={trial.promotions} />
    {destination && !trial.shippingRefusal && (
      <Amount name={`Verzending naar ${destination}`} amount={shippingPrice(trial.shippingCost)} />
    )}
    {trial.trackingCost > 0 && <Amount name="Track & trace" amount={formatCents(trial.trackingCost)} />}
    <div className="flex justify-between text-subheading font-medium">
      <dt>Totaal</dt>
      <dd>{formatCents(trial.total)}</dd>
    </div>
    {trial.shippingRefusal && (
      <div className="text-small text-danger">
        <dt className="sr-only">Verzending</dt>
        <dd>{trial.shippingRefusal}</dd>
      </div>
    )}
    {trial.refused.map(({ code, message }) => (
      <div key={code} className="text-small text-ink-soft">
        <dt className="sr-only">Code {code}</dt>
        <dd>{message}</dd>
      </div>
    ))}
  </dl>
)

const Amount = ({ name, amount }: { name: string; amount: string }) => (
  <div className="flex justify-between gap-4 text-small text-ink-soft">
    <dt>{name}</dt>
    <dd className="shrink-0">{amount}</dd>
  </div>
)
