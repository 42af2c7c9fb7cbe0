import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { Platform } from '../../platform/platform.ts'

/** Encrypts values that must be read again, and hashes the others. */
export type SecretCipher = ReturnType<typeof createSecretCipher>

export function createSecretCipher({ keyFor }: Pick<Platform, 'keyFor'>) {
  const key = keyFor('totp-secrets')
  const codeKey = keyFor('recovery-codes')
  return {
    /** Encrypts with AES-256-GCM, bound to the user: in another user's row it cannot be decrypted. */
    encrypt(text: string, userId: string): string {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(userId))
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `gcm$${nonce.toString('base64url')}$${ciphertext.toString('base64url')}`
    },
    /** @throws Error when the text was changed, or encrypted for another user or with another key */
    decrypt(encrypted: string, userId: string): string {
      const [, nonce = '', ciphertext = ''] = encrypted.split('$')
      const bytes = Buffer.from(ciphertext, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'))
        .setAAD(Buffer.from(userId))
        .setAuthTag(bytes.subarray(-16))
      return decipher.update(bytes.subarray(0, -16), undefined, 'utf8') + decipher.final('utf8')
    },
    /** A keyed hash: codes are short, so a plain hash of a leaked table could be searched. */
    hashCode: (code: string, userId: string): string =>
      createHmac('sha256', codeKey).update(`${userId}\n${code}`).digest('base64url'),
  }
}
