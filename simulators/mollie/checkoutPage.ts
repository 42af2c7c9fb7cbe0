import { escapeHtml, formatAmount, layout } from '../paymentPage.ts'
import type { SimulatorPayment } from './resource.ts'
import { isFinalStatus } from './rules.ts'

const buttons = [
  ['paid', 'Betaald'],
  ['failed', 'Mislukt'],
  ['canceled', 'Geannuleerd'],
  ['expired', 'Verlopen'],
  ['open', 'Openlaten'],
] as const

const statusLabels: Record<SimulatorPayment['status'], string> = {
  open: 'open',
  pending: 'in behandeling',
  authorized: 'goedgekeurd',
  paid: 'betaald',
  canceled: 'geannuleerd',
  expired: 'verlopen',
  failed: 'mislukt',
}

export const returnUrl = ({ status, cancelUrl, redirectUrl }: SimulatorPayment): string =>
  status === 'canceled' && cancelUrl ? cancelUrl : redirectUrl

/** The payment page: the description and amount, and one button per outcome. */
export function paymentPage(payment: SimulatorPayment): string {
  const { currency, amountCents } = payment
  const details = `<dl>
<dt>Omschrijving</dt><dd>${escapeHtml(payment.description)}</dd>
<dt>Bedrag</dt><dd class="amount">${escapeHtml(formatAmount(currency, amountCents))}</dd>
<dt>Kenmerk</dt><dd>${escapeHtml(payment.id)}</dd>
</dl>`
  const content = isFinalStatus(payment.status)
    ? `<h1>Deze betaling is ${statusLabels[payment.status]}</h1>
<p>Hier verandert niets meer aan.</p>
${details}
<a class="button primary" href="${escapeHtml(returnUrl(payment))}">Terug naar de winkel</a>`
    : `<h1>Hoe loopt deze betaling af?</h1>
<p>Er wordt niets afgeschreven. Kies een uitkomst, dan ga je terug naar de winkel.</p>
${details}
<form method="post">
${buttons.map(([outcome, label]) => `<button${outcome === 'paid' ? ' class="primary"' : ''} name="outcome" value="${outcome}">${label}</button>`).join('\n')}
</form>`
  return layout('Testbetaling', content)
}
