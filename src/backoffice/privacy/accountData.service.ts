import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { asc, count, desc, eq, getTableColumns, inArray, or, sql } from 'drizzle-orm'
import { loginSessions, termsAcceptances, users } from '../../people/accounts/table.ts'
import { addresses } from '../../people/addresses/table.ts'
import { auditEntries } from '../../people/audit/table.ts'
import { gifts } from '../../live/gifts/table.ts'
import { minutePurchases } from '../../money/minutes/table.ts'
import {
  adminNotificationPreferences,
  notifications,
  pushSubscriptions,
} from '../../people/notifications/table.ts'
import { orders } from '../../shop/orders/table.ts'
import type { Db } from '../../platform/db/db.ts'
import { mails } from '../../platform/db/table.ts'
import { passkeys, recoveryCodes, totpSecrets } from '../../people/security/table.ts'
import { toys } from '../../live/toys/table.ts'
import { savedFilters } from '../../people/savedFilters/table.ts'
import { dataExports } from './table.ts'
import type { DataSubject, PersonalDataSection } from './dataSection.service.ts'

const { password: _, ...profile } = getTableColumns(users)

/** The account, its settings, notifications and mails. */
export const accountDataSections: PersonalDataSection[] = [
  {
    name: 'profiel',
    tables: [users],
    read: async (db, { id }) => (await db.select(profile).from(users).where(eq(users.id, id)))[0],
  },
  {
    name: 'voorwaarden',
    tables: [termsAcceptances],
    read: (db, { id }) => {
      const { version, acceptedAt } = termsAcceptances
      return db
        .select({ version, acceptedAt })
        .from(termsAcceptances)
        .where(eq(termsAcceptances.userId, id))
        .orderBy(asc(acceptedAt))
    },
  },
  {
    name: 'adressen',
    tables: [addresses],
    read: (db, { id }) => db.select().from(addresses).where(eq(addresses.userId, id)),
  },
  {
    name: 'aanmeldingen',
    tables: [loginSessions],
    read: (db, { id }) => {
      const { browser, system, place, createdAt, expiresAt } = loginSessions
      return db
        .select({ browser, system, place, createdAt, expiresAt })
        .from(loginSessions)
        .where(eq(loginSessions.userId, id))
    },
  },
  { name: 'tweede-stap', tables: [totpSecrets, passkeys], read: secondFactors },
  {
    name: 'meldingen',
    tables: [notifications],
    read: (db, { id }) =>
      db
        .select()
        .from(notifications)
        .where(eq(notifications.userId, id))
        .orderBy(asc(notifications.createdAt)),
  },
  {
    name: 'gekozen-meldingen',
    tables: [adminNotificationPreferences],
    read: (db, { id }) => {
      const { topic, inShop, mail, push } = adminNotificationPreferences
      return db
        .select({ topic, inShop, mail, push })
        .from(adminNotificationPreferences)
        .where(eq(adminNotificationPreferences.userId, id))
    },
  },
  {
    name: 'bewaarde-filters',
    tables: [savedFilters],
    read: (db, { id }) => {
      const { list, name, query, createdAt } = savedFilters
      return db.select({ list, name, query, createdAt }).from(savedFilters).where(eq(savedFilters.userId, id))
    },
  },
  {
    name: 'mails',
    tables: [mails],
    read: (db, { email }) => {
      const { template, recipient, props, createdAt, sentAt } = mails
      return db
        .select({ template, recipient, facts: props, createdAt, sentAt })
        .from(mails)
        .where(eq(mails.recipient, email))
        .orderBy(asc(mails.createdAt))
    },
  },
  {
    name: 'pushmeldingen',
    tables: [pushSubscriptions],
    read: (db, { id }) => {
      const { endpoint, createdAt } = pushSubscriptions
      return db
        .select({ endpoint, createdAt })
        .from(pushSubscriptions)
        .where(eq(pushSubscriptions.userId, id))
    },
  },
  { name: 'logboek', tables: [auditEntries], read: auditTrail },
  {
    name: 'gegevens-opgevraagd',
    tables: [dataExports],
    read: (db, { id }) => {
      const { requestedAt, readyAt, expiresAt } = dataExports
      return db
        .select({ requestedAt, readyAt, expiresAt })
        .from(dataExports)
        .where(eq(dataExports.userId, id))
    },
  },
]

/** When second factors were added and used; never their secrets. */
async function secondFactors(db: Db, { id }: DataSubject) {
  const [app] = await db
    .select({ confirmedAt: totpSecrets.confirmedAt, createdAt: totpSecrets.createdAt })
    .from(totpSecrets)
    .where(eq(totpSecrets.userId, id))
  const [codes] = await db.select({ left: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, id))
  const { name, isSynced, createdAt, lastUsedAt } = passkeys
  const keys = await db
    .select({ name, isSynced, createdAt, lastUsedAt })
    .from(passkeys)
    .where(eq(passkeys.userId, id))
  return { app: app ?? null, recoveryCodesLeft: codes?.left ?? 0, passkeys: keys }
}

/** The actions of the user, and those on their data; other actors are not named. */
function auditTrail(db: Db, { id }: DataSubject) {
  const { actorId, subjectId } = auditEntries
  const idsOf = (table: PgTable & { id: PgColumn }, owner: PgColumn) =>
    db
      .select({ id: sql`${table.id}::text` })
      .from(table)
      .where(eq(owner, id))
  const theirs = [
    idsOf(orders, orders.userId),
    idsOf(minutePurchases, minutePurchases.userId),
    idsOf(gifts, gifts.ownerId),
    idsOf(toys, toys.ownerId),
  ]
  return db
    .select({
      at: auditEntries.at,
      by: sql<string>`case when ${actorId} = ${id} then 'u' when ${actorId} is null then 'systeem' else 'winkel' end`,
      action: auditEntries.action,
      subjectKind: auditEntries.subjectKind,
      subjectId,
      details: auditEntries.details,
    })
    .from(auditEntries)
    .where(or(eq(actorId, id), eq(subjectId, id), ...theirs.map(query => inArray(subjectId, query))))
    .orderBy(desc(auditEntries.at))
}
