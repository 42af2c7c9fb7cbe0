import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { useUser } from '../../people/accounts/hooks.ts'
import { ReportButton } from '../../people/contentReports/ReportButton.tsx'
import { LoginLink } from '../../people/accounts/login/LoginLink.tsx'
import type { Product } from '../products/catalog/contract.ts'
import { formatDate } from '../../ui/format.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { Skeleton } from '../../ui/components/Skeleton.tsx'
import { StarRating } from '../../ui/components/StarRating.tsx'
import { MAX_REVIEW_LENGTH } from './contract.ts'
import { reviewEligibilityQuery, reviewsQuery, useWriteReview } from './hooks.ts'
import { userMessageOf } from '../../ui/call/call.ts'
import { useCheckedSubmit } from '../../ui/call/formErrors.ts'
import { isFieldError } from '../../ui/call/hooks.ts'
import { Field, Textarea } from '../../ui/forms/Field.tsx'
import { StarRatingInput } from '../../ui/forms/StarRatingInput.tsx'

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
    <section id={id} aria-labelledby={heading} className="grid scroll-mt-24 grid-cols-1 gap-6">
      <h2 id={heading} className="display text-heading">
        Beoordelingen
      </h2>
      {reviews?.length === 0 && (
        <p className="text-ink-soft">Nog geen beoordelingen. Heb je dit gekocht? Dan ben jij de eerste.</p>
      )}
      {reviews && reviews.length > 0 && (
        <ul className="grid divide-y divide-line border-y border-line">
          {reviews.map(({ id: reviewId, rating, displayName, createdAt, text }) => (
            <li key={reviewId} className="py-6">
              <article className="grid gap-2">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small">
                  <StarRating rating={rating} />
                  <span className="font-medium">{displayName}</span>
                  <time dateTime={createdAt} className="text-ink-faint">
                    {formatDate(createdAt)}
                  </time>
                  <ReportButton
                    kind="REVIEW"
                    contentId={reviewId}
                    name={`de beoordeling van ${displayName}`}
                    className="ml-auto"
                  />
                </p>
                {text && <p className="whitespace-pre-line text-ink-soft [overflow-wrap:anywhere]">{text}</p>}
              </article>
            </li>
          ))}
        </ul>
      )}
      <WriteReview productId={product.id} />
    </section>
  )
}

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
        className="h-auto min-h-12 justify-self-start py-2 text-center whitespace-normal"
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

/** Stars and an optional text. The input stays when the server refuses. */
function ReviewForm({ productId }: { productId: string }) {
  const [rating, setRating] = useState<number | null>(null)
  const [text, setText] = useState('')
  const write = useWriteReview()
  const { errors, submit } = useCheckedSubmit(
    async () => (await import('./contract.ts')).writeReview.input,
    write,
  )
  if (write.isSuccess) return <Thanks />
  return (
    <form
      noValidate
      method="post"
      className="grid gap-6"
      onSubmit={event => submit(event, { productId, rating, text })}
    >
      <StarRatingInput value={rating} onChange={setRating} error={errors['rating']} />
      <Field
        label="Wat vond je ervan?"
        optional
        error={errors['text']}
        hint={<span className="figures">{`${text.length} / ${MAX_REVIEW_LENGTH} tekens`}</span>}
      >
        <Textarea
          rows={5}
          maxLength={MAX_REVIEW_LENGTH}
          value={text}
          onChange={event => setText(event.target.value)}
        />
      </Field>
      {write.isError && !isFieldError(write.error) && (
        <Notice tone="error" title="Je beoordeling is niet verstuurd">
          {userMessageOf(write.error)}
        </Notice>
      )}
      <Button type="submit" className="justify-self-start" busy={write.isPending}>
        Versturen
      </Button>
    </form>
  )
}

/** Takes the focus, because the pressed button is gone. */
function Thanks() {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus({ preventScroll: true }), [])
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <Notice tone="success" title="Bedankt, je beoordeling verschijnt zodra we haar hebben bekeken." />
    </div>
  )
}
