import { createHmac, timingSafeEqual } from 'node:crypto'

/** The signature of a text (HMAC-SHA256). */
export const sign = (key: Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url')

/** The signature of a webhook's bytes, as providers write it. */
export const signWebhook = (key: string, body: string | Buffer): string =>
  createHmac('sha256', key).update(body).digest('hex')

/** Whether a secret is the expected one, in a time that does not tell where it differs. */
export function isSameSecret(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
