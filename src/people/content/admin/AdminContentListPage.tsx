import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { AdminPageHeader } from '../../../ui/lists/AdminPageHeader.tsx'
import { Badge } from '../../../ui/components/Badge.tsx'
import { DataTable, type TableColumn } from '../../../ui/lists/DataTable.tsx'
import { formatDate } from '../../../ui/format.ts'
import type { ContentSummary } from '../contract.ts'
import { contentListQuery } from './hooks.ts'

const groups: { group: ContentSummary['group']; name: string }[] = [
  { group: 'PAGE', name: 'Pagina’s' },
  { group: 'LEGAL', name: 'Juridische teksten' },
  { group: 'MAIL', name: 'Mails' },
]

/** `/admin/content`: the texts that need no deploy. */
export function AdminContentListPage() {
  const { data: texts } = useSuspenseQuery(contentListQuery)
  return (
    <div className="max-w-4xl">
      <AdminPageHeader title="Teksten">
        Wat je hier publiceert, staat meteen op de site of in de volgende mail. Elke versie blijft bewaard.
      </AdminPageHeader>
      <div className="grid gap-8">
        {groups.map(({ group, name }) => {
          const rows = texts.filter(text => text.group === group)
          return rows.length === 0 ? null : (
            <section key={group} aria-labelledby={group} className="grid gap-3">
              <h2 id={group} className="display text-subheading">
                {name}
              </h2>
              <DataTable caption={name} columns={columns} rows={rows} keyOf={({ key }) => key} />
            </section>
          )
        })}
      </div>
    </div>
  )
}

const columns: TableColumn<ContentSummary>[] = [
  {
    name: 'Tekst',
    cell: ({ key, title }) => (
      <Link
        to={`/admin/content/${key}`}
        className="inline-flex min-h-11 items-center font-medium underline decoration-line-strong underline-offset-4 hover:decoration-2 md:min-h-8"
      >
        {title}
      </Link>
    ),
  },
  {
    name: 'Wat er staat',
    className: 'md:w-64',
    cell: ({ version, publishedAt }) => (
      <span className="text-ink-soft">
        {publishedAt === null
          ? 'Oorspronkelijke tekst'
          : `Versie ${version}, sinds ${formatDate(publishedAt)}`}
      </span>
    ),
  },
  {
    name: 'Concept',
    className: 'md:w-52',
    cell: ({ draftedAt }) =>
      draftedAt === null ? (
        <span className="text-ink-faint">Geen</span>
      ) : (
        <Badge tone="yellow">{formatDate(draftedAt)}</Badge>
      ),
  },
]
