import { z } from 'zod'
import { Registration, User } from '../../people/accounts/contract.ts'
import { endpoint } from '../../wire/endpoint.ts'
import {
  cents,
  id,
  dateTime,
  optionalText,
  pageFields,
  pageOf,
  accountRole,
  role,
  typedText,
} from '../../wire/fields.ts'
import { PastSession, StoppedBy } from '../../live/sessions/contract.ts'
import { OrderSummary } from '../../shop/orders/contract.ts'

export const Customer = User.extend({
  /** When a closed account is erased; null while it is open. */
  deleteAfter: dateTime.nullable(),
  /** Since when it is suspended after a report; nobody can sign in. */
  suspendedAt: dateTime.nullable(),
})
export type Customer = z.output<typeof Customer>

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

export const listCustomers = endpoint('GET /api/admin/users', 'admin', {
  summary: 'All accounts, newest first: paged when `page` is given, else the newest thousand as an array',
  input: z.object({
    /** Part of the e-mail address or display name. */
    q: optionalText(120),
    /** Empty for all. */
    role: role.or(z.literal('')).nullish(),
    /** Used only with `page`. */
    sort: CustomerListSort.default('newest'),
    page: z.coerce.number().int().min(1).max(10_000).optional(),
    pageSize: z.coerce.number().int().min(1).max(100).default(25),
  }),
  /** `total` is counted up to 10,000; a search finds the newest 1000. */
  output: z.union([z.array(Customer), pageOf(Customer)]),
})

/** An account, with the reasons that prevent changes to it. */
export const CustomerDetail = Customer.extend({
  /** The last admin can't be demoted or closed. */
  isLastAdmin: z.boolean(),
  toyCount: z.int(),
})
export type CustomerDetail = z.output<typeof CustomerDetail>

export const readCustomer = endpoint('GET /api/admin/users/:userId', 'admin', {
  summary: 'One account; 404 for one that is erased',
  input: z.object({ userId: id }),
  output: CustomerDetail,
})

/** Unchanged when left out; removed when empty or null. */
const name = typedText()
  .max(100, 'Gebruik hoogstens 100 tekens.')
  .transform(text => text || null)
  .nullable()
  .optional()

export const changeCustomer = endpoint('PUT /api/admin/users/:userId', 'admin', {
  summary: "Change what is given of an account; another role ends its sessions, and is not for one's own",
  confirmation: 'recent',
  input: z.object({
    userId: id,
    role: accountRole.optional(),
    displayName: Registration.shape.displayName.optional(),
    firstName: name,
    lastName: name,
  }),
  output: Customer,
  problems: ['LAST_ADMIN', 'OWN_ACCOUNT', 'CONFLICT'],
})

export const endCustomerSessions = endpoint('DELETE /api/admin/users/:userId/sessions', 'admin', {
  summary:
    "End all login sessions of another, and what they control at that time; for one's own there is /security",
  confirmation: 'recent',
  input: z.object({ userId: id }),
  output: z.object({ ended: z.int() }),
  status: 200,
  problems: ['OWN_ACCOUNT'],
})

export const removeCustomer = endpoint('DELETE /api/admin/users/:userId', 'admin', {
  summary: 'Close an account of another, as its owner can: signed out at once, and erased soon after',
  confirmation: 'recent',
  input: z.object({ userId: id }),
  output: z.null(),
  problems: ['LAST_ADMIN', 'OWN_ACCOUNT', 'CONFLICT'],
})

const customerHistoryInput = z.object({ userId: id, ...pageFields(10) })
export type CustomerHistoryInput = z.output<typeof customerHistoryInput>

export const listCustomerOrders = endpoint('GET /api/admin/users/:userId/orders', 'admin', {
  summary: "Someone's orders, newest first, a page at a time",
  input: customerHistoryInput,
  output: pageOf(OrderSummary),
})

export const CustomerSession = PastSession.extend({
  stoppedBy: StoppedBy.nullable(),
  stopReason: z.string().nullable(),
  /** Of its minutes, the number that was given back. */
  minutesBack: z.int(),
})
export type CustomerSession = z.output<typeof CustomerSession>

export const listCustomerSessions = endpoint('GET /api/admin/users/:userId/sessions', 'admin', {
  summary: 'What someone played, and who ended it, newest first, a page at a time',
  input: customerHistoryInput,
  output: pageOf(CustomerSession),
})

export const MinuteLedgerEntry = z.object({
  id,
  kind: z.enum([
    'PURCHASE',
    'SPEND',
    'REFUND',
    'CHARGEBACK',
    'GIFT',
    'GIFT_RETURN',
    'ADJUSTMENT',
    'SESSION_RETURN',
    'VAT_RETURN',
  ]),
  /** Signed: positive when minutes are added. */
  minutes: z.int(),
  /** The balance after this entry. */
  balance: z.int(),
  /** The price of added minutes; below 0 for a refund of VAT. */
  valueCents: z.int(),
  reason: z.string().nullable(),
  createdAt: dateTime,
})
export type MinuteLedgerEntry = z.output<typeof MinuteLedgerEntry>

export const listMinuteEntries = endpoint('GET /api/admin/users/:userId/minute-entries', 'admin', {
  summary: "The ledger of someone's minutes, newest first, a page at a time",
  input: customerHistoryInput,
  output: pageOf(MinuteLedgerEntry),
})

/** A limit against typing errors. */
const MOST_ADJUSTED = 1000
const range = `Kies hoogstens ${MOST_ADJUSTED} minuten.`

export const MinutesAdjustment = z.object({
  userId: id,
  minutes: z
    .int('Vul een heel aantal minuten in.')
    .min(-MOST_ADJUSTED, range)
    .max(MOST_ADJUSTED, range)
    .refine(minutes => minutes !== 0, 'Kies minstens 1 minuut.'),
  reason: typedText('Vul een reden in.')
    .min(3, 'Vul een reden in.')
    .max(200, 'Gebruik hoogstens 200 tekens.'),
})

export const adjustMinutes = endpoint('POST /api/admin/users/:userId/minutes', 'admin', {
  summary: 'Put minutes on a balance, or, with a minus, take them off it, for a reason',
  confirmation: 'recent',
  idempotent: true,
  input: MinutesAdjustment,
  output: z.object({ entryId: id, minutesBalance: z.int() }),
  problems: ['BALANCE_TOO_LOW'],
})

/** The effect of giving minutes of a session back. */
const SessionRefund = z.object({
  playedMinutes: z.int(),
  /** In all, and of those the ones that come back now. */
  backMinutes: z.int(),
  minutes: z.int(),
  /** Cents that were paid for the minutes that come back now. */
  valueCents: cents,
  /** Of the creator's earnings: cents that are taken back, and that are payable already and so borne by the shop. */
  takenBackCents: cents,
  shopCents: cents,
})
export type SessionRefund = z.output<typeof SessionRefund>

/** Minutes of a session that are given back in all. */
export const BackMinutes = z.int('Vul een heel aantal minuten in.').min(1, 'Kies minstens 1 minuut.')

export const previewSessionRefund = endpoint('GET /api/admin/sessions/:sessionId/refund', 'admin', {
  summary: 'The effect of giving minutes of a session back, before it is done; without a number: of all',
  input: z.object({ sessionId: id, backMinutes: z.coerce.number().pipe(BackMinutes).optional() }),
  output: SessionRefund,
  problems: ['NOT_FOUND', 'CONFLICT'],
})

export const refundSession = endpoint('POST /api/admin/sessions/:sessionId/refund', 'admin', {
  summary:
    'Give minutes of an ended session back to its player: `backMinutes` in all, so that a repetition changes nothing',
  confirmation: 'recent',
  input: z.object({ sessionId: id, backMinutes: BackMinutes, reason: MinutesAdjustment.shape.reason }),
  output: SessionRefund,
  status: 200,
  problems: ['NOT_FOUND', 'CONFLICT'],
})
