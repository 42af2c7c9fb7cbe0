import { defineAdminList } from '../../../ui/lists/defineAdminList.tsx'
import { Inbox } from 'lucide-react'
import { Link } from 'react-router'
import { Badge } from '../../../ui/components/Badge.tsx'
import { EmptyState } from '../../../ui/components/EmptyState.tsx'
import { formatDateTime, plural } from '../../../ui/format.ts'
import type { AdminConversationSummary } from './contract.ts'
import { conversationListQuery, conversationListUrl } from './hooks.ts'
import { ConversationStatus } from '../contract.ts'
import { DueBadge } from './DueBadge.tsx'
import { contactTopicLabels, conversationStatusLabels } from '../labels.rules.ts'

function Row({ row }: { row: AdminConversationSummary }) {
  const { id, reference, topic, name, email, orderNumber, status, workingDaysLeft: left, lastMessageAt } = row
  return (
    <Link
      to={`/admin/messages/${id}`}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-4 transition-colors hover:bg-ink/4"
    >
      <span className="grid min-w-0 grow gap-0.5">
        <span className="font-medium wrap-anywhere">
          {contactTopicLabels[topic]}
          {orderNumber && <span className="figures whitespace-nowrap"> {orderNumber}</span>}
        </span>
        <span className="text-small wrap-anywhere text-ink-soft">{name ? `${name}, ${email}` : email}</span>
        <span className="figures text-tiny text-ink-faint">
          {reference}, {formatDateTime(lastMessageAt)}
        </span>
      </span>
      {left === null ? (
        <Badge tone={conversationStatusLabels[status].tone}>{conversationStatusLabels[status].name}</Badge>
      ) : (
        <DueBadge left={left} />
      )}
    </Link>
  )
}

/** `/admin/messages`: the messages of customers to the shop, the most urgent first. */
export const AdminMessagesPage = defineAdminList({
  url: conversationListUrl,
  query: conversationListQuery,
  title: 'Berichten',
  count: ({ total }) => plural(total, 'gesprek', 'gesprekken'),
  intro: 'Wat klanten en bezoekers schrijven. Antwoord binnen 5 werkdagen: dat staat in hun bevestiging.',
  search: { label: 'Zoek een gesprek', placeholder: 'Naam, e-mail, nummer, kenmerk' },
  filters: [
    {
      field: 'status',
      label: 'Staat',
      all: 'Alle',
      options: ConversationStatus.options.map(value => ({
        value,
        name: conversationStatusLabels[value].name,
      })),
    },
  ],
  Empty: ({ query: { q, status } }) => (
    <EmptyState icon={Inbox} title="Geen berichten">
      {q || status ? 'Niets past bij wat je zoekt.' : 'Er heeft nog niemand geschreven.'}
    </EmptyState>
  ),
  rows: { name: 'Gesprekken', Row },
})
