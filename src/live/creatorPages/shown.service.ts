import { and, eq, inArray, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import { qualified } from '../../platform/db/sql.ts'
import type { Platform } from '../../platform/platform.ts'
import { isHiddenFrom, isHiddenFromVisitors } from '../blocks/hiding.service.ts'
import { isAdmittedAt } from '../creators/admission.service.ts'
import type { CreatorCard } from './contract.ts'
import { creatorPages, creatorPictures, reservedSlugs } from './table.ts'

type ShownPlatform = Pick<Platform, 'db' | 'settings' | 'now'>

/** A signed-in user; null for a visitor without an account. */
export type PageViewer = { userId: string } | null

/** Whether others may see a page at all, for statements that join `creator_pages` and `users`; blocks are not asked for. */
export const isPageThere = ({ settings, now }: Omit<ShownPlatform, 'db'>): SQL =>
  sql`(${and(
    isNotNull(creatorPages.shown),
    inArray(users.role, ['MODEL', 'ADMIN']),
    isNull(users.deleteAfter),
    isNull(users.suspendedAt),
    isNull(users.profileHiddenAt),
    settings.current.creatorProgramme ? isAdmittedAt(creatorPages.userId, now()) : undefined,
  )})`

/** The same for one viewer; a visitor sees it only in a public shop, and when she opened it. */
export function isPageShownTo(parts: Omit<ShownPlatform, 'db'>, viewer: PageViewer): SQL {
  const hidden = viewer
    ? isHiddenFrom(viewer.userId, creatorPages.userId)
    : isHiddenFromVisitors(creatorPages.userId)
  const isOpen =
    parts.settings.current.storefrontAccess === 'public' ? creatorPages.isOpenToVisitors : sql`false`
  return sql`(${isPageThere(parts)} and ${viewer ? sql`true` : isOpen} and not ${hidden})`
}

const shownReviews = sql`creator_reviews r where r.creator_id = ${qualified(creatorPages.userId)} and r.approved_at is not null`

/** The approved portrait of a page; null without one. */
export const portraitOfPage = sql<string | null>`(
  select ${qualified(creatorPictures.path)} from ${creatorPictures}
  where ${qualified(creatorPictures.userId)} = ${qualified(creatorPages.userId)}
    and ${creatorPictures.kind} = 'PORTRAIT' and ${creatorPictures.approvedAt} is not null
)`

/** A `CreatorCard` as JSON, for statements that join `creator_pages`. The reviews are of a slice that stands on this one. */
export const creatorCard = sql<CreatorCard>`jsonb_build_object(
  'slug', ${creatorPages.slug},
  'stageName', ${creatorPages.shown} -> 'stageName',
  'mood', ${creatorPages.shown} -> 'mood',
  'portraitUrl', ${portraitOfPage},
  'likes', ${creatorPages.shown} -> 'likes',
  'languages', ${creatorPages.shown} -> 'languages',
  'rating', (select round(avg(r.rating), 1) from ${shownReviews}),
  'reviewCount', (select count(*) from ${shownReviews})
)`

/**
 * The card of a toy's owner, or of another column with a creator's id, for a statement that has asked already whether she is hidden from its
 * viewers; null without a page that is shown.
 */
export const creatorCardSql = (
  parts: Omit<ShownPlatform, 'db'>,
  ownerId: PgColumn | SQL,
): SQL<CreatorCard | null> => sql<CreatorCard | null>`(
  select ${creatorCard} from ${creatorPages} join ${users} on ${qualified(users.id)} = ${qualified(creatorPages.userId)}
  where ${qualified(creatorPages.userId)} = ${qualified(ownerId)} and ${isPageThere(parts)}
)`

/** The creators whom a viewer sees, by id, with their cards. One statement. @param which limits them, of `creator_pages` */
export const findCreatorCards = (
  { db, ...parts }: ShownPlatform,
  viewer: PageViewer,
  which?: SQL,
): Promise<{ userId: string; card: CreatorCard }[]> =>
  db
    .select({ userId: creatorPages.userId, card: creatorCard })
    .from(creatorPages)
    .innerJoin(users, eq(users.id, creatorPages.userId))
    .where(and(which, isPageShownTo(parts, viewer)))
    .orderBy(creatorPages.slug)

/**
 * The creator at an address, which may be one that she had within the last year; null when the viewer may not know of her, as for one who does
 * not exist. One statement.
 */
export async function findShownCreator(
  { db, ...parts }: ShownPlatform,
  slug: string,
  viewer: PageViewer,
): Promise<typeof creatorPages.$inferSelect | null> {
  const isFormer = sql`exists (
    select from ${reservedSlugs} where ${qualified(reservedSlugs.slug)} = ${slug} and ${qualified(reservedSlugs.userId)} = ${qualified(creatorPages.userId)}
      and ${reservedSlugs.until} > ${parts.now().toISOString()}::timestamptz
      and ${qualified(reservedSlugs.slug)} is distinct from ${qualified(creatorPages.draft)} ->> 'slug'
  )`
  const [found] = await db
    .select({ page: creatorPages })
    .from(creatorPages)
    .innerJoin(users, eq(users.id, creatorPages.userId))
    .where(and(or(eq(creatorPages.slug, slug), isFormer), isPageShownTo(parts, viewer)))
    .limit(1)
  return found?.page ?? null
}
