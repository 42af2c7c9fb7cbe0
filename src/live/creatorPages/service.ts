import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { users } from '../../people/accounts/table.ts'
import { recordAuditEntry } from '../../people/audit/service.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { queryRows, sqlTimestamp } from '../../platform/db/sql.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { findLegalIdentity } from '../applications/legalName.service.ts'
import { isHiddenFromVisitors } from '../blocks/hiding.service.ts'
import type { openOwnPage, OwnPage, PageDraft } from './contract.ts'
import { isReservedSlug, pictureUrl, RESERVED_DAYS, revealsName, revealsTown, townOf } from './page.rules.ts'
import { isPageThere } from './shown.service.ts'
import { creatorPages, creatorPictures, reservedSlugs } from './table.ts'
import { findForbiddenWord } from './words.rules.ts'

export type PageRow = typeof creatorPages.$inferSelect

/** A creator's own page; null before she handed in any text. */
export async function findOwnPage(
  platform: Pick<Platform, 'db' | 'settings' | 'now'>,
  userId: string,
): Promise<z.input<typeof OwnPage> | null> {
  const { db } = platform
  const [found] = await db
    .select({
      page: creatorPages,
      isShown: isPageThere(platform),
      isForMembersOnly: isHiddenFromVisitors(userId),
    })
    .from(creatorPages)
    .innerJoin(users, eq(users.id, creatorPages.userId))
    .where(eq(creatorPages.userId, userId))
  if (!found) return null
  const pictures = await findPictures(db, userId)
  return {
    ...found.page,
    isShown: found.isShown as boolean,
    isForMembersOnly: found.isForMembersOnly,
    pictures: pictures.map(({ id, kind, ...picture }) => ({
      id,
      kind,
      url: pictureUrl({ id, ...picture }),
      isApproved: picture.approvedAt !== null,
    })),
  }
}

/** The portraits first, and the gallery in its order. */
export const findPictures = (db: Db, userId: string) =>
  db
    .select()
    .from(creatorPictures)
    .where(eq(creatorPictures.userId, userId))
    .orderBy(
      sql`${creatorPictures.kind} = 'GALLERY'`,
      asc(creatorPictures.position),
      asc(creatorPictures.createdAt),
    )

/**
 * Locks a creator's page, after her account.
 * @returns undefined before the first draft
 * @throws Problem NO_SESSION when the account is closed
 */
export async function lockPage(tx: Tx, userId: string): Promise<PageRow | undefined> {
  const isOpen = and(eq(users.id, userId), isNull(users.deleteAfter))
  const [user] = await tx.select({ id: users.id }).from(users).where(isOpen).for('no key update')
  if (!user) throw new Problem('NO_SESSION')
  const [page] = await tx.select().from(creatorPages).where(eq(creatorPages.userId, userId)).for('update')
  return page
}

/** @throws Problem NOT_FOUND */
export async function lockOwnPage(tx: Tx, userId: string): Promise<PageRow> {
  const page = await lockPage(tx, userId)
  if (!page) throw new Problem('NOT_FOUND', { message: 'Bewaar eerst je naam en je teksten.' })
  return page
}

export const recordPageChange = (tx: Tx, userId: string, details: Record<string, unknown>) =>
  recordAuditEntry(tx, { by: userId, action: 'CREATOR_PAGE_CHANGED', subjectId: userId, details })

/**
 * Hands in the texts and the address of a page. The shown ones stay until an admin approves these; an address that nobody saw yet is hers
 * at once, and another one is kept for her. Texts as they are shown wait for nothing.
 * @throws Problem INVALID_INPUT
 */
export async function savePage(platform: Platform, userId: string, draft: PageDraft): Promise<void> {
  const now = platform.now()
  await platform.db.transaction(async tx => {
    await assertAllowed(platform, tx, userId, draft)
    const page = await lockPage(tx, userId)
    await claimSlug(tx, userId, draft.slug, now)
    const waiting = { draft, submittedAt: now, refusal: null }
    if (!page) await tx.insert(creatorPages).values({ userId, slug: draft.slug, ...waiting })
    else {
      const isSame = await isShownAlready(tx, page, draft)
      const next = isSame ? { draft: null, submittedAt: null, refusal: null } : waiting
      const slug = page.shown === null ? draft.slug : page.slug
      await tx
        .update(creatorPages)
        .set({ ...next, slug })
        .where(eq(creatorPages.userId, userId))
    }
    await recordPageChange(tx, userId, { texts: true })
  })
}

async function isShownAlready(
  tx: Tx,
  { userId, slug, shown }: PageRow,
  { slug: wanted, ...texts }: PageDraft,
) {
  if (shown === null || slug !== wanted) return false
  const isEqual = sql`${creatorPages.shown} = ${JSON.stringify(texts)}::jsonb`
  return (await tx.$count(creatorPages, and(eq(creatorPages.userId, userId), isEqual))) > 0
}

/**
 * Keeps an address for a creator. All claims of one address wait for its row, so that of two at once one gets it.
 * @throws Problem INVALID_INPUT when it is another's, or was within the last year
 */
export async function claimSlug(tx: Tx, userId: string, slug: string, now: Date): Promise<void> {
  const until = sqlTimestamp(new Date(now.getTime() + RESERVED_DAYS * 86_400_000))
  const claimed = await queryRows(
    tx,
    sql`
    insert into ${reservedSlugs} as r (slug, user_id, until)
    select ${slug}, ${userId}::uuid, ${until}
    where not exists (select from ${creatorPages} p where p.slug = ${slug} and p.user_id <> ${userId}::uuid)
    on conflict (slug) do update set user_id = excluded.user_id, until = excluded.until
    where r.user_id = excluded.user_id or r.until <= ${sqlTimestamp(now)}
    returning 1`,
  )
  if (claimed.length === 0) throw invalid({ slug: 'Dit adres is al van iemand. Kies een ander.' })
}

const invalid = (fields: Record<string, string>) =>
  new Problem('INVALID_INPUT', { message: Object.values(fields)[0] ?? '', fields })

/** @throws Problem INVALID_INPUT for a word of the owner's list, the shop's own addresses, and a name that tells who she is or where she lives */
async function assertAllowed(platform: Platform, tx: Tx, userId: string, draft: PageDraft): Promise<void> {
  const { stageName, mood, about, thanks, slug, likes, dislikes } = draft
  const written: [string, string | null][] = [
    ['stageName', stageName],
    ['slug', slug],
    ['mood', mood],
    ['about', about],
    ['likes', likes.join('\n')],
    ['dislikes', dislikes.join('\n')],
    ['thanks', thanks],
  ]
  for (const [field, text] of written) {
    const word = findForbiddenWord(platform.settings.current, text ?? '')
    if (word !== null)
      throw invalid({
        [field]: `Het woord “${word.replace(/\*$/, '…')}” mag hier niet staan. Kies een ander.`,
      })
  }
  if (isReservedSlug(slug)) throw invalid({ slug: 'Dit adres is van de winkel. Kies een ander.' })
  const { names, addresses, towns } = await findLegalIdentity(platform, tx, userId)
  const allTowns = [...towns, ...addresses.flatMap(address => townOf(address) ?? [])]
  for (const [field, text] of [
    ['stageName', stageName],
    ['slug', slug],
  ] as const) {
    if (names.some(name => revealsName(text, name)))
      throw invalid({ [field]: 'Hierin staat je echte naam. Kies een naam waarmee niemand je vindt.' })
    if (allTowns.some(town => revealsTown(text, town)))
      throw invalid({ [field]: 'Hierin staat de plaats waar je woont. Kies een naam zonder die plaats.' })
  }
}

/** @throws Problem NOT_FOUND */
export const saveOpenings = (
  { db }: Pick<Platform, 'db'>,
  userId: string,
  openings: z.output<typeof openOwnPage.input>,
): Promise<void> =>
  db.transaction(async tx => {
    await lockOwnPage(tx, userId)
    await tx.update(creatorPages).set(openings).where(eq(creatorPages.userId, userId))
    await recordPageChange(tx, userId, openings)
  })
