import { useSuspenseQuery } from '@tanstack/react-query'
import { ScrollText, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { AdminAuditList } from '../../people/audit/AdminAuditList.tsx'
import { AuditAction, auditActions } from '../../people/audit/contract.ts'
import { auditListUrl, auditQuery } from '../../people/audit/hooks.ts'
import { pageCount } from '../../ui/pagination.ts'
import { AdminPageHeader } from '../../ui/components/AdminPageHeader.tsx'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import { FilterSelect } from '../../ui/components/FilterSelect.tsx'
import { Pagination } from '../../ui/components/Pagination.tsx'

/** `/admin/audit`: the audit entries. The filters are in the URL. */
export function AdminAuditPage() {
  const [search] = useSearchParams()
  const look = auditListUrl.parse(search)
  const { data } = useSuspenseQuery(auditQuery(look))
  const { items, total, pageSize } = data
  return (
    <div className="max-w-4xl">
      <AdminPageHeader title="Logboek">
        Wie wat heeft gedaan met bestellingen, geld, voorraad, rollen en toys. Wat hier staat, verandert niet
        meer.
      </AdminPageHeader>
      <div className="mb-5 flex flex-wrap items-center gap-3">
        <FilterSelect
          label="Wat er is gedaan"
          value={look.action}
          all="Alles"
          options={AuditAction.options.map(value => ({ value, name: auditActions[value].label }))}
          to={action => auditListUrl.href(look, { action })}
        />
        {look.actorId && (
          <Chip to={auditListUrl.href(look, { actorId: undefined })}>
            Door {items[0]?.actor?.displayName ?? 'wie niets deed'}
          </Chip>
        )}
        {look.subjectId && (
          <Chip to={auditListUrl.href(look, { subjectId: undefined })}>{look.subjectId}</Chip>
        )}
      </div>
      {items.length === 0 ? (
        <EmptyState icon={ScrollText} title="Niets gevonden">
          Hier is niets opgeschreven waar je naar zoekt.
        </EmptyState>
      ) : (
        <AdminAuditList entries={items} query={look} />
      )}
      <Pagination
        current={look.page}
        last={pageCount(total, pageSize)}
        to={page => auditListUrl.href(look, { page })}
      />
    </div>
  )
}

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
