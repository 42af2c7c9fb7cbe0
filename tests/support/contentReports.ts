import { desc } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import { readContentCase } from '../../src/backoffice/moderation/contract.ts'
import { reportContent } from '../../src/people/contentReports/contract.ts'
import { contentCases, contentReports } from '../../src/people/contentReports/table.ts'
import { issueCaseToken } from '../../src/people/contentReports/token.service.ts'
import { listReviews } from '../../src/shop/reviews/contract.ts'
import { reviews } from '../../src/shop/reviews/table.ts'
import { addProduct } from './fixtures.ts'
import type { TestClient, TestShop, TestUser } from './shop.ts'

/** A review that is shown, with the totals of its product as if an admin had approved it. */
export async function addShownReview(
  shop: TestShop,
  author: TestUser,
  text = 'Zacht en stil.',
): Promise<{ reviewId: string; productId: string }> {
  const { id: productId } = await addProduct(shop, { reviewCount: 1, ratingSum: 4 })
  const [made] = await shop.node.platform.db
    .insert(reviews)
    .values({ productId, userId: author.user.id, rating: 4, text, approvedAt: new Date() })
    .returning({ id: reviews.id })
  return { reviewId: made?.id ?? '', productId }
}

let visitors = 0
/** The report of a visitor about a review. */
export const visitorReport = (contentId: string, more: object = {}) => ({
  kind: 'REVIEW',
  contentId,
  reason: 'ABUSE',
  text: 'Dit is een zilverreiger.',
  name: 'Robin Maas',
  email: `melder-${(visitors += 1)}@gloed.test`,
  isGoodFaith: true,
  ...more,
})

export const sendReport = (from: Pick<TestClient, 'call'>, report: object) => from.call(reportContent, report)

/** A shown review that a visitor reported. */
export async function addReportedReview(shop: TestShop, text?: string) {
  const author = await shop.newUser()
  const { reviewId, productId } = await addShownReview(shop, author)
  const report = visitorReport(reviewId, text === undefined ? {} : { text })
  const { body } = await sendReport(shop.newClient(), report)
  const reviewsShown = async () => (await shop.newClient().call(listReviews, { productId })).body.length
  return {
    author,
    reviewId,
    productId,
    report,
    reference: body.reference,
    reviewsShown,
  }
}

/** The newest case, as an admin reads it. */
export async function newestCase(shop: TestShop, admin: TestUser) {
  const [row] = await shop.node.platform.db
    .select({ id: contentCases.id })
    .from(contentCases)
    .orderBy(desc(contentCases.id))
    .limit(1)
  return (await admin.call(readContentCase, { caseId: row?.id })).body
}

/** The token of a link as a mail has it: that of the newest report, or of the owner of the content. */
export async function caseToken(
  shop: TestShop,
  caseId: string,
  party: 'REPORTER' | 'OWNER',
): Promise<string> {
  const { db, now } = shop.node.platform
  if (party === 'OWNER') return issueCaseToken(db, { caseId }, now())
  const rows = await db.select().from(contentReports).orderBy(desc(contentReports.id))
  const report = rows.find(each => each.caseId === caseId)
  return issueCaseToken(db, { reportId: report?.id ?? '' }, now())
}

/** Waits for a mail of a template to someone, and counts those. */
export const expectMails = (read: () => Promise<string[]>, template: string, count: number): Promise<void> =>
  vi.waitFor(async () => expect((await read()).filter(each => each === template)).toHaveLength(count), 10_000)

/** The input of the endpoint by which an admin decides. */
export const auditedReportChanges = (
  control: { readonly shop: TestShop },
  who: { readonly admin: TestUser },
): Record<string, () => Promise<object>> => ({
  'POST /api/admin/content-reports/:caseId/decisions': async () => {
    const { shop } = control
    const { reviewId } = await addShownReview(shop, await shop.newUser())
    await sendReport(shop.newClient(), visitorReport(reviewId))
    const { id: caseId, version } = await newestCase(shop, who.admin)
    const statement = { ground: 'TERMS', rule: 'Artikel 9', reasons: 'Over mevrouw de Wit.' }
    return { caseId, version, decision: 'REMOVE', ...statement }
  },
})
