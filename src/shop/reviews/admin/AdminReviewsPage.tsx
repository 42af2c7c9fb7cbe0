import { useSuspenseQuery } from '@tanstack/react-query'
import { Check, MessageSquareText, X } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { formatDateTime } from '../../../ui/format.ts'
import { AdminListPage } from '../../../ui/lists/AdminListPage.tsx'
import { Badge, type BadgeTone } from '../../../ui/components/Badge.tsx'
import { Button } from '../../../ui/components/Button.tsx'
import { IconButton } from '../../../ui/components/IconButton.tsx'
import { SelectionBar } from '../../../ui/lists/SelectionBar.tsx'
import { useRowSelection } from '../../../ui/lists/rowSelection.ts'
import { type TableColumn, DataTable } from '../../../ui/lists/DataTable.tsx'
import { EmptyState } from '../../../ui/components/EmptyState.tsx'
import { FilterSelect } from '../../../ui/lists/FilterSelect.tsx'
import { StarRating } from '../../../ui/components/StarRating.tsx'
import { reviewModerationQuery, reviewListUrl, useModerateReviews } from './hooks.ts'
import { type ModeratedReview, ReviewState } from '../contract.ts'

const states: Record<ReviewState, { name: string; tone: BadgeTone }> = {
  WAITING: { name: 'Open', tone: 'yellow' },
  APPROVED: { name: 'Goedgekeurd', tone: 'green' },
  REJECTED: { name: 'Afgewezen', tone: 'neutral' },
}
const filterOptions = [
  ...ReviewState.options.map(value => ({ value, name: states[value].name })),
  { value: 'ALL' as const, name: 'Alle, open eerst' },
]

/** `/admin/reviews`: moderates reviews, pending ones first. */
export function AdminReviewsPage() {
  const [search] = useSearchParams()
  const query = reviewListUrl.parse(search)
  const { data: list } = useSuspenseQuery(reviewModerationQuery(query))
  const chosen = useRowSelection()
  const moderate = useModerateReviews()
  const judge: Judge = (reviewIds, approved) =>
    moderate.mutate({ reviewIds, approved }, { onSuccess: () => chosen.clear() })
  return (
    <div className="max-w-6xl">
      <AdminListPage
        title="Beoordelingen"
        count={list.total >= 10_000 ? '10.000 of meer' : String(list.total)}
        intro="Een beoordeling staat pas bij het product als je haar goedkeurt, en telt dan mee in de sterren."
        filters={
          <div className="mb-5">
            <FilterSelect
              label="Welke beoordelingen"
              value={query.state}
              options={filterOptions}
              to={state => reviewListUrl.href(query, state && { state })}
              className="max-md:w-full"
            />
          </div>
        }
        list={list}
        empty={
          <EmptyState icon={MessageSquareText} title="Niets te beoordelen">
            {query.state === 'WAITING' ? 'Alles is gelezen.' : 'Hier staat nog niets.'}
          </EmptyState>
        }
        to={page => reviewListUrl.href(query, { page })}
      >
        <DataTable
          caption="Beoordelingen, de nieuwste eerst"
          columns={columnsWith(judge, moderate.isPending)}
          rows={list.items}
          keyOf={({ id }) => id}
          selection={{ chosen, nameOf }}
        />
        <SelectionBar selection={chosen}>
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
        </SelectionBar>
      </AdminListPage>
    </div>
  )
}

type Judge = (reviewIds: string[], approved: boolean) => void

const nameOf = ({ productName, displayName }: ModeratedReview): string => `${productName} van ${displayName}`

const columnsWith = (judge: Judge, isBusy: boolean): TableColumn<ModeratedReview>[] => [
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
        <StarRating rating={review.rating} />
        <span className="whitespace-pre-line wrap-anywhere">{review.text ?? 'Zonder woorden'}</span>
        <span className="text-ink-soft">
          {review.displayName}, {formatDateTime(review.createdAt)}
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
    className: 'max-md:justify-end',
    cell: review => (
      <div className="flex gap-1 md:justify-end">
        {review.state !== 'APPROVED' && (
          <IconButton
            icon={Check}
            disabled={isBusy}
            label={`Keur ${nameOf(review)} goed`}
            onClick={() => judge([review.id], true)}
          />
        )}
        {review.state !== 'REJECTED' && (
          <IconButton
            icon={X}
            disabled={isBusy}
            label={`Wijs ${nameOf(review)} af`}
            onClick={() => judge([review.id], false)}
          />
        )}
      </div>
    ),
  },
]
