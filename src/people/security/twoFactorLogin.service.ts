import { eq } from 'drizzle-orm'
import { consumePendingLogin } from '../accounts/pendingLogin.service.ts'
import type { UserRow } from '../accounts/service.ts'
import type { LoginFlow } from '../accounts/loginFlow.service.ts'
import { users } from '../accounts/table.ts'
import type { Tx } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CallContext } from '../../platform/serve.ts'
import { Problem } from '../../wire/problem.ts'
import { consumeTwoFactorCode } from './totp.service.ts'
import type { SecretCipher } from './secretCipher.service.ts'

/**
 * The account, which nobody closes or gives another password until the transaction ends.
 * @throws Problem ACCOUNT_CLOSED, LOGIN_EXPIRED
 */
export async function lockUserForLogin(tx: Tx, userId: string): Promise<UserRow> {
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
export const completeTwoFactorLogin = (
  platform: Platform,
  vault: SecretCipher,
  signIn: LoginFlow,
  { userId, pending, code, visit }: { userId: string; pending: string; code: string; visit: CallContext },
): Promise<string> =>
  platform.db.transaction(async tx => {
    await lockUserForLogin(tx, userId)
    await consumeTwoFactorCode(tx, platform, vault, userId, code)
    await consumePendingLogin(tx, pending)
    return signIn.createSession(tx, userId, visit)
  })
