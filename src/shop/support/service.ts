import { createHash, randomUUIDv7 } from 'node:crypto'
import { and, asc, desc, eq, inArray, lt, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { users } from '../../people/accounts/table.ts'
import { notifyAdmins } from '../../people/notifications/service.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import type { Platform } from '../../platform/platform.ts'
import { newReference } from '../../platform/crypto/reference.ts'
import { columnsOf, onlyRow } from '../../platform/db/sql.ts'
import { mails } from '../../platform/db/table.ts'
import { Problem } from '../../wire/problem.ts'
import { findOrderByNumberAndEmail, findOwnOrder } from '../orders/service.ts'
import * as contract from './contract.ts'
import { supportMessageText, textColumns, type Reader } from './messageText.service.ts'
import { afterCustomerMessage, keptSince } from './rules.ts'
import { supportConversations, supportMessages } from './table.ts'
import { deleteExpiredConversationTokens } from './token.service.ts'

export type ConversationRow = typeof supportConversations.$inferSelect

/** The author: a customer, or a visitor with an address that nobody has checked. */
export interface Sender {
  userId: string | null
  name: string | null
  email: string
}

/** The page of the mailed link. */
export const THREAD_PATH = '/contact/gesprek'

const hashSubmission = (sender: string, key: string | null): string | null =>
  key === null
    ? null
    : createHash('sha256')
        .update(JSON.stringify([sender, key]))
        .digest('base64url')

/**
 * Stores a message of a customer, tells the admins and queues the confirmation, in one transaction. A repeated key of the same
 * sender gets the first reference, also when both are sent at once: the second insert waits for the first.
 * @param key the Idempotency-Key
 * @returns the reference
 * @throws Problem NOT_FOUND for an order of someone else; IDEMPOTENCY_REUSED
 */
export function startConversation(
  platform: Platform,
  sender: Sender,
  input: contract.ContactInput,
  key: string | null,
): Promise<string> {
  const { db, jobs, settings, origin } = platform
  const now = platform.now()
  const { topic, text } = input
  const submissionHash = hashSubmission(sender.userId ?? sender.email, key)
  return db.transaction(async tx => {
    const [started] = await tx
      .insert(supportConversations)
      .values({
        ...sender,
        ...(await findOrder(tx, sender, input)),
        ...afterCustomerMessage({ waitingSince: null }, now),
        reference: newReference(),
        topic,
        submissionHash,
        createdAt: now,
        lastMessageAt: now,
      })
      .onConflictDoNothing({ target: supportConversations.submissionHash })
      .returning()
    if (!started) return readEarlierReference(within(tx, platform), submissionHash, text)
    const { id: conversationId, reference } = started
    await addMessage(tx, platform, { conversationId, isFromShop: false, text, createdAt: now })
    await queueMail(tx, jobs, contract.contactReceivedMail, sender.email, {
      conversationId,
      reference,
      url: origin() + THREAD_PATH,
      shopName: settings.current.shopName,
    })
    return reference
  })
}

async function readEarlierReference(
  { db, dataCipher }: Reader,
  submissionHash: string | null,
  text: string,
): Promise<string> {
  const found = await db
    .select({ reference: supportConversations.reference, ...textColumns })
    .from(supportConversations)
    .innerJoin(supportMessages, eq(supportMessages.conversationId, supportConversations.id))
    .where(eq(supportConversations.submissionHash, submissionHash ?? ''))
    .orderBy(asc(supportMessages.createdAt), asc(supportMessages.id))
    .limit(1)
  const [earlier] = await dataCipher.decryptRows(db, supportMessageText, found)
  if (earlier?.text !== text) throw new Problem('IDEMPOTENCY_REUSED')
  return earlier.reference
}

/** A customer chooses one of their own; a number that a visitor typed is linked when it belongs to the visitor's address. */
async function findOrder(
  tx: Tx,
  { userId, email }: Sender,
  { orderId, orderNumber }: Pick<contract.ContactInput, 'orderId' | 'orderNumber'>,
): Promise<Pick<ConversationRow, 'orderId' | 'orderNumber'>> {
  if (userId === null) {
    const found = orderNumber && (await findOrderByNumberAndEmail(tx, orderNumber, email))
    return { orderId: found ? found.id : null, orderNumber }
  }
  if (orderId === null) return { orderId, orderNumber }
  const { number } = await findOwnOrder(tx, userId, orderId)
  return { orderId, orderNumber: number }
}

/** Stores a message, and tells the admins of one by a customer. @returns its id */
export async function addMessage(
  tx: Tx,
  { dataCipher }: Pick<Platform, 'dataCipher'>,
  { text, ...message }: Omit<typeof supportMessages.$inferInsert, 'text'> & { text: string },
): Promise<string> {
  const id = randomUUIDv7()
  const encrypted = await dataCipher.encrypt(tx, supportMessageText, id, text)
  await tx.insert(supportMessages).values({ ...message, id, ...encrypted })
  if (!message.isFromShop)
    await notifyAdmins(tx, { kind: 'CONTACT_MESSAGE', params: undefined, about: id, path: '/admin/messages' })
  return id
}

/** To read in a transaction. */
export const within = (tx: Tx, { dataCipher }: Pick<Platform, 'dataCipher'>): Reader => ({
  db: tx,
  dataCipher,
})

/** @throws Problem NOT_FOUND */
export async function lockConversation(tx: Tx, conversationId: string): Promise<ConversationRow> {
  const [found] = await tx
    .select()
    .from(supportConversations)
    .where(eq(supportConversations.id, conversationId))
    .for('no key update')
  if (!found) throw conversationNotFound()
  return found
}

export const conversationNotFound = () => new Problem('NOT_FOUND', { message: 'Dit gesprek bestaat niet.' })

/**
 * Writes in a conversation, which opens it again. The conversation is locked, so that an admin's answer to the earlier messages
 * is refused, and a repeated key writes once.
 * @throws Problem NOT_FOUND, IDEMPOTENCY_REUSED
 */
export const writeMessage = (
  platform: Platform,
  conversationId: string,
  text: string,
  key: string | null,
): Promise<z.input<typeof contract.Conversation>> =>
  platform.db.transaction(async tx => {
    const reader = within(tx, platform)
    const conversation = await lockConversation(tx, conversationId)
    const submissionHash = hashSubmission(conversationId, key)
    if (submissionHash && (await isWritten(reader, submissionHash, text)))
      return readThread(reader, conversationId)
    const createdAt = platform.now()
    await addMessage(tx, platform, { conversationId, isFromShop: false, text, submissionHash, createdAt })
    await changeConversation(tx, conversation, {
      ...afterCustomerMessage(conversation, createdAt),
      lastMessageAt: createdAt,
    })
    return readThread(reader, conversationId)
  })

async function isWritten({ db, dataCipher }: Reader, submissionHash: string, text: string): Promise<boolean> {
  const found = await db
    .select(textColumns)
    .from(supportMessages)
    .where(eq(supportMessages.submissionHash, submissionHash))
  const [earlier] = await dataCipher.decryptRows(db, supportMessageText, found)
  if (earlier && earlier.text !== text) throw new Problem('IDEMPOTENCY_REUSED')
  return earlier !== undefined
}

/** Changes a locked conversation, whose version grows with that. */
export async function changeConversation(
  tx: Tx,
  { id, version }: ConversationRow,
  changes: Partial<Pick<ConversationRow, 'status' | 'waitingSince' | 'dueAt' | 'lastMessageAt'>>,
): Promise<ConversationRow> {
  const changed = await tx
    .update(supportConversations)
    .set({ ...changes, version: version + 1 })
    .where(eq(supportConversations.id, id))
    .returning()
  return onlyRow(changed)
}

/** How many of one's own conversations are listed at most. */
const MAX_LISTED = 100

export const listConversationsOf = (db: Db, userId: string) =>
  db
    .select(
      columnsOf(supportConversations, 'id', 'reference', 'topic', 'status', 'createdAt', 'lastMessageAt'),
    )
    .from(supportConversations)
    .where(eq(supportConversations.userId, userId))
    .orderBy(desc(supportConversations.lastMessageAt), desc(supportConversations.id))
    .limit(MAX_LISTED)

/** @throws Problem NOT_FOUND for an unknown conversation or another user's */
export async function checkOwnConversation(db: Db, userId: string, conversationId: string): Promise<string> {
  const own = and(eq(supportConversations.id, conversationId), eq(supportConversations.userId, userId))
  const [found] = await db.select({ id: supportConversations.id }).from(supportConversations).where(own)
  if (!found) throw conversationNotFound()
  return found.id
}

/** A conversation for its customer: without who of the shop wrote. @throws Problem NOT_FOUND */
export async function readThread(
  { db, dataCipher }: Reader,
  conversationId: string,
): Promise<z.input<typeof contract.Conversation>> {
  const [conversation] = await db
    .select()
    .from(supportConversations)
    .where(eq(supportConversations.id, conversationId))
  if (!conversation) throw conversationNotFound()
  const messages = await db
    .select({ ...textColumns, ...columnsOf(supportMessages, 'isFromShop', 'createdAt') })
    .from(supportMessages)
    .where(eq(supportMessages.conversationId, conversationId))
    .orderBy(asc(supportMessages.createdAt), asc(supportMessages.id))
  return { ...conversation, messages: await dataCipher.decryptRows(db, supportMessageText, messages) }
}

/** Deletes expired links, and conversations that ended two years ago with the mails about them. */
export async function cleanUpConversations({ db, now }: Platform): Promise<void> {
  await deleteExpiredConversationTokens(db, now())
  const templates = [contract.contactReceivedMail.name, contract.contactAnsweredMail.name]
  await db.delete(mails).where(and(inArray(mails.template, templates), lt(mails.createdAt, keptSince(now()))))
  await db
    .delete(supportConversations)
    .where(
      and(ne(supportConversations.status, 'OPEN'), lt(supportConversations.lastMessageAt, keptSince(now()))),
    )
}

/**
 * A customer's conversations, for the export and the erasure: their own, and those of a visitor with their address when they have
 * shown that it is theirs.
 */
export const isConversationOf = ({ id, email }: { id: string; email: string }) =>
  sql`(${supportConversations.userId} = ${id} or (${supportConversations.userId} is null
    and ${supportConversations.email} = ${email}
    and exists (select from ${users} where ${users.id} = ${id} and ${users.emailVerifiedAt} is not null)))`

/** The name and address of a signed-in customer; `name` when they gave another. */
export async function findCustomerSender(db: Db, userId: string, name: string | null): Promise<Sender> {
  const found = await db
    .select(columnsOf(users, 'email', 'firstName', 'lastName', 'displayName'))
    .from(users)
    .where(eq(users.id, userId))
  const { email, firstName, lastName, displayName } = onlyRow(found)
  return { userId, email, name: name ?? ([firstName, lastName].filter(Boolean).join(' ') || displayName) }
}
