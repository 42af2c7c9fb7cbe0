import { asc, eq, getTableColumns, or, sql } from 'drizzle-orm'
import { users } from '../../people/accounts/table.ts'
import { sessions, toyControlSessions, toyQueue } from '../../live/sessions/table.ts'
import { creatorAgreements } from '../../live/agreements/table.ts'
import { findCreatorEvents } from '../../live/creators/suspension.service.ts'
import { creatorEvents, creators } from '../../live/creators/table.ts'
import { messageContent } from '../../live/messages/service.ts'
import { contacts, messages } from '../../live/messages/table.ts'
import { minuteDebts, minuteEntries, minuteLots, minutePurchases } from '../../money/minutes/table.ts'
import type { DataCipher } from '../../platform/crypto/dataCipher.ts'
import type { Db } from '../../platform/db/db.ts'
import { stopLinks } from '../../live/studio/table.ts'
import { columnsOf } from '../../platform/db/sql.ts'
import { toyBlocks, toyLinks, toys } from '../../live/toys/table.ts'
import type { DataSubject, PersonalDataSection } from './dataSection.service.ts'

/** Minutes, live sessions, toys, contacts and messages. */
export const liveDataSections: PersonalDataSection[] = [
  {
    name: 'minuten',
    tables: [minutePurchases, minuteEntries, minuteLots, minuteDebts],
    read: async (db, { id }) => ({
      purchases: await db.select().from(minutePurchases).where(eq(minutePurchases.userId, id)),
      entries: await db
        .select()
        .from(minuteEntries)
        .where(eq(minuteEntries.userId, id))
        .orderBy(asc(minuteEntries.createdAt)),
      lots: await db
        .select()
        .from(minuteLots)
        .where(eq(minuteLots.userId, id))
        .orderBy(asc(minuteLots.addedAt)),
      debts: await db.select().from(minuteDebts).where(eq(minuteDebts.userId, id)),
    }),
  },
  { name: 'sessies', tables: [sessions, toyControlSessions, toyQueue], read: sessionsOf },
  { name: 'berichten', tables: [messages, contacts], read: messagesOf },
  { name: 'toys', tables: [toys, toyLinks], read: toysOf },
  {
    name: 'stoplinks',
    tables: [stopLinks],
    read: (db, { id }) => {
      const { name, isSingleUse, createdAt, lastUsedAt } = stopLinks
      const own = { name, isSingleUse, createdAt, lastUsedAt }
      return db.select(own).from(stopLinks).where(eq(stopLinks.creatorId, id))
    },
  },
  { name: 'creator', tables: [creators, creatorEvents, creatorAgreements], read: creatorOf },
  {
    // Only whom they blocked: who blocked them is the other's data.
    name: 'blokkades',
    tables: [toyBlocks],
    read: (db, { id }) =>
      db
        .select({ displayName: users.displayName, createdAt: toyBlocks.createdAt })
        .from(toyBlocks)
        .innerJoin(users, eq(users.id, toyBlocks.userId))
        .where(eq(toyBlocks.creatorId, id)),
  },
]

async function creatorOf(db: Db, { id }: DataSubject, dataCipher: DataCipher) {
  const [account] = await db.select().from(creators).where(eq(creators.userId, id))
  const agreements = await db.select().from(creatorAgreements).where(eq(creatorAgreements.userId, id))
  const events = await findCreatorEvents({ db, dataCipher }, id)
  return {
    account: account ?? null,
    agreements,
    // Without the admin's id.
    events: events.map(({ kind, text, createdAt }) => ({ kind, text, createdAt })),
  }
}

async function sessionsOf(db: Db, { id }: DataSubject) {
  const { status, minutesUsed, stoppedBy, stopReason, createdAt, stoppedAt } = toyControlSessions
  return {
    history: await db
      .select({ ...getTableColumns(sessions), toyName: toys.name })
      .from(sessions)
      .innerJoin(toys, eq(toys.id, sessions.toyId))
      .where(eq(sessions.userId, id))
      .orderBy(asc(sessions.startTime)),
    control: await db
      .select({ status, minutesUsed, stoppedBy, stopReason, createdAt, stoppedAt, toyName: toys.name })
      .from(toyControlSessions)
      .innerJoin(toys, eq(toys.id, toyControlSessions.toyDeviceId))
      .where(eq(toyControlSessions.userId, id))
      .orderBy(asc(createdAt)),
    queue: await db
      .select({ toyName: toys.name, joinedAt: toyQueue.joinedAt })
      .from(toyQueue)
      .innerJoin(toys, eq(toys.id, toyQueue.toyId))
      .where(eq(toyQueue.userId, id)),
  }
}

async function messagesOf(db: Db, { id }: DataSubject, dataCipher: DataCipher) {
  const isMine = sql<boolean>`${messages.fromUserId} = ${id}`
  const found = await db
    .select({
      with: users.displayName,
      isMine,
      ...columnsOf(messages, 'id', 'content', 'encrypted', 'keyId', 'createdAt', 'readAt'),
    })
    .from(messages)
    .innerJoin(
      users,
      sql`${users.id} = case when ${isMine} then ${messages.toUserId} else ${messages.fromUserId} end`,
    )
    .where(or(eq(messages.fromUserId, id), eq(messages.toUserId, id)))
    .orderBy(asc(messages.createdAt))
  const readable = await dataCipher.decryptRows(db, messageContent, found)
  return {
    messages: readable.map(({ id: _id, ...message }) => message),
    // Only whom they muted: who muted them is the other's data.
    contacts: await db
      .select({ displayName: users.displayName, metAt: contacts.metAt, mutedAt: contacts.mutedAt })
      .from(contacts)
      .innerJoin(users, eq(users.id, contacts.otherId))
      .where(eq(contacts.userId, id)),
  }
}

async function toysOf(db: Db, { id }: DataSubject) {
  const { platform, appVersion, connectedAt, lastSeenAt } = toyLinks
  const [app] = await db
    .select({ platform, appVersion, connectedAt, lastSeenAt })
    .from(toyLinks)
    .where(eq(toyLinks.userId, id))
  return { app: app ?? null, toys: await db.select().from(toys).where(eq(toys.ownerId, id)) }
}
