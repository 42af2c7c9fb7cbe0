import { useSuspenseQuery } from '@tanstack/react-query'
import { Check, MessageSquareText, X } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { formatMoment } from '../../ui/format.ts'
import { pagesOf } from '../../ui/paging.ts'
import { AdminHead } from '../../ui/parts/AdminHead.tsx'
import { Badge, type Tone } from '../../ui/parts/Badge.tsx'
import { Button } from '../../ui/parts/Button.tsx'
import { ChosenBar } from '../../ui/parts/ChosenBar.tsx'
import { useChosen } from '../../ui/parts/chosen.ts'
import { type Column, DataTable } from '../../ui/parts/DataTable.tsx'
import { EmptyState } from '../../ui/parts/EmptyState.tsx'
import { FilterChoice } from '../../ui/parts/FilterChoice.tsx'
import { Pagination } from '../../ui/parts/Pagination.tsx'
import { Stars } from '../../ui/parts/Stars.tsx'
import { reviewModerationQuery, reviewListUrl, useModerateReviews } from './admin.hooks.ts'
import { type ModeratedReview, ReviewState } from './contract.ts'

const states: Record<ReviewState, { name: string; tone: Tone }> = {
  WAITING: { name: 'Open', tone: 'yellow' },
  APPROVED: { name: 'Goedgekeurd', tone: 'green' },
  REJECTED: { name: 'Afgewezen', tone: 'neutral' },
}

/** `/admin/reviews`: what buyers wrote, to show or not; what waits first. */
export function AdminReviewsPage() {
  const [search] = useSearchParams()
  const look = reviewListUrl.in(search)
  const { data } = useSuspenseQuery(reviewModerationQuery(look))
  const chosen = useChosen()
  const moderate = useModerateReviews()
  const judge = (reviewIds: string[], approved: boolean) =>
    moderate.mutate({ reviewIds, approved }, { onSuccess: () => chosen.clear() })
  const { items, total, pageSize } = data
  return (
    <div className="max-w-6xl">
      <AdminHead title="Beoordelingen" aside={total >= 10_000 ? '10.000 of meer' : String(total)}>
        Een beoordeling staat pas bij het product als je haar goedkeurt, en telt dan mee in de sterren.
      </AdminHead>
      <div className="mb-5">
        <FilterChoice
          label="Welke beoordelingen"
          value={look.state}
          options={[
            ...ReviewState.options.map(value => ({ value, name: states[value].name })),
            { value: 'ALL' as const, name: 'Alle, open eerst' },
          ]}
          to={state => reviewListUrl.address(look, state && { state })}
          className="max-md:w-full"
        />
      </div>
      {items.length === 0 ? (
        <EmptyState icon={MessageSquareText} title="Niets te beoordelen">
          {look.state === 'WAITING' ? 'Alles is gelezen.' : 'Hier staat nog niets.'}
        </EmptyState>
      ) : (
        <DataTable
          caption="Beoordelingen, de nieuwste eerst"
          columns={columnsOf(judge, moderate.isPending)}
          rows={items}
          keyOf={({ id }) => id}
          choice={{ chosen, nameOf: ({ displayName, productName }) => `${productName} van ${displayName}` }}
        />
      )}
      <ChosenBar chosen={chosen}>
        <Button size="sm" busy={moderate.isPending} onClick={() => judge([...chosen.keys], true)}>
          Goedkeuren
        </Button>
        <Button
          variant="secondary"
          size="sm"
          busy={moderate.isPending}
          onClick={() => judge([...chosen.keys], false)}
        >
          Afwijzen
        </Button>
      </ChosenBar>
      <Pagination
        current={look.page}
        last={pagesOf(total, pageSize)}
        to={page => reviewListUrl.address(look, { page })}
      />
    </div>
  )
}

const columnsOf = (
  judge: (reviewIds: string[], approved: boolean) => void,
  isBusy: boolean,
): Column<ModeratedReview>[] => [
  {
    name: 'Product',
    cell: review => (
      <Link
        to={`/shop/${review.productSlug}`}
        className="wrap-anywhere underline underline-offset-4 hover:decoration-2"
      >
        {review.productName}
      </Link>
    ),
  },
  {
    name: 'Beoordeling',
    phone: 'unnamed',
    className: 'md:min-w-72',
    cell: review => (
      <span className="grid justify-items-start gap-1">
        <Stars rating={review.rating} />
        <span className="whitespace-pre-line wrap-anywhere">{review.text ?? 'Zonder woorden'}</span>
        <span className="text-ink-soft">
          {review.displayName}, {formatMoment(review.createdAt)}
        </span>
      </span>
    ),
  },
  {
    name: 'Status',
    cell: ({ state }) => <Badge tone={states[state].tone}>{states[state].name}</Badge>,
  },
  {
    name: 'Acties',
    align: 'end',
    phone: 'unnamed',
    cell: ({ id, state, productName, displayName }) => (
      <div className="flex gap-1 md:justify-end">
        {state !== 'APPROVED' && (
          <Button
            variant="quiet"
            size="icon"
            disabled={isBusy}
            aria-label={`Keur ${productName} van ${displayName} goed`}
            onClick={() => judge([id], true)}
          >
            <Check aria-hidden />
          </Button>
        )}
        {state !== 'REJECTED' && (
          <Button
            variant="quiet"
            size="icon"
            disabled={isBusy}
            aria-label={`Wijs ${productName} van ${displayName} af`}
            onClick={() => judge([id], false)}
          >
            <X aria-hidden />
          </Button>
        )}
      </div>
    ),
  },
]
