import { unwrapDatabaseError } from '../db/databaseErrors.ts'
import { redactTokens } from './log.ts'

/** Characters; longer reasons are cut off. */
const MAX_LENGTH = 300

/** Removes tokens, e-mail addresses and bank accounts. */
const redactPersonalData = (text: string): string =>
  redactTokens(text).replaceAll(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+|\b[A-Z]{2}\d{2}[A-Z\d]{10,30}\b/g, '…')

/** The reason of a failure for admins: the first line of the message, because later lines quote the statement. */
export function redactedReason(error: unknown): string {
  const { code, message } = unwrapDatabaseError(error)
  const [line = ''] = (message || code || String(error)).split('\n')
  return redactPersonalData(line).slice(0, MAX_LENGTH)
}
