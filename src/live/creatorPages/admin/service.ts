import { and, asc, eq, inArray, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { users } from '../../../people/accounts/table.ts'
import { recordAuditEntry } from '../../../people/audit/service.ts'
import { notifyUser } from '../../../people/notifications/service.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { columnsOf, countMatches, qualified, readPage } from '../../../platform/db/sql.ts'
import type { Platform } from '../../../platform/platform.ts'
import { Problem } from '../../../wire/problem.ts'
import { OWN_PAGE_PATH, type PageDraft } from '../contract.ts'
import { pictureUrl } from '../page.rules.ts'
import { deletePictures, pictureNotFound, publishPicture, removePictureFiles } from '../picture.service.ts'
import { claimSlug, lockPage, type PageRow } from '../service.ts'
import { creatorPages, creatorPictures } from '../table.ts'
import type { decideOnPicture, decideOnTexts, listModeratedPages } from './contract.ts'

const hasDraft = and(isNotNull(creatorPages.draft), isNull(creatorPages.refusal))

const waitingPictures = sql`${creatorPictures} p where p.user_id = ${qualified(creatorPages.userId)} and p.approved_at is null`

/** Whether texts or pictures of a page wait for an admin. */
export const isPageWaiting = or(hasDraft, sql`exists (select from ${waitingPictures})`) as SQL

const waitsSince = sql`least(
  case when ${hasDraft} then ${creatorPages.submittedAt} end, (select min(p.created_at) from ${waitingPictures}))`

export async function findModeratedPages(
  db: Db,
  { status, ...page }: z.output<typeof listModeratedPages.input>,
): Promise<z.input<typeof listModeratedPages.output>> {
  const which = status === 'WAITING' ? isPageWaiting : isNotNull(creatorPages.shown)
  const rows = db
    .select({
      id: creatorPages.userId,
      displayName: users.displayName,
      ...columnsOf(creatorPages, 'slug', 'shown', 'submittedAt'),
      draft: sql<PageDraft | null>`case when ${hasDraft} then ${creatorPages.draft} end`,
    })
    .from(creatorPages)
    .innerJoin(users, eq(users.id, creatorPages.userId))
    .where(which)
    .orderBy(status === 'WAITING' ? waitsSince : creatorPages.slug, asc(creatorPages.userId))
  const list = await readPage(rows, countMatches(db, creatorPages, which), page)
  const ids = list.items.map(({ id }) => id)
  const pictures = await db
    .select()
    .from(creatorPictures)
    .where(inArray(creatorPictures.userId, ids))
    .orderBy(
      sql`${creatorPictures.kind} = 'GALLERY'`,
      asc(creatorPictures.position),
      asc(creatorPictures.createdAt),
    )
  return {
    ...list,
    items: list.items.map(item => ({
      ...item,
      pictures: pictures
        .filter(({ userId }) => userId === item.id)
        .map(({ id, kind, path, approvedAt }) => ({
          id,
          kind,
          url: pictureUrl({ id, path, approvedAt }),
          isApproved: approvedAt !== null,
        })),
    })),
  }
}

interface Decision {
  by: string
  userId: string
  about: string
  refusal: string | null
  /** The things that were decided on: `je teksten`. */
  what: string
}

/** Records a decision, and tells the creator. */
async function tellDecision(tx: Tx, { by, userId, about, refusal, what }: Decision): Promise<void> {
  const details = { recognized: refusal === null, ...(refusal !== null && { reason: refusal }) }
  await recordAuditEntry(tx, { by, action: 'CREATOR_PAGE_DECIDED', subjectId: userId, details })
  const text = refusal === null ? `We keurden ${what} goed.` : `We keurden ${what} niet goed: ${refusal}`
  await notifyUser(tx, userId, { kind: 'CREATOR_NEWS', params: { text }, about, path: OWN_PAGE_PATH })
}

/**
 * Shows texts that wait, at the address that she wants, or refuses them.
 * @throws Problem NOT_FOUND; OWN_ACCOUNT; CONFLICT when others wait meanwhile, or none do
 */
export async function decideTexts(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  by: string,
  { userId, submittedAt, ...decided }: z.output<typeof decideOnTexts.input>,
): Promise<void> {
  const refusal = decided.isApproved ? null : decided.reason
  await db.transaction(async tx => {
    const page = await lockDecided(tx, by, userId)
    if (!page.draft || page.refusal !== null || page.submittedAt?.getTime() !== Date.parse(submittedAt))
      throw new Problem('CONFLICT', { message: 'Deze teksten zijn intussen veranderd of al bekeken.' })
    const isIt = eq(creatorPages.userId, userId)
    if (refusal !== null) await tx.update(creatorPages).set({ refusal }).where(isIt)
    else {
      const { slug, ...shown } = page.draft
      // The former address stays hers for a year, and leads to this one.
      for (const each of new Set([page.slug, slug])) await claimSlug(tx, userId, each, now())
      await tx.update(creatorPages).set({ shown, slug, draft: null, submittedAt: null }).where(isIt)
    }
    await tellDecision(tx, {
      by,
      userId,
      about: `page ${submittedAt} ${refusal === null}`,
      refusal,
      what: 'de teksten van je pagina',
    })
  })
}

/** @throws Problem NOT_FOUND, OWN_ACCOUNT */
async function lockDecided(tx: Tx, by: string, userId: string): Promise<PageRow> {
  const isKnown = eq(sql`${creatorPages.userId}::text`, userId)
  const [found] = await tx.select({ userId: creatorPages.userId }).from(creatorPages).where(isKnown)
  const page = found && (await lockPage(tx, found.userId))
  if (!page) throw new Problem('NOT_FOUND', { message: 'Deze pagina is er niet meer.' })
  if (userId === by) throw new Problem('OWN_ACCOUNT')
  return page
}

/** @throws Problem NOT_FOUND when it does not wait; OWN_ACCOUNT */
export async function decidePicture(
  platform: Pick<Platform, 'db' | 'now' | 'storage' | 'log'>,
  by: string,
  { pictureId, ...decided }: z.output<typeof decideOnPicture.input>,
): Promise<void> {
  const refusal = decided.isApproved ? null : decided.reason
  const gone = await platform.db.transaction(async tx => {
    const isIt = and(eq(sql`${creatorPictures.id}::text`, pictureId), isNull(creatorPictures.approvedAt))
    const [found] = await tx.select({ userId: creatorPictures.userId }).from(creatorPictures).where(isIt)
    if (!found) throw pictureNotFound()
    await lockDecided(tx, by, found.userId)
    const [picture] = await tx.select().from(creatorPictures).where(isIt)
    if (!picture) throw pictureNotFound()
    const { userId, kind } = picture
    const what = kind === 'PORTRAIT' ? 'je portret' : 'een foto van je pagina'
    await tellDecision(tx, { by, userId, about: `picture ${pictureId}`, refusal, what })
    if (refusal === null) return publishPicture(tx, platform, picture, platform.now())
    return deletePictures(tx, isIt)
  })
  await removePictureFiles(platform, gone)
}
