import { endpoint } from '../../../wire/endpoint.ts'
import { z } from 'zod'
import {
  pageFields,
  pageOf,
  cents,
  id,
  requiredText,
  email,
  optionalSingleLine,
} from '../../../wire/fields.ts'
import {
  MAX_CREDIT_CENTS,
  messageText,
  GiftCardState,
  AdminGiftCard,
  AdminGiftCardDetail,
  value,
  AdminStoreCredit,
} from '../contract.ts'

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
