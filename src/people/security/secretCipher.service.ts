import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { totpSecrets } from './table.ts'

/** Encrypts values that must be read again, and hashes the others. */
export type SecretCipher = ReturnType<typeof createSecretCipher>

export function createSecretCipher({ keyFor, earlierKeyFor }: Pick<Platform, 'keyFor' | 'earlierKeyFor'>) {
  const key = keyFor('totp-secrets')
  const earlierKey = earlierKeyFor?.('totp-secrets')
  const codeKey = keyFor('recovery-codes')
  return {
    /** Encrypts with AES-256-GCM, bound to the user: in another user's row it cannot be decrypted. */
    encrypt(text: string, userId: string): string {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(userId))
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `gcm$${nonce.toString('base64url')}$${ciphertext.toString('base64url')}`
    },
    /** @throws Error when the text was changed, or encrypted for another user or with another secret than the shop's or the one before */
    decrypt(encrypted: string, userId: string): string {
      try {
        return decryptWith(key, encrypted, userId)
      } catch (error) {
        if (!earlierKey) throw error
        return decryptWith(earlierKey, encrypted, userId)
      }
    },
    /** A keyed hash: codes are short, so a plain hash of a leaked table could be searched. */
    hashCode: (code: string, userId: string): string =>
      createHmac('sha256', codeKey).update(`${userId}\n${code}`).digest('base64url'),
  }
}

function decryptWith(key: Buffer, encrypted: string, userId: string): string {
  const [, nonce = '', ciphertext = ''] = encrypted.split('$')
  const bytes = Buffer.from(ciphertext, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), {
    authTagLength: 16,
  })
    .setAAD(Buffer.from(userId))
    .setAuthTag(bytes.subarray(-16))
  return decipher.update(bytes.subarray(0, -16), undefined, 'utf8') + decipher.final('utf8')
}

/** Encrypts all TOTP secrets with the present secret of the shop. @returns how many can't be decrypted; they stay as they are */
export async function reencryptTotpSecrets(tx: Tx, cipher: SecretCipher): Promise<number> {
  let unreadable = 0
  for (const { userId, secret } of await tx.select().from(totpSecrets).for('update')) {
    const text = decryptOrNull(cipher, secret, userId)
    if (text === null) unreadable += 1
    else
      await tx
        .update(totpSecrets)
        .set({ secret: cipher.encrypt(text, userId) })
        .where(eq(totpSecrets.userId, userId))
  }
  return unreadable
}

function decryptOrNull(cipher: SecretCipher, secret: string, userId: string): string | null {
  try {
    return cipher.decrypt(secret, userId)
  } catch {
    return null
  }
}
