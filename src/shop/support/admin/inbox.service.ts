import type { z } from 'zod'
import type * as admin from './contract.ts'
import {
  type ConversationRow,
  conversationNotFound,
  lockConversation,
  addMessage,
  changeConversation,
  findCustomerSender,
  THREAD_PATH,
  within,
} from '../service.ts'
import { workingDaysLeft } from '../../../wire/workingDays.ts'
import type { Platform } from '../../../platform/platform.ts'
import { supportConversations, supportMessages } from '../table.ts'
import { sql, desc, type SQL, eq, and, or, asc } from 'drizzle-orm'
import { countMatches, readPage, escapeLike, columnsOf } from '../../../platform/db/sql.ts'
import { textColumns, supportMessageText } from '../messageText.service.ts'
import { users } from '../../../people/accounts/table.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { Problem } from '../../../wire/problem.ts'
import { afterReply, afterClosing, afterReopening } from '../rules.ts'
import { contactAnsweredMail } from '../contract.ts'
import { queueMail } from '../../../platform/mail/mail.ts'
import { notifyUser } from '../../../people/notifications/service.ts'
import { recordAuditEntry } from '../../../people/audit/service.ts'

type ListInput = z.output<typeof admin.listConversations.input>

/** Adds the working days until its deadline. */
const withDaysLeft = <Row extends Pick<ConversationRow, 'dueAt'>>(row: Row, now: Date) => ({
  ...row,
  workingDaysLeft: row.dueAt && workingDaysLeft(row.dueAt, now),
})

/** One page of the conversations that match: those that wait for an answer first, by their deadline; then the latest. */
export async function findConversations({ db, now }: Platform, { page, pageSize, ...filters }: ListInput) {
  const where = conditionOf(filters)
  const { dueAt, lastMessageAt, id } = supportConversations
  const sorted = db
    .select()
    .from(supportConversations)
    .where(where)
    .orderBy(sql`${dueAt} asc nulls last`, desc(lastMessageAt), desc(id))
  const total = countMatches(db, supportConversations, where)
  const { items, ...list } = await readPage(sorted, total, { page, pageSize })
  return { ...list, items: items.map(row => withDaysLeft(row, now())) }
}

function conditionOf({ status, q }: Pick<ListInput, 'status' | 'q'>): SQL | undefined {
  const inStatus = status ? eq(supportConversations.status, status) : undefined
  if (!q) return inStatus
  const { name, email, orderNumber, reference } = supportConversations
  const part = `%${escapeLike(q.toLowerCase())}%`
  const columns = [sql`lower(${name})`, email, orderNumber, sql`lower(${reference})`]
  return and(inStatus, or(...columns.map(column => sql`${column} like ${part}`)))
}

type AdminConversation = z.input<typeof admin.AdminConversation>

/** @throws Problem NOT_FOUND */
export async function readConversationForAdmin(
  { db, dataCipher }: Pick<Platform, 'db' | 'dataCipher'>,
  conversationId: string,
  now: Date,
): Promise<AdminConversation> {
  const [conversation] = await db
    .select()
    .from(supportConversations)
    .where(eq(supportConversations.id, conversationId))
  if (!conversation) throw conversationNotFound()
  const messages = await db
    .select({
      ...textColumns,
      ...columnsOf(supportMessages, 'isFromShop', 'createdAt'),
      author: users.displayName,
    })
    .from(supportMessages)
    .leftJoin(users, eq(users.id, supportMessages.authorId))
    .where(eq(supportMessages.conversationId, conversationId))
    .orderBy(asc(supportMessages.createdAt), asc(supportMessages.id))
  const readable = await dataCipher.decryptRows(db, supportMessageText, messages)
  return { ...withDaysLeft(conversation, now), messages: readable }
}

/** Locks the conversation that an admin has read. @throws Problem NOT_FOUND; CONFLICT when it changed since */
async function lockAsRead(tx: Tx, conversationId: string, version: number): Promise<ConversationRow> {
  const conversation = await lockConversation(tx, conversationId)
  if (conversation.version !== version)
    throw new Problem('CONFLICT', {
      message: 'Er kwam intussen iets bij in dit gesprek. Lees het en verstuur je antwoord dan opnieuw.',
    })
  return conversation
}

/**
 * Answers a customer: the answer, its mail and its audit entry are one transaction. Of two admins at once one is refused, who has read
 * an older version; so is the second of two clicks.
 * @throws Problem NOT_FOUND, CONFLICT
 */
export const replyToCustomer = (
  platform: Platform,
  by: string,
  { conversationId, version, text, closes }: z.output<typeof admin.replyToConversation.input>,
): Promise<AdminConversation> =>
  platform.db.transaction(async tx => {
    const { jobs, settings, origin, now } = platform
    const conversation = await lockAsRead(tx, conversationId, version)
    const createdAt = now()
    const message = { conversationId, isFromShop: true, authorId: by, text, createdAt }
    const messageId = await addMessage(tx, platform, message)
    await changeConversation(tx, conversation, { ...afterReply(closes), lastMessageAt: createdAt })
    const { reference, userId } = conversation
    // A customer may have another address by now.
    const email = userId ? (await findCustomerSender(tx, userId, null)).email : conversation.email
    const { shopName } = settings.current
    const url = origin() + THREAD_PATH
    const props = { conversationId, reference, url, shopName, messageId }
    await queueMail(tx, jobs, contactAnsweredMail, email, props)
    const about = `${conversationId} ${version}`
    if (userId) {
      const path = `${THREAD_PATH}/${conversationId}`
      await notifyUser(tx, userId, { kind: 'CONTACT_ANSWERED', params: undefined, about, path })
    }
    // Without the text, which is about a person.
    const details = { closed: closes }
    await recordAuditEntry(tx, { by, action: 'CONTACT_ANSWERED', subjectId: conversationId, details })
    return readConversationForAdmin(within(tx, platform), conversationId, createdAt)
  })

/**
 * Closes a conversation, or opens it again as it was; nothing changes when it is that already.
 * @throws Problem NOT_FOUND, CONFLICT
 */
export const closeOrReopen = (
  platform: Platform,
  by: string,
  { conversationId, version, isClosed }: z.output<typeof admin.setConversationStatus.input>,
): Promise<AdminConversation> =>
  platform.db.transaction(async tx => {
    const conversation = await lockAsRead(tx, conversationId, version)
    if ((conversation.status === 'CLOSED') !== isClosed) {
      const state = isClosed ? afterClosing(conversation) : afterReopening(conversation)
      await changeConversation(tx, conversation, state)
      const details = { status: { from: conversation.status, to: state.status } }
      await recordAuditEntry(tx, { by, action: 'CONTACT_STATUS_SET', subjectId: conversationId, details })
    }
    return readConversationForAdmin(within(tx, platform), conversationId, platform.now())
  })
