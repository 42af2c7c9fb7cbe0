import { centsFromDecimal } from '../../src/wire/money.ts'
import { escapeHtml, formatAmount, layout } from '../paymentPage.ts'
import { paymentMethods, type PostbackMode, type VerotelMethod } from './contract.ts'
import type { Parameters } from './rules.ts'

const methodLabels: Record<VerotelMethod, string> = {
  IDEAL: 'iDEAL',
  CC: 'Kaart',
  DDEU: 'SEPA-incasso',
  YOURSAFE_DIRECT: 'Yoursafe',
}
/** Yoursafe is for its own customers: only a start that fixes it has it. */
const isOffered = (method: VerotelMethod, { priceCurrency }: Parameters): boolean =>
  method !== 'YOURSAFE_DIRECT' && (method !== 'DDEU' || priceCurrency === 'EUR')

const postbackLabels: Record<PostbackMode, string> = {
  now: 'Voordat je terug bent',
  after: 'Nadat je terug bent',
  lost: 'Gaat verloren',
  late: '40 minuten te laat',
  five: 'Vijf keer',
  changed: 'Met een ander bedrag',
  sha1: 'Met een SHA-1-handtekening',
  extra: 'Met een onbekend veld erbij',
}

const countries = {
  NL: 'Nederland',
  BE: 'België',
  DE: 'Duitsland',
  FR: 'Frankrijk',
  GB: 'Verenigd Koninkrijk',
}

const options = (labels: Record<string, string>): string =>
  Object.entries(labels)
    .map(([value, label]) => `<option value="${value}">${escapeHtml(label)}</option>`)
    .join('\n')

const chooser = (start: Parameters): string => {
  const choices = paymentMethods.filter(method => isOffered(method, start))
  return `<fieldset>
<legend>Betaalmethode</legend>
${choices.map((method, index) => `<label class="choice"><input type="radio" name="method" value="${method}"${index === 0 ? ' checked' : ''}>${methodLabels[method]}</label>`).join('\n')}
</fieldset>`
}

/** The order page of a start. The form posts to the page's own address, which is signed. */
export function orderPage(start: Parameters): string {
  const { description = '', priceAmount = '', priceCurrency = 'EUR', referenceID, paymentMethod } = start
  const fixed = paymentMethod as VerotelMethod | undefined
  return layout(
    'Testbetaling',
    `<h1>Hoe wil je betalen?</h1>
<p>Er wordt niets afgeschreven. Je gaat daarna terug naar de winkel.</p>
<dl>
<dt>Omschrijving</dt><dd>${escapeHtml(description)}</dd>
<dt>Bedrag</dt><dd class="amount">${escapeHtml(formatAmount(priceCurrency, centsFromDecimal(priceAmount) ?? 0))}</dd>
${referenceID ? `<dt>Kenmerk</dt><dd>${escapeHtml(referenceID)}</dd>` : ''}
${fixed ? `<dt>Betaalmethode</dt><dd>${methodLabels[fixed]}</dd>` : ''}
</dl>
<form method="post">
${fixed ? '' : chooser(start)}
<label class="field">Land
<select name="country">
${options(countries)}
</select>
</label>
<button class="primary" name="outcome" value="paid">Betalen</button>
<button name="outcome" value="declined">Weigeren</button>
<button name="outcome" value="closed">Sluiten</button>
<details>
<summary>Storingen</summary>
<label class="field">Bericht aan de winkel
<select name="postback">
${options(postbackLabels)}
</select>
</label>
</details>
</form>`,
  )
}
