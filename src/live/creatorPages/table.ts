import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import { createdAt, primaryId, reference, timestamptz } from '../../platform/db/columns.ts'
import type { NoticeAudience, PageDraft, PageTexts, PictureKind } from './contract.ts'

/** The page of each creator at `/c/{slug}`. */
export const creatorPages = pgTable(
  'creator_pages',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    slug: text().notNull(),
    /** The texts that an admin approved, which others see; null before the first approval. */
    shown: jsonb().$type<PageTexts>(),
    /** The texts that wait for an admin, or that one refused; null while there are none. */
    draft: jsonb().$type<PageDraft>(),
    submittedAt: timestamptz(),
    /** Why the draft was refused; null while it waits, and without one. */
    refusal: text(),
    /** Whether visitors without an account may open it. */
    isOpenToVisitors: boolean().notNull().default(false),
    /** Whether search engines may list it, and the sitemap has it. */
    isInSearchEngines: boolean().notNull().default(false),
    /** Whether a link to it shows her name and portrait elsewhere. */
    hasPreview: boolean().notNull().default(false),
    /** The followers who are told that she is online. */
    noticeAudience: text().$type<NoticeAudience>().notNull().default('NOBODY'),
    createdAt: createdAt(),
  },
  table => [
    uniqueIndex('creator_pages_slug').on(table.slug),
    index('creator_pages_waiting')
      .on(table.submittedAt)
      .where(sql`${table.draft} is not null`),
    check('creator_pages_slug_form', sql`${table.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`),
    check('creator_pages_waits', sql`(${table.draft} is null) = (${table.submittedAt} is null)`),
    check(
      'creator_pages_open',
      sql`${table.isOpenToVisitors} or not (${table.isInSearchEngines} or ${table.hasPreview})`,
    ),
    check(
      'creator_pages_notice_audience',
      sql`${table.noticeAudience} in ('NOBODY', 'FAVOURITES', 'PLAYED_BEFORE', 'EVERYONE')`,
    ),
  ],
)

/** The addresses of creators who left or changed theirs: nobody else gets one before `until`. */
export const reservedSlugs = pgTable('creator_reserved_slugs', {
  slug: text().primaryKey(),
  /** Null after she left. */
  userId: uuid().references(() => users.id, { onDelete: 'set null' }),
  until: timestamptz().notNull(),
})

/** The portrait and the gallery of each creator; nothing is shown before an admin approved it. */
export const creatorPictures = pgTable(
  'creator_pictures',
  {
    id: primaryId(),
    userId: reference(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<PictureKind>().notNull(),
    /** Below `/media`, where it is served once it is approved; before, only she and admins get it, from an endpoint. */
    path: text().notNull(),
    position: integer().notNull().default(0),
    approvedAt: timestamptz(),
    createdAt: createdAt(),
  },
  table => [
    index('creator_pictures_by_user').on(table.userId, table.kind, table.position),
    index('creator_pictures_waiting')
      .on(table.createdAt)
      .where(sql`${table.approvedAt} is null`),
    // A new portrait waits beside the one that is shown.
    uniqueIndex('creator_pictures_one_portrait')
      .on(table.userId, sql`(${table.approvedAt} is null)`)
      .where(sql`${table.kind} = 'PORTRAIT'`),
    uniqueIndex('creator_pictures_path').on(table.path),
    check('creator_pictures_kind', sql`${table.kind} in ('PORTRAIT', 'GALLERY')`),
  ],
)
