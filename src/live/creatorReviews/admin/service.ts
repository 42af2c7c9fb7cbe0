import { and, asc, desc, eq, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '../../../platform/db/db.ts'
import { columnsOf, countMatches, readPage } from '../../../platform/db/sql.ts'
import { Problem } from '../../../wire/problem.ts'
import { creatorPages } from '../../creatorPages/table.ts'
import { decideReviews } from '../service.ts'
import { creatorReviews } from '../table.ts'
import type { CreatorReviewState, listCreatorReviewsToModerate, moderateCreatorReview } from './contract.ts'

const { approvedAt, rejectedAt, answer, answerApprovedAt } = creatorReviews

const conditions: Record<CreatorReviewState, SQL | undefined> = {
  // The same expression as in the index.
  WAITING: or(and(isNull(approvedAt), isNull(rejectedAt)), and(isNotNull(answer), isNull(answerApprovedAt))),
  APPROVED: isNotNull(approvedAt),
  REJECTED: isNotNull(rejectedAt),
}

const selectReviews = (db: Db) =>
  db
    .select({
      ...columnsOf(creatorReviews, 'id', 'pseudonym', 'rating', 'text', 'answer', 'createdAt'),
      stageName: sql<string | null>`${creatorPages.shown} ->> 'stageName'`,
      slug: creatorPages.slug,
      state: sql<CreatorReviewState>`case when ${approvedAt} is not null then 'APPROVED'
        when ${rejectedAt} is not null then 'REJECTED' else 'WAITING' end`,
      answerState: sql<'WAITING' | 'APPROVED' | null>`case when ${answer} is null then null
        when ${answerApprovedAt} is null then 'WAITING' else 'APPROVED' end`,
    })
    .from(creatorReviews)
    .leftJoin(creatorPages, eq(creatorPages.userId, creatorReviews.creatorId))

export async function findReviewsToModerate(
  db: Db,
  { state, ...page }: z.output<typeof listCreatorReviewsToModerate.input>,
) {
  const where = state ? conditions[state] : undefined
  const inOrder = state === 'WAITING' ? asc : desc
  const sorted = selectReviews(db)
    .where(where)
    .orderBy(inOrder(creatorReviews.createdAt), inOrder(creatorReviews.id))
  return readPage(sorted, countMatches(db, creatorReviews, where), page)
}

/** @throws Problem NOT_FOUND */
export async function moderateReview(
  db: Db,
  by: string,
  { reviewId, ...verdict }: z.output<typeof moderateCreatorReview.input>,
  now: Date,
) {
  const isIt = eq(sql`${creatorReviews.id}::text`, reviewId)
  return db.transaction(async tx => {
    const [there] = await tx.select({ id: creatorReviews.id }).from(creatorReviews).where(isIt)
    if (there) await decideReviews(tx, by, { ...verdict, reviewIds: [there.id] }, now)
    const [review] = await selectReviews(tx).where(isIt)
    if (!review) throw new Problem('NOT_FOUND', { message: 'Deze beoordeling bestaat niet meer.' })
    return review
  })
}
