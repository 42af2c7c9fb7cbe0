import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '../mail/emailRenderer.ts'

const HOUR = 'public, max-age=3600'

/** `--color-paper`, light. */
const PAPER = '#faf7f5'

/**
 * Serves the files that a phone needs to install the shop as an app: its manifest, with nothing but the shop's name beside the icon, and
 * the page that its service worker shows without a connection.
 */
export function serveInstallable(app: FastifyInstance, shopName: () => string): void {
  app.get('/manifest.webmanifest', (_, reply) => {
    reply.header('cache-control', HOUR).type('application/manifest+json; charset=utf-8')
    return JSON.stringify(manifestOf(shopName()))
  })
  app.get('/offline', (_, reply) => {
    reply.header('cache-control', HOUR).header('x-robots-tag', 'noindex').type('text/html; charset=utf-8')
    return offlinePage(shopName(), reply.scriptNonce)
  })
}

const manifestOf = (name: string) => ({
  id: '/',
  name,
  short_name: name,
  lang: 'nl',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: PAPER,
  theme_color: PAPER,
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
  ],
})

/** Stored by the service worker, with its headers: the nonce of its script is that of its own policy. Needs no other file. */
const offlinePage = (shop: string, nonce: string) => `<!DOCTYPE html>
<html lang="nl">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="${PAPER}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#181214" media="(prefers-color-scheme: dark)">
<title>Geen verbinding</title>
<style>
:root { color-scheme: light dark }
body { margin: 0; min-height: 100dvh; display: grid; grid-template-rows: auto 1fr; font: 1rem/1.6 'Instrument Sans Variable', system-ui, sans-serif;
  background: light-dark(${PAPER}, #181214); color: light-dark(#1c1418, #f7f0ed) }
header { padding: 1.25rem max(1rem, 4vw); border-bottom: 1px solid light-dark(#e6dedb, #3a2f33); font: 500 1.5rem/1.2 'Fraunces Variable', Georgia, serif }
header b { color: light-dark(oklch(0.47 0.18 5), oklch(0.79 0.11 5)); font-weight: inherit }
main { display: grid; place-content: center; justify-items: center; gap: 0.75rem; padding: 2rem 1.5rem 6rem; text-align: center }
h1 { margin: 0.5rem 0 0; font: 500 2rem/1.15 'Fraunces Variable', Georgia, serif; letter-spacing: -0.01em }
p { margin: 0; max-width: 26rem; color: light-dark(#51434a, #d3c6c8) }
svg { width: 3.5rem; height: 3.5rem; padding: 1rem; box-sizing: border-box; border-radius: 50%; fill: none; stroke: currentColor; stroke-width: 1.5;
  stroke-linecap: round; stroke-linejoin: round; background: light-dark(oklch(0.955 0.02 5), oklch(0.29 0.05 5)); color: light-dark(oklch(0.47 0.18 5), oklch(0.79 0.11 5)) }
a { display: inline-grid; place-items: center; height: 3rem; margin-top: 1rem; padding: 0 1.5rem; border-radius: 0.875rem; font-weight: 500; text-decoration: none;
  background: light-dark(oklch(0.52 0.19 5), oklch(0.56 0.19 5)); color: #fff }
a:hover { background: light-dark(oklch(0.45 0.17 5), oklch(0.51 0.18 5)) }
a:focus-visible { outline: 2px solid light-dark(oklch(0.47 0.18 5), oklch(0.79 0.11 5)); outline-offset: 2px }
</style>
</head>
<body>
<header>${escapeHtml(shop)}<b>.</b></header>
<main>
<svg viewBox="0 0 24 24" aria-hidden="true"><path d="m2 2 20 20M5.78 5.78A7 7 0 0 0 9 19h8.5a4.5 4.5 0 0 0 1.31-.2M21.53 16.5A4.5 4.5 0 0 0 17.5 10h-1.79A7 7 0 0 0 10 5.07"/></svg>
<h1>Geen verbinding</h1>
<p>Deze pagina opent vanzelf zodra je weer verbinding hebt.</p>
<a href="">Opnieuw</a>
</main>
<script nonce="${nonce}">
addEventListener('online', () => location.reload())
setInterval(() => fetch('/healthz', { method: 'HEAD', cache: 'no-store' }).then(({ ok }) => ok && location.reload(), () => {}), 3000)
</script>
</body>
</html>
`
