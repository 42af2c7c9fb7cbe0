import { useSuspenseQuery } from '@tanstack/react-query'
import { Check, MessageSquareText, X } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { formatDateTime } from '../../ui/format.ts'
import { pageCount } from '../../ui/pagination.ts'
import { AdminPageHeader } from '../../ui/components/AdminPageHeader.tsx'
import { Badge, type BadgeTone } from '../../ui/components/Badge.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { SelectionBar } from '../../ui/components/SelectionBar.tsx'
import { useRowSelection } from '../../ui/components/rowSelection.ts'
import { type TableColumn, DataTable } from '../../ui/components/DataTable.tsx'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import { FilterSelect } from '../../ui/components/FilterSelect.tsx'
import { Pagination } from '../../ui/components/Pagination.tsx'
import { StarRating } from '../../ui/components/StarRating.tsx'
import { reviewModerationQuery, reviewListUrl, useModerateReviews } from './admin.hooks.ts'
import { type ModeratedReview, ReviewState } from './contract.ts'

const states: Record<ReviewState, { name: string; tone: BadgeTone }> = {
  WAITING: { name: 'Open', tone: 'yellow' },
  APPROVED: { name: 'Goedgekeurd', tone: 'green' },
  REJECTED: { name: 'Afgewezen', tone: 'neutral' },
}

/** `/admin/reviews`: moderates reviews, pending ones first. */
export function AdminReviewsPage() {
  const [search] = useSearchParams()
  const look = reviewListUrl.parse(search)
  const { data } = useSuspenseQuery(reviewModerationQuery(look))
  const chosen = useRowSelection()
  const moderate = useModerateReviews()
  const judge = (reviewIds: string[], approved: boolean) =>
    moderate.mutate({ reviewIds, approved }, { onSuccess: () => chosen.clear() })
  const { items, total, pageSize } = data
  return (
    <div className="max-w-6xl">
      <AdminPageHeader title="Beoordelingen" aside={total >= 10_000 ? '10.000 of meer' : String(total)}>
        Een beoordeling staat pas bij het product als je haar goedkeurt, en telt dan mee in de sterren.
      </AdminPageHeader>
      <div className="mb-5">
        <FilterSelect
          label="Welke beoordelingen"
          value={look.state}
          options={[
            ...ReviewState.options.map(value => ({ value, name: states[value].name })),
            { value: 'ALL' as const, name: 'Alle, open eerst' },
          ]}
          to={state => reviewListUrl.href(look, state && { state })}
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
          selection={{
            chosen,
            nameOf: ({ displayName, productName }) => `${productName} van ${displayName}`,
          }}
        />
      )}
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
      <Pagination
        current={look.page}
        last={pageCount(total, pageSize)}
        to={page => reviewListUrl.href(look, { page })}
      />
    </div>
  )
}

const columnsOf = (
  judge: (reviewIds: string[], approved: boolean) => void,
  isBusy: boolean,
): TableColumn<ModeratedReview>[] => [
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
