import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestamptz, createdAt, primaryId } from '../../platform/columns.ts'

/** Pictures that someone brought: first as they were sent, then drawn in several cuts under one address. */
export const pictures = pgTable(
  'pictures',
  {
    id: primaryId(),
    /** Where what was sent is kept until it is drawn. */
    source: text().notNull(),
    status: text().$type<'WAITING' | 'READY' | 'FAILED'>().notNull().default('WAITING'),
    /** How many steps of its drawing are done. */
    done: integer().notNull().default(0),
    address: text().unique(),
    /** Dutch: why it could not be drawn. */
    problem: text(),
    /** The product, or whatever else shows it. */
    ownerId: uuid(),
    /** Its place among those that its owner gets once all of them are drawn. */
    place: integer(),
    /** Since when it is nobody's; after a while it goes. */
    unownedAt: timestamptz(),
    createdAt: createdAt(),
  },
  table => [
    index('pictures_by_owner').on(table.ownerId),
    index('pictures_unowned')
      .on(table.unownedAt)
      .where(sql`${table.ownerId} is null`),
    check('pictures_ready', sql`(${table.status} = 'READY') = (${table.address} is not null)`),
    check('pictures_owned', sql`(${table.ownerId} is null) = (${table.unownedAt} is not null)`),
  ],
)
