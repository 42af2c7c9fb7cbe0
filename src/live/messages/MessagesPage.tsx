import { useSuspenseQuery } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { formatDateTime } from '../../ui/format.ts'
import { BackLink } from '../../ui/components/BackLink.tsx'
import { Badge } from '../../ui/components/Badge.tsx'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { cn } from '../../ui/components/cn.ts'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import { PageTitle } from '../../ui/components/PageTitle.tsx'
import { type Contact, REMOVED_MESSAGE } from './contract.ts'
import { contactsQuery } from './hooks.ts'
import { Thread } from './Thread.tsx'

/** `/messages`: the contacts, and beside them the messages with one of them; a phone shows one of the two. */
export function MessagesPage() {
  const { data: contacts } = useSuspenseQuery(contactsQuery)
  const { userId } = useParams()
  const open = contacts.find(contact => contact.userId === userId)
  return (
    <div className="measure py-8 md:py-12">
      <PageTitle>Berichten</PageTitle>
      <BackLink to={open ? '/messages' : '/dashboard'}>
        {open ? 'Alle berichten' : 'Terug naar dashboard'}
      </BackLink>
      <h1 className="display mt-2 mb-8 text-title">{open ? <Name contact={open} /> : 'Berichten'}</h1>
      {contacts.length === 0 ? (
        <NoContacts />
      ) : (
        <div className="grid gap-6 md:grid-cols-[20rem_1fr]">
          <nav aria-label="Gesprekken" className={cn(open && 'max-md:hidden')}>
            <ContactList contacts={contacts} />
          </nav>
          {open ? (
            <Card key={open.userId} className="flex h-[min(36rem,70dvh)] flex-col p-5">
              <Thread contact={open} />
            </Card>
          ) : (
            <p className="grid min-h-64 place-items-center rounded-card bg-sunken p-8 text-ink-soft max-md:hidden">
              Kies een gesprek om het te lezen.
            </p>
          )}
        </div>
      )}
    </div>
  )
}

/** Links to the contact's profile, if the user may see one. */
const Name = ({ contact: { userId, displayName, hasProfile } }: { contact: Contact }) =>
  hasProfile ? (
    <Link to={`/users/${userId}`} className="underline-offset-6 hover:text-accent-text hover:underline">
      {displayName}
    </Link>
  ) : (
    displayName
  )

const NoContacts = () => (
  <EmptyState
    icon={MessageCircle}
    title="Nog geen berichten"
    action={<ButtonLink to="/live">Naar Live Control</ButtonLink>}
  >
    Wie je in een sessie ontmoet, kun je hier schrijven.
  </EmptyState>
)

const previewOf = ({ isOwn, isRemoved, content }: NonNullable<Contact['last']>): string =>
  isRemoved ? REMOVED_MESSAGE : `${isOwn ? 'Jij: ' : ''}${content}`

const ContactList = ({ contacts }: { contacts: Contact[] }) => (
  <ul className="divide-y divide-line rounded-card border border-line bg-surface">
    {contacts.map(({ userId, displayName, unread, last, metAt, muted }) => (
      <li key={userId}>
        <Link
          to={`/messages/${userId}`}
          className="grid gap-0.5 px-5 py-4 transition-colors hover:bg-ink/4 aria-[current=page]:bg-ink/6"
        >
          <span className="flex items-center justify-between gap-3">
            <span className={cn('truncate', unread > 0 && 'font-semibold')}>{displayName}</span>
            {unread > 0 && <Badge tone="accent">{unread} nieuw</Badge>}
            {muted && <Badge tone="outline">Gedempt</Badge>}
          </span>
          <span className="truncate text-small text-ink-soft">
            {last ? previewOf(last) : 'Nog niets geschreven'}
          </span>
          <time dateTime={last?.createdAt ?? metAt} className="text-tiny text-ink-faint">
            {formatDateTime(last?.createdAt ?? metAt)}
          </time>
        </Link>
      </li>
    ))}
  </ul>
)
