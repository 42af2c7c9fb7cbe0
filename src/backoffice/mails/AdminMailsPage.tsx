import { useSuspenseQuery } from '@tanstack/react-query'
import { MailSearch } from 'lucide-react'
import { useNavigation, useSearchParams } from 'react-router'
import { formatMoment, plural } from '../../ui/format.ts'
import { pagesOf } from '../../ui/paging.ts'
import { AdminHead } from '../../ui/parts/AdminHead.tsx'
import { type Column, DataTable } from '../../ui/parts/DataTable.tsx'
import { EmptyState } from '../../ui/parts/EmptyState.tsx'
import { FilterChoice } from '../../ui/parts/FilterChoice.tsx'
import { Pagination } from '../../ui/parts/Pagination.tsx'
import { SearchBox } from '../../ui/parts/SearchBox.tsx'
import { AdminMailState, AdminSendAgain } from './AdminMailState.tsx'
import { type AdminMail, MailState } from './contract.ts'
import { type Look, mailLooks, mailsQuery } from './hooks.ts'
import { stateNames, templateName } from './words.rules.ts'

/** `/admin/mails`: what was mailed to whom, and what became of it. */
export function AdminMailsPage() {
  const [search] = useSearchParams()
  const look = mailLooks.in(search)
  const { data } = useSuspenseQuery(mailsQuery(look))
  const { items, total, pageSize } = data
  const isStale = useNavigation().state === 'loading'
  return (
    <>
      <AdminHead title="Mails" aside={total >= 10_000 ? 'meer dan 10.000' : plural(total, 'mail', 'mails')}>
        Wat niet aankomt, wordt een week lang opnieuw geprobeerd en dan opgegeven. Wat een mail zegt, is
        alleen voor de ontvanger.
      </AdminHead>
      <Filters look={look} />
      {items.length === 0 ? (
        <EmptyState icon={MailSearch} title="Geen mails gevonden">
          Zoek op een deel van het e-mailadres of op een heel bestelnummer.
        </EmptyState>
      ) : (
        <DataTable
          caption="Mails, de nieuwste eerst"
          columns={columns}
          rows={items}
          keyOf={({ id }) => id}
          isStale={isStale}
        />
      )}
      <Pagination
        current={look.page}
        last={pagesOf(total, pageSize)}
        to={page => mailLooks.address(look, { page })}
      />
    </>
  )
}

const Filters = ({ look }: { look: Look }) => (
  <div className="mb-5 flex flex-wrap items-center gap-3">
    <SearchBox
      label="Zoek een mail"
      placeholder="E-mailadres of bestelnummer"
      value={look.q}
      to={q => mailLooks.address(look, { q })}
      className="grow md:max-w-md"
    />
    <FilterChoice
      label="Staat"
      value={look.state}
      all="Elke staat"
      options={MailState.options.map(value => ({ value, name: stateNames[value].name }))}
      to={state => mailLooks.address(look, { state: state ?? '' })}
    />
  </div>
)

const columns: Column<AdminMail>[] = [
  {
    name: 'Mail',
    cell: ({ template, subject }) => (
      <span className="grid gap-0.5">
        {templateName(template)}
        {subject && <span className="font-normal wrap-anywhere text-ink-faint">{subject}</span>}
      </span>
    ),
  },
  { name: 'Aan', cell: ({ recipient }) => <span className="wrap-anywhere">{recipient}</span> },
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
      <time dateTime={sentAt ?? failedAt ?? createdAt}>{formatMoment(sentAt ?? failedAt ?? createdAt)}</time>
    ),
  },
  {
    name: 'Opnieuw',
    phone: 'unnamed',
    cell: mail => (
      <AdminSendAgain mail={mail} name={`${templateName(mail.template)}, aan ${mail.recipient}`} />
    ),
  },
]
