import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import { createdAt, encryptedText, primaryId, timestamptz } from '../../platform/db/columns.ts'
import type { NameCheck } from './contract.ts'

/** To whom and where the earnings of creators are paid; a row of a creator who was only reminded has no details. */
export const payees = pgTable(
  'payees',
  {
    id: primaryId(),
    userId: uuid()
      .notNull()
      .unique()
      .references(() => users.id),
    /** `PayeeFile` as JSON. */
    ...encryptedText(),
    /** Increased by each change of the details; an admin's check names the version that it is about. */
    version: integer().notNull().default(0),
    /** When she gave the details first. */
    givenAt: timestamptz(),
    /** From when payouts go to the IBAN. */
    usableAt: timestamptz(),
    nameCheck: text().$type<NameCheck>(),
    nameCheckedBy: uuid().references(() => users.id),
    nameCheckedAt: timestamptz(),
    /** The version of the agreement to self-billing that she accepted, and when; null without one. */
    selfBillingVersion: integer(),
    selfBillingAgreedAt: timestamptz(),
    /** How many reminders of missing details she got. */
    reminders: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  table => [
    index().on(table.keyId),
    check(
      'payees_given',
      sql`(${table.encrypted} is null) = (${table.givenAt} is null) and (${table.usableAt} is null) = (${table.givenAt} is null)`,
    ),
    check(
      'payees_self_billing',
      sql`(${table.selfBillingVersion} is null) = (${table.selfBillingAgreedAt} is null)`,
    ),
    check(
      'payees_name_check',
      sql`(${table.nameCheck} is null) = (${table.nameCheckedBy} is null) and (${table.nameCheck} is null) = (${table.nameCheckedAt} is null)`,
    ),
  ],
)
