import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import {
  cents,
  dateTime,
  day,
  email,
  id,
  optionalSingleLine,
  optionalText,
  pageFields,
  pageOf,
  requiredText,
} from '../../wire/fields.ts'

export const CreditKind = z.enum(['GIFT_CARD', 'STORE_CREDIT'])
export type CreditKind = z.output<typeof CreditKind>

/**
 * Why a balance changed. `ISSUE`: the value of a new card; `SPEND` and `RELEASE`: a payment, and one that came to nothing; `REFUND`: given
 * back; `GRANT` and `ADJUST`: given or taken by an admin; `EXPIRE`: it was not spent in time; `CANCEL`: the card itself was refunded, or a refund to store
 * credit went back a second time by a chargeback.
 */
export const CreditEntryKind = z.enum([
  'ISSUE',
  'SPEND',
  'RELEASE',
  'REFUND',
  'GRANT',
  'ADJUST',
  'EXPIRE',
  'CANCEL',
])
export type CreditEntryKind = z.output<typeof CreditEntryKind>

export const MAX_GIFT_CARDS = 5
/** Characters of a personal message. */
export const MAX_GIFT_MESSAGE = 300
/** Cents: a higher value is taken for a typing error. */
export const MAX_CREDIT_CENTS = 1_000_00

/** What people type for the same code gives the same: O is 0, and I and L are 1. */
export const normaliseGiftCardCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')

/** A code as it is compared: in capitals, without spaces and dashes. Whether there is such a card only the database knows. */
export const giftCardCode = z
  .string('Vul de code van je cadeaubon in.')
  .max(100, 'Zo lang is de code van een cadeaubon niet.')
  .transform(normaliseGiftCardCode)
  .pipe(
    z
      .string()
      .min(1, 'Vul de code van je cadeaubon in.')
      .max(40, 'Zo lang is de code van een cadeaubon niet.'),
  )

/** With what a purchase is paid before the rest goes to the provider: cards in this order, then store credit. */
export const creditChoice = {
  giftCards: z
    .array(giftCardCode)
    .max(MAX_GIFT_CARDS, `Gebruik hoogstens ${MAX_GIFT_CARDS} cadeaubonnen.`)
    .transform(codes => [...new Set(codes)])
    .optional(),
  useStoreCredit: z.boolean().optional(),
}
/** What the customer was shown to pay at the provider, in cents; only compared. Another amount refuses the purchase. */
export const expectedDue = cents.nullish()

/** What a gift card or store credit pays. */
export const CreditPayment = z.object({
  kind: CreditKind,
  /** Of a gift card. */
  lastFour: z.string().optional(),
  amount: cents,
})
export type CreditPayment = z.output<typeof CreditPayment>

/** A card that pays nothing, and why; `message` is in Dutch. A blocked card is as unknown as one that does not exist. */
export const RefusedCard = z.object({
  code: z.string(),
  reason: z.enum(['UNKNOWN', 'EXPIRED', 'EMPTY', 'ONLY_CARDS', 'NOT_NEEDED']),
  message: z.string(),
})
export type RefusedCard = z.output<typeof RefusedCard>

/** What a summary says of cards and store credit. */
export const creditQuote = {
  /** Cents that are left for the provider. */
  due: cents,
  creditPayments: z.array(CreditPayment),
  refusedCards: z.array(RefusedCard),
  /** The balance of one's own store credit. */
  storeCredit: cents,
}

const messageText = optionalText(MAX_GIFT_MESSAGE)

/** To whom a bought card is mailed, and when. Without one, it is mailed to the buyer at once. */
export const GiftCardDelivery = z.object({
  productId: id,
  recipientEmail: email,
  recipientName: optionalSingleLine(80),
  /** Who gives it; without it the mail does not say. */
  senderName: optionalSingleLine(80),
  message: messageText,
  /** A day in Brussels, today to a year from now; at once without it. */
  deliverOn: day.nullish().transform(value => value ?? null),
})
export type GiftCardDelivery = z.output<typeof GiftCardDelivery>

export const GiftCardState = z.enum(['SCHEDULED', 'ACTIVE', 'SPENT', 'EXPIRED', 'BLOCKED'])
export type GiftCardState = z.output<typeof GiftCardState>

/** A card as its buyer sees it at the order: never its code. */
export const BoughtGiftCard = z.object({
  id,
  lastFour: z.string(),
  value: cents,
  recipientEmail: z.string().nullable(),
  deliverOn: z.iso.date(),
  deliveredAt: dateTime.nullable(),
  state: GiftCardState,
})
export type BoughtGiftCard = z.output<typeof BoughtGiftCard>

export const checkGiftCard = endpoint('POST /api/gift-cards/check', 'public', {
  summary: 'What is left on a gift card, and until when',
  input: z.object({ code: giftCardCode }),
  output: z.object({ lastFour: z.string(), balance: cents, expiresAt: dateTime }),
  status: 200,
  problems: ['NOT_FOUND'],
})

export const CreditEntry = z.object({
  id,
  kind: CreditEntryKind,
  /** Signed cents. */
  amount: z.int(),
  reason: z.string().nullable(),
  /** Of the order that it was spent on, or given back from. */
  orderNumber: z.string().optional(),
  createdAt: dateTime,
})
export type CreditEntry = z.output<typeof CreditEntry>

export const readStoreCredit = endpoint('GET /api/credit', 'customer', {
  summary: "One's own store credit and what changed it, newest first",
  input: z.object({ page: pageFields(20).page }),
  output: z.object({ balance: cents, entries: z.array(CreditEntry), total: z.int() }),
})

export const sendGiftCard = endpoint('POST /api/gift-cards/:cardId/send', 'customer', {
  summary:
    'Mail a card that one bought again, or plan it anew; a new address only while nothing of it was spent',
  input: z.object({ cardId: id, recipientEmail: email.optional(), deliverOn: day.optional() }),
  output: z.null(),
  status: 204,
  problems: ['NOT_FOUND', 'GIFT_CARD_USED', 'GIFT_CARD_ENDED'],
})

export const AdminGiftCard = z.object({
  id,
  lastFour: z.string(),
  value: cents,
  balance: cents,
  state: GiftCardState,
  recipientEmail: z.string().nullable(),
  recipientName: z.string().nullable(),
  deliverOn: z.iso.date(),
  deliveredAt: dateTime.nullable(),
  /** Null for a card that an admin gave. */
  orderId: id.nullable(),
  orderNumber: z.string().nullable(),
  createdAt: dateTime,
  expiresAt: dateTime,
})
export type AdminGiftCard = z.output<typeof AdminGiftCard>

/** An entry with the admin who did it. */
export const AdminCreditEntry = CreditEntry.extend({ by: z.string().nullable() })
export type AdminCreditEntry = z.output<typeof AdminCreditEntry>

export const AdminGiftCardDetail = AdminGiftCard.extend({
  senderName: z.string().nullable(),
  message: z.string().nullable(),
  /** Of the last time that an admin blocked it, or let it pay again. */
  blockReason: z.string().nullable(),
  entries: z.array(AdminCreditEntry),
})
export type AdminGiftCardDetail = z.output<typeof AdminGiftCardDetail>

export const listGiftCards = endpoint('GET /api/admin/gift-cards', 'admin', {
  summary:
    'Gift cards, newest first: found by the end of their code, their recipient or their order. `owed` is what all of them are worth',
  input: z.object({
    q: z.string().trim().max(100, 'Zoek op hoogstens 100 tekens.').default(''),
    state: GiftCardState.optional(),
    ...pageFields(25),
  }),
  output: pageOf(AdminGiftCard).extend({ owed: cents }),
})

const cardInput = z.object({ cardId: id })
const reason = requiredText('Vul een reden in.', 200)
const value = z
  .int('Vul een bedrag in.')
  .min(1, 'Vul een bedrag boven 0 in.')
  .max(MAX_CREDIT_CENTS, 'Vul een bedrag tot € 1.000 in.')

export const readGiftCard = endpoint('GET /api/admin/gift-cards/:cardId', 'admin', {
  summary: 'A gift card with all that changed its balance, newest first',
  input: cardInput,
  output: AdminGiftCardDetail,
})

export const createGiftCard = endpoint('POST /api/admin/gift-cards', 'admin', {
  summary: 'Give someone a gift card, and mail it',
  confirmation: 'recent',
  idempotent: true,
  input: z.object({
    value,
    recipientEmail: email,
    recipientName: optionalSingleLine(80),
    message: messageText,
    reason,
  }),
  output: AdminGiftCard,
})

export const blockGiftCard = endpoint('POST /api/admin/gift-cards/:cardId/block', 'admin', {
  summary: 'Block a card: it pays nothing any more; what it paid already stays paid',
  confirmation: 'recent',
  input: cardInput.extend({ reason }),
  output: AdminGiftCard,
  status: 200,
})

export const unblockGiftCard = endpoint('POST /api/admin/gift-cards/:cardId/unblock', 'admin', {
  summary: 'Let a blocked card pay again',
  confirmation: 'recent',
  input: cardInput.extend({ reason }),
  output: AdminGiftCard,
  status: 200,
})

export const resendGiftCard = endpoint('POST /api/admin/gift-cards/:cardId/send', 'admin', {
  summary: 'Mail a card again; when its code was erased, with a new code in place of the old one',
  confirmation: 'recent',
  input: cardInput,
  output: z.null(),
  status: 204,
  problems: ['GIFT_CARD_ENDED'],
})

export const AdminStoreCredit = z.object({ balance: cents, entries: z.array(AdminCreditEntry) })
export type AdminStoreCredit = z.output<typeof AdminStoreCredit>

export const readUserCredit = endpoint('GET /api/admin/users/:userId/store-credit', 'admin', {
  summary: "Someone's store credit and the last 100 changes of it, newest first",
  input: z.object({ userId: id }),
  output: AdminStoreCredit,
})

export const changeUserCredit = endpoint('POST /api/admin/users/:userId/store-credit', 'admin', {
  summary: 'Give someone store credit, or take it back, with a reason',
  confirmation: 'recent',
  idempotent: true,
  input: z.object({
    userId: id,
    /** Signed cents. */
    amount: z
      .int('Vul een bedrag in.')
      .min(-MAX_CREDIT_CENTS, 'Vul een bedrag tot € 1.000 in.')
      .max(MAX_CREDIT_CENTS, 'Vul een bedrag tot € 1.000 in.')
      .refine(amount => amount !== 0, 'Vul een bedrag in dat niet 0 is.'),
    reason,
  }),
  output: AdminStoreCredit,
  problems: ['CREDIT_TOO_LOW', 'NO_STORE_CREDIT'],
})
