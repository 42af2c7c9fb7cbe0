import { useState } from 'react'

/**
 * A new Idempotency-Key: one per user action, reused when the call is repeated. Unlike `crypto.randomUUID` it is also available to pages
 * over plain HTTP.
 */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')

/** One key for each action that a text describes, such as buying something at its price; kept for retries. */
export function useIdempotencyKey() {
  const [last, setLast] = useState({ of: '', key: '' })
  return (of: string): string => {
    if (last.of === of) return last.key
    const key = newIdempotencyKey()
    setLast({ of, key })
    return key
  }
}
