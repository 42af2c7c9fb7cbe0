import { z } from 'zod'
import { enteredPassword, User } from '../accounts/contract.ts'
import { endpoint } from '../../wire/endpoint.ts'
import { id, dateTime, requiredText } from '../../wire/fields.ts'

export const ChallengePurpose = z.enum(['REGISTER', 'LOGIN'])
export type ChallengePurpose = z.output<typeof ChallengePurpose>

/** How long after signing in no password is needed to change passkeys, in minutes. */
export const REAUTHENTICATE_AFTER_MINUTES = 10

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

/** Needed some time after signing in; the API then answers PASSWORD_NEEDED. */
const password = enteredPassword.optional()

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
  summary: 'What a browser needs to make a passkey; asks for the password some time after signing in',
  input: z.object({ password }),
  output: Options,
  status: 200,
})

export const addPasskey = endpoint('POST /api/account/passkeys', 'customer', {
  summary: 'Add the passkey that was made',
  input: z.object({ name, credential: Attestation }),
  output: Passkey,
})

export const renamePasskey = endpoint('PUT /api/account/passkeys/:passkeyId', 'customer', {
  summary: 'Call a passkey something else',
  input: z.object({ passkeyId: id, name }),
  output: Passkey,
})

export const removePasskey = endpoint('DELETE /api/account/passkeys/:passkeyId', 'customer', {
  summary: 'Remove a passkey; asks for the password some time after signing in',
  input: z.object({ passkeyId: id, password }),
  inBody: true,
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
})
