import { randomUUIDv7 } from 'node:crypto'
import { and, desc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { users } from '../../people/accounts/table.ts'
import { setNotificationsReadByPath, notifyUser } from '../../people/notifications/service.ts'
import type { EncryptedField } from '../../platform/crypto/dataCipher.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { queryRows, sqlTimestamp } from '../../platform/db/sql.ts'
import { isHiddenFrom } from '../blocks/hiding.service.ts'
import { Problem } from '../../wire/problem.ts'
import type { Contact, Message } from './contract.ts'
import { contacts, messages } from './table.ts'

/** Maximum number of messages in one answer. */
const MAX_LISTED = 200

export const messageContent: EncryptedField<'content'> = { table: messages, name: 'content' }

/** The path of the messages with a contact, on our own site. */
export const messagesPath = (userId: string): string => `/messages/${userId}`

/** Makes two users contacts, or updates the time of their last session. */
export async function addContacts(tx: Tx, userId: string, otherId: string, now: Date): Promise<void> {
  if (userId === otherId) return
  await tx
    .insert(contacts)
    .values([
      { userId, otherId, metAt: now },
      { userId: otherId, otherId: userId, metAt: now },
    ])
    .onConflictDoUpdate({ target: [contacts.userId, contacts.otherId], set: { metAt: now } })
}

/**
 * The contacts of a user, the newest first, without the creators who are hidden from them. One statement. A creator may also see the private profile of a customer who was in a
 * session on the creator's toy.
 */
export async function findContacts(
  { db, dataCipher }: Reader,
  userId: string,
): Promise<z.input<typeof Contact>[]> {
  const rows = await queryRows<ContactRow>(
    db,
    sql`
    select c.other_id as "userId", u.display_name as "displayName",
      me.role = 'ADMIN' or (u.profile_hidden_at is null and u.suspended_at is null
        and (u.profile_visibility = 'PUBLIC' or (me.role = 'MODEL' and u.role = 'USER'))) as "hasProfile",
      c.met_at as "metAt", c.muted_at is not null as muted,
      (select count(*)::int from ${messages} m where m.from_user_id = c.other_id and m.to_user_id = c.user_id and m.read_at is null) as unread,
      last.id, last.content, last.encrypted, last.key_id as "keyId", last."isOwn", last.removed_at is not null as "isRemoved", last.created_at as "createdAt"
    from ${contacts} c
      join ${users} u on u.id = c.other_id and u.delete_after is null
      join ${users} me on me.id = c.user_id
      left join lateral (
        select * from (
          (select id, content, encrypted, key_id, true as "isOwn", removed_at, created_at from ${messages}
            where from_user_id = c.user_id and to_user_id = c.other_id order by created_at desc limit 1)
          union all
          (select id, content, encrypted, key_id, false, removed_at, created_at from ${messages}
            where from_user_id = c.other_id and to_user_id = c.user_id order by created_at desc limit 1)
        ) as both_ways order by created_at desc limit 1
      ) last on true
    where c.user_id = ${userId} and not ${isHiddenFrom(userId, sql`c.other_id`)}
    order by greatest(c.met_at, last.created_at) desc, c.other_id
    limit ${MAX_LISTED}`,
  )
  const shown = await dataCipher.decryptRows(db, messageContent, rows)
  return shown.map(({ id: _id, content, isOwn, isRemoved, createdAt, ...row }) => ({
    ...row,
    metAt: new Date(row.metAt),
    last:
      isOwn === null
        ? null
        : { content: isRemoved ? '' : content, isRemoved, isOwn, createdAt: new Date(createdAt) },
  }))
}

interface ContactRow {
  userId: string
  displayName: string
  hasProfile: boolean
  metAt: string | Date
  muted: boolean
  unread: number
  /** The id of the last message; the next fields are of that message too. */
  id: string
  content: string
  encrypted: string | null
  keyId: number | null
  /** Null when there is no message. */
  isOwn: boolean | null
  isRemoved: boolean
  createdAt: string | Date
}

type Reader = Pick<Platform, 'db' | 'dataCipher'>

type MessageResponse = z.input<typeof Message>
type MessageRow = Omit<typeof messages.$inferSelect, 'encrypted' | 'keyId'>
const toMessage = ({ readAt, removedAt, ...message }: MessageRow): MessageResponse => ({
  ...message,
  content: removedAt === null ? message.content : '',
  isRemoved: removedAt !== null,
  read: readAt !== null,
})

/** The messages of two contacts, the oldest first; none of a creator who is hidden from the user. */
export async function findMessages(
  { db, dataCipher }: Reader,
  userId: string,
  otherId: string,
): Promise<MessageResponse[]> {
  const between = and(
    or(
      and(eq(messages.fromUserId, userId), eq(messages.toUserId, otherId)),
      and(eq(messages.fromUserId, otherId), eq(messages.toUserId, userId)),
    ),
    sql`not ${isHiddenFrom(userId, sql`case when ${messages.fromUserId} = ${userId} then ${messages.toUserId} else ${messages.fromUserId} end`)}`,
  )
  const newest = await db
    .select()
    .from(messages)
    .where(between)
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(MAX_LISTED)
  return (await dataCipher.decryptRows(db, messageContent, newest.toReversed())).map(toMessage)
}

/**
 * Writes a message; the first unread one also creates a notification.
 * @throws Problem NOT_FOUND when the two are no contacts, or one of them blocked the other; MUTED when the receiver muted the
 * sender
 */
export async function createMessage(
  { db, bus, now, dataCipher }: Pick<Platform, 'db' | 'bus' | 'now' | 'dataCipher'>,
  fromUserId: string,
  toUserId: string,
  content: string,
): Promise<MessageResponse> {
  const sent = await db.transaction(async tx => {
    const sender = await requireSender(tx, fromUserId, toUserId)
    const fromSender = and(eq(messages.fromUserId, fromUserId), eq(messages.toUserId, toUserId))
    const waiting = await tx.$count(messages, and(fromSender, isNull(messages.readAt)))
    const id = randomUUIDv7()
    const encrypted = await dataCipher.encrypt(tx, messageContent, id, content)
    const message = { id, fromUserId, toUserId, ...encrypted, createdAt: now() }
    await tx.insert(messages).values(message)
    if (waiting === 0) {
      await notifyUser(tx, toUserId, {
        kind: 'MESSAGE',
        params: sender,
        about: message.id,
        path: messagesPath(fromUserId),
      })
    }
    return { ...message, content, readAt: null, removedAt: null }
  })
  bus.publish('messages.changed', { userId: toUserId })
  const { encrypted: _encrypted, keyId: _keyId, ...message } = sent
  return toMessage(message)
}

/** The sender, after a check that they may write. */
async function requireSender(tx: Tx, fromUserId: string, toUserId: string): Promise<{ displayName: string }> {
  const [found] = await tx
    .select({
      displayName: users.displayName,
      mutedAt: contacts.mutedAt,
      isApart: sql<boolean>`${isHiddenFrom(fromUserId, toUserId)} or ${isHiddenFrom(toUserId, fromUserId)}`,
    })
    .from(contacts)
    .innerJoin(users, eq(users.id, contacts.otherId))
    .where(and(eq(contacts.userId, toUserId), eq(contacts.otherId, fromUserId)))
  if (!found || found.isApart) throw new Problem('NOT_FOUND')
  if (found.mutedAt) throw new Problem('MUTED')
  return found
}

/** Marks a contact's messages and their notification as read. @returns how many were unread before */
export const markConversationRead = (db: Db, userId: string, fromUserId: string, now: Date) =>
  db.transaction(async tx => {
    const toUser = and(
      eq(messages.toUserId, userId),
      eq(messages.fromUserId, fromUserId),
      sql`not ${isHiddenFrom(userId, messages.fromUserId)}`,
    )
    const read = await tx
      .update(messages)
      .set({ readAt: now })
      .where(and(toUser, isNull(messages.readAt)))
      .returning({ id: messages.id })
    if (read.length > 0) await setNotificationsReadByPath(tx, userId, messagesPath(fromUserId), now)
    return read.length
  })

/** @throws Problem NOT_FOUND for a user who is no contact */
export async function setContactMuted(db: Db, userId: string, otherId: string, muted: boolean, now: Date) {
  const [kept] = await db
    .update(contacts)
    .set({ mutedAt: muted ? sql`coalesce(${contacts.mutedAt}, ${sqlTimestamp(now)})` : null })
    .where(
      and(
        eq(contacts.userId, userId),
        eq(contacts.otherId, otherId),
        sql`not ${isHiddenFrom(userId, contacts.otherId)}`,
      ),
    )
    .returning({ userId: contacts.otherId })
  if (!kept) throw new Problem('NOT_FOUND')
  return { ...kept, muted }
}

/** Takes a message away from both who have it, or gives it back. @returns whether that changed anything */
export async function setMessageRemoved(tx: Tx, messageId: string, removedAt: Date | null): Promise<boolean> {
  const isOther = removedAt === null ? isNotNull(messages.removedAt) : isNull(messages.removedAt)
  const changed = await tx
    .update(messages)
    .set({ removedAt })
    .where(and(eq(messages.id, messageId), isOther))
    .returning({ id: messages.id })
  return changed.length > 0
}
