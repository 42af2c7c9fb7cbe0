import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Signs fields as FlexPay v4 does: SHA-256, in lower case, of the key and every `name=value`, sorted by name, with colons between them. Values are
 * raw. The string is ambiguous, because a value may hold a colon: no text of a buyer belongs in a signed field.
 * Source: https://controlcenter.verotel.com/flexpay-doc/purchase.html
 */
export function signFields(key: string, fields: Readonly<Record<string, string>>): string {
  const named = Object.keys(fields)
    .toSorted()
    .map(name => `${name}=${fields[name]}`)
  return createHash('sha256')
    .update([key, ...named].join(':'), 'utf8')
    .digest('hex')
}

const SHA256_HEX = /^[0-9a-f]{64}$/

/**
 * Reads fields that Verotel signed: all but the signature itself, and the number of the website also where it is left out. SHA-1, which its libraries still accept, is refused.
 * @param query as it came; a name that came twice has an array
 * @returns null when the signature is missing or wrong, a name came twice, or the website is another
 */
export function readSigned(
  { shopId, signatureKey }: { shopId: string; signatureKey: string },
  { signature, ...rest }: Readonly<Record<string, unknown>>,
): Record<string, string> | null {
  if (typeof signature !== 'string' || !SHA256_HEX.test(signature)) return null
  if (!Object.values(rest).every(value => typeof value === 'string')) return null
  const fields = { shopID: shopId, ...(rest as Record<string, string>) }
  if (fields.shopID !== shopId) return null
  const expected = signFields(signatureKey, fields)
  return timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) ? fields : null
}

const REFERENCE = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})-[\w-]{22}$/
/** Enough that nobody guesses it: 128 bits. */
const REFERENCE_BYTES = 16

/**
 * The reference of a payment attempt at Verotel: its id and a part that nobody can guess. The same attempt has the same reference, so that the
 * order page stays the same when it is started again.
 */
export function referenceOf(key: string, paymentId: string): string {
  const secret = createHmac('sha256', key).update(`reference ${paymentId}`).digest()
  return `${paymentId.replaceAll('-', '')}-${secret.subarray(0, REFERENCE_BYTES).toString('base64url')}`
}

/** The id of the payment attempt that a reference is of; null for one that is not ours. */
export function paymentIdOf(key: string, reference: string): string | null {
  const paymentId = REFERENCE.exec(reference)?.slice(1).join('-')
  return paymentId !== undefined && referenceOf(key, paymentId) === reference ? paymentId : null
}
