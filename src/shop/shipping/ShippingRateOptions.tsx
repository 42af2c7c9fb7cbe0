import { plural } from '../../ui/format.ts'
import { Button } from '../../ui/components/Button.tsx'
import { RadioCard } from '../../ui/components/Checkbox.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { Skeleton } from '../../ui/components/Skeleton.tsx'
import { formatCents } from '../../wire/money.ts'
import type { ShippingRate } from './contract.ts'
import type { useShippingQuote } from './hooks.ts'

interface RatesProps {
  quote: ReturnType<typeof useShippingQuote>
  chosenId: string | null
  onChoose: (id: string) => void
}

/** The calculated rates, in a space of fixed size, so that the dialog does not move. */
export function ShippingRateOptions({ quote, chosenId, onChoose }: RatesProps) {
  const { rates, isWaiting, failure, retry } = quote
  return (
    <div className="grid min-h-39 content-start gap-3" aria-busy={isWaiting}>
      {/* Announces the result to a screen reader while the focus stays in the field. */}
      <p role="status" className="sr-only">
        {rates && rates.length > 0 && announcementText(rates)}
      </p>
      {isWaiting && <Waiting />}
      {failure !== null && (
        <Notice tone="error" title={failure}>
          <Button variant="link" size="sm" onClick={retry} className="py-2">
            Probeer opnieuw
          </Button>
        </Notice>
      )}
      {rates?.length === 0 && (
        <Notice tone="info" title="Geen verzendopties beschikbaar">
          Probeer een kleiner of lichter pakket, of een ander land.
        </Notice>
      )}
      {rates && rates.length > 0 && <RateChoice rates={rates} chosenId={chosenId} onChoose={onChoose} />}
      {!isWaiting && failure === null && rates === null && (
        <p className="grid min-h-39 place-items-center rounded-card bg-sunken px-6 text-center text-small text-ink-soft">
          Vul het gewicht in, dan rekenen we het meteen uit.
        </p>
      )}
    </div>
  )
}

const announcementText = (rates: ShippingRate[]): string =>
  `${plural(rates.length, 'verzendoptie', 'verzendopties')}, vanaf ${formatCents(rates[0]?.price ?? 0)}`

const RateChoice = ({
  rates,
  chosenId,
  onChoose,
}: Pick<RatesProps, 'chosenId' | 'onChoose'> & { rates: ShippingRate[] }) => (
  <fieldset className="grid gap-3">
    <legend className="sr-only">Kies een verzendoptie</legend>
    {rates.map(({ id, serviceName, deliveryTime, price, zone }) => (
      <RadioCard
        key={id}
        name="rate"
        value={id}
        checked={id === chosenId}
        onChange={() => onChoose(id)}
        title={serviceName}
        aside={<span className="figures font-medium">{formatCents(price)}</span>}
      >
        {zone.carrier}, {deliveryTime}
      </RadioCard>
    ))}
  </fieldset>
)

const Waiting = () => (
  <>
    <Skeleton className="h-18 rounded-card" />
    <Skeleton className="h-18 rounded-card" />
  </>
)
