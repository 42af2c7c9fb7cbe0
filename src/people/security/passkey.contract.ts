import { z } from 'zod'
import { enteredPassword, User } from '../accounts/contract.ts'
import { endpoint } from '../../wire/endpoint.ts'
import { id, dateTime, requiredText } from '../../wire/fields.ts'

export const ChallengePurpose = z.enum(['REGISTER', 'LOGIN'])
export type ChallengePurpose = z.output<typeof ChallengePurpose>

/** For how long after signing in nobody is asked for the password again, in minutes. */
export const REAUTHENTICATE_AFTER_MINUTES = 10

/** How many passkeys an account may have. */
export const MAX_PASSKEYS = 20

export const Passkey = z.object({
  id,
  name: z.string(),
  /** Whether the maker of the device also keeps it for that person's other devices. */
  isSynced: z.boolean(),
  createdAt: dateTime,
  lastUsedAt: dateTime.nullable(),
})
export type Passkey = z.output<typeof Passkey>

const name = requiredText('Geef je passkey een naam.', 60)

/** Asked of who signed in longer ago (`PASSWORD_NEEDED` says so). */
const password = enteredPassword.optional()

/** Bytes, base64url, of no more than a program would ever need. */
const bytes = (max: number) => z.string().max(max)

/** As a browser hands out what an authenticator made, https://www.w3.org/TR/webauthn-3/#iface-pkcredential. */
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

/** What the browser's own `navigator.credentials` is given, as the standard has it. */
const Options = z.record(z.string(), z.unknown())

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/api/account/passkeys',
  summary: "One's passkeys, the oldest first",
  access: 'customer',
  output: z.array(Passkey),
})

export const beginPasskeyRegistration = endpoint({
  method: 'POST',
  path: '/api/account/passkeys/options',
  summary: 'What a browser needs to make a passkey; asks for the password some time after signing in',
  access: 'customer',
  input: z.object({ password }),
  output: Options,
  status: 200,
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/account/passkeys',
  summary: 'Add the passkey that was made',
  access: 'customer',
  input: z.object({ name, credential: Attestation }),
  output: Passkey,
})

export const renamePasskey = endpoint({
  method: 'PUT',
  path: '/api/account/passkeys/:passkeyId',
  summary: 'Call a passkey something else',
  access: 'customer',
  input: z.object({ passkeyId: id, name }),
  output: Passkey,
})

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/account/passkeys/:passkeyId',
  summary: 'Remove a passkey; asks for the password some time after signing in',
  access: 'customer',
  input: z.object({ passkeyId: id, password }),
  inBody: true,
  output: z.null(),
})

export const beginPasskeyLogin = endpoint({
  method: 'POST',
  path: '/api/login/passkey/options',
  summary:
    'What a browser needs to sign in with a passkey: any, or one of the account whose second step waits',
  access: 'public',
  output: Options,
  status: 200,
})

export const loginWithPasskey = endpoint({
  method: 'POST',
  path: '/api/login/passkey',
  summary: 'Sign in with a passkey, instead of a password or as the second step; sets the session cookie',
  access: 'public',
  input: z.object({ credential: Assertion }),
  output: User,
  status: 200,
})
