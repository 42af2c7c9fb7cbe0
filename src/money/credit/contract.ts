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

/** Different spellings of the same code give the same: O is 0, and I and L are 1. */
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

/** The credit that pays a purchase before the rest goes to the provider: cards in this order, then store credit. */
export const creditChoice = {
  giftCards: z
    .array(giftCardCode)
    .max(MAX_GIFT_CARDS, `Gebruik hoogstens ${MAX_GIFT_CARDS} cadeaubonnen.`)
    .transform(codes => [...new Set(codes)])
    .optional(),
  useStoreCredit: z.boolean().optional(),
}
/** The amount that the customer was shown to pay at the provider, in cents; only compared. Another amount refuses the purchase. */
export const expectedDue = cents.nullish()

/** A payment by gift card or store credit. */
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

/** The part of a summary about cards and store credit. */
export const creditQuote = {
  /** Cents that are left for the provider. */
  due: cents,
  creditPayments: z.array(CreditPayment),
  refusedCards: z.array(RefusedCard),
  /** The balance of one's own store credit. */
  storeCredit: cents,
}

export const messageText = optionalText(MAX_GIFT_MESSAGE)

/** To whom a bought card is mailed, and when. Without one, it is mailed to the buyer at once. */
export const GiftCardDelivery = z.object({
  productId: id,
  recipientEmail: email,
  recipientName: optionalSingleLine(80),
  /** The name of the giver; without it the mail does not say. */
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

export const value = z
  .int('Vul een bedrag in.')
  .min(1, 'Vul een bedrag boven 0 in.')
  .max(MAX_CREDIT_CENTS, 'Vul een bedrag tot € 1.000 in.')

export const AdminStoreCredit = z.object({ balance: cents, entries: z.array(AdminCreditEntry) })
export type AdminStoreCredit = z.output<typeof AdminStoreCredit>
