import { eq } from 'drizzle-orm'
import { takeLogin } from '../accounts/pending.service.ts'
import type { UserRow } from '../accounts/service.ts'
import type { SignIn } from '../accounts/signin.service.ts'
import { users } from '../accounts/table.ts'
import type { Tx } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Visit } from '../../platform/serve.ts'
import { Problem } from '../../wire/problem.ts'
import { spendCode } from './totp.service.ts'
import type { Vault } from './vault.service.ts'

/**
 * The account, which nobody closes or gives another password until the transaction ends.
 * @throws Problem ACCOUNT_CLOSED, LOGIN_EXPIRED
 */
export async function holdUser(tx: Tx, userId: string): Promise<UserRow> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('share')
  if (!user) throw new Problem('LOGIN_EXPIRED')
  if (user.deleteAfter) throw new Problem('ACCOUNT_CLOSED')
  return user
}

/**
 * Takes the second step: the code is used, the login that waited ends and its session opens, or none of it.
 * @param pending what the browser had to show for it
 * @returns the session's token
 * @throws Problem INVALID_CODE, LOGIN_EXPIRED, ACCOUNT_CLOSED
 */
export const stepIn = (
  platform: Platform,
  vault: Vault,
  signIn: SignIn,
  { userId, pending, code, visit }: { userId: string; pending: string; code: string; visit: Visit },
): Promise<string> =>
  platform.db.transaction(async tx => {
    await holdUser(tx, userId)
    await spendCode(tx, platform, vault, userId, code)
    await takeLogin(tx, pending)
    return signIn.open(tx, userId, visit)
  })
