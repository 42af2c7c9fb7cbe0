import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestamptz, createdAt, primaryId } from '../../platform/db/columns.ts'

/** Uploaded pictures: first the file as uploaded, then its renditions in one folder. */
export const pictures = pgTable(
  'pictures',
  {
    id: primaryId(),
    /** The uploaded file, until it is processed. */
    source: text().notNull(),
    status: text().$type<'WAITING' | 'READY' | 'FAILED'>().notNull().default('WAITING'),
    /** Never cropped: text on it must be whole. */
    isWhole: boolean().notNull().default(false),
    /** How many steps of the processing are done. */
    done: integer().notNull().default(0),
    address: text().unique(),
    /** Why the processing failed, in Dutch. */
    problem: text(),
    /** The picture owner, such as a product. */
    ownerId: uuid(),
    /** Its position among the pictures that were uploaded for one owner. */
    place: integer(),
    /** Since when it has no owner; deleted a day later. */
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
