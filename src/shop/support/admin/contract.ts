import { z } from 'zod'
import { endpoint } from '../../../wire/endpoint.ts'
import { dateTime, id, optionalText, pageFields, pageOf, requiredText } from '../../../wire/fields.ts'
import { ConversationStatus, ConversationSummary, MAX_TEXT_LENGTH, SupportMessage } from '../contract.ts'

export const AdminConversationSummary = ConversationSummary.extend({
  name: z.string().nullable(),
  email: z.string(),
  /** The account of a sender who was signed in; null for a visitor, whose address nobody has checked. */
  userId: id.nullable(),
  orderId: id.nullable(),
  /** As it was typed, or the number of the order. */
  orderNumber: z.string().nullable(),
  /** Until when (exclusive) the customer is to have an answer; null unless it is OPEN. */
  dueAt: dateTime.nullable(),
  /** Working days that are left for it after today; -1 when it is too late, null unless it is OPEN. */
  workingDaysLeft: z.int().nullable(),
})
export type AdminConversationSummary = z.output<typeof AdminConversationSummary>

export const AdminConversation = AdminConversationSummary.extend({
  /** Grows with every change, so that an answer to an older state is refused. */
  version: z.int(),
  messages: z.array(
    SupportMessage.extend({
      /** The admin who wrote it. */
      author: z.string().nullable(),
    }),
  ),
})
export type AdminConversation = z.output<typeof AdminConversation>

export const listConversations = endpoint('GET /api/admin/messages', 'admin', {
  summary: 'What customers wrote to the shop: what waits for an answer first, by when it is due',
  input: z.object({
    /** Empty for all. */
    status: ConversationStatus.or(z.literal('')).nullish(),
    /** Part of a name, an e-mail address, an order number or a reference. */
    q: optionalText(120),
    ...pageFields(25),
  }),
  /** The total is at most 10,000. */
  output: pageOf(AdminConversationSummary),
})

export const readConversation = endpoint('GET /api/admin/messages/:conversationId', 'admin', {
  summary: 'A conversation with a customer',
  input: z.object({ conversationId: id }),
  output: AdminConversation,
})

/** An answer as an admin writes it. */
export const ReplyInput = z.object({
  text: requiredText('Schrijf een antwoord.', MAX_TEXT_LENGTH),
  closes: z.boolean().default(false),
})

const version = z.int('Lees eerst wat er staat.')

export const replyToConversation = endpoint('POST /api/admin/messages/:conversationId/replies', 'admin', {
  summary:
    'Answer a customer by mail, and close the conversation if wanted; 409 CONFLICT when it changed since it was read',
  input: z.object({
    conversationId: id,
    version,
    ...ReplyInput.shape,
  }),
  output: AdminConversation,
})

export const setConversationStatus = endpoint('PUT /api/admin/messages/:conversationId', 'admin', {
  summary: 'Close a conversation, or open it again; 409 CONFLICT when it changed since it was read',
  input: z.object({ conversationId: id, version, isClosed: z.boolean() }),
  output: AdminConversation,
})
