import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { programFolder } from '../../../platform/files/programFolder.ts'
import { Problem } from '../../../wire/problem.ts'
import { consistsOfNames, hasHash, normalizePassword, type PasswordContext } from './knownPasswords.rules.ts'

/** Made by `tools/knownPasswords.ts`. */
export const FILTER_PATH = 'src/people/accounts/passwords/knownPasswords.bin'

/** Read when the first password is chosen, and kept: 300 kB. */
let filter: Promise<Buffer> | undefined

export const hashKnownPassword = (password: string): Buffer =>
  createHash('sha256').update(normalizePassword(password)).digest()

/** Whether a password is one of the 100,000 commonest, or a trivial variant of one. Nothing leaves the server. */
export async function isKnownPassword(password: string): Promise<boolean> {
  filter ??= readFile(join(programFolder, FILTER_PATH))
  return hasHash(await filter, hashKnownPassword(password))
}

/**
 * Refuses a new password that burglars try first.
 * @param context also its owner, when that is known
 * @param field of the form
 * @throws Problem INVALID_INPUT at this field
 */
export async function assertUnknownPassword(
  password: string,
  context: PasswordContext,
  field: string,
): Promise<void> {
  const isOfNames = consistsOfNames(password, context)
  if (!isOfNames && !(await isKnownPassword(password))) return
  const message = isOfNames
    ? 'In dit wachtwoord staat bijna alleen je naam, of die van de winkel. Kies een ander.'
    : 'Dit wachtwoord is te bekend: inbrekers proberen het als eerste. Kies een ander.'
  throw new Problem('INVALID_INPUT', { message, fields: { [field]: message } })
}
