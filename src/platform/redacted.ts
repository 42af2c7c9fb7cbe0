import { databaseError } from './db.ts'

/** Longer reasons are kept in part. */
const LONGEST = 300

/** A text without what opens an account, or says whose it is: tokens, e-mail addresses and bank accounts. */
const redacted = (text: string): string =>
  withoutTokens(text).replaceAll(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+|\b[A-Z]{2}\d{2}[A-Z\d]{10,30}\b/g, '…')

/** A mail server may quote what it refuses, and with it a link that opens an account. */
export const withoutTokens = (text: string): string =>
  text.replaceAll(/(?<=[?&]token=)[\w%-]+|\b[\w-]{43}\b/g, '…')

/** Why something failed, as an admin may read it: the first line, since the next ones quote what was asked. */
export function reasonWithoutSecrets(error: unknown): string {
  const { code, message } = databaseError(error)
  const [line = ''] = (message || code || String(error)).split('\n')
  return redacted(line).slice(0, LONGEST)
}
