import { z } from 'zod'
import { enteredPassword, User } from '../accounts/contract.ts'
import { endpoint } from '../../wire/endpoint.ts'
import { dateTime, requiredText } from '../../wire/fields.ts'
import { mailTemplate } from '../../wire/mail.ts'

/** How many recovery codes a user gets. */
export const RECOVERY_CODE_COUNT = 10

/** A TOTP code of six digits, or a recovery code; spaces and dashes are ignored. */
const enteredCode = requiredText('Vul de code in.', 40)

const withPassword = z.object({ password: enteredPassword })
/** Returned only once: only their hashes are stored. */
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const readTwoFactor = endpoint('GET /api/account/totp', 'customer', {
  summary: 'Whether two-step verification is on, and how many recovery codes are left',
  output: z.object({ confirmedAt: dateTime.nullable(), recoveryCodesLeft: z.int() }),
})

export const beginTotpSetup = endpoint('POST /api/account/totp', 'customer', {
  summary: 'Make a secret for an authenticator app; a code of it turns two-step verification on',
  input: withPassword,
  output: z.object({
    /** Base32, for typing it in by hand. */
    secret: z.string(),
    otpauthUrl: z.string(),
    /** The URL as a QR code, `data:image/svg+xml`. */
    qrCode: z.string(),
  }),
  status: 200,
})

export const confirmTotp = endpoint('POST /api/account/totp/confirm', 'customer', {
  summary:
    'Turn two-step verification on with a first code; ends the other sessions, which were opened without it',
  input: z.object({ code: enteredCode }),
  output: RecoveryCodes,
  status: 200,
})

export const renewRecoveryCodes = endpoint('POST /api/account/totp/recovery-codes', 'customer', {
  summary: 'Make recovery codes anew; the earlier ones no longer work',
  input: withPassword,
  output: RecoveryCodes,
  status: 200,
})

export const disableTotp = endpoint('DELETE /api/account/totp', 'customer', {
  summary: 'Turn two-step verification off',
  input: withPassword,
  inBody: true,
  output: z.null(),
})

export const loginWithTwoFactorCode = endpoint('POST /api/login/totp', 'public', {
  summary:
    'The second step of signing in, with a code of the app or a recovery code; sets the session cookie',
  input: z.object({ code: enteredCode }),
  output: User,
  status: 200,
})

/** The security events that are mailed to the owner of an account, in case another person caused them. */
export const SecurityEvent = z.enum([
  'TWO_FACTOR_ON',
  'TWO_FACTOR_OFF',
  'RECOVERY_CODE_USED',
  'PASSKEY_ADDED',
  'PASSKEY_REMOVED',
])
export type SecurityEvent = z.output<typeof SecurityEvent>

export const securityMail = mailTemplate(
  'security',
  z.object({
    event: SecurityEvent,
    /** The security page. */
    url: z.string(),
    shopName: z.string(),
  }),
)
