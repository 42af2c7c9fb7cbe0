import { plural } from '../../ui/format.ts'
import { formatCents } from '../../wire/money.ts'
import { keysOf } from '../../wire/records.ts'
import { paymentMethodLabels } from '../payments/labels.rules.ts'
import { formatRate } from '../vat/rates.rules.ts'
import type { EarningTerms } from './contract.ts'
import { sourceLabels } from './labels.rules.ts'

/** The share of each source, in words. */
export const ShareList = ({ shares }: Pick<EarningTerms, 'shares'>) => (
  <dl className="grid gap-3">
    {shares.map(({ source, basisPoints, deductsFee, freeMinuteCents }) => (
      <div key={source} className="grid gap-0.5">
        <dt className="font-medium">{sourceLabels[source]}</dt>
        <dd className="text-ink-soft">
          {formatRate(basisPoints)} van de prijs zonder btw
          {deductsFee && ' en zonder de kosten van de betaling'}
          {source === 'MINUTES' &&
            `. Een minuut die de speler van ons kreeg, telt voor ${formatCents(freeMinuteCents)}; die betaalt de winkel`}
          .
        </dd>
      </div>
    ))}
  </dl>
)

/** When earnings are certain, by the way of paying. */
export const Finality = ({ finalDays }: Pick<EarningTerms, 'finalDays'>) => (
  <>
    <p className="text-small text-ink-soft">
      Zolang een bank een betaling kan terugnemen, wacht jouw deel ervan. Neemt ze haar terug, dan gaat jouw
      deel mee terug. Daarna niet meer: dan is het verlies voor de winkel.
    </p>
    <ul className="text-small text-ink-soft">
      {keysOf(paymentMethodLabels).map(method => (
        <li key={method}>
          {paymentMethodLabels[method]}:{' '}
          {finalDays[method] === 0 ? 'meteen zeker' : `na ${plural(finalDays[method], 'dag', 'dagen')}`}
        </li>
      ))}
    </ul>
  </>
)
