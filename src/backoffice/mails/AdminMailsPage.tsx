import { defineAdminList } from '../../ui/lists/defineAdminList.tsx'
import { MailSearch } from 'lucide-react'
import { formatDateTime, plural } from '../../ui/format.ts'
import type { TableColumn } from '../../ui/lists/DataTable.tsx'
import { EmailAddress } from '../../ui/components/EmailAddress.tsx'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import { AdminMailState, AdminResendMail } from './AdminMailList.tsx'
import type { AdminMail } from './contract.ts'
import { mailListUrl, mailsQuery } from './hooks.ts'
import { mailStateNames, templateName } from './labels.rules.ts'
import { MailState } from '../../wire/mail.ts'

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

/** `/admin/mails`: all mails with their states. */
export const AdminMailsPage = defineAdminList({
  url: mailListUrl,
  query: mailsQuery,
  title: 'Mails',
  count: ({ total }) => (total >= 10_000 ? 'meer dan 10.000' : plural(total, 'mail', 'mails')),
  intro:
    'Wat niet aankomt, wordt een week lang opnieuw geprobeerd en dan opgegeven. Wat een mail zegt, is alleen voor de ontvanger.',
  search: { label: 'Zoek een mail', placeholder: 'E-mailadres of bestelnummer' },
  filters: [
    {
      field: 'state',
      label: 'Staat',
      all: 'Elke staat',
      options: MailState.options.map(value => ({ value, name: mailStateNames[value].name })),
    },
  ],
  Empty: () => (
    <EmptyState icon={MailSearch} title="Geen mails gevonden">
      Zoek op een deel van het e-mailadres of op een heel bestelnummer.
    </EmptyState>
  ),
  rows: { caption: 'Mails, de nieuwste eerst', columns },
})
