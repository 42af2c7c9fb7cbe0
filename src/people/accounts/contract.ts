import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { day, email, id, dateTime, optionalText, requiredText, role, typedText } from '../../wire/fields.ts'
import { mailTemplate } from '../../wire/mail.ts'
import { visibleCharacters } from '../../wire/text.ts'

/** The version of the terms that the shop begins with. */
export const POLICY_VERSION = '1.0'

/** The key under which an admin publishes other terms. */
export const TERMS_KEY = 'legal.terms'

/** The purpose of an account token in a mail. Single use, except EXPORT: a file may be downloaded more than once. */
export const TokenPurpose = z.enum(['VERIFY_EMAIL', 'RESET_PASSWORD', 'EXPORT', 'TEST_MAIL'])
export type TokenPurpose = z.output<typeof TokenPurpose>

/** How long a token is valid, in hours. */
export const TOKEN_HOURS: Record<TokenPurpose, number> = {
  VERIFY_EMAIL: 7 * 24,
  RESET_PASSWORD: 1,
  EXPORT: 7 * 24,
  TEST_MAIL: 24,
}

export const User = z.object({
  id,
  email: z.string(),
  role,
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
  cartReminders: z.boolean(),
  pushNotifications: z.boolean(),
  preferredCategories: z.array(z.string()),
  minutesBalance: z.int(),
  credits: z.int(),
  /** The version of the terms that was accepted last. */
  policyVersion: z.string(),
  /** When the e-mail address was verified; null until then. */
  emailVerifiedAt: dateTime.nullable(),
  /** When two-factor login was turned on; null while it is off. */
  twoFactorAt: dateTime.nullable(),
  createdAt: dateTime,
})
export type User = z.output<typeof User>

/** How a user proves who it is, the strongest first: a passkey, a code of an app (or a recovery code), or the password alone. */
export const ConfirmationMethod = z.enum(['PASSKEY', 'CODE', 'PASSWORD'])
export type ConfirmationMethod = z.output<typeof ConfirmationMethod>

/** An existing password: only its length is checked here, not the rules for a new one. */
export const enteredPassword = z
  .string({ error: 'Vul je wachtwoord in.' })
  .min(1, 'Vul je wachtwoord in.')
  .max(200, 'Dit wachtwoord is te lang.')

const passwordTooShort = 'Kies een wachtwoord van minstens 8 tekens.'
const chosenPassword = z
  .string({ error: passwordTooShort })
  .min(8, passwordTooShort)
  .max(200, 'Dit wachtwoord is te lang.')

/** Control characters and line breaks: they would change the text around a name. */
const controlCharacters = /[\p{Cc}\u2028\u2029]/gu

/** A display name of at most 60 characters, at least 2 of them visible. */
export const displayNameField = (tooShort: string, missing = tooShort) =>
  typedText(missing)
    .overwrite(name => name.replaceAll(controlCharacters, ''))
    .trim()
    .max(60, 'Gebruik hoogstens 60 tekens.')
    .refine(name => visibleCharacters(name).length >= 2, tooShort)

export const Registration = z.object({
  email,
  password: chosenPassword,
  displayName: displayNameField('Display name must be at least 2 characters'),
  firstName: optionalText(100),
  lastName: optionalText(100),
  dateOfBirth: day.nullish().transform(text => text ?? null),
})
export type Registration = z.output<typeof Registration>

export const readUser = endpoint('GET /api/user', 'customer', {
  summary: 'The signed-in user',
  output: User,
})

export const acceptTerms = endpoint('POST /api/user/terms', 'customer', {
  summary: 'Accept the version of the terms that was read; 409 TERMS_CHANGED when another applies by now',
  input: z.object({ version: z.string().min(1).max(20) }),
  output: User,
  status: 200,
  problems: ['TERMS_CHANGED'],
})

/** The password is right; POST /api/login/totp or /api/login/passkey has to follow. */
const TwoFactorRequired = z.object({ twoFactorRequired: z.literal(true) })

export const login = endpoint('POST /api/login', 'public', {
  summary: 'Sign in; sets the session cookie, unless the account asks for a second step',
  input: z.object({ email, password: enteredPassword }),
  output: z.union([User, TwoFactorRequired]),
  status: 200,
  problems: ['ACCOUNT_CLOSED', 'INVALID_CREDENTIALS'],
})

export const register = endpoint('POST /api/register', 'public', {
  summary: 'Make an account, record the 18+ statement, and sign in',
  input: Registration,
  output: User,
  problems: ['EMAIL_TAKEN', 'UNDER_AGE'],
})

export const logout = endpoint('POST /api/logout', 'public', {
  summary: 'Sign out; always succeeds',
  output: z.null(),
  status: 204,
})

/** An account token from a mailed link. */
const emailToken = requiredText('Open de link uit je mail.')

export const verifyEmail = endpoint('POST /api/email/verify', 'public', {
  summary:
    'Prove that an e-mail address is read, with the token that was mailed to it: signed in to that account, or with its password; whoever has neither may remove the account',
  input: z.object({ token: emailToken, password: enteredPassword.optional() }),
  output: z.null(),
  status: 204,
  problems: ['TOKEN_INVALID', 'ACCOUNT_PROOF_NEEDED', 'WRONG_PASSWORD'],
})

export const removeRegistration = endpoint('POST /api/email/refuse', 'public', {
  summary:
    'Close an account that somebody made with the address of the reader of this mail; nobody can sign in to it any more, and it is erased within 28 days',
  input: z.object({ token: emailToken }),
  output: z.null(),
  status: 204,
  problems: ['TOKEN_INVALID', 'ACCOUNT_IN_USE'],
})

export const sendVerificationMail = endpoint('POST /api/email/verification', 'customer', {
  summary: "Mail the link to verify one's address again; nothing is sent for one that is verified",
  output: z.null(),
  status: 204,
})

const VerificationMail = z.object({
  userId: id,
  /** The page that sends the token to the API. */
  url: z.string(),
  shopName: z.string(),
})

/** Welcomes a new user, with a link that verifies the address. */
export const welcomeMail = mailTemplate('welcome', VerificationMail)

/** A new link that verifies the address. */
export const verificationMail = mailTemplate('verify-email', VerificationMail)

export const forgotPassword = endpoint('POST /api/password/forgot', 'public', {
  summary: 'Mail a link to choose another password; answers the same, and as late, for an unknown address',
  input: z.object({ email }),
  output: z.null(),
  status: 204,
})

export const resetPassword = endpoint('POST /api/password/reset', 'public', {
  summary: 'Choose another password with the token that was mailed; ends all sessions of the account',
  input: z.object({ token: emailToken, password: chosenPassword }),
  output: z.null(),
  status: 204,
  problems: ['TOKEN_INVALID'],
})

export const changePassword = endpoint('PUT /api/account/password', 'customer', {
  summary: "Change one's password; ends all other sessions",
  confirmation: 'password',
  input: z.object({ password: enteredPassword, newPassword: chosenPassword }),
  output: z.null(),
  status: 204,
  problems: ['WRONG_PASSWORD'],
})

/** A link to choose another password. */
export const passwordResetMail = mailTemplate(
  'password-reset',
  z.object({
    userId: id,
    /** The page that sends the token to the API. */
    url: z.string(),
    shopName: z.string(),
  }),
)

/** Says that the password was changed, in whatever way. */
export const passwordChangedMail = mailTemplate(
  'password-changed',
  z.object({
    /** The page to reset the password, for an owner who did not change it. */
    url: z.string(),
    shopName: z.string(),
  }),
)

export const LoginSession = z.object({
  id,
  /** Such as Firefox; null when unknown. */
  browser: z.string().nullable(),
  /** Such as Windows or iPhone. */
  system: z.string().nullable(),
  /** The network that the user signed in from, such as `203.0.113.0/24`. */
  place: z.string().nullable(),
  createdAt: dateTime,
  /** Updated at most every 5 minutes. */
  lastSeenAt: dateTime,
  /** Whether it is the session of this request. */
  isCurrent: z.boolean(),
})
export type LoginSession = z.output<typeof LoginSession>

export const listLoginSessions = endpoint('GET /api/account/sessions', 'customer', {
  summary: 'Where one is signed in: this browser first, then by when they were last seen',
  output: z.array(LoginSession),
})

export const endLoginSession = endpoint('DELETE /api/account/sessions/:sessionId', 'customer', {
  summary: "End one of one's sessions; its sockets close within a second",
  confirmation: 'recent',
  input: z.object({ sessionId: id }),
  output: z.null(),
})

export const endOtherLoginSessions = endpoint('DELETE /api/account/sessions', 'customer', {
  summary: 'End every session but this one',
  confirmation: 'recent',
  output: z.null(),
})
