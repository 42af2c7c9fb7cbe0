/**
 * A new Idempotency-Key: one per user action, reused when the call is repeated. Unlike `crypto.randomUUID` it is also available to pages
 * over plain HTTP.
 */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
