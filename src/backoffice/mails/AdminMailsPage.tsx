import { useSuspenseQuery } from '@tanstack/react-query'
import { MailSearch } from 'lucide-react'
import { useNavigation, useSearchParams } from 'react-router'
import { formatDateTime, plural } from '../../ui/format.ts'
import { AdminListPage } from '../../ui/components/AdminListPage.tsx'
import { type TableColumn, DataTable } from '../../ui/components/DataTable.tsx'
import { EmailAddress } from '../../ui/components/EmailAddress.tsx'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import { FilterSelect } from '../../ui/components/FilterSelect.tsx'
import { SearchBox } from '../../ui/components/SearchBox.tsx'
import { AdminMailState, AdminResendMail } from './AdminMailList.tsx'
import { type AdminMail, MailState } from './contract.ts'
import { type MailListQuery, mailListUrl, mailsQuery } from './hooks.ts'
import { mailStateNames, templateName } from './labels.rules.ts'

/** `/admin/mails`: all mails with their states. */
export function AdminMailsPage() {
  const [search] = useSearchParams()
  const query = mailListUrl.parse(search)
  const { data: list } = useSuspenseQuery(mailsQuery(query))
  const isStale = useNavigation().state === 'loading'
  return (
    <AdminListPage
      title="Mails"
      count={list.total >= 10_000 ? 'meer dan 10.000' : plural(list.total, 'mail', 'mails')}
      intro="Wat niet aankomt, wordt een week lang opnieuw geprobeerd en dan opgegeven. Wat een mail zegt, is alleen voor de ontvanger."
      filters={<Filters query={query} />}
      list={list}
      empty={
        <EmptyState icon={MailSearch} title="Geen mails gevonden">
          Zoek op een deel van het e-mailadres of op een heel bestelnummer.
        </EmptyState>
      }
      to={page => mailListUrl.href(query, { page })}
    >
      <DataTable
        caption="Mails, de nieuwste eerst"
        columns={columns}
        rows={list.items}
        keyOf={({ id }) => id}
        isStale={isStale}
      />
    </AdminListPage>
  )
}

const Filters = ({ query }: { query: MailListQuery }) => (
  <div className="mb-5 flex flex-wrap items-center gap-3">
    <SearchBox
      label="Zoek een mail"
      placeholder="E-mailadres of bestelnummer"
      value={query.q}
      to={q => mailListUrl.href(query, { q })}
      className="grow md:max-w-md"
    />
    <FilterSelect
      label="Staat"
      value={query.state}
      all="Elke staat"
      options={MailState.options.map(value => ({ value, name: mailStateNames[value].name }))}
      to={state => mailListUrl.href(query, { state: state ?? '' })}
    />
  </div>
)

const columns: TableColumn<AdminMail>[] = [
  {
    name: 'Mail',
    cell: ({ template, subject }) => (
      <span className="grid gap-0.5">
        {templateName(template)}
        {subject && <span className="font-normal wrap-anywhere text-ink-faint">{subject}</span>}
      </span>
    ),
  },
  {
    name: 'Aan',
    cell: ({ recipient }) => (
      <span className="wrap-anywhere">
        <EmailAddress>{recipient}</EmailAddress>
      </span>
    ),
  },
  {
    name: 'Staat',
    cell: ({ state, lastError }) => (
      <span className="grid justify-items-start gap-1 max-md:justify-items-end">
        <AdminMailState state={state} />
        {lastError && <span className="max-w-sm wrap-anywhere text-ink-faint">{lastError}</span>}
      </span>
    ),
  },
  {
    name: 'Wanneer',
    cell: ({ createdAt, sentAt, failedAt }) => (
      <time dateTime={sentAt ?? failedAt ?? createdAt}>
        {formatDateTime(sentAt ?? failedAt ?? createdAt)}
      </time>
    ),
  },
  {
    name: 'Opnieuw',
    phone: 'unnamed',
    cell: mail => (
      <AdminResendMail mail={mail} name={`${templateName(mail.template)}, aan ${mail.recipient}`} />
    ),
  },
]
