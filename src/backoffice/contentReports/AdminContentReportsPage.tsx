import { useSuspenseQuery } from '@tanstack/react-query'
import { Flag } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import {
  caseStatusLabels,
  contentKindLabels,
  decisionLabels,
  reportReasonLabels,
} from '../../people/contentReports/labels.rules.ts'
import { DueBadge } from '../../shop/support/DueBadge.tsx'
import { AdminListPage } from '../../ui/components/AdminListPage.tsx'
import { Badge } from '../../ui/components/Badge.tsx'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import { FilterSelect } from '../../ui/components/FilterSelect.tsx'
import { formatDateTime, plural } from '../../ui/format.ts'
import type { ContentCaseSummary } from './contract.ts'
import { contentCaseListUrl, contentCasesQuery } from './hooks.ts'

const filterOptions = [
  { value: 'WAITING' as const, name: 'Te beslissen' },
  { value: 'DECIDED' as const, name: 'Beslist' },
  { value: 'FINAL' as const, name: 'Definitief' },
  { value: 'ALL' as const, name: 'Alle' },
]

/** `/admin/content-reports`: what was reported, the most urgent first. */
export function AdminContentReportsPage() {
  const [search] = useSearchParams()
  const query = contentCaseListUrl.parse(search)
  const { data: list } = useSuspenseQuery(contentCasesQuery(query))
  return (
    <div className="max-w-4xl">
      <AdminListPage
        title="Gemelde inhoud"
        count={plural(list.total, 'melding', 'meldingen')}
        intro="Beslis binnen 7 werkdagen. Minderjarigen en wat zonder toestemming is eerst, dan wat illegaal is, dan de rest."
        filters={
          <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
            <FilterSelect
              label="Staat"
              value={query.status}
              options={filterOptions}
              to={status => contentCaseListUrl.href(query, { status: status ?? 'WAITING' })}
            />
            <ButtonLink to="/admin/content-reports/numbers" variant="quiet" size="sm">
              Cijfers per jaar
            </ButtonLink>
          </div>
        }
        list={list}
        empty={
          <EmptyState icon={Flag} title="Niets gemeld">
            {query.status === 'WAITING' ? 'Er wacht niets op een beslissing.' : 'Hier staat nog niets.'}
          </EmptyState>
        }
        to={page => contentCaseListUrl.href(query, { page })}
      >
        <ul
          aria-label="Meldingen"
          className="divide-y divide-line rounded-card border border-line bg-surface"
        >
          {list.items.map(each => (
            <li key={each.id} data-row="">
              <Row summary={each} />
            </li>
          ))}
        </ul>
      </AdminListPage>
    </div>
  )
}

function Row({ summary }: { summary: ContentCaseSummary }) {
  const { id, kind, status, urgency, reasons, reports, reference, owner, createdAt, decision } = summary
  const { workingDaysLeft: left } = summary
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
