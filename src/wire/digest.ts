const PRIME = 0x100000001b3n
const MASK = (1n << 64n) - 1n

/**
 * A short name for a text: 32 hexadecimal digits, the same everywhere. FNV-1a, twice over: enough to tell texts of one's own
 * apart, and no secret. The browser's own digests are missing on plain-HTTP addresses.
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
