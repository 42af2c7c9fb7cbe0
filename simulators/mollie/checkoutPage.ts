import { createHash } from 'node:crypto'
import type { SimulatorPayment } from './resource.ts'
import { isFinalStatus } from './rules.ts'

const css = `
:root{--paper:#faf7f5;--card:#fff;--ink:#1c1418;--soft:#6b5a62;--line:#d6c8c2;--accent:oklch(0.52 0.19 5);--on-accent:#fff;--note:#fbeed5;--on-note:#5b3a00}
@media(prefers-color-scheme:dark){:root{--paper:#171114;--card:#221a1e;--ink:#f6eff1;--soft:#c3b3ba;--line:#43363c;--accent:oklch(0.76 0.13 5);--on-accent:#241018;--note:#3a2c12;--on-note:#f7dfae}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:16px;background:var(--paper);color:var(--ink);font:17px/1.5 system-ui,sans-serif}
main{width:100%;max-width:480px;background:var(--card);border:1px solid var(--line);border-radius:12px;padding:32px 24px;box-shadow:0 8px 32px rgb(28 20 24/.06)}
h1{margin:16px 0 8px;font:600 28px/1.2 Georgia,serif}
p{margin:0 0 16px}
.note{display:inline-block;margin:0;padding:4px 12px;border-radius:99px;background:var(--note);color:var(--on-note);font-size:15px;font-weight:600}
dl{margin:24px 0;padding:16px 0;border-block:1px solid var(--line);display:grid;grid-template-columns:auto 1fr;gap:8px 24px}
dt{color:var(--soft)}
dd{margin:0;text-align:right;overflow-wrap:anywhere}
.amount{font-weight:600;font-variant-numeric:tabular-nums}
form{display:grid;gap:8px}
button,a.button{display:block;width:100%;min-height:48px;padding:12px 16px;border:1px solid var(--line);border-radius:12px;background:transparent;color:var(--ink);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
button:hover,a.button:hover{border-color:var(--ink)}
button.primary,a.primary{background:var(--accent);border-color:var(--accent);color:var(--on-accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:3px}
`

const styleHash = `'sha256-${createHash('sha256').update(css).digest('base64')}'`

/**
 * A policy without scripts. Browsers apply `form-action` also to the redirect after a form, so the shop's origins are in it.
 * @param redirects addresses that the form may redirect to
 */
export function contentSecurityPolicy(redirects: (string | null)[]): string {
  const origins = redirects.filter(url => url !== null).map(url => new URL(url).origin)
  const allowed = [...new Set(["'self'", ...origins])].join(' ')
  return `default-src 'none'; style-src ${styleHash}; img-src data:; form-action ${allowed}; base-uri 'none'; frame-ancestors 'none'`
}

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)

const layout = (title: string, content: string): string => `<!doctype html>
<html lang="nl">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escape(title)}</title>
<link rel="icon" href="data:,">
<style>${css}</style>
</head>
<body>
<main>
<p class="note">Testbetaling (simulator)</p>
${content}
</main>
</body>
</html>
`

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

const amountOf = ({ currency, amountCents }: SimulatorPayment): string =>
  new Intl.NumberFormat('nl-NL', { style: 'currency', currency }).format(amountCents / 100)

export const returnUrl = ({ status, cancelUrl, redirectUrl }: SimulatorPayment): string =>
  status === 'canceled' && cancelUrl ? cancelUrl : redirectUrl

/** The payment page: the description and amount, and one button per outcome. */
export function paymentPage(payment: SimulatorPayment): string {
  const details = `<dl>
<dt>Omschrijving</dt><dd>${escape(payment.description)}</dd>
<dt>Bedrag</dt><dd class="amount">${escape(amountOf(payment))}</dd>
<dt>Kenmerk</dt><dd>${escape(payment.id)}</dd>
</dl>`
  const content = isFinalStatus(payment.status)
    ? `<h1>Deze betaling is ${statusLabels[payment.status]}</h1>
<p>Hier verandert niets meer aan.</p>
${details}
<a class="button primary" href="${escape(returnUrl(payment))}">Terug naar de winkel</a>`
    : `<h1>Hoe loopt deze betaling af?</h1>
<p>Er wordt niets afgeschreven. Kies een uitkomst, dan ga je terug naar de winkel.</p>
${details}
<form method="post">
${buttons.map(([outcome, label]) => `<button${outcome === 'paid' ? ' class="primary"' : ''} name="outcome" value="${outcome}">${label}</button>`).join('\n')}
</form>`
  return layout('Testbetaling', content)
}

/** The error page: one sentence about the error, and what to do next. */
export const problemPage = (title: string, advice: string): string =>
  layout(title, `<h1>${escape(title)}</h1>\n<p>${escape(advice)}</p>`)
