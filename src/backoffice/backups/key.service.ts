import { writeFile } from 'node:fs/promises'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { StartupError } from '../../platform/config.ts'

/**
 * Makes a key pair for backups, in the form of `age-keygen`.
 * @param path a new file, for the private key
 * @returns instructions for its owner
 * @throws StartupError when the file exists, or can't be written
 */
export async function generateKey(path: string): Promise<string> {
  const key = await generateIdentity()
  const publicKey = await identityToRecipient(key)
  try {
    await writeFile(path, `# public key: ${publicKey}\n${key}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    throw new StartupError(`${path} is niet te schrijven: ${(error as Error).message}`)
  }
  return `BACKUP_PUBLIC_KEY=${publicKey}\nBewaar ${path} ergens anders dan de back-ups: zonder dit bestand is geen ervan te lezen.`
}
