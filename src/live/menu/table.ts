import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import { createdAt, reference, timestamptz } from '../../platform/db/columns.ts'
import type { Audience } from './contract.ts'

/** The creators' menus; without a row everything is allowed to everyone. The functions of a toy are in `toys`. */
export const creatorMenus = pgTable(
  'creator_menus',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The named patterns that are allowed; null for all. */
    patterns: text().array(),
    ownPatterns: boolean().notNull().default(true),
    longestMinutes: integer(),
    pauseMinutes: integer().notNull().default(0),
    warmUpFrom: integer(),
    warmUpMinutes: integer(),
    audience: text().$type<Audience>().notNull().default('EVERYONE'),
    /** When the last session on one of her toys ended after control had begun: her pause begins then. */
    lastEndedAt: timestamptz(),
  },
  table => [
    check('creator_menus_longest', sql`${table.longestMinutes} between 1 and 240`),
    check('creator_menus_pause', sql`${table.pauseMinutes} between 0 and 240`),
    check('creator_menus_warm_up', sql`(${table.warmUpFrom} is null) = (${table.warmUpMinutes} is null)`),
    check('creator_menus_warm_up_from', sql`${table.warmUpFrom} between 1 and 20`),
    check('creator_menus_warm_up_minutes', sql`${table.warmUpMinutes} between 1 and 60`),
    check(
      'creator_menus_audience',
      sql`${table.audience} in ('EVERYONE', 'FAVOURITES', 'PLAYED_BEFORE', 'ACCEPT_EACH')`,
    ),
  ],
)

/** The persons whom a creator marked as her favourites. */
export const creatorFavourites = pgTable(
  'creator_favourites',
  {
    creatorId: reference(() => users.id, { onDelete: 'cascade' }),
    userId: reference(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  table => [
    primaryKey({ columns: [table.creatorId, table.userId] }),
    index('creator_favourites_by_user').on(table.userId),
    check('creator_favourites_not_self', sql`${table.creatorId} <> ${table.userId}`),
  ],
)
