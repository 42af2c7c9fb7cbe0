import { createHmac, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartupError, type Config } from '../config.ts'

/** Derives a key for one purpose; reveals no other purpose's key. */
export type KeyDerivation = (purpose: string) => Buffer

const deriveFrom =
  (secret: string): KeyDerivation =>
  purpose =>
    createHmac('sha256', secret).update(purpose).digest()

/**
 * Derives all our keys from one secret, each for one purpose. Data encrypted with them is encrypted again by `npm run keys:rotate` when the
 * secret changes.
 */
export const createKeyDerivation = (config: Config): KeyDerivation =>
  deriveFrom(config.sessionSecret ?? loadOrCreateSecret(sessionSecretPath(config.dataDir)))

/** The same from the secret before, while it is being replaced; else null. */
export const createEarlierKeyDerivation = ({ sessionSecretBefore }: Config): KeyDerivation | null =>
  sessionSecretBefore === undefined ? null : deriveFrom(sessionSecretBefore)

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
