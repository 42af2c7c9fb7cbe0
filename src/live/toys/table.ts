import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import { timestamptz, createdAt, reference } from '../../platform/db/columns.ts'
import type { OnAirHours, ToyFunction, ToyProvider, ProviderCall } from './contract.ts'

export const toys = pgTable(
  'toys',
  {
    /** The provider's own id of the device; that of a bridged one is derived from its owner and the device. */
    id: text().primaryKey(),
    /** The path to it: the provider's cloud, or its owner's browser. */
    provider: text().$type<ToyProvider>().notNull().default('LOVENSE'),
    name: text().notNull(),
    /** The provider's model in lower case: lush, ferri, edge, max, … */
    model: text().notNull(),
    /** The functions that its app reported; null when it reported none, and the model decides. */
    functions: text().array().$type<ToyFunction[]>(),
    ownerId: reference(() => users.id),
    /** The state that the provider last reported; `isOnline` also depends on when that was. */
    status: text().$type<'ONLINE' | 'OFFLINE'>().notNull().default('OFFLINE'),
    lastActive: timestamptz(),
    /** Percent; 0 where its app reported none. */
    batteryLevel: integer().default(0),
    /** Since when its app refuses commands, though it may keep reporting; null once one was taken. */
    unreachableAt: timestamptz(),
    /** Since when it takes neither a stop nor zeros although it may run; null once it took one. */
    unstoppedAt: timestamptz(),
    isActive: boolean().notNull().default(false),
    /** Whether its owner put it on the air; the end is in `onAirUntil`, without which it is off. */
    onAir: boolean().notNull().default(true),
    /** The end of the hours that its owner chose; null when she took it off, or never put it on. */
    onAirUntil: timestamptz(),
    /** When she put it on the air, and for how many hours; null as `onAirUntil` is. */
    onAirSince: timestamptz(),
    onAirHours: integer().$type<OnAirHours>(),
    /** The functions that its owner lets others use; null for all. */
    menuFunctions: text().array().$type<ToyFunction[]>(),
    /** The owner's cap, 1–20. */
    maxIntensity: integer().notNull().default(20),
    /** The lowest cap of the bridged toys that it may be confused with, until its owner confirms which is which; else null. */
    unconfirmedCap: integer(),
    /** Of a bridged toy: the connection to the program in which it was last known for sure, and the program's id for it there. */
    bridgeLink: text(),
    bridgeDevice: bigint({ mode: 'number' }),
    /** When its owner removed it; only one that was played is kept. */
    removedAt: timestamptz(),
    createdAt: createdAt(),
  },
  table => [
    index().on(table.ownerId),
    check('toys_provider', sql`${table.provider} in ('LOVENSE', 'BUTTPLUG')`),
    check('toys_status', sql`${table.status} in ('ONLINE', 'OFFLINE')`),
    check('toys_cap', sql`${table.maxIntensity} between 1 and 20`),
    check('toys_battery', sql`${table.batteryLevel} between 0 and 100`),
  ],
)

/** A creator's link with the provider's app; `uid` and `utoken` are random, never ids of ours. Only hashes of tokens are stored. */
export const toyLinks = pgTable('toy_links', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  uid: text().notNull().unique(),
  /** Authenticates the app's reports. */
  utoken: text().notNull(),
  /** The token of the newest code, which replaces `utoken` with the first report of the app that scanned the code. */
  pendingUtoken: text(),
  platform: text(),
  appVersion: text(),
  /** When the app first answered on this link; null while the code was not scanned. */
  connectedAt: timestamptz(),
  lastSeenAt: timestamptz(),
  createdAt: createdAt(),
})

/** Errors of the toy provider, a row per kind, without personal data. */
export const providerErrors = pgTable(
  'toy_provider_errors',
  {
    call: text().$type<ProviderCall>().notNull(),
    /** The provider's own code; 0 for none. */
    code: integer().notNull(),
    count: integer().notNull(),
    firstAt: timestamptz().notNull(),
    lastAt: timestamptz().notNull(),
  },
  table => [
    primaryKey({ columns: [table.call, table.code] }),
    check('toy_provider_errors_call', sql`${table.call} in ('PAIR', 'RUN', 'STOP')`),
    check('toy_provider_errors_count', sql`${table.count} > 0`),
  ],
)
