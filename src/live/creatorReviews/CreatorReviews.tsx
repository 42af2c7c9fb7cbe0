import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useUser } from '../../people/accounts/hooks.ts'
import { ReportButton } from '../../people/contentReports/ReportButton.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { StarRating } from '../../ui/components/StarRating.tsx'
import { lazyDialog } from '../../ui/dialogs/lazyDialog.tsx'
import { formatDate, plural } from '../../ui/format.ts'
import type { CreatorReview } from './contract.ts'
import { creatorReviewsQuery, reviewRightQuery } from './hooks.ts'

const ReviewDialog = lazyDialog({
  title: 'Schrijf een beoordeling',
  load: async () => (await import('./ReviewDialog.tsx')).ReviewDialog,
})

interface CreatorReviewsProps {
  creator: { slug: string; stageName: string }
}

/** The reviews of a creator by her players, with her answers, and the way to write one. */
export function CreatorReviews({ creator }: CreatorReviewsProps) {
  const { data } = useQuery(creatorReviewsQuery(creator.slug))
  const user = useUser()
  const heading = useId()
  if (!data) return null
  const { rating, count, reviews } = data
  return (
    <section aria-labelledby={heading} className="grid grid-cols-1 gap-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 id={heading} className="display text-heading">
          Beoordelingen
        </h2>
        {rating !== null && (
          <p className="flex items-center gap-2 text-small text-ink-soft">
            <StarRating rating={rating} />
            {plural(count, 'beoordeling', 'beoordelingen')}
          </p>
        )}
      </div>
      {reviews.length === 0 && <p className="text-ink-soft">Er zijn nog geen beoordelingen.</p>}
      {reviews.length > 0 && (
        <ul className="grid divide-y divide-line border-y border-line">
          {reviews.map(review => (
            <li key={review.id} className="py-5">
              <Review review={review} creator={creator} />
            </li>
          ))}
        </ul>
      )}
      {user && <WriteReview creator={creator} />}
    </section>
  )
}

const Review = ({
  review: { id, rating, pseudonym, createdAt, text, answer },
  creator: { stageName },
}: CreatorReviewsProps & { review: CreatorReview }) => (
  <article className="grid gap-2">
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small">
      <StarRating rating={rating} />
      <span className="font-medium wrap-anywhere">{pseudonym}</span>
      <time dateTime={createdAt} className="text-ink-faint">
        {formatDate(createdAt)}
      </time>
      <ReportButton
        kind="CREATOR_REVIEW"
        contentId={id}
        name={`de beoordeling van ${pseudonym}`}
        className="ml-auto"
      />
    </p>
    {text && <p className="whitespace-pre-line text-ink-soft wrap-anywhere">{text}</p>}
    {answer && (
      <div className="mt-1 border-l-2 border-line pl-4">
        <p className="text-small font-medium">Antwoord van {stageName}</p>
        <p className="whitespace-pre-line text-ink-soft wrap-anywhere">{answer}</p>
      </div>
    )}
  </article>
)

/** Shown to a player who may review; to nobody else, since most readers never played. */
function WriteReview({ creator }: CreatorReviewsProps) {
  const { data: right } = useQuery(reviewRightQuery(creator.slug))
  const [isOpen, setOpen] = useState(false)
  if (!right?.mayReview) return null
  return (
    <div>
      <Button variant="secondary" onClick={() => setOpen(true)} {...ReviewDialog.preloadOnIntent}>
        Schrijf een beoordeling
      </Button>
      <ReviewDialog open={isOpen} onOpenChange={setOpen} creator={creator} />
    </div>
  )
}
