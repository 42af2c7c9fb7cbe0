import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts with AES-256-GCM. The nonce is random, which is safe for 2³² texts of a key (NIST SP 800-38D, 8.3).
 * @param context the owner of the text, such as its row: with another one it can't be decrypted
 * @returns nonce, ciphertext and tag
 */
export function encryptBytes(key: Buffer, bytes: Uint8Array, context: readonly unknown[]): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(JSON.stringify(context)))
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
}

/** @returns null when it was changed, or encrypted with another key or for another context */
export function decryptBytes(key: Buffer, bytes: Buffer, context: readonly unknown[]): Buffer | null {
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(JSON.stringify(context)))
    .setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
  } catch {
    return null
  }
}

/** The same for values that are stored as text. */
export const encryptText = (key: Buffer, text: string | Buffer, context: readonly unknown[]): string =>
  encryptBytes(key, Buffer.from(text as string), context).toString('base64url')

/** @returns null when it was changed, or encrypted with another key or for another context */
export const decryptText = (key: Buffer, encrypted: string, context: readonly unknown[]): Buffer | null =>
  decryptBytes(key, Buffer.from(encrypted, 'base64url'), context)
