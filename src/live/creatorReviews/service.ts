import { and, desc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEntry } from '../../people/audit/service.ts'
import { users } from '../../people/accounts/table.ts'
import { notifyAdmins } from '../../people/notifications/service.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { columnsOf, queryRow, sqlTimestamp } from '../../platform/db/sql.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { isHiddenFrom } from '../blocks/hiding.service.ts'
import { findShownCreator, isPageShownTo, type PageViewer } from '../creatorPages/shown.service.ts'
import { creatorPages } from '../creatorPages/table.ts'
import { findForbiddenWord } from '../creatorPages/words.rules.ts'
import { sessionConsents, toyControlSessions } from '../sessions/table.ts'
import { toys } from '../toys/table.ts'
import type * as contract from './contract.ts'
import { alreadyReviewed, isFarewellMeant, PANIC_PAUSE_MS, PLAYED_MS, refusalOf } from './rules.ts'
import { creatorReviews } from './table.ts'

type ReviewPlatform = Pick<Platform, 'db' | 'settings' | 'now'>
type ReviewView = z.input<typeof contract.CreatorReview>

/** The maximum number of reviews listed for a creator. */
const MAX_SHOWN = 100

export const ADMIN_REVIEWS_PATH = '/admin/creators/reviews'

const isShown = isNotNull(creatorReviews.approvedAt)
const newestFirst = [desc(creatorReviews.createdAt), desc(creatorReviews.id)]
const ownColumns = columnsOf(creatorReviews, 'id', 'pseudonym', 'rating', 'text', 'createdAt')

/** @throws Problem NOT_FOUND when the viewer may not know of her */
async function getCreatorId(platform: ReviewPlatform, slug: string, viewer: PageViewer): Promise<string> {
  const page = await findShownCreator(platform, slug, viewer)
  if (!page) throw new Problem('NOT_FOUND')
  return page.userId
}

/** @throws Problem NOT_FOUND when the viewer may not know of her */
export async function findCreatorReviews(
  platform: ReviewPlatform,
  slug: string,
  viewer: PageViewer,
): Promise<z.input<typeof contract.listCreatorReviews.output>> {
  const creatorId = await getCreatorId(platform, slug, viewer)
  const rows = await platform.db
    .select({
      ...ownColumns,
      answer: sql<
        string | null
      >`case when ${creatorReviews.answerApprovedAt} is not null then ${creatorReviews.answer} end`,
      count: sql<number>`count(*) over ()::int`,
      average: sql<number>`round(avg(${creatorReviews.rating}) over (), 1)::float8`,
    })
    .from(creatorReviews)
    .where(and(eq(creatorReviews.creatorId, creatorId), isShown))
    .orderBy(...newestFirst)
    .limit(MAX_SHOWN)
  const [first] = rows
  return {
    rating: first?.average ?? null,
    count: first?.count ?? 0,
    reviews: rows.map(({ count: _count, average: _average, ...review }) => review),
  }
}

/** The facts on which `refusalOf` decides, in one statement. */
const findReviewFacts = (db: Db, userId: string, creatorId: string, now: Date) => {
  const theirs = sql`from ${toyControlSessions} played join ${toys} t on t.id = played.toy_device_id
    left join ${sessionConsents} c on c.session_id = played.id
    where played.user_id = ${userId}::uuid and t.owner_id = ${creatorId}::uuid`
  return queryRow<{ sessionId: string | null; hadPanic: boolean; hasReviewed: boolean }>(
    db,
    sql`select (
        select played.id ${theirs} and played.status = 'STOPPED' and played.metered_ms >= ${PLAYED_MS}
        order by played.created_at desc limit 1
      ) as "sessionId",
      exists (select ${theirs} and c.panicked_at > ${sqlTimestamp(new Date(now.getTime() - PANIC_PAUSE_MS))}) as "hadPanic",
      exists (
        select from ${creatorReviews} r where r.user_id = ${userId}::uuid and r.creator_id = ${creatorId}::uuid
      ) as "hasReviewed"`,
  )
}

/** Why a user may not review a creator; null when they may. @throws Problem NOT_FOUND when they may not know of her */
export async function findReviewRefusal(
  platform: ReviewPlatform,
  userId: string,
  slug: string,
): Promise<Problem | null> {
  const creatorId = await getCreatorId(platform, slug, { userId })
  const facts = await findReviewFacts(platform.db, userId, creatorId, platform.now())
  return refusalOf({ ...facts, isSelf: creatorId === userId })
}

/** @throws Problem INVALID_INPUT for words that the owner forbids, under the names of their fields */
function refuseForbiddenWords(
  { settings }: Pick<Platform, 'settings'>,
  texts: Record<string, string | null>,
): void {
  const found = Object.entries(texts).flatMap(([name, text]) => {
    const word = findForbiddenWord(settings.current, text ?? '')
    return word === null ? [] : [[name, `Gebruik het woord “${word}” niet.`]]
  })
  if (found.length > 0) throw new Problem('INVALID_INPUT', { fields: Object.fromEntries(found) })
}

const notifyOfWaiting = (tx: Tx, about: string) =>
  notifyAdmins(tx, { kind: 'REVIEW_WAITING', params: undefined, about, path: ADMIN_REVIEWS_PATH })

/** @throws Problem NOT_FOUND when the user may not know of her; FORBIDDEN; ALREADY_REVIEWED; INVALID_INPUT */
export async function addReview(
  platform: ReviewPlatform,
  userId: string,
  { slug, ...written }: z.output<typeof contract.writeCreatorReview.input>,
): Promise<ReviewView> {
  refuseForbiddenWords(platform, { pseudonym: written.pseudonym, text: written.text })
  const known = await getCreatorId(platform, slug, { userId })
  return platform.db.transaction(async tx => {
    // A block locks them as well: it either comes before, and is seen below, or after this review.
    await tx.select({ id: toys.id }).from(toys).where(eq(toys.ownerId, known)).orderBy(toys.id).for('share')
    const creatorId = await getCreatorId({ ...platform, db: tx }, slug, { userId })
    const facts = await findReviewFacts(tx, userId, creatorId, platform.now())
    const refusal = refusalOf({ ...facts, isSelf: creatorId === userId })
    if (refusal) throw refusal
    const [added] = await tx
      .insert(creatorReviews)
      .values({ ...written, creatorId, userId, sessionId: facts.sessionId, createdAt: platform.now() })
      .onConflictDoNothing()
      .returning({ ...ownColumns, answer: creatorReviews.answer })
    // A simultaneous request was first, such as one from another tab.
    if (!added) throw alreadyReviewed()
    await notifyOfWaiting(tx, added.id)
    return added
  })
}

/** @throws Problem NOT_FOUND when it is none of the user's, or not over */
export async function findFarewell(
  platform: ReviewPlatform,
  userId: string,
  sessionId: string,
): Promise<z.input<typeof contract.SessionFarewell>> {
  const isIt = and(
    eq(sql`${toyControlSessions.id}::text`, sessionId),
    eq(toyControlSessions.userId, userId),
    eq(toyControlSessions.status, 'STOPPED'),
  )
  const [found] = await platform.db
    .select({
      creatorId: toys.ownerId,
      ...columnsOf(toyControlSessions, 'meteredMs', 'stoppedBy'),
      page: columnsOf(creatorPages, 'slug', 'shown'),
    })
    .from(toyControlSessions)
    .innerJoin(toys, eq(toys.id, toyControlSessions.toyDeviceId))
    .innerJoin(users, eq(users.id, toys.ownerId))
    .leftJoin(creatorPages, and(eq(creatorPages.userId, toys.ownerId), isPageShownTo(platform, { userId })))
    .where(isIt)
  if (!found) throw new Problem('NOT_FOUND')
  const { creatorId, page } = found
  if (!page?.shown || creatorId === userId) return { creator: null, thanks: null, mayReview: false }
  const { stageName, thanks } = page.shown
  const facts = await findReviewFacts(platform.db, userId, creatorId, platform.now())
  return {
    creator: { slug: page.slug, stageName },
    thanks: isFarewellMeant(found) ? thanks : null,
    mayReview: refusalOf({ ...facts, isSelf: false }) === null,
  }
}

const selectOwnReviews = (db: Db) =>
  db
    .select({
      ...ownColumns,
      answer: creatorReviews.answer,
      isAnswerShown: sql<boolean>`${creatorReviews.answerApprovedAt} is not null`,
    })
    .from(creatorReviews)

/** The shown reviews of a creator, for herself. */
export const findOwnReviews = (db: Db, creatorId: string) =>
  selectOwnReviews(db)
    .where(and(eq(creatorReviews.creatorId, creatorId), isShown))
    .orderBy(...newestFirst)
    .limit(MAX_SHOWN)

/** Writes a creator's answer, in place of the one before. @throws Problem NOT_FOUND when it is no shown review of her */
export async function setAnswer(
  platform: ReviewPlatform,
  creatorId: string,
  { reviewId, answer }: { reviewId: string; answer: string },
): Promise<z.input<typeof contract.OwnReview>> {
  refuseForbiddenWords(platform, { answer })
  const isIt = and(
    eq(sql`${creatorReviews.id}::text`, reviewId),
    eq(creatorReviews.creatorId, creatorId),
    isShown,
  )
  return platform.db.transaction(async tx => {
    const [changed] = await tx
      .update(creatorReviews)
      .set({ answer, answerApprovedAt: null })
      .where(isIt)
      .returning({ id: creatorReviews.id })
    if (!changed) throw new Problem('NOT_FOUND')
    await recordAuditEntry(tx, { by: creatorId, action: 'CREATOR_REVIEW_ANSWERED', subjectId: changed.id })
    await notifyOfWaiting(tx, `${changed.id} ${platform.now().toISOString()}`)
    const [own] = await selectOwnReviews(tx).where(eq(creatorReviews.id, changed.id))
    if (!own) throw new Problem('NOT_FOUND')
    return own
  })
}

/**
 * Approves or rejects reviews, or the answers to them, which a rejection removes; those that have that state already do not change.
 * @returns how many changed
 */
export async function decideReviews(
  tx: Tx,
  by: string | null,
  {
    reviewIds,
    part,
    approved,
  }: { reviewIds: readonly string[]; part: 'REVIEW' | 'ANSWER'; approved: boolean },
  now: Date,
): Promise<number> {
  const locked = await tx
    .select()
    .from(creatorReviews)
    .where(inArray(creatorReviews.id, [...reviewIds]))
    .orderBy(creatorReviews.id)
    .for('update')
  const isNews = (review: typeof creatorReviews.$inferSelect): boolean =>
    part === 'ANSWER'
      ? review.answer !== null && !(approved && review.answerApprovedAt)
      : approved
        ? !review.approvedAt
        : !review.rejectedAt
  const ids = locked.filter(isNews).map(({ id }) => id)
  if (ids.length === 0) return 0
  const verdict =
    part === 'ANSWER'
      ? approved
        ? { answerApprovedAt: now }
        : { answer: null, answerApprovedAt: null }
      : { approvedAt: approved ? now : null, rejectedAt: approved ? null : now }
  await tx.update(creatorReviews).set(verdict).where(inArray(creatorReviews.id, ids))
  for (const subjectId of ids)
    await recordAuditEntry(tx, {
      by,
      action: 'CREATOR_REVIEW_MODERATED',
      subjectId,
      details: { part, approved },
    })
  return ids.length
}

/** For the copy of a user's data: the reviews that they wrote, and those of them as a creator, without the writers. */
export async function findReviewData(db: Db, userId: string) {
  const { creatorId, answer, approvedAt, rejectedAt } = creatorReviews
  // Null for a creator who is hidden from them, as after she left.
  const stageName = sql<string | null>`case when not ${isHiddenFrom(userId, creatorId)} then (
    select page.shown ->> 'stageName' from ${creatorPages} page where page.user_id = ${creatorId}) end`
  return {
    written: await db
      .select({ stageName, ...ownColumns, approvedAt, rejectedAt })
      .from(creatorReviews)
      .where(eq(creatorReviews.userId, userId)),
    received: await db
      .select({ ...ownColumns, answer })
      .from(creatorReviews)
      .where(and(eq(creatorId, userId), isShown)),
  }
}

/** Of an account that is erased: the reviews by them and of them. */
export async function deleteReviewsOf(tx: Tx, userId: string): Promise<void> {
  await tx
    .delete(creatorReviews)
    .where(or(eq(creatorReviews.userId, userId), eq(creatorReviews.creatorId, userId)))
}
