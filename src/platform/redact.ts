import { unwrapDatabaseError } from './db.ts'

/** Longer reasons are kept in part. */
const MAX_LENGTH = 300

/** A text without what opens an account, or says whose it is: tokens, e-mail addresses and bank accounts. */
const redactPersonalData = (text: string): string =>
  redactTokens(text).replaceAll(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+|\b[A-Z]{2}\d{2}[A-Z\d]{10,30}\b/g, '…')

/** A mail server may quote what it refuses, and with it a link that opens an account. */
export const redactTokens = (text: string): string =>
  text.replaceAll(/(?<=[?&]token=)[\w%-]+|\b[\w-]{43}\b/g, '…')

/** Why something failed, as an admin may read it: the first line, since the next ones quote what was asked. */
export function redactedReason(error: unknown): string {
  const { code, message } = unwrapDatabaseError(error)
  const [line = ''] = (message || code || String(error)).split('\n')
  return redactPersonalData(line).slice(0, MAX_LENGTH)
}
