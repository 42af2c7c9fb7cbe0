import { randomWhole } from '../random.ts'
import { toBrusselsDay } from '../../../wire/brusselsTime.ts'
import { addMs, DAY, daysBefore, HOUR, nextMorning } from './calendar.ts'
import type { CatalogueProduct } from './catalogue.ts'
import type { History } from './history.ts'
import type { BuiltOrder } from './orders.ts'
import type { People } from './people.ts'
import { recordAudit } from './records.ts'
import { rejectedTexts, reviewTextsOf, type ReviewText } from './reviewTexts.ts'

/** Every so many delivered lines there is a review. */
const REVIEWED_EACH = 4
/** Every so many reviews there is one that is no review. */
const REJECTED_EACH = 21
/** Of a product that only the customer of the demo account may review first. */
const UNREVIEWED = 'zijden-slaapmasker'

/** The reviews of the customer with a demo account, which wait for moderation. */
const samReviews: Record<string, ReviewText> = {
  'geurkaars-gloed': [5, 'Mooier dan op de foto, en heel discreet verpakt.'],
  'zachte-gel-op-waterbasis': [4, 'Fijn, al had de fles iets groter gemogen.'],
}

/** Reviews of delivered products, moderated the next working day; those of the last days still wait. */
export function addReviews(history: History, orders: BuiltOrder[], { sam, adminId }: People): void {
  const { now, dice } = history
  const written = new Map<CatalogueProduct, Set<string>>()
  let lines = 0
  let count = 0
  for (const { plan, times } of orders)
    for (const { product } of plan.lines) {
      const { deliveredAt } = times
      if (!deliveredAt || plan.customer === sam || product.slug === UNREVIEWED) continue
      lines += 1
      const writers = written.get(product) ?? new Set()
      if (lines % REVIEWED_EACH !== 0 || writers.has(plan.customer.id)) continue
      const createdAt = addMs(deliveredAt, randomWhole(dice, 2, 9) * DAY + randomWhole(dice, 0, 12) * HOUR)
      const text = reviewTextsOf(product)[writers.size]
      if (createdAt >= now || !text) continue
      written.set(product, writers.add(plan.customer.id))
      count += 1
      const isRejected = count % REJECTED_EACH === 0
      const said = isRejected ? ([1, rejectedTexts[(count / REJECTED_EACH) % 2] ?? null] as const) : text
      addReview(history, { product, userId: plan.customer.id, said, createdAt, isRejected }, adminId)
    }
  const bought = orders.filter(({ plan }) => plan.customer === sam).flatMap(({ plan }) => plan.lines)
  for (const [slug, said] of Object.entries(samReviews)) {
    const product = bought.find(line => line.product.slug === slug)?.product
    if (product)
      addReview(
        history,
        { product, userId: sam.id, said, createdAt: daysBefore(now, 1), isRejected: false },
        adminId,
      )
  }
}

interface NewReview {
  product: CatalogueProduct
  userId: string
  said: ReviewText
  createdAt: Date
  isRejected: boolean
}

/** Days for which a review waits at most, in a shop that is looked after. */
const WAITING_DAYS = 3

function addReview(
  history: History,
  { product, userId, said: [rating, text], createdAt, isRejected }: NewReview,
  adminId: string,
): void {
  const { rows, newId, dice, now } = history
  const id = newId(createdAt)
  const isWaiting = toBrusselsDay(createdAt) >= toBrusselsDay(daysBefore(now, WAITING_DAYS))
  const decidedAt = isWaiting ? null : nextMorning(createdAt, dice)
  rows.reviews.push({
    id,
    productId: product.id,
    userId,
    rating,
    text,
    approvedAt: isRejected ? null : decidedAt,
    rejectedAt: isRejected ? decidedAt : null,
    createdAt,
  })
  if (!decidedAt) return
  const details = { approved: !isRejected }
  recordAudit(history, adminId, { action: 'REVIEW_MODERATED', subjectId: id, details }, decidedAt)
  if (isRejected) return
  product.row.reviewCount += 1
  product.row.ratingSum += rating
}
