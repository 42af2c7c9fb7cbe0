import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { dateTime, email, id, optionalSingleLine, requiredText, singleLine } from '../../wire/fields.ts'
import { mailTemplate } from '../../wire/mail.ts'

export const ContactTopic = z.enum(
  ['ORDER', 'PAYMENT', 'LIVE', 'COMPLAINT', 'PRIVACY', 'OTHER'],
  'Kies waar het over gaat.',
)
export type ContactTopic = z.output<typeof ContactTopic>

/** OPEN: its customer waits for the shop. ANSWERED: the shop wrote last. CLOSED: nothing is expected of either. */
export const ConversationStatus = z.enum(['OPEN', 'ANSWERED', 'CLOSED'])
export type ConversationStatus = z.output<typeof ConversationStatus>

export const MAX_TEXT_LENGTH = 4000

const text = requiredText('Schrijf waar we je mee kunnen helpen.', MAX_TEXT_LENGTH)

const contactShape = {
  topic: ContactTopic,
  /** One of one's own orders; only when signed in. */
  orderId: z
    .string()
    .max(64)
    .nullish()
    .transform(value => value || null),
  /** An order number as a visitor typed it; the answer never tells whether it exists. */
  orderNumber: optionalSingleLine(40),
  text,
  /** A field that people don't see: whoever fills it in is a program. */
  website: optionalSingleLine(200),
}

/** The input of a signed-in customer: the shop knows who they are. */
export const ContactInput = z.object({
  ...contactShape,
  name: optionalSingleLine(120),
  email: z.string().max(300).nullish(),
})
export type ContactInput = z.output<typeof ContactInput>

/** The name and address of a visitor. */
export const ContactSender = z.object({ name: singleLine('Vul je naam in.', 120), email })

/** The input of a visitor who is not signed in. */
export const VisitorContactInput = z.object({ ...contactShape, ...ContactSender.shape })

export const sendContactMessage = endpoint('POST /api/contact', 'public', {
  summary:
    'Write to the shop, signed in or not; the answer never tells whether an order exists, the confirmation goes by mail',
  idempotent: true,
  input: ContactInput,
  /** The reference that the confirmation names too. */
  output: z.object({ reference: z.string() }),
  problems: ['NOT_FOUND'],
})

export const SupportMessage = z.object({
  id,
  /** Written by the shop; else by the customer. */
  isFromShop: z.boolean(),
  text: z.string(),
  createdAt: dateTime,
})
export type SupportMessage = z.output<typeof SupportMessage>

export const ConversationSummary = z.object({
  id,
  /** `K7QM-2X9P` */
  reference: z.string(),
  topic: ContactTopic,
  status: ConversationStatus,
  createdAt: dateTime,
  lastMessageAt: dateTime,
})
export type ConversationSummary = z.output<typeof ConversationSummary>

/** A conversation as its customer sees it: the shop speaks as one, without names of admins and without notes. */
export const Conversation = ConversationSummary.extend({
  orderNumber: z.string().nullable(),
  messages: z.array(SupportMessage),
})
export type Conversation = z.output<typeof Conversation>

export const listOwnConversations = endpoint('GET /api/contact/conversations', 'customer', {
  summary: "One's own conversations with the shop, the latest first, at most a hundred",
  output: z.array(ConversationSummary),
})

export const readOwnConversation = endpoint('GET /api/contact/conversations/:conversationId', 'customer', {
  summary: "One of one's own conversations with the shop",
  input: z.object({ conversationId: id }),
  output: Conversation,
})

export const writeOwnMessage = endpoint(
  'POST /api/contact/conversations/:conversationId/messages',
  'customer',
  {
    summary: "Write in one of one's own conversations with the shop, which opens it again",
    idempotent: true,
    input: z.object({ conversationId: id, text }),
    output: Conversation,
  },
)

/** A message that is written later. */
export const MessageText = z.object({ text })

/** The token of a mailed link. */
const token = z.string().min(1).max(100)

/** How long a mailed link opens its conversation. */
export const LINK_DAYS = 60

export const openConversation = endpoint('POST /api/contact/thread', 'public', {
  summary: 'The conversation of a mailed link, without signing in',
  input: z.object({ token }),
  output: Conversation,
  status: 200,
  problems: ['TOKEN_INVALID'],
})

export const writeLinkMessage = endpoint('POST /api/contact/thread/messages', 'public', {
  summary: 'Write in the conversation of a mailed link, which opens it again',
  idempotent: true,
  input: z.object({ token, text }),
  output: Conversation,
  problems: ['TOKEN_INVALID'],
})

const SupportMail = z.object({
  conversationId: id,
  reference: z.string(),
  /** The page of the mailed link. */
  url: z.string(),
  shopName: z.string(),
})

/** A message has come in. It does not repeat it, so that nobody can have the shop mail a text to someone else. */
export const contactReceivedMail = mailTemplate('contact-received', SupportMail)

/** The shop's answer: the message, whose text is read when the mail is rendered. */
export const contactAnsweredMail = mailTemplate('contact-answered', SupportMail.extend({ messageId: id }))
