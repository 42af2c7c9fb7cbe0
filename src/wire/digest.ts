const PRIME = 0x100000001b3n
const MASK = (1n << 64n) - 1n

/**
 * A hash of a text: 32 hexadecimal digits, the same in every environment. Two FNV-1a hashes, so not cryptographic. Web Crypto is
 * not available to pages over plain HTTP.
 */
export function digest(text: string): string {
  const bytes = new TextEncoder().encode(text)
  return [0xcbf29ce484222325n, 0x84222325cbf29ce4n].map(start => fnv(bytes, start)).join('')
}

const fnv = (bytes: Uint8Array, start: bigint): string => {
  let hash = start
  for (const byte of bytes) hash = ((hash ^ BigInt(byte)) * PRIME) & MASK
  return hash.toString(16).padStart(16, '0')
}
