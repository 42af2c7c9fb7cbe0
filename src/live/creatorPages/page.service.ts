import { creatorPath } from './path.rules.ts'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { users } from '../../people/accounts/table.ts'
import type { Db } from '../../platform/db/db.ts'
import { qualified } from '../../platform/db/sql.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { findVisibleGifts } from '../gifts/service.ts'
import { toyFunctions } from '../toys/function.rules.ts'
import { isOnAir, isToyOnline } from '../toys/rules.ts'
import { toys } from '../toys/table.ts'
import { type CreatorPage } from './contract.ts'
import { describeToy } from './page.rules.ts'
import { findPictures } from './service.ts'
import { findCreatorCards, findShownCreator, isPageShownTo, type PageViewer } from './shown.service.ts'
import { creatorPages } from './table.ts'

type PagePlatform = Pick<Platform, 'db' | 'settings' | 'now'>

/**
 * The page of a creator as a viewer sees it.
 * @throws Problem NOT_FOUND, the same for a creator who is hidden and for one who does not exist
 */
export async function readPage(
  platform: PagePlatform,
  slug: string,
  viewer: PageViewer,
): Promise<z.input<typeof CreatorPage>> {
  const { db, now } = platform
  const page = await findShownCreator(platform, slug, viewer)
  const [found] = page ? await findCreatorCards(platform, viewer, eq(creatorPages.userId, page.userId)) : []
  if (!page?.shown || !found) throw new Problem('NOT_FOUND')
  const { userId, shown, isInSearchEngines, hasPreview } = page
  const pictures = await findPictures(db, userId)
  return {
    ...found.card,
    creatorId: userId,
    about: shown.about,
    dislikes: shown.dislikes,
    gallery: pictures
      .filter(({ kind, approvedAt }) => kind === 'GALLERY' && approvedAt)
      .map(({ path }) => path),
    wishes: viewer ? await findVisibleGifts(db, viewer.userId, now(), userId) : [],
    ...(await findToys(db, userId, now())),
    isInSearchEngines,
    hasPreview,
  }
}

/** The kinds of a creator's toys in words, and whether one can be played now. Sessions are of a slice that stands on this one. */
async function findToys(db: Db, ownerId: string, now: Date) {
  const isPlayed = sql<boolean>`exists (
    select from toy_control_sessions s where s.toy_device_id = ${qualified(toys.id)} and s.status <> 'STOPPED')`
  const rows = await db
    .select({ toy: toys, isPlayed })
    .from(toys)
    .where(and(eq(toys.ownerId, ownerId), eq(toys.isActive, true), isNull(toys.removedAt)))
    .orderBy(asc(toys.createdAt), asc(toys.id))
  return {
    toys: [...new Set(rows.map(({ toy }) => describeToy(toyFunctions(toy))))],
    isOnAir: rows.some(({ toy }) => isOnAir(toy, now) && isToyOnline(toy, now)),
    isBusy: rows.some(row => row.isPlayed),
  }
}

/** The paths that a sitemap has: of creators who opened their pages to visitors and to search engines. */
export async function listIndexedPaths({ db, ...parts }: PagePlatform): Promise<string[]> {
  const rows = await db
    .select({ slug: creatorPages.slug })
    .from(creatorPages)
    .innerJoin(users, eq(users.id, creatorPages.userId))
    .where(and(creatorPages.isInSearchEngines, isPageShownTo(parts, null)))
    .orderBy(creatorPages.slug)
  return rows.map(({ slug }) => creatorPath(slug))
}
