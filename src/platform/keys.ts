import { createHmac, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartupError, type Config } from './config.ts'

/**
 * Derives all our keys from one secret, each for one purpose: changing it makes everything unreadable that was encrypted or hashed
 * with them.
 */
export function createKeyDerivation(config: Config): (purpose: string) => Buffer {
  const session = config.sessionSecret ?? loadOrCreateSecret(sessionSecretPath(config.dataDir))
  return purpose => createHmac('sha256', session).update(purpose).digest()
}

/** Recognizes the secret of a shop; the secret can't be computed back from it. */
export const secretFingerprint = (config: Config): string =>
  createHmac('sha256', createKeyDerivation(config)('fingerprint')).digest('base64url')

/** Where the shop's own secret is, unless the environment has one. */
export const sessionSecretPath = (dataDir: string): string => join(dataDir, 'secrets', 'session')

/** Reads a random secret; creates it at the first start. */
function loadOrCreateSecret(file: string): string {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const secret = readFileSync(file, 'utf8')
  if (secret.length < 32) throw new StartupError(`${file} is beschadigd: zet het terug uit een back-up.`)
  return secret
}
