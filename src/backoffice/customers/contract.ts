import { z } from 'zod'
import { Registration, User } from '../../people/accounts/contract.ts'
import { Role } from '../../wire/roles.ts'
import { endpoint } from '../../wire/endpoint.ts'
import { id, dateTime, optionalText } from '../../wire/fields.ts'

export const Customer = User.extend({
  /** When its owner, or an admin, had it closed: after this moment the person is erased. */
  deleteAfter: dateTime.nullable(),
})
export type Customer = z.output<typeof Customer>

export const CustomerListPage = z.object({
  items: z.array(Customer),
  /** At most 10,000; a search finds the newest thousand. */
  total: z.int(),
  page: z.int(),
  pageSize: z.int(),
})

export type CustomerListPage = z.output<typeof CustomerListPage>

/** What the accounts are put in order by; a minus begins at the end. */
export const CustomerListSort = z.enum([
  'newest',
  'oldest',
  'name',
  '-name',
  'email',
  '-email',
  'minutes',
  '-minutes',
])
export type CustomerListSort = z.output<typeof CustomerListSort>

export const listCustomers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  summary: 'All accounts, newest first: paged when `page` is given, else the newest thousand as an array',
  access: 'admin',
  input: z.object({
    /** Part of an e-mail address or a display name. */
    q: optionalText(120),
    /** Empty for all. */
    role: Role.or(z.literal('')).nullish(),
    /** Only where `page` is given. */
    sort: CustomerListSort.default('newest'),
    page: z.coerce.number().int().min(1).max(10_000).optional(),
    pageSize: z.coerce.number().int().min(1).max(100).default(25),
  }),
  output: z.union([z.array(Customer), CustomerListPage]),
})

/** An account, with what forbids to change it. */
export const CustomerDetail = Customer.extend({
  /** The last who can keep the shop: stays an admin, and open. */
  isLastAdmin: z.boolean(),
  toyCount: z.int(),
})
export type CustomerDetail = z.output<typeof CustomerDetail>

export const readCustomer = endpoint({
  method: 'GET',
  path: '/api/admin/users/:userId',
  summary: 'One account; 404 for one that is erased',
  access: 'admin',
  input: z.object({ userId: id }),
  output: CustomerDetail,
})

/** Left out it stays; empty or null it goes. */
const name = z
  .string()
  .trim()
  .max(100, 'Gebruik hoogstens 100 tekens.')
  .transform(text => text || null)
  .nullable()
  .optional()

export const changeCustomer = endpoint({
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
  output: Customer,
})

export const removeCustomer = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:userId',
  summary: 'Close an account of another, as its owner can: signed out at once, and erased soon after',
  access: 'admin',
  input: z.object({ userId: id }),
  output: z.null(),
})
