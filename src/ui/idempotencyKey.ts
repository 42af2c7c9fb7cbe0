/**
 * A fresh Idempotency-Key: one for each thing that a person means to happen once, kept for its repetitions.
 * Unlike `crypto.randomUUID` this is there on a plain-HTTP address too.
 */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
