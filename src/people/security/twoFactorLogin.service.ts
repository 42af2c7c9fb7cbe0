import { consumePendingLogin } from '../accounts/pendingLogin.service.ts'
import { lockUserForLogin } from '../accounts/service.ts'
import type { LoginFlow } from '../accounts/loginFlow.service.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CallContext } from '../../platform/serve.ts'
import { consumeTwoFactorCode } from './totp.service.ts'
import type { SecretCipher } from './secretCipher.service.ts'

/**
 * Consumes the code and the pending login and creates the session, in one transaction.
 * @param options.pending the token of the pending login
 * @returns the session's token
 * @throws Problem INVALID_CODE, LOGIN_EXPIRED, ACCOUNT_CLOSED
 */
export const completeTwoFactorLogin = (
  platform: Platform,
  cipher: SecretCipher,
  loginFlow: LoginFlow,
  { userId, pending, code, context }: { userId: string; pending: string; code: string; context: CallContext },
): Promise<string> =>
  platform.db.transaction(async tx => {
    await lockUserForLogin(tx, userId)
    await consumeTwoFactorCode(tx, platform, cipher, userId, code)
    await consumePendingLogin(tx, pending)
    return loginFlow.createSession(tx, userId, context)
  })
