import { z } from 'zod'
import { displayNameField, User } from '../../people/accounts/contract.ts'
import { endpoint } from '../../wire/endpoint.ts'
import { day, id, dateTime, role, typedText } from '../../wire/fields.ts'

/** The personal data of an account; the same fields as the account itself, so that the two cannot differ. */
export const Profile = User
export type Profile = User

/** Characters of a bio. */
export const MAX_BIO_LENGTH = 500

/** A text that stays when omitted, and is removed when null or empty. */
const clearableText = (max: number) =>
  typedText()
    .max(max, `Gebruik hoogstens ${max} tekens.`)
    .transform(text => text || null)
    .nullable()
    .optional()

const phone = z
  .string()
  .trim()
  .regex(/^(\+?[\d\s().\-/]{6,30})?$/, 'Vul een telefoonnummer in, zoals +31 6 12345678.')
  .transform(text => text || null)
  .nullable()
  .optional()

export const ProfileChange = z.object({
  firstName: clearableText(100),
  lastName: clearableText(100),
  displayName: displayNameField('Gebruik minstens 2 tekens.', 'Vul een weergavenaam in.').optional(),
  dateOfBirth: z
    .union([z.literal('').transform(() => null), day.nullable()], 'Vul een datum in als jjjj-mm-dd.')
    .optional(),
  phone,
  bio: clearableText(MAX_BIO_LENGTH),
  profileVisibility: z.enum(['PUBLIC', 'PRIVATE']).optional(),
  showStatistics: z.boolean().optional(),
  emailNotifications: z.boolean().optional(),
  smsNotifications: z.boolean().optional(),
  pushNotifications: z.boolean().optional(),
  cartReminders: z.boolean().optional(),
  preferredCategories: z
    .array(id)
    .max(100)
    .transform(ids => [...new Set(ids)])
    .optional(),
})
export type ProfileChange = z.output<typeof ProfileChange>

export const readProfile = endpoint('GET /api/profile', 'customer', {
  summary: "One's own profile",
  output: Profile,
})

export const updateProfile = endpoint('PUT /api/profile', 'customer', {
  summary: 'Change what is sent of the profile, and leave the rest',
  input: ProfileChange,
  output: Profile,
  problems: ['UNDER_AGE'],
})

/** Bytes of an uploaded picture. */
export const MAX_AVATAR_BYTES = 5 * 1024 * 1024

export const uploadAvatar = endpoint('POST /api/profile/avatar', 'customer', {
  summary: 'Take another avatar: multipart, the field `avatar`, a JPEG, PNG or WebP of up to 5 MB',
  output: z.object({ avatarUrl: z.string() }),
  status: 200,
  problems: ['INVALID_INPUT'],
})

export const removeAvatar = endpoint('DELETE /api/profile/avatar', 'customer', {
  summary: 'Have no avatar any more; 404 when there is none',
  output: z.null(),
  problems: ['NOT_FOUND'],
})

/** The part of a profile that others see. */
export const PublicProfile = z.object({
  id,
  displayName: z.string(),
  avatarUrl: z.string().nullable(),
  bio: z.string().nullable(),
  role,
  profileVisibility: z.enum(['PUBLIC', 'PRIVATE']),
  /** Null when the user hides it. */
  statistics: z.object({ orders: z.int(), favourites: z.int(), sessions: z.int() }).nullable(),
  createdAt: dateTime,
})
export type PublicProfile = z.output<typeof PublicProfile>

export const readPublicProfile = endpoint('GET /api/users/:userId', 'customer', {
  summary: 'What someone shows of themselves; 404 when that is nothing, or not to who asks',
  input: z.object({ userId: id }),
  output: PublicProfile,
})
