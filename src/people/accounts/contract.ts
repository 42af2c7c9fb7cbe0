import { z } from 'zod'
import { Role } from '../../wire/roles.ts'
import { endpoint } from '../../wire/endpoint.ts'
import { day, email, id, dateTime, optionalText } from '../../wire/fields.ts'

/** The policy whose acceptance registering records. */
export const POLICY_VERSION = '1.0'

/** What a token in a mail is for: once, but for a file, which is fetched as often as its owner wants. */
export const TokenPurpose = z.enum(['VERIFY_EMAIL', 'RESET_PASSWORD', 'EXPORT'])
export type TokenPurpose = z.output<typeof TokenPurpose>

/** For how many hours such a token works. */
export const TOKEN_HOURS: Record<TokenPurpose, number> = {
  VERIFY_EMAIL: 7 * 24,
  RESET_PASSWORD: 1,
  EXPORT: 7 * 24,
}

export const User = z.object({
  id,
  email: z.string(),
  role: Role,
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  displayName: z.string(),
  dateOfBirth: z.iso.date().nullable(),
  phone: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  bio: z.string().nullable(),
  profileVisibility: z.enum(['PUBLIC', 'PRIVATE']),
  showStatistics: z.boolean(),
  emailNotifications: z.boolean(),
  smsNotifications: z.boolean(),
  pushNotifications: z.boolean(),
  preferredCategories: z.array(z.string()),
  minutesBalance: z.int(),
  credits: z.int(),
  /** When the address proved to be theirs; null until then. */
  emailVerifiedAt: dateTime.nullable(),
  /** Since when signing in asks for a second step; null while it does not. */
  twoFactorAt: dateTime.nullable(),
  createdAt: dateTime,
})
export type User = z.output<typeof User>

/** Whether an account is an admin's that must have two-step verification first. */
export const isTwoFactorSetupRequired = (
  { role, twoFactorAt }: Pick<User, 'role' | 'twoFactorAt'>,
  { requiresAdminTotp = false }: { requiresAdminTotp?: boolean },
): boolean => requiresAdminTotp && role === 'ADMIN' && twoFactorAt === null

/** A password that exists: whether it is right is for the server to say. */
export const enteredPassword = z
  .string({ error: 'Vul je wachtwoord in.' })
  .min(1, 'Vul je wachtwoord in.')
  .max(200, 'Dit wachtwoord is te lang.')

export const chosenPassword = z
  .string({ error: 'Kies een wachtwoord.' })
  .min(8, 'Kies een wachtwoord van minstens 8 tekens.')
  .max(200, 'Dit wachtwoord is te lang.')

/** What turns the text around it, or ends its line: a name stands in the middle of other people's. */
const controlCharacters = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu
/** What shows nothing by itself, such as the joiner within an emoji. */
const invisibleCharacters = /\p{Default_Ignorable_Code_Point}/gu

/** What others know someone by: of 2 to 60 characters, at least 2 that can be seen. */
export const displayNameField = (tooShort: string, missing = tooShort) =>
  z
    .string({ error: missing })
    .overwrite(name => name.replaceAll(controlCharacters, ''))
    .trim()
    .max(60, 'Gebruik hoogstens 60 tekens.')
    .refine(name => name.replaceAll(invisibleCharacters, '').trim().length >= 2, tooShort)

export const Registration = z.object({
  email,
  password: chosenPassword,
  displayName: displayNameField('Display name must be at least 2 characters'),
  firstName: optionalText(100),
  lastName: optionalText(100),
  dateOfBirth: day.nullish().transform(text => text ?? null),
})
export type Registration = z.output<typeof Registration>

export const readUser = endpoint({
  method: 'GET',
  path: '/api/user',
  summary: 'The signed-in user',
  access: 'customer',
  output: User,
})

/** The password is right, and POST /api/login/totp (or a passkey) is to follow. */
export const TwoFactorRequired = z.object({ twoFactorRequired: z.literal(true) })

export const login = endpoint({
  method: 'POST',
  path: '/api/login',
  summary: 'Sign in; sets the session cookie, unless the account asks for a second step',
  access: 'public',
  input: z.object({ email, password: enteredPassword }),
  output: z.union([User, TwoFactorRequired]),
  status: 200,
})

export const register = endpoint({
  method: 'POST',
  path: '/api/register',
  summary: 'Make an account, record the 18+ statement, and sign in',
  access: 'public',
  input: Registration,
  output: User,
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/logout',
  summary: 'Sign out; always succeeds',
  access: 'public',
  output: z.null(),
  status: 204,
})
