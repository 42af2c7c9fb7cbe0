import { AdminListPage } from '../../../ui/lists/AdminListPage.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { ScrollText, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { AdminAuditList } from '../../../people/audit/admin/AdminAuditList.tsx'
import { auditActionLabels } from '../../../people/audit/admin/labels.rules.ts'
import { type AuditListQuery, auditListUrl, auditQuery } from '../../../people/audit/admin/hooks.ts'
import { EmptyState } from '../../../ui/components/EmptyState.tsx'
import { FilterSelect } from '../../../ui/lists/FilterSelect.tsx'
import { AuditAction } from '../../../people/audit/contract.ts'

/** `/admin/audit`: the audit entries. The filters are in the URL. */
export function AdminAuditPage() {
  const [search] = useSearchParams()
  const query = auditListUrl.parse(search)
  const { data: list } = useSuspenseQuery(auditQuery(query))
  return (
    <div className="max-w-4xl">
      <AdminListPage
        title="Logboek"
        intro="Wie wat heeft gedaan met bestellingen, geld, voorraad, rollen en toys. Wat hier staat, verandert niet meer."
        filters={<Filters query={query} actor={list.items[0]?.actor?.displayName} />}
        list={list}
        empty={
          <EmptyState icon={ScrollText} title="Niets gevonden">
            Hier is niets opgeschreven waar je naar zoekt.
          </EmptyState>
        }
        to={page => auditListUrl.href(query, { page })}
      >
        <AdminAuditList entries={list.items} query={query} />
      </AdminListPage>
    </div>
  )
}

const Filters = ({ query, actor }: { query: AuditListQuery; actor: string | undefined }) => (
  <div className="mb-5 flex flex-wrap items-center gap-3">
    <FilterSelect
      label="Wat er is gedaan"
      value={query.action}
      all="Alles"
      options={AuditAction.options.map(value => ({ value, name: auditActionLabels[value] }))}
      to={action => auditListUrl.href(query, { action })}
    />
    {query.actorId && (
      <Chip to={auditListUrl.href(query, { actorId: undefined })}>Door {actor ?? 'wie niets deed'}</Chip>
    )}
    {query.subjectId && (
      <Chip to={auditListUrl.href(query, { subjectId: undefined })}>{query.subjectId}</Chip>
    )}
  </div>
)

/** A filter of the list; its link removes the filter. */
const Chip = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link
    to={to}
    className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-full bg-ink/6 px-4 text-small wrap-anywhere hover:bg-ink/10"
  >
    {children}
    <X className="size-4 shrink-0" aria-hidden />
    <span className="sr-only">weglaten</span>
  </Link>
)
