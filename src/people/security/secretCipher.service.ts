import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { Platform } from '../../platform/platform.ts'

/** Keeps what has to be read again, and names what must not be. */
export interface SecretCipher {
  /** Encrypts with AES-256-GCM, for one person: what is moved to another's row can't be read there. */
  encrypt(text: string, userId: string): string
  /** @throws Error when it was changed, is someone else's, or was locked with another key */
  decrypt(locked: string, userId: string): string
  /** What is kept of a short code: without the key a leaked table can't be searched for it. */
  hashCode(code: string, userId: string): string
}

export function createSecretCipher({ keyFor }: Pick<Platform, 'keyFor'>): SecretCipher {
  const key = keyFor('totp-secrets')
  const codeKey = keyFor('recovery-codes')
  return {
    encrypt(text, userId) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(userId))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `gcm$${nonce.toString('base64url')}$${sealed.toString('base64url')}`
    },
    decrypt(locked, userId) {
      const [, nonce = '', sealed = ''] = locked.split('$')
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'))
        .setAAD(Buffer.from(userId))
        .setAuthTag(bytes.subarray(-16))
      return decipher.update(bytes.subarray(0, -16), undefined, 'utf8') + decipher.final('utf8')
    },
    hashCode: (code, userId) =>
      createHmac('sha256', codeKey).update(`${userId}\n${code}`).digest('base64url'),
  }
}
