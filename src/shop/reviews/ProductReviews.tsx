import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useUser } from '../../people/accounts/hooks.ts'
import { LoginLink } from '../../people/accounts/LoginLink.tsx'
import type { Product } from '../catalog/contract.ts'
import { formatDate } from '../../ui/format.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { Skeleton } from '../../ui/components/Skeleton.tsx'
import { StarRating } from '../../ui/components/StarRating.tsx'
import type { Review } from './contract.ts'
import { reviewEligibilityQuery, reviewsQuery } from './hooks.ts'
import { ReviewForm } from './ReviewForm.tsx'

interface ReviewsProps {
  /** The anchor of this section. */
  id: string
  product: Product
}

/** The reviews of a product, and the form to write one. */
export function ProductReviews({ id, product }: ReviewsProps) {
  const { data: reviews } = useQuery(reviewsQuery(product.id))
  const heading = useId()
  return (
    <section id={id} aria-labelledby={heading} className="grid scroll-mt-24 gap-6">
      <h2 id={heading} className="display text-heading">
        Beoordelingen
      </h2>
      {reviews?.length === 0 && (
        <p className="text-ink-soft">Nog geen beoordelingen. Heb je dit gekocht? Dan ben jij de eerste.</p>
      )}
      {reviews && reviews.length > 0 && (
        <ul className="grid divide-y divide-line border-y border-line">
          {reviews.map(review => (
            <li key={`${review.createdAt} ${review.displayName}`} className="py-6">
              <ReviewText review={review} />
            </li>
          ))}
        </ul>
      )}
      <WriteReview productId={product.id} />
    </section>
  )
}

const ReviewText = ({ review: { rating, displayName, createdAt, text } }: { review: Review }) => (
  <article className="grid gap-2">
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small">
      <StarRating rating={rating} />
      <span className="font-medium">{displayName}</span>
      <time dateTime={createdAt} className="text-ink-faint">
        {formatDate(createdAt)}
      </time>
    </p>
    {text && <p className="whitespace-pre-line text-ink-soft [overflow-wrap:anywhere]">{text}</p>}
  </article>
)

/** The form is loaded on a click: few visitors write a review. */
function WriteReview({ productId }: { productId: string }) {
  const user = useUser()
  const [open, setOpen] = useState(false)
  const form = useId()
  if (!user) {
    return (
      <Button
        asChild
        variant="secondary"
        className="h-auto min-h-12 justify-self-start py-2 text-center whitespace-normal"
      >
        <LoginLink>Log in om een beoordeling te schrijven</LoginLink>
      </Button>
    )
  }
  return (
    <>
      <Button
        variant="secondary"
        className="justify-self-start"
        aria-expanded={open}
        aria-controls={open ? form : undefined}
        onClick={() => setOpen(!open)}
      >
        Schrijf een beoordeling
      </Button>
      {open && (
        <div id={form}>
          <BuyerReviewForm productId={productId} />
        </div>
      )}
    </>
  )
}

/** Shows the form only to a user who may review; when that is unknown, the server decides at submission. */
function BuyerReviewForm({ productId }: { productId: string }) {
  const { data: right, isPending } = useQuery(reviewEligibilityQuery(productId))
  if (isPending) return <Skeleton className="h-64" />
  return right?.reason ? <Notice tone="info" title={right.reason} /> : <ReviewForm productId={productId} />
}
