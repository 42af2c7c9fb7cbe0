import { asc, eq, getTableColumns, or, sql } from 'drizzle-orm'
import { users } from '../../people/accounts/table.ts'
import { creatorAgreements } from '../../live/agreements/table.ts'
import { findSuspensions } from '../../live/creators/suspension.service.ts'
import { creators, creatorSuspensions } from '../../live/creators/table.ts'
import { creatorFavourites, creatorMenus } from '../../live/menu/table.ts'
import { sessionConsents, sessions, toyControlSessions, toyQueue } from '../../live/sessions/table.ts'
import { collectApplications } from '../../live/applications/service.ts'
import { creatorApplications, identityImages } from '../../live/applications/table.ts'
import { messageContent } from '../../live/messages/service.ts'
import { contacts, messages } from '../../live/messages/table.ts'
import { findEntriesBetween } from '../../money/earnings/statement.service.ts'
import { earningAccounts, earningEntries, earningShares } from '../../money/earnings/table.ts'
import { minuteDebts, minuteEntries, minuteLots, minutePurchases } from '../../money/minutes/table.ts'
import { findObjections } from '../../money/objections/service.ts'
import { earningObjections } from '../../money/objections/table.ts'
import { collectPayee } from '../../money/payees/service.ts'
import { payees } from '../../money/payees/table.ts'
import { findPayoutData } from '../../money/payouts/service.ts'
import { payouts } from '../../money/payouts/table.ts'
import { collectSelfBilled } from '../../money/selfBilling/service.ts'
import { selfBilledInvoices } from '../../money/selfBilling/table.ts'
import type { DataCipher } from '../../platform/crypto/dataCipher.ts'
import type { Db } from '../../platform/db/db.ts'
import { stopLinks } from '../../live/studio/table.ts'
import { columnsOf } from '../../platform/db/sql.ts'
import { toyLinks, toys } from '../../live/toys/table.ts'
import { isHiddenFrom } from '../../live/blocks/hiding.service.ts'
import { findBlockedUsers, findHiding } from '../../live/blocks/service.ts'
import { blockedAreas, blockedContacts, blockedUsers, blockSettings } from '../../live/blocks/table.ts'
import { creatorPages, creatorPictures, reservedSlugs } from '../../live/creatorPages/table.ts'
import { findCreatorNotes } from '../../live/creatorNotes/service.ts'
import { creatorNotes } from '../../live/creatorNotes/table.ts'
import { findReviewData } from '../../live/creatorReviews/service.ts'
import { creatorReviews } from '../../live/creatorReviews/table.ts'
import { findFollowData } from '../../live/follows/service.ts'
import { follows } from '../../live/follows/table.ts'
import { shownToyName } from '../../live/sessions/service.ts'
import { ERASED_NAME } from '../../people/accounts/rules.ts'
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
  {
    // A creator's. The ids of purchases would tell her which sessions are of one customer.
    name: 'verdiensten',
    tables: [earningAccounts, earningEntries, earningShares],
    read: async (db, { id }) => ({
      account: await db.select().from(earningAccounts).where(eq(earningAccounts.id, id)),
      shares: await db
        .select(
          columnsOf(earningShares, 'source', 'basisPoints', 'deductsFee', 'freeMinuteCents', 'startsAt'),
        )
        .from(earningShares)
        .where(eq(earningShares.creatorId, id)),
      entries: await findEntriesBetween(db, id, 0, 2 ** 31 - 1),
    }),
  },
  { name: 'sessies', tables: [sessions, toyControlSessions, toyQueue], read: sessionsOf },
  { name: 'berichten', tables: [messages, contacts], read: messagesOf },
  { name: 'toys', tables: [toys, toyLinks], read: toysOf },
  {
    name: 'aanmelding-creator',
    tables: [creatorApplications, identityImages],
    read: (db, { id }, dataCipher) => collectApplications({ db, dataCipher }, id),
  },
  {
    name: 'uitbetalingen',
    tables: [payees, payouts, selfBilledInvoices, earningObjections],
    read: async (db, { id }, dataCipher) => ({
      details: await collectPayee({ dataCipher }, db, id),
      payouts: await findPayoutData(db, id),
      invoices: await collectSelfBilled({ dataCipher }, db, id),
      objections: (await findObjections({ dataCipher }, db, id)).map(({ answeredBy: _admin, ...own }) => own),
    }),
  },
  {
    name: 'stoplinks',
    tables: [stopLinks],
    read: (db, { id }) => {
      const { name, isSingleUse, createdAt, lastUsedAt } = stopLinks
      const own = { name, isSingleUse, createdAt, lastUsedAt }
      return db.select(own).from(stopLinks).where(eq(stopLinks.creatorId, id))
    },
  },
  {
    name: 'pagina',
    tables: [creatorPages, creatorPictures, reservedSlugs],
    read: async (db, { id }) => ({
      addresses: await db.select().from(reservedSlugs).where(eq(reservedSlugs.userId, id)),
      page: await db.select().from(creatorPages).where(eq(creatorPages.userId, id)),
      pictures: await db
        .select({
          kind: creatorPictures.kind,
          createdAt: creatorPictures.createdAt,
          approvedAt: creatorPictures.approvedAt,
        })
        .from(creatorPictures)
        .where(eq(creatorPictures.userId, id)),
    }),
  },
  { name: 'creator', tables: [creators, creatorSuspensions, creatorAgreements], read: creatorOf },
  {
    // Only whom they blocked: who blocked them is the other's data. The digests of contacts are of no use to anyone.
    name: 'menu',
    tables: [creatorMenus, creatorFavourites],
    read: async (db, { id }) => ({
      menu: await db.select().from(creatorMenus).where(eq(creatorMenus.userId, id)),
      // Only their own favourites: whose favourite they are is the other's data.
      favourites: await db
        .select({ displayName: users.displayName, createdAt: creatorFavourites.createdAt })
        .from(creatorFavourites)
        .innerJoin(users, eq(users.id, creatorFavourites.userId))
        .where(eq(creatorFavourites.creatorId, id)),
    }),
  },
  {
    name: 'beoordelingen-van-creators',
    tables: [creatorReviews],
    read: (db, { id }) => findReviewData(db, id),
  },
  { name: 'favorieten', tables: [follows], read: (db, { id }) => findFollowData(db, id) },
  {
    // The creator's only: it also says whether she panicked. Who played is in it by no name.
    name: 'toestemmingen',
    tables: [sessionConsents],
    read: (db, { id }) =>
      db
        .select({ ...getTableColumns(sessionConsents), toyName: toys.name })
        .from(sessionConsents)
        .innerJoin(toyControlSessions, eq(toyControlSessions.id, sessionConsents.sessionId))
        .innerJoin(toys, eq(toys.id, toyControlSessions.toyDeviceId))
        .where(eq(toys.ownerId, id))
        .orderBy(asc(sessionConsents.shownAt)),
  },
  {
    // Only whom they blocked: who blocked them is the other's data.
    name: 'blokkades',
    tables: [blockedUsers, blockedAreas, blockedContacts, blockSettings],
    read: async (db, { id }) => ({
      ...(await findHiding(db, id)),
      persons: (await findBlockedUsers(db, id)).map(({ userId: _userId, ...person }) => person),
    }),
  },
  {
    // Only the notes that they wrote. A creator's note about them would reveal her fears and habits: a copy must not adversely affect
    // the rights of others (GDPR art. 15(4)).
    name: 'notities-van-creator',
    tables: [creatorNotes],
    read: async (db, { id }, dataCipher) =>
      (await findCreatorNotes({ db, dataCipher }, id)).map(({ userId: _userId, ...note }) => note),
  },
]

async function creatorOf(db: Db, { id }: DataSubject, dataCipher: DataCipher) {
  const [account] = await db.select().from(creators).where(eq(creators.userId, id))
  const agreements = await db.select().from(creatorAgreements).where(eq(creatorAgreements.userId, id))
  const suspensions = await findSuspensions({ db, dataCipher }, id)
  return {
    account: account ?? null,
    agreements,
    // Without the admin's id.
    suspensions: suspensions.map(({ suspendedBy: _by, caseId: _case, ...own }) => own),
  }
}

async function sessionsOf(db: Db, { id }: DataSubject) {
  const { status, minutesUsed, stoppedBy, stopReason, createdAt, stoppedAt } = toyControlSessions
  return {
    history: await db
      .select({ ...getTableColumns(sessions), toyName: shownToyName(id) })
      .from(sessions)
      .innerJoin(toys, eq(toys.id, sessions.toyId))
      .where(eq(sessions.userId, id))
      .orderBy(asc(sessions.startTime)),
    control: await db
      .select({ status, minutesUsed, stoppedBy, stopReason, createdAt, stoppedAt, toyName: shownToyName(id) })
      .from(toyControlSessions)
      .innerJoin(toys, eq(toys.id, toyControlSessions.toyDeviceId))
      .where(eq(toyControlSessions.userId, id))
      .orderBy(asc(createdAt)),
    queue: await db
      .select({ toyName: shownToyName(id), joinedAt: toyQueue.joinedAt })
      .from(toyQueue)
      .innerJoin(toys, eq(toys.id, toyQueue.toyId))
      .where(eq(toyQueue.userId, id)),
  }
}

/** The name of another; of a creator who is hidden from the user the same as after she left. */
const shownName = (userId: string) =>
  sql<string>`case when ${isHiddenFrom(userId, users.id)} then ${ERASED_NAME} else ${users.displayName} end`

async function messagesOf(db: Db, { id }: DataSubject, dataCipher: DataCipher) {
  const isMine = sql<boolean>`${messages.fromUserId} = ${id}`
  const found = await db
    .select({
      with: shownName(id),
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
      .select({ displayName: shownName(id), metAt: contacts.metAt, mutedAt: contacts.mutedAt })
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
