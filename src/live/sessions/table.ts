import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import { timestamptz, createdAt, primaryId } from '../../platform/columns.ts'
import { toys } from '../toys/table.ts'
import type { ControlStatus, StoppedBy } from './contract.ts'

export const toyControlSessions = pgTable(
  'toy_control_sessions',
  {
    id: primaryId(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    toyDeviceId: text()
      .notNull()
      .references(() => toys.id),
    status: text().$type<ControlStatus>().notNull().default('COUNTDOWN'),
    countdownEndsAt: timestamptz().notNull(),
    /** The last sign of life of the controller's browser. */
    heartbeatAt: timestamptz().notNull(),
    /** Milliseconds of control up to `meteredAt`. */
    meteredMs: integer().notNull().default(0),
    /** Up to when `meteredMs` counts; null before control begins. */
    meteredAt: timestamptz(),
    /** Since when the meter rests; null while it runs. */
    restingAt: timestamptz(),
    minutesUsed: integer().notNull().default(0),
    stoppedBy: text().$type<StoppedBy>(),
    stopReason: text(),
    stoppedAt: timestamptz(),
    /** The node that alone may run the toy, for as long as its lease lasts by the database's clock. */
    controlledBy: text(),
    controlledUntil: timestamptz(),
    /** Grows whenever whatever was sent before must not count any more: another node, a lease that lapsed, a stop elsewhere. */
    generation: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  table => [
    uniqueIndex('toy_control_sessions_one_live_a_toy')
      .on(table.toyDeviceId)
      .where(sql`${table.status} <> 'STOPPED'`),
    uniqueIndex('toy_control_sessions_one_live_a_user')
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

/** The history: one row of a control session that came to control. */
export const sessions = pgTable(
  'sessions',
  {
    /** The control session's id. */
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    toyId: text()
      .notNull()
      .references(() => toys.id),
    minutesPurchased: integer().notNull(),
    status: text().notNull().default('ACTIVE'),
    startTime: timestamptz().notNull(),
    endTime: timestamptz(),
    /** Cents: what its minutes cost when they were bought, oldest first. */
    cost: integer().notNull(),
  },
  table => [index('sessions_by_user').on(table.userId, table.startTime)],
)

/** Who waits for a toy that is taken: one place a person, in the order of arrival. */
export const toyQueue = pgTable(
  'toy_queue',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    toyId: text()
      .notNull()
      .references(() => toys.id),
    /** Given under the toy's lock, so that the order of numbers is that of arrival. */
    number: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    joinedAt: timestamptz().notNull(),
    /** The last sign of life of whoever waits. */
    seenAt: timestamptz().notNull(),
    /** Until when only they may start on the toy; null while it is not offered to them. */
    claimUntil: timestamptz(),
  },
  table => [
    index('toy_queue_in_order').on(table.toyId, table.number),
    uniqueIndex('toy_queue_one_offer_a_toy')
      .on(table.toyId)
      .where(sql`${table.claimUntil} is not null`),
  ],
)
