import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import { timestamptz, createdAt, primaryId, reference } from '../../platform/db/columns.ts'
import { toys } from '../toys/table.ts'
import type { Menu } from '../menu/contract.ts'
import type { ToyFunction } from '../toys/contract.ts'
import type { ConsentOutcome, ControlStatus, Signal, StoppedBy } from './contract.ts'

export const toyControlSessions = pgTable(
  'toy_control_sessions',
  {
    id: primaryId(),
    userId: reference(() => users.id),
    toyDeviceId: text()
      .notNull()
      .references(() => toys.id),
    status: text().$type<ControlStatus>().notNull().default('COUNTDOWN'),
    countdownEndsAt: timestamptz().notNull(),
    /** The last heartbeat of the controller's browser. */
    heartbeatAt: timestamptz().notNull(),
    /** Milliseconds of control up to `meteredAt`. */
    meteredMs: integer().notNull().default(0),
    /** The time up to which `meteredMs` counts; null before control begins. */
    meteredAt: timestamptz(),
    /** Since when the meter is paused; null while it runs. */
    pausedAt: timestamptz(),
    minutesUsed: integer().notNull().default(0),
    /** Since when the toy's provider refuses its commands; null once it took one. */
    unreachableAt: timestamptz(),
    /** The number of full minutes before the one in which the toy was unreachable and took no command. */
    refusedMinute: integer(),
    /** The purchase of minutes whose payment its user began in it, and when; null when none is open. */
    payingFor: uuid(),
    payingAt: timestamptz(),
    /** Since when its creator lets it wait; null while she does not. */
    waitingAt: timestamptz(),
    /** Her last sign to its player, and when. */
    signal: text().$type<Signal>(),
    signalledAt: timestamptz(),
    /** The full minutes after which it ends; null without a limit. */
    longestMinutes: integer(),
    /** Whether the creator has to accept it, without which it ends with its countdown, and when she did. */
    mustAccept: boolean().notNull().default(false),
    acceptedAt: timestamptz(),
    stoppedBy: text().$type<StoppedBy>(),
    stopReason: text(),
    stoppedAt: timestamptz(),
    /** The only node that may run the toy, until its lease expires by the database's clock. */
    controlledBy: text(),
    controlledUntil: timestamptz(),
    /** Grows whenever earlier commands must be ignored: another node, a lease that expired, a stop elsewhere. */
    generation: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  table => [
    uniqueIndex('toy_control_sessions_one_live_per_toy')
      .on(table.toyDeviceId)
      .where(sql`${table.status} <> 'STOPPED'`),
    uniqueIndex('toy_control_sessions_one_live_per_user')
      .on(table.userId)
      .where(sql`${table.status} <> 'STOPPED'`),
    index('toy_control_sessions_by_user').on(table.userId, table.createdAt),
    index('toy_control_sessions_by_toy').on(table.toyDeviceId, table.createdAt),
    check('toy_control_sessions_status', sql`${table.status} in ('COUNTDOWN', 'ACTIVE', 'STOPPED')`),
    check(
      'toy_control_sessions_stopped',
      sql`(${table.status} = 'STOPPED') = (${table.stoppedAt} is not null)`,
    ),
    check('toy_control_sessions_used', sql`${table.minutesUsed} >= 0 and ${table.meteredMs} >= 0`),
  ],
)

/**
 * A creator's consent to each session, written with its start and its transitions and never changed afterwards: a trigger lets each column
 * only be filled in.
 */
export const sessionConsents = pgTable(
  'session_consents',
  {
    sessionId: uuid()
      .primaryKey()
      .references(() => toyControlSessions.id, { onDelete: 'cascade' }),
    /** The version of her agreement that was in force; null without the programme. */
    agreementVersion: text(),
    /** When she put the toy on the air, and for how many hours. */
    onAirSince: timestamptz(),
    onAirHours: integer(),
    cap: integer().notNull(),
    menu: jsonb().$type<Menu & { functions: ToyFunction[] }>().notNull(),
    /** When the countdown was shown to her: it is pushed in the same transaction. */
    shownAt: timestamptz().notNull(),
    outcome: text().$type<ConsentOutcome>(),
    decidedAt: timestamptz(),
    endedBy: text().$type<StoppedBy>(),
    endReason: text(),
    endedAt: timestamptz(),
    /** When she panicked in the session, or within ten minutes after it. Its player is never told. */
    panickedAt: timestamptz(),
  },
  table => [
    check(
      'session_consents_outcome',
      sql`${table.outcome} in ('ACCEPTED', 'DECLINED', 'LET_RUN', 'CANCELLED')`,
    ),
    check(
      'session_consents_decided',
      sql`(${table.outcome} is null) = (${table.decidedAt} is null) and (${table.endedBy} is null) = (${table.endedAt} is null)`,
    ),
  ],
)

/** The history: one row per control session that reached control. */
export const sessions = pgTable(
  'sessions',
  {
    /** The control session's id. */
    id: uuid().primaryKey(),
    userId: reference(() => users.id),
    toyId: text()
      .notNull()
      .references(() => toys.id),
    minutesPurchased: integer().notNull(),
    status: text().notNull().default('ACTIVE'),
    startTime: timestamptz().notNull(),
    endTime: timestamptz(),
    /** Cents: the price of its minutes when they were bought, oldest first. */
    cost: integer().notNull(),
  },
  table => [index('sessions_by_user').on(table.userId, table.startTime)],
)

/** The waiting queues for toys: one position per user, in the order of arrival. */
export const toyQueue = pgTable(
  'toy_queue',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    toyId: text()
      .notNull()
      .references(() => toys.id),
    /** Assigned under the toy's lock, so that the order of numbers is that of arrival. */
    number: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    joinedAt: timestamptz().notNull(),
    /** The last heartbeat of the user in the queue. */
    seenAt: timestamptz().notNull(),
    /** The end of the claim window; null outside of it. */
    claimUntil: timestamptz(),
  },
  table => [
    index('toy_queue_in_order').on(table.toyId, table.number),
    uniqueIndex('toy_queue_one_offer_per_toy')
      .on(table.toyId)
      .where(sql`${table.claimUntil} is not null`),
  ],
)
