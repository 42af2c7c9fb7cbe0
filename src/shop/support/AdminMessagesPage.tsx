import { useSuspenseQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { AdminListPage } from '../../ui/components/AdminListPage.tsx'
import { Badge } from '../../ui/components/Badge.tsx'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import { FilterSelect } from '../../ui/components/FilterSelect.tsx'
import { SearchBox } from '../../ui/components/SearchBox.tsx'
import { formatDateTime, plural } from '../../ui/format.ts'
import type { AdminConversationSummary } from './admin.contract.ts'
import { type ConversationListQuery, conversationListQuery, conversationListUrl } from './admin.hooks.ts'
import { ConversationStatus } from './contract.ts'
import { DueBadge } from './DueBadge.tsx'
import { contactTopicLabels, conversationStatusLabels } from './labels.rules.ts'

/** `/admin/messages`: what customers wrote to the shop, what is due first. */
export function AdminMessagesPage() {
  const [search] = useSearchParams()
  const query = conversationListUrl.parse(search)
  const { data: list } = useSuspenseQuery(conversationListQuery(query))
  return (
    <div className="max-w-4xl">
      <AdminListPage
        title="Berichten"
        count={plural(list.total, 'gesprek', 'gesprekken')}
        intro="Wat klanten en bezoekers schrijven. Antwoord binnen 5 werkdagen: dat staat in hun bevestiging."
        filters={<Filters query={query} />}
        list={list}
        empty={
          <EmptyState icon={Inbox} title="Geen berichten">
            {query.q || query.status ? 'Niets past bij wat je zoekt.' : 'Er heeft nog niemand geschreven.'}
          </EmptyState>
        }
        to={page => conversationListUrl.href(query, { page })}
      >
        <ul
          aria-label="Gesprekken"
          className="divide-y divide-line rounded-card border border-line bg-surface"
        >
          {list.items.map(conversation => (
            <li key={conversation.id} data-row="">
              <Row conversation={conversation} />
            </li>
          ))}
        </ul>
      </AdminListPage>
    </div>
  )
}

function Row({ conversation }: { conversation: AdminConversationSummary }) {
  const {
    id,
    reference,
    topic,
    name,
    email,
    orderNumber,
    status,
    workingDaysLeft: left,
    lastMessageAt,
  } = conversation
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

const Filters = ({ query }: { query: ConversationListQuery }) => (
  <div className="mb-5 flex flex-wrap items-center gap-3">
    <SearchBox
      label="Zoek een gesprek"
      placeholder="Naam, e-mail, nummer, kenmerk"
      value={query.q}
      to={q => conversationListUrl.href(query, { q })}
      className="grow md:max-w-md"
    />
    <FilterSelect
      label="Staat"
      value={query.status}
      all="Alle"
      options={ConversationStatus.options.map(value => ({
        value,
        name: conversationStatusLabels[value].name,
      }))}
      to={status => conversationListUrl.href(query, { status: status ?? '' })}
    />
  </div>
)
