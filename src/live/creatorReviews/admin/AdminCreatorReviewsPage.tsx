import { creatorPath } from '../../creatorPages/path.rules.ts'
import { MessageSquareText } from 'lucide-react'
import { Link } from 'react-router'
import { Badge, type BadgeTone } from '../../../ui/components/Badge.tsx'
import { Button } from '../../../ui/components/Button.tsx'
import { EmptyState } from '../../../ui/components/EmptyState.tsx'
import { StarRating } from '../../../ui/components/StarRating.tsx'
import { formatDateTime, plural } from '../../../ui/format.ts'
import { defineAdminList } from '../../../ui/lists/defineAdminList.tsx'
import { CreatorReviewState, type ModeratedCreatorReview } from './contract.ts'
import { creatorReviewListUrl, creatorReviewModerationQuery, useModerateCreatorReview } from './hooks.ts'

const states: Record<CreatorReviewState, { name: string; tone: BadgeTone }> = {
  WAITING: { name: 'Te keuren', tone: 'yellow' },
  APPROVED: { name: 'Goedgekeurd', tone: 'green' },
  REJECTED: { name: 'Afgewezen', tone: 'neutral' },
}

function Row({ row }: { row: ModeratedCreatorReview }) {
  const { stageName, slug, pseudonym, rating, text, answer, state, answerState, createdAt } = row
  return (
    <div className="grid gap-4 px-5 py-4">
      <div className="grid gap-2">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <StarRating rating={rating} />
          <span className="font-medium wrap-anywhere">{pseudonym}</span>
          <span className="text-small text-ink-soft">
            over{' '}
            {slug === null ? (
              'een creator zonder pagina'
            ) : (
              <Link to={creatorPath(slug)} className="underline underline-offset-4 wrap-anywhere">
                {stageName ?? slug}
              </Link>
            )}
            , {formatDateTime(createdAt)}
          </span>
        </p>
        <p className="whitespace-pre-line wrap-anywhere">{text ?? 'Zonder woorden'}</p>
        <Verdict row={row} part="REVIEW" state={state} />
      </div>
      {answer !== null && answerState !== null && (
        <div className="grid gap-2 border-l-2 border-line pl-4">
          <p className="text-small text-ink-soft">Antwoord van de creator</p>
          <p className="whitespace-pre-line wrap-anywhere">{answer}</p>
          <Verdict row={row} part="ANSWER" state={answerState} />
        </div>
      )}
    </div>
  )
}

interface VerdictProps {
  row: ModeratedCreatorReview
  part: 'REVIEW' | 'ANSWER'
  state: CreatorReviewState
}

/** The state of a text, and the buttons that change it. */
function Verdict({ row: { id: reviewId, pseudonym }, part, state }: VerdictProps) {
  const moderate = useModerateCreatorReview()
  const which = `${part === 'ANSWER' ? 'het antwoord aan' : 'de beoordeling van'} ${pseudonym}`
  const decide = (approved: boolean) => moderate.mutate({ reviewId, part, approved })
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Badge tone={states[state].tone}>{states[state].name}</Badge>
      {state !== 'APPROVED' && (
        <Button
          size="sm"
          variant="secondary"
          aria-label={`Keur ${which} goed`}
          busy={moderate.isPending}
          onClick={() => decide(true)}
        >
          Goedkeuren
        </Button>
      )}
      {state !== 'REJECTED' && (
        <Button
          size="sm"
          variant="quiet"
          aria-label={`Wijs ${which} af`}
          busy={moderate.isPending}
          onClick={() => decide(false)}
        >
          Afwijzen
        </Button>
      )}
    </div>
  )
}

/** `/admin/creators/reviews`: moderates reviews of creators and their answers. */
export const AdminCreatorReviewsPage = defineAdminList({
  url: creatorReviewListUrl,
  query: creatorReviewModerationQuery,
  title: 'Beoordelingen van creators',
  count: ({ total }) => plural(total, 'beoordeling', 'beoordelingen'),
  intro:
    'Spelers schrijven onder een schuilnaam, en de creator mag antwoorden. Anderen lezen het pas als je het goedkeurt.',
  filters: [
    {
      field: 'state',
      label: 'Staat',
      all: 'Alle beoordelingen',
      options: CreatorReviewState.options.map(value => ({ value, name: states[value].name })),
    },
  ],
  Empty: () => (
    <EmptyState icon={MessageSquareText} title="Niets te beoordelen">
      Hier staan beoordelingen zodra iemand er een schrijft.
    </EmptyState>
  ),
  rows: { name: 'Beoordelingen van creators', Row },
})
