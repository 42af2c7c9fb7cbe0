import { z } from 'zod'
import { Registration, User } from '../../people/accounts/contract.ts'
import { Role } from '../../wire/roles.ts'
import { endpoint } from '../../wire/endpoint.ts'
import { id, moment, optional } from '../../wire/fields.ts'

export const Member = User.extend({
  /** When its owner, or an admin, had it closed: after this moment the person is erased. */
  deleteAfter: moment.nullable(),
})
export type Member = z.output<typeof Member>

export const MemberPage = z.object({
  items: z.array(Member),
  /** At most 10,000; a search finds the newest thousand. */
  total: z.int(),
  page: z.int(),
  pageSize: z.int(),
})

export type MemberPage = z.output<typeof MemberPage>

/** What the accounts are put in order by; a minus begins at the end. */
export const MemberSort = z.enum([
  'newest',
  'oldest',
  'name',
  '-name',
  'email',
  '-email',
  'minutes',
  '-minutes',
])
export type MemberSort = z.output<typeof MemberSort>

export const listMembers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  summary: 'All accounts, newest first: paged when `page` is given, else the newest thousand as an array',
  access: 'admin',
  input: z.object({
    /** Part of an e-mail address or a display name. */
    q: optional(120),
    /** Empty for all. */
    role: Role.or(z.literal('')).nullish(),
    /** Only where `page` is given. */
    sort: MemberSort.default('newest'),
    page: z.coerce.number().int().min(1).max(10_000).optional(),
    pageSize: z.coerce.number().int().min(1).max(100).default(25),
  }),
  output: z.union([z.array(Member), MemberPage]),
})

/** An account, with what forbids to change it. */
export const MemberDetails = Member.extend({
  /** The last who can keep the shop: stays an admin, and open. */
  isLastAdmin: z.boolean(),
  toyCount: z.int(),
})
export type MemberDetails = z.output<typeof MemberDetails>

export const readMember = endpoint({
  method: 'GET',
  path: '/api/admin/users/:userId',
  summary: 'One account; 404 for one that is erased',
  access: 'admin',
  input: z.object({ userId: id }),
  output: MemberDetails,
})

/** Left out it stays; empty or null it goes. */
const name = z
  .string()
  .trim()
  .max(100, 'Gebruik hoogstens 100 tekens.')
  .transform(text => text || null)
  .nullable()
  .optional()

export const changeMember = endpoint({
  method: 'PUT',
  path: '/api/admin/users/:userId',
  summary: "Change what is given of an account; another role ends its sessions, and is not for one's own",
  access: 'admin',
  input: z.object({
    userId: id,
    role: Role.optional(),
    displayName: Registration.shape.displayName.optional(),
    firstName: name,
    lastName: name,
  }),
  output: Member,
})

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:userId',
  summary: 'Close an account of another, as its owner can: signed out at once, and erased soon after',
  access: 'admin',
  input: z.object({ userId: id }),
  output: z.null(),
})
