import { useSuspenseQuery } from '@tanstack/react-query'
import { MessageSquareText } from 'lucide-react'
import { useApiForm } from '../../ui/call/apiForm.ts'
import { BackLink } from '../../ui/components/BackLink.tsx'
import { Badge } from '../../ui/components/Badge.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import { PageTitle } from '../../ui/components/PageTitle.tsx'
import { StarRating } from '../../ui/components/StarRating.tsx'
import { Field, Textarea } from '../../ui/forms/Field.tsx'
import { formatDate } from '../../ui/format.ts'
import { MAX_ANSWER_LENGTH, type OwnReview } from './contract.ts'
import { ownReviewsQuery, useAnswerReview } from './hooks.ts'

/** `/studio/beoordelingen`: the reviews of a creator, and her answers. */
export function OwnReviewsPage() {
  const { data: reviews } = useSuspenseQuery(ownReviewsQuery)
  return (
    <div className="measure grid grid-cols-1 justify-items-center py-8 md:py-12">
      <PageTitle>Beoordelingen</PageTitle>
      <div className="grid w-full max-w-3xl grid-cols-1 gap-6">
        <header className="grid gap-2">
          <div>
            <BackLink to="/studio">Studio</BackLink>
          </div>
          <h1 className="display text-title">Beoordelingen</h1>
          <p className="text-ink-soft">
            Spelers schrijven onder een schuilnaam, en wij bekijken elke beoordeling eerst. Je mag antwoorden;
            ook dat bekijken we eerst.
          </p>
        </header>
        {reviews.length === 0 ? (
          <Card>
            <EmptyState icon={MessageSquareText} title="Nog geen beoordelingen">
              Hier staat een beoordeling zodra een speler er een schreef en wij haar goedkeurden.
            </EmptyState>
          </Card>
        ) : (
          reviews.map(review => <OwnReviewCard key={review.id} review={review} />)
        )}
      </div>
    </div>
  )
}

function OwnReviewCard({ review }: { review: OwnReview }) {
  const { id: reviewId, rating, pseudonym, createdAt, text, answer, isAnswerShown } = review
  const save = useAnswerReview()
  const form = useApiForm(
    async () => (await import('./contract.ts')).answerReview.input.omit({ reviewId: true }),
    { answer: answer ?? '' },
    (output, onError) => save.mutate({ reviewId, ...output }, { onError }),
  )
  return (
    <Card className="grid grid-cols-1 gap-4">
      <div className="grid gap-2">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small">
          <StarRating rating={rating} />
          <span className="font-medium wrap-anywhere">{pseudonym}</span>
          <span className="text-ink-faint">{formatDate(createdAt)}</span>
          {answer !== null && (
            <Badge tone={isAnswerShown ? 'green' : 'yellow'}>
              {isAnswerShown ? 'Antwoord te lezen' : 'Antwoord wordt bekeken'}
            </Badge>
          )}
        </p>
        <p className="whitespace-pre-line wrap-anywhere">{text ?? 'Zonder woorden'}</p>
      </div>
      <form onSubmit={form.submit} noValidate method="post" className="grid gap-3">
        <Field label={`Je antwoord aan ${pseudonym}`} error={form.errors.answer?.message}>
          <Textarea rows={3} maxLength={MAX_ANSWER_LENGTH} {...form.register('answer')} />
        </Field>
        <Button
          type="submit"
          variant="secondary"
          size="sm"
          busy={save.isPending}
          className="justify-self-start"
        >
          Opslaan
        </Button>
      </form>
    </Card>
  )
}
