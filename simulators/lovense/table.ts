import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, json, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../src/platform/db/columns.ts'
import type { LovenseFaults } from './contract.ts'
import type { ToyRun } from './rules.ts'

const milliseconds = () => bigint({ mode: 'number' })

/** The codes that an app may scan. */
export const simulatorCodes = pgTable(
  'simulator_codes',
  {
    code: text().primaryKey(),
    uid: text().notNull(),
    utoken: text().notNull(),
    expiresAt: timestamptz().notNull(),
  },
  table => [index().on(table.uid), index().on(table.expiresAt)],
)

/** The apps that scanned a code: each is a phone with its toys. */
export const simulatorApps = pgTable('simulator_apps', {
  uid: text().primaryKey(),
  utoken: text().notNull(),
  linkedAt: timestamptz().notNull(),
  /** When its next heartbeat is due; the node that sends it sets the next time. */
  heartbeatDueAt: timestamptz().notNull(),
})

/** The toys of those apps, with their current runs. */
export const simulatorToys = pgTable(
  'simulator_toys',
  {
    id: text().primaryKey(),
    uid: text()
      .notNull()
      .references(() => simulatorApps.uid),
    /** Its position among the toys of its app. */
    position: integer().notNull(),
    /** The provider's name of its type: lush, ferri, … */
    name: text().notNull(),
    nickName: text().notNull().default(''),
    runs: jsonb().$type<ToyRun[]>().notNull().default([]),
    /** Milliseconds since the epoch at which its last run ends. */
    runsUntil: milliseconds().notNull().default(0),
    /** Milliseconds that it ran since it was charged, up to `settledAt` (milliseconds since the epoch). */
    ranMs: milliseconds().notNull().default(0),
    settledAt: milliseconds().notNull().default(0),
    /** The newest command carried out: an older, delayed command is not carried out after it. */
    lastCommandId: bigint({ mode: 'number' }).notNull().default(0),
  },
  table => [index().on(table.uid)],
)

/** Every command received, also the failed ones; about the newest 5,000 are kept. */
export const simulatorCommands = pgTable('simulator_commands', {
  id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  at: timestamptz().notNull(),
  uid: text(),
  /** Stored unchanged: `json` accepts texts that `jsonb` refuses. */
  body: json(),
})

/** The single row of injected faults. */
export const simulatorLovenseFaults = pgTable(
  'simulator_lovense_faults',
  { id: integer().primaryKey(), faults: jsonb().$type<LovenseFaults>().notNull() },
  table => [check('simulator_lovense_faults_one', sql`${table.id} = 1`)],
)
