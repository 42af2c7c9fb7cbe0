import { UserRoundCheck } from 'lucide-react'
import { Link } from 'react-router'
import { Badge } from '../../../ui/components/Badge.tsx'
import { EmptyState } from '../../../ui/components/EmptyState.tsx'
import { formatDateTime, plural } from '../../../ui/format.ts'
import { defineAdminList } from '../../../ui/lists/defineAdminList.tsx'
import type { ApplicationSummary } from './contract.ts'
import { applicationListUrl, applicationsQuery } from './hooks.ts'
import { stateLabels, verifierLabels } from './labels.rules.ts'

const filterOptions = [
  { value: 'WAITING' as const, name: 'Te beslissen' },
  { value: 'DECIDED' as const, name: 'Beslist' },
]

function Row({ row: { id, state, applicant, verifier, sentAt } }: { row: ApplicationSummary }) {
  return (
    <Link
      to={`/admin/creators/applications/${id}`}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-4 transition-colors hover:bg-ink/4"
    >
      <span className="grid min-w-0 grow gap-0.5">
        <span className="font-medium wrap-anywhere">{applicant.displayName}</span>
        <span className="figures text-tiny text-ink-faint">
          {sentAt && formatDateTime(sentAt)}
          {verifier && `, ${verifierLabels[verifier]}`}
        </span>
      </span>
      <Badge tone={stateLabels[state].tone}>{stateLabels[state].name}</Badge>
    </Link>
  )
}

/** `/admin/creators/applications`: those that wait, the oldest first. */
export const AdminApplicationsPage = defineAdminList({
  url: applicationListUrl,
  query: applicationsQuery,
  title: 'Aanmeldingen',
  count: ({ total }) => plural(total, 'aanmelding', 'aanmeldingen'),
  intro:
    'Wie creator wil worden. Zijn er twee administrators, dan keuren ze samen goed; weigeren kan elk van hen.',
  filters: [{ field: 'status', label: 'Staat', options: filterOptions }],
  Empty: ({ query: { status } }) => (
    <EmptyState icon={UserRoundCheck} title="Geen aanmeldingen">
      {status === 'WAITING' ? 'Er wacht niemand op een beslissing.' : 'Hier staat nog niets.'}
    </EmptyState>
  ),
  rows: { name: 'Aanmeldingen', Row },
})
