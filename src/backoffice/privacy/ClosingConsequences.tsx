import { useStoreCredit } from '../../money/credit/hooks.ts'
import { RetentionPeriod } from '../../people/legal/RetentionPeriod.tsx'
import { formatCents } from '../../wire/money.ts'

/** The loss of store credit, when there is any. */
function LostCredit() {
  const { data } = useStoreCredit(1)
  if (!data || data.balance === 0) return null
  return (
    <>
      {' '}
      Ook je tegoed van {formatCents(data.balance)} is daarna niet meer te gebruiken: besteed het eerst, of
      vraag ons het uit te betalen.
    </>
  )
}

/** The consequences of closing an account: the data that are erased, and the data that stay. */
export const ClosingConsequences = () => (
  <dl className="grid gap-4 rounded-inner bg-sunken p-5 text-small [&_dd]:mt-1 [&_dd]:text-ink-soft [&_dt]:font-semibold">
    <div>
      <dt>Dit gaat weg</dt>
      <dd>
        Je profiel en foto, adressen, verlanglijst, berichten, beoordelingen, meldingen en onze mail aan jou.
        Minuten die je over hebt, kun je niet meer gebruiken.
        <LostCredit />
      </dd>
    </div>
    <div>
      <dt>Dit blijft</dt>
      <dd>
        Je bestellingen, zonder naam en adres; wat nog onderweg is, komt gewoon aan. Je facturen blijven zoals
        ze zijn, tot de wettelijke termijn van <RetentionPeriod /> voorbij is.
      </dd>
    </div>
  </dl>
)
