import { creatorPath } from '../creatorPages/path.rules.ts'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { ReportableKind } from '../../people/contentReports/kinds.service.ts'
import { isHiddenFrom, isHiddenFromVisitors } from '../blocks/hiding.service.ts'
import { creatorPages } from '../creatorPages/table.ts'
import { decideReviews } from './service.ts'
import { creatorReviews } from './table.ts'

/** Shown reviews of creators; one is taken away as an admin rejects it. */
export const reportableCreatorReviews: ReportableKind = {
  async find({ db }, reviewId, viewer) {
    const isHidden = viewer
      ? isHiddenFrom(viewer.userId, creatorReviews.creatorId)
      : isHiddenFromVisitors(creatorReviews.creatorId)
    const [found] = await db
      .select({ review: creatorReviews, slug: creatorPages.slug })
      .from(creatorReviews)
      .innerJoin(creatorPages, eq(creatorPages.userId, creatorReviews.creatorId))
      .where(
        and(
          eq(sql`${creatorReviews.id}::text`, reviewId),
          isNotNull(creatorReviews.approvedAt),
          sql`not ${isHidden}`,
        ),
      )
    if (!found) return null
    const { userId, pseudonym, rating, text, answer, createdAt } = found.review
    return {
      ownerId: userId,
      path: creatorPath(found.slug),
      evidence: [
        { label: 'Beoordeling', text: text ?? 'Zonder woorden' },
        { label: 'Sterren', text: String(rating) },
        { label: 'Onder de naam', text: pseudonym },
        { label: 'Antwoord van de creator', text: answer ?? 'Geen' },
        { label: 'Geschreven', text: createdAt.toISOString() },
      ],
    }
  },
  remove: async (tx, reviewId, { by, now }) =>
    (await decideReviews(tx, by, { reviewIds: [reviewId], part: 'REVIEW', approved: false }, now)) > 0,
  restore: async (tx, reviewId, { by, now }) =>
    void (await decideReviews(tx, by, { reviewIds: [reviewId], part: 'REVIEW', approved: true }, now)),
}
