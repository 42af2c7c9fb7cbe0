import { randomFillSync } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'

declare module 'fastify' {
  interface FastifyReply {
    /** The nonce of the page's one inline script. */
    scriptNonce: string
  }
}

const NONCE_BYTES = 16
/** Random bytes for 256 nonces at once, because each call of the generator is expensive. */
const noncePool = Buffer.alloc(NONCE_BYTES * 256)
let noncePoolUsed = noncePool.length

function freshNonce(): string {
  if (noncePoolUsed === noncePool.length) {
    randomFillSync(noncePool)
    noncePoolUsed = 0
  }
  noncePoolUsed += NONCE_BYTES
  return noncePool.toString('base64', noncePoolUsed - NONCE_BYTES, noncePoolUsed)
}

/** The page on which a creator's browser may connect to Intiface on the same computer. */
const BRIDGE_PAGE = '/studio'
const LOOPBACK = ' ws://127.0.0.1:* ws://localhost:*'

/** For all other answers than pages: nothing of them may load or run anything. */
const NO_PAGE = "default-src 'none';frame-ancestors 'none'"

/**
 * Inline styles are allowed, because Radix writes them; inline scripts only with the nonce, or with one of the hashes. A string that
 * becomes markup or a script's address goes through the policy of `src/ui/markupPolicy.ts`.
 * @param scripts `'nonce-…'` or `'sha256-…'`
 */
const policyFor = (scripts: string[], path: string): string =>
  `default-src 'self';script-src ${["'self'", ...scripts].join(' ')};style-src 'self' 'unsafe-inline';img-src 'self' data: blob:;` +
  `font-src 'self';connect-src 'self'${path === BRIDGE_PAGE ? LOOPBACK : ''};object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none';` +
  `require-trusted-types-for 'script';trusted-types default`

const pathOf = (url: string): string => url.split('?', 1)[0] ?? ''

/** Lets a page that is the same for many run its inline scripts: a nonce must not be sent twice. @param hashes SHA-256, base64 */
export const setScriptHashes = (reply: FastifyReply, url: string, hashes: string[]): void =>
  void reply.header(
    'content-security-policy',
    policyFor(
      hashes.map(hash => `'sha256-${hash}'`),
      pathOf(url),
    ),
  )

/** The features that a page of ours never asks a browser for, https://www.w3.org/TR/permissions-policy/ */
const notNeeded =
  'accelerometer browsing-topics camera display-capture geolocation gyroscope hid idle-detection local-fonts magnetometer microphone midi payment serial usb'.split(
    ' ',
  )

/** As Helmet sets them, https://helmetjs.github.io: constants here, because Helmet builds them again for every response. */
const staticHeaders = {
  // Also of a file of the API, which a tab of its own shows: the page that opened it learns nothing of it.
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
}

/** Of use to a page only: an answer to a call of the API may load and run nothing, and is in no frame. */
const documentHeaders = {
  'cross-origin-embedder-policy': 'require-corp',
  'origin-agent-cluster': '?1',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
  'permissions-policy': notNeeded.map(feature => `${feature}=()`).join(', '),
}

/** Whether a page's path holds a secret: that of a stop link, which fits on a card and an NFC tag only so. */
export const hasSecretPath = (url: string): boolean => /^\/stop\//i.test(url)

/** A year, as the list of browsers that only know HTTPS for a site wants it: https://hstspreload.org. */
const STRICT_TRANSPORT = 'max-age=31536000'

/**
 * Adds the security headers to every response.
 * @param options.isPreloaded whether the domain and all below it may be put on the browsers' list of those that only speak HTTPS
 */
export function addSecurityHeaders(
  app: FastifyInstance,
  { isHttps, isPreloaded }: { isHttps: boolean; isPreloaded: boolean },
): void {
  const transport = isPreloaded ? `${STRICT_TRANSPORT}; includeSubDomains; preload` : STRICT_TRANSPORT
  const always = { ...staticHeaders, ...(isHttps && { 'strict-transport-security': transport }) }
  const headersOfNoPage = { ...always, 'content-security-policy': NO_PAGE }
  const headers = { ...always, ...documentHeaders }
  app.decorateReply('scriptNonce', '')
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/')) {
      reply.headers(headersOfNoPage)
      return done()
    }
    reply.scriptNonce = freshNonce()
    reply
      .headers(headers)
      .headers(hasSecretPath(request.url) ? { 'referrer-policy': 'no-referrer' } : {})
      .header('content-security-policy', policyFor([`'nonce-${reply.scriptNonce}'`], pathOf(request.url)))
    done()
  })
}
