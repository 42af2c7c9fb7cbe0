import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { id, dateTime, requiredText } from '../../wire/fields.ts'

/** Characters of one message. */
export const MAX_MESSAGE_LENGTH = 500

/** Instead of a message that was taken away after a report. */
export const REMOVED_MESSAGE = 'Dit bericht is verwijderd na een melding.'

export const Message = z.object({
  id,
  fromUserId: id,
  toUserId: id,
  /** Empty when it was taken away. */
  content: z.string(),
  /** Taken away after a report. */
  isRemoved: z.boolean(),
  read: z.boolean(),
  createdAt: dateTime,
})
export type Message = z.output<typeof Message>

export const Contact = z.object({
  userId: id,
  displayName: z.string(),
  /** The user may see their profile. */
  hasProfile: z.boolean(),
  /** The time of their last session together; for a player, the newest contact is the creator of the current toy. */
  metAt: dateTime,
  unread: z.int(),
  /** The user muted this contact. */
  muted: z.boolean(),
  last: z
    .object({ content: z.string(), isRemoved: z.boolean(), isOwn: z.boolean(), createdAt: dateTime })
    .nullable(),
})
export type Contact = z.output<typeof Contact>

export const listContacts = endpoint('GET /api/conversations', 'customer', {
  summary: 'Whom one may write to: who met in a session; the newest first',
  output: z.array(Contact),
})

export const listMessages = endpoint('GET /api/messages', 'customer', {
  summary: 'The last 200 messages between oneself and another, the oldest first',
  input: z.object({ with: id }),
  output: z.array(Message),
  problems: ['NOT_FOUND'],
})

export const sendMessage = endpoint('POST /api/messages', 'customer', {
  summary: 'Write to someone whom one met; 403 when they want no messages',
  input: z.object({ toUserId: id, content: requiredText('Schrijf eerst iets.', MAX_MESSAGE_LENGTH) }),
  output: Message,
  problems: ['MUTED', 'NOT_FOUND'],
})

export const markMessagesRead = endpoint('POST /api/messages/read', 'customer', {
  summary: 'Note that what someone wrote was read',
  input: z.object({ fromUserId: id }),
  output: z.object({ read: z.int() }),
  status: 200,
  problems: ['NOT_FOUND'],
})

export const muteContact = endpoint('PUT /api/conversations/:userId', 'customer', {
  summary: 'Receive nothing of someone any more, or again',
  input: z.object({ userId: id, muted: z.boolean() }),
  output: z.object({ userId: id, muted: z.boolean() }),
})
