import { createECDH, ECDH } from 'node:crypto'
import webPush, { type VapidKeys } from 'web-push'
import { sendRequest } from '../../platform/httpClient.ts'
import { mayBePublicHost, publicLookup } from '../../platform/ssrfGuard.ts'
import { Problem } from '../../wire/problem.ts'
import type { PushMessage } from './delivery.contract.ts'

interface PushTarget {
  endpoint: string
  p256dh: string
  auth: string
}

/** The makers of browsers, who bring messages to them (RFC 8030). What a message says, they can't read. */
export interface PushGateway {
  /** What browsers subscribe with. */
  publicKey: string
  /** Whether a browser's endpoint is one that we would ask. */
  isAllowedEndpoint(endpoint: string): boolean
  /** Whether a browser's key (base64url) is a point of P-256, so that a message can be encrypted for it. */
  isValidKey(p256dh: string): boolean
  /**
   * @returns `gone` when the browser wants no more
   * @throws Problem PROVIDER_UNAVAILABLE, to try again
   */
  send(to: PushTarget, message: PushMessage, secondsWorth: number): Promise<'sent' | 'gone' | 'refused'>
}

interface PushOptions {
  keys: VapidKeys
  /** Whom the browser's maker can write to: `mailto:` or our address. */
  contact: () => string
  /** Endpoints on this machine are asked as well, over plain HTTP: for development and tests. */
  allowsLoopback: boolean
}

/** Milliseconds for one message. */
const TIMEOUT_MS = 10_000

export function pushGateway({ keys, contact, allowsLoopback }: PushOptions): PushGateway {
  const isLoopback = ({ hostname }: URL) => allowsLoopback && hostname === '127.0.0.1'
  const takes = (endpoint: string): boolean => {
    if (!URL.canParse(endpoint)) return false
    const url = new URL(endpoint)
    if (isLoopback(url)) return true
    const isPlain = url.username === '' && url.password === '' && url.port === ''
    return url.protocol === 'https:' && isPlain && mayBePublicHost(url.hostname)
  }
  return {
    publicKey: keys.publicKey,
    isAllowedEndpoint: takes,
    isValidKey: isValidKey,
    async send({ endpoint, p256dh, auth }, message, secondsWorth) {
      if (!takes(endpoint)) return 'gone'
      const request = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(message),
        {
          vapidDetails: { subject: contact(), ...keys },
          TTL: secondsWorth,
          contentEncoding: 'aes128gcm',
        },
      )
      const { status } = await sendRequest(endpoint, {
        method: 'POST',
        headers: stringifyHeaders(request.headers),
        body: request.body,
        timeoutMs: TIMEOUT_MS,
        ...(!isLoopback(new URL(endpoint)) && { lookup: publicLookup }),
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

/** A pair of keys that is always the same for the same secret of 32 bytes. */
export function vapidKeysFrom(secret: Buffer): VapidKeys {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(secret)
  return { publicKey: curve.getPublicKey('base64url'), privateKey: secret.toString('base64url') }
}
