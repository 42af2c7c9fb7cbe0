import { createECDH, ECDH } from 'node:crypto'
import type { VapidKeys } from 'web-push'
import { sendRequest } from '../../platform/http/httpClient.ts'
import { mayBePublicHost } from '../../platform/http/ssrfGuard.ts'
import { Problem } from '../../wire/problem.ts'
import type { PushMessage } from './contract.ts'

interface PushTarget {
  endpoint: string
  p256dh: string
  auth: string
}

/** The push services of browsers (RFC 8030). Messages are encrypted, so that these services cannot read them. */
export interface PushGateway {
  /** The VAPID public key that browsers subscribe with. */
  publicKey: string
  /** Whether we send requests to this endpoint. */
  isAllowedEndpoint(endpoint: string): boolean
  /** Whether a browser's key (base64url) is a point of P-256, so that a message can be encrypted for it. */
  isValidKey(p256dh: string): boolean
  /**
   * @returns `gone` when the subscription no longer exists
   * @throws Problem PROVIDER_UNAVAILABLE; try again later
   */
  send(to: PushTarget, message: PushMessage, ttlSeconds: number): Promise<'sent' | 'gone' | 'refused'>
}

interface PushOptions {
  keys: VapidKeys
  /** The VAPID subject, for the push service to contact us: a `mailto:` or `https:` URL. */
  contact: () => string
  /** Also allows endpoints on 127.0.0.1 over plain HTTP: for development and tests. */
  allowsLoopback: boolean
}

/** For one message, in milliseconds. */
const TIMEOUT_MS = 10_000

export function pushGateway({ keys, contact, allowsLoopback }: PushOptions): PushGateway {
  const isLoopback = ({ hostname }: URL) => allowsLoopback && hostname === '127.0.0.1'
  const isAllowedEndpoint = (endpoint: string): boolean => {
    if (!URL.canParse(endpoint)) return false
    const url = new URL(endpoint)
    if (isLoopback(url)) return true
    const isPlain = url.username === '' && url.password === '' && url.port === ''
    return url.protocol === 'https:' && isPlain && mayBePublicHost(url.hostname)
  }
  return {
    publicKey: keys.publicKey,
    isAllowedEndpoint,
    isValidKey,
    async send({ endpoint, p256dh, auth }, message, ttlSeconds) {
      if (!isAllowedEndpoint(endpoint)) return 'gone'
      const { default: webPush } = await import('web-push')
      const request = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(message),
        {
          vapidDetails: { subject: contact(), ...keys },
          TTL: ttlSeconds,
          contentEncoding: 'aes128gcm',
        },
      )
      const { status } = await sendRequest(endpoint, {
        provider: 'push',
        method: 'POST',
        headers: stringifyHeaders(request.headers),
        body: request.body,
        timeoutMs: TIMEOUT_MS,
        isPublicOnly: !isLoopback(new URL(endpoint)),
      })
      if (status === 404 || status === 410) return 'gone'
      if (status === 429 || status >= 500) throw new Problem('PROVIDER_UNAVAILABLE')
      return status < 300 ? 'sent' : 'refused'
    },
  }
}

function isValidKey(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url')
    return true
  } catch {
    return false
  }
}

const stringifyHeaders = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

/** Derives the VAPID key pair from a secret of 32 bytes. */
export function vapidKeysFrom(secret: Buffer): VapidKeys {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(secret)
  return { publicKey: curve.getPublicKey('base64url'), privateKey: secret.toString('base64url') }
}
