import { asc, eq } from 'drizzle-orm'
import type { Db } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { passkeys } from './table.ts'

/** Large, and of use to few: loaded when the first passkey is. */
export const loadWebAuthn = () => import('@simplewebauthn/server')

/** Where our passkeys count: our own public address, and never what a request says of itself. */
export const getRelyingParty = ({ origin }: Platform) => ({
  expectedOrigin: new URL(origin()).origin,
  rpId: new URL(origin()).hostname,
})

/** Someone's passkeys, the oldest first. */
export const findPasskeys = (db: Db, userId: string) =>
  db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))

/** What an authenticator made of it that does not hold is one refusal, whatever is wrong with it. */
export async function rejectAsInvalidPasskey<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify()
  } catch {
    throw new Problem('INVALID_PASSKEY')
  }
}
