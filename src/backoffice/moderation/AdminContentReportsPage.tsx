import { defineAdminList } from '../../ui/lists/defineAdminList.tsx'
import { Flag } from 'lucide-react'
import { Link } from 'react-router'
import {
  caseStatusLabels,
  contentKindLabels,
  decisionLabels,
  reportReasonLabels,
} from '../../people/contentReports/labels.rules.ts'
import { DueBadge } from '../../shop/support/admin/DueBadge.tsx'
import { Badge } from '../../ui/components/Badge.tsx'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import { formatDateTime, plural } from '../../ui/format.ts'
import type { ContentCaseSummary } from './contract.ts'
import { contentCaseListUrl, contentCasesQuery } from './hooks.ts'

const filterOptions = [
  { value: 'WAITING' as const, name: 'Te beslissen' },
  { value: 'DECIDED' as const, name: 'Beslist' },
  { value: 'FINAL' as const, name: 'Definitief' },
  { value: 'ALL' as const, name: 'Alle' },
]

function Row({ row }: { row: ContentCaseSummary }) {
  const { id, kind, status, urgency, reasons, reports, reference, owner, createdAt, decision } = row
  const { workingDaysLeft: left } = row
  return (
    <Link
      to={`/admin/content-reports/${id}`}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-4 transition-colors hover:bg-ink/4"
    >
      <span className="grid min-w-0 grow gap-0.5">
        <span className="font-medium wrap-anywhere">
          {contentKindLabels[kind].name}
          {owner && ` van ${owner.displayName}`}
        </span>
        <span className="text-small wrap-anywhere text-ink-soft">
          {reasons.map(reason => reportReasonLabels[reason]).join(', ')}
        </span>
        <span className="figures text-tiny text-ink-faint">
          {reference}, {plural(reports, 'melding', 'meldingen')}, {formatDateTime(createdAt)}
          {decision && `, ${decisionLabels[decision].toLowerCase()}`}
        </span>
      </span>
      {urgency === 1 && left !== null && <Badge tone="danger">Eerst</Badge>}
      {left === null ? (
        <Badge tone={caseStatusLabels[status].tone}>{caseStatusLabels[status].name}</Badge>
      ) : (
        <>
          {status === 'APPEALED' && <Badge tone="outline">Bezwaar</Badge>}
          <DueBadge left={left} />
        </>
      )}
    </Link>
  )
}

/** `/admin/content-reports`: the cases of reported content, the most urgent first. */
export const AdminContentReportsPage = defineAdminList({
  url: contentCaseListUrl,
  query: contentCasesQuery,
  title: 'Gemelde inhoud',
  count: ({ total }) => plural(total, 'melding', 'meldingen'),
  intro:
    'Beslis binnen 7 werkdagen. Minderjarigen en wat zonder toestemming is eerst, dan wat illegaal is, dan de rest.',
  filters: [{ field: 'status', label: 'Staat', options: filterOptions }],
  besideFilters: (
    <ButtonLink to="/admin/content-reports/numbers" variant="quiet" size="sm" className="ml-auto">
      Cijfers per jaar
    </ButtonLink>
  ),
  Empty: ({ query: { status } }) => (
    <EmptyState icon={Flag} title="Niets gemeld">
      {status === 'WAITING' ? 'Er wacht niets op een beslissing.' : 'Hier staat nog niets.'}
    </EmptyState>
  ),
  rows: { name: 'Meldingen', Row },
})
