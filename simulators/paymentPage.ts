import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'

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
fieldset{margin:0;padding:0;border:0}
legend,.field{padding:0;font-weight:600}
.choice{display:flex;align-items:center;gap:12px;min-height:48px;border-bottom:1px solid var(--line)}
.choice input{width:20px;height:20px;margin:0;accent-color:var(--accent)}
.field{display:grid;gap:4px;margin:8px 0 16px}
select{width:100%;min-height:48px;padding:8px 12px;border:1px solid var(--line);border-radius:12px;background:var(--card);color:var(--ink);font:inherit;font-weight:400}
summary{min-height:48px;padding:12px 0;color:var(--soft);cursor:pointer}
button,a.button{display:block;width:100%;min-height:48px;padding:12px 16px;border:1px solid var(--line);border-radius:12px;background:transparent;color:var(--ink);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
button:hover,a.button:hover{border-color:var(--ink)}
button.primary,a.primary{background:var(--accent);border-color:var(--accent);color:var(--on-accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:3px}
`

const styleHash = `'sha256-${createHash('sha256').update(css).digest('base64')}'`

/** A policy without scripts. Browsers apply `form-action` also to the redirect after a form, so the shop's origins are in it. */
function contentSecurityPolicy(redirects: (string | null | undefined)[]): string {
  const origins = redirects.filter(url => typeof url === 'string').map(url => new URL(url).origin)
  const allowed = [...new Set(["'self'", ...origins])].join(' ')
  return `default-src 'none'; style-src ${styleHash}; img-src data:; form-action ${allowed}; base-uri 'none'; frame-ancestors 'none'`
}

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)

/** A whole page in the look of the simulated payment pages. @param content HTML, escaped */
export const layout = (title: string, content: string): string => `<!doctype html>
<html lang="nl">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
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

/** A page with a title and one sentence: an error with the next step, or the end of a visit. */
export const noticePage = (title: string, advice: string): string =>
  layout('Testbetaling', `<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(advice)}</p>`)

/** `€ 12,50`, with a no-break space. */
export const formatAmount = (currency: string, cents: number): string =>
  new Intl.NumberFormat('nl-NL', { style: 'currency', currency }).format(cents / 100)

/** Answers with a page. @param redirects addresses that its form may redirect to */
export const showPage = (
  reply: FastifyReply,
  status: number,
  html: string,
  redirects: (string | null | undefined)[] = [],
): FastifyReply =>
  reply
    .code(status)
    .header('content-security-policy', contentSecurityPolicy(redirects))
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .type('text/html; charset=utf-8')
    .send(html)

/** Whether a postback or redirect may go there: only absolute http(s) addresses. */
export function isWebAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:')
}
