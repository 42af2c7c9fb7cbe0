import { UserRound } from 'lucide-react'
import { Link } from 'react-router'
import { Badge } from '../../../ui/components/Badge.tsx'
import { EmptyState } from '../../../ui/components/EmptyState.tsx'
import { formatDate, plural } from '../../../ui/format.ts'
import { defineAdminList } from '../../../ui/lists/defineAdminList.tsx'
import { CreatorStatus, type CreatorSummary } from './contract.ts'
import { creatorListUrl, creatorsQuery } from './hooks.ts'
import { creatorStatusLabels } from './labels.rules.ts'

function Row({ row: { id, displayName, status, acceptedAt, noticeUntil } }: { row: CreatorSummary }) {
  const { name, tone } = creatorStatusLabels[status]
  return (
    <Link
      to={`/admin/creators/${id}`}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-4 transition-colors hover:bg-ink/4"
    >
      <span className="grid min-w-0 grow gap-0.5">
        <span className="font-medium wrap-anywhere">{displayName}</span>
        <span className="text-small text-ink-soft">
          {acceptedAt
            ? `Goedgekeurd op ${formatDate(acceptedAt)}`
            : noticeUntil && `Aanmelden voor ${formatDate(noticeUntil)}`}
        </span>
      </span>
      <Badge tone={tone}>{name}</Badge>
    </Link>
  )
}

/** `/admin/creators`: the creators of the programme, appeals and suspensions first. */
export const AdminCreatorsPage = defineAdminList({
  url: creatorListUrl,
  query: creatorsQuery,
  title: 'Creators',
  count: ({ total }) => plural(total, 'creator', 'creators'),
  intro: 'Wie is toegelaten, geschorst of gestopt. Bezwaren staan bovenaan.',
  filters: [
    {
      field: 'status',
      label: 'Staat',
      all: 'Elke staat',
      options: CreatorStatus.options.map(value => ({ value, name: creatorStatusLabels[value].name })),
    },
  ],
  Empty: () => (
    <EmptyState icon={UserRound} title="Geen creators">
      Hier staan creators zodra hun aanmelding is goedgekeurd.
    </EmptyState>
  ),
  rows: { name: 'Creators', Row },
})
