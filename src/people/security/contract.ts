import { z } from 'zod'
import { enteredPassword, User } from '../accounts/contract.ts'
import { endpoint } from '../../wire/endpoint.ts'
import { dateTime, requiredText, id } from '../../wire/fields.ts'
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
  confirmation: 'password',
  input: withPassword,
  output: z.object({
    /** Base32, for typing it in by hand. */
    secret: z.string(),
    otpauthUrl: z.string(),
    /** The URL as a QR code, `data:image/svg+xml`. */
    qrCode: z.string(),
  }),
  status: 200,
  problems: ['TWO_FACTOR_ON', 'WRONG_PASSWORD'],
})

export const confirmTotp = endpoint('POST /api/account/totp/confirm', 'customer', {
  summary:
    'Turn two-step verification on with a first code; ends the other sessions, which were opened without it',
  input: z.object({ code: enteredCode }),
  output: RecoveryCodes,
  status: 200,
  problems: ['INVALID_CODE', 'TWO_FACTOR_ON'],
})

export const renewRecoveryCodes = endpoint('POST /api/account/totp/recovery-codes', 'customer', {
  summary: 'Make recovery codes anew; the earlier ones no longer work, and all other sessions end',
  confirmation: 'password',
  input: withPassword,
  output: RecoveryCodes,
  status: 200,
  problems: ['NOT_FOUND', 'WRONG_PASSWORD'],
})

export const disableTotp = endpoint('DELETE /api/account/totp', 'customer', {
  summary: 'Turn two-step verification off; ends all other sessions',
  confirmation: 'password',
  input: withPassword,
  inBody: true,
  output: z.null(),
  problems: ['NOT_FOUND', 'WRONG_PASSWORD'],
})

export const loginWithTwoFactorCode = endpoint('POST /api/login/totp', 'public', {
  summary:
    'The second step of signing in, with a code of the app or a recovery code; sets the session cookie',
  input: z.object({ code: enteredCode }),
  output: User,
  status: 200,
  problems: ['ACCOUNT_CLOSED', 'INVALID_CODE', 'INVALID_CREDENTIALS', 'LOGIN_EXPIRED'],
})

/** The security events that are mailed to the owner of an account, in case another person caused them. */
export const SecurityEvent = z.enum([
  'TWO_FACTOR_ON',
  'TWO_FACTOR_OFF',
  'RECOVERY_CODE_USED',
  'RECOVERY_CODES_RENEWED',
  'PASSKEY_ADDED',
  'PASSKEY_REMOVED',
  'OTHER_BROWSER',
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

export const ChallengePurpose = z.enum(['REGISTER', 'LOGIN', 'CONFIRM'])
export type ChallengePurpose = z.output<typeof ChallengePurpose>

/** How many passkeys an account may have. */
export const MAX_PASSKEYS = 20

export const Passkey = z.object({
  id,
  name: z.string(),
  /** Whether it is synced to the user's other devices. */
  isSynced: z.boolean(),
  createdAt: dateTime,
  lastUsedAt: dateTime.nullable(),
})
export type Passkey = z.output<typeof Passkey>

const name = requiredText('Geef je passkey een naam.', 60)

/** Bytes as base64url, of at most `max` characters. */
const bytes = (max: number) => z.string().max(max)

/** The JSON form of a credential, https://www.w3.org/TR/webauthn-3/#iface-pkcredential. */
const credential = <Shape extends z.ZodRawShape>(response: Shape) =>
  z.object({
    id: bytes(1400),
    rawId: bytes(1400),
    type: z.literal('public-key'),
    authenticatorAttachment: z.enum(['cross-platform', 'platform']).optional(),
    clientExtensionResults: z.object({}),
    response: z.object(response),
  })

const Attestation = credential({
  clientDataJSON: bytes(4000),
  attestationObject: bytes(40_000),
  transports: z.array(z.string().max(20)).max(10).optional(),
})

const Assertion = credential({
  clientDataJSON: bytes(4000),
  authenticatorData: bytes(4000),
  signature: bytes(4000),
  userHandle: bytes(200)
    .nullish()
    .transform(handle => handle ?? undefined),
})
export type Attestation = z.output<typeof Attestation>
export type Assertion = z.output<typeof Assertion>

/** WebAuthn options for `navigator.credentials`, as JSON. */
const Options = z.record(z.string(), z.unknown())

export const listPasskeys = endpoint('GET /api/account/passkeys', 'customer', {
  summary: "One's passkeys, the oldest first",
  output: z.array(Passkey),
})

export const beginPasskeyRegistration = endpoint('POST /api/account/passkeys/options', 'customer', {
  summary: 'What a browser needs to make a passkey',
  confirmation: 'recent',
  output: Options,
  status: 200,
  problems: ['TOO_MANY_PASSKEYS'],
})

export const addPasskey = endpoint('POST /api/account/passkeys', 'customer', {
  summary: 'Add the passkey that was made',
  input: z.object({ name, credential: Attestation }),
  output: Passkey,
  problems: ['INVALID_PASSKEY', 'TOO_MANY_PASSKEYS'],
})

export const renamePasskey = endpoint('PUT /api/account/passkeys/:passkeyId', 'customer', {
  summary: 'Call a passkey something else',
  input: z.object({ passkeyId: id, name }),
  output: Passkey,
})

export const removePasskey = endpoint('DELETE /api/account/passkeys/:passkeyId', 'customer', {
  summary: 'Remove a passkey; ends all other sessions',
  confirmation: 'recent',
  input: z.object({ passkeyId: id }),
  output: z.null(),
})

export const beginPasskeyLogin = endpoint('POST /api/login/passkey/options', 'public', {
  summary:
    'What a browser needs to sign in with a passkey: any, or one of the account whose second step waits',
  output: Options,
  status: 200,
})

export const loginWithPasskey = endpoint('POST /api/login/passkey', 'public', {
  summary: 'Sign in with a passkey, instead of a password or as the second step; sets the session cookie',
  input: z.object({ credential: Assertion }),
  output: User,
  status: 200,
  problems: ['ACCOUNT_CLOSED', 'INVALID_CREDENTIALS', 'INVALID_PASSKEY', 'LOGIN_EXPIRED'],
})

const confirms =
  'Confirm the login for 15 minutes, for what answers CONFIRMATION_NEEDED; replaces the session cookie'

export const confirmWithPassword = endpoint('POST /api/account/confirmation', 'customer', {
  summary: `${confirms}. Not enough for an admin who has a second step`,
  input: withPassword,
  output: z.null(),
  status: 204,
  problems: ['WRONG_PASSWORD'],
})

export const confirmWithCode = endpoint('POST /api/account/confirmation/totp', 'customer', {
  summary: `${confirms}. With a code of the app, which works once, or a recovery code`,
  input: z.object({ code: enteredCode }),
  output: z.null(),
  status: 204,
  problems: ['INVALID_CODE'],
})

export const beginPasskeyConfirmation = endpoint(
  'POST /api/account/confirmation/passkey/options',
  'customer',
  {
    summary: 'What a browser needs to confirm the login with a passkey of the account',
    output: Options,
    status: 200,
  },
)

export const confirmWithPasskey = endpoint('POST /api/account/confirmation/passkey', 'customer', {
  summary: confirms,
  input: z.object({ credential: Assertion }),
  output: z.null(),
  status: 204,
  problems: ['INVALID_PASSKEY'],
})
