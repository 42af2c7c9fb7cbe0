import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { AdminPageHeader } from '../../../ui/lists/AdminPageHeader.tsx'
import { Badge } from '../../../ui/components/Badge.tsx'
import { Button } from '../../../ui/components/Button.tsx'
import { Card } from '../../../ui/components/Card.tsx'
import { Checkbox } from '../../../ui/forms/Checkbox.tsx'
import { Field, Textarea } from '../../../ui/forms/Field.tsx'
import { useApiForm } from '../../../ui/call/apiForm.ts'
import { cn } from '../../../ui/components/cn.ts'
import { formatDateTime } from '../../../ui/format.ts'
import type { AdminConversation } from './contract.ts'
import { adminConversationQuery, useReply, useSetConversationStatus } from './hooks.ts'
import { MAX_TEXT_LENGTH } from '../contract.ts'
import { DueBadge } from './DueBadge.tsx'
import { contactTopicLabels, conversationStatusLabels } from '../labels.rules.ts'
import { MessageBubbles } from '../MessageBubbles.tsx'

/** `/admin/messages/:conversationId`: a conversation with a customer, and the answer to it. */
export function AdminConversationPage() {
  const { conversationId = '' } = useParams()
  const { data: conversation } = useSuspenseQuery(adminConversationQuery(conversationId))
  return (
    <div className="grid max-w-4xl gap-6">
      <Head conversation={conversation} />
      <Facts conversation={conversation} />
      <MessageBubbles
        messages={conversation.messages}
        isOwn={({ isFromShop }) => isFromShop}
        nameOf={({ isFromShop, author }) =>
          isFromShop ? (author ?? 'De winkel') : (conversation.name ?? conversation.email)
        }
      />
      <ReplyForm conversation={conversation} />
    </div>
  )
}

const closeLabels = { OPEN: 'Sluiten zonder antwoord', ANSWERED: 'Sluiten', CLOSED: 'Heropenen' }

function Head({ conversation }: { conversation: AdminConversation }) {
  const { id: conversationId, reference, status, workingDaysLeft: left, version } = conversation
  const { name, tone } = conversationStatusLabels[status]
  const set = useSetConversationStatus(conversationId)
  const isClosed = status === 'CLOSED'
  return (
    <AdminPageHeader
      title={`Bericht ${reference}`}
      aside={
        <span className="flex flex-wrap gap-2">
          <Badge tone={tone}>{name}</Badge>
          {left !== null && <DueBadge left={left} />}
        </span>
      }
      back={{ to: '/admin/messages', name: 'Berichten' }}
      actions={
        <Button
          variant="secondary"
          size="sm"
          className="max-sm:h-11"
          busy={set.isPending}
          onClick={() => set.mutate({ conversationId, version, isClosed: !isClosed })}
        >
          {closeLabels[status]}
        </Button>
      }
    />
  )
}

const link = 'underline decoration-line-strong underline-offset-4 hover:decoration-2'

function Facts({ conversation }: { conversation: AdminConversation }) {
  const { topic, name, email, userId, orderId, orderNumber, createdAt } = conversation
  const facts = [
    { label: 'Onderwerp', value: contactTopicLabels[topic] },
    {
      label: 'Van',
      value: userId ? (
        <Link to={`/admin/users/${userId}`} className={link}>
          {name ?? email}
        </Link>
      ) : (
        `${name ?? ''} (bezoeker, adres niet nagekeken)`
      ),
    },
    { label: 'E-mail', value: email },
    {
      label: 'Bestelling',
      value: orderId ? (
        <Link to={`/admin/orders/${orderId}`} className={cn(link, 'whitespace-nowrap')}>
          {orderNumber}
        </Link>
      ) : (
        orderNumber && `${orderNumber} (niet van dit adres)`
      ),
    },
    { label: 'Ontvangen', value: formatDateTime(createdAt) },
  ].filter(({ value }) => value)
  return (
    <Card className="p-5">
      <dl className="figures grid gap-x-8 gap-y-3 text-small sm:grid-cols-2">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-ink-faint">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

/** Keeps its text when another admin answered first: the conversation is read again, and the answer can be sent once more. */
function ReplyForm({ conversation: { id: conversationId, version } }: { conversation: AdminConversation }) {
  const reply = useReply(conversationId)
  const form = useApiForm(
    async () => (await import('./contract.ts')).ReplyInput,
    { text: '', closes: false },
    (input, onError, { reset }) =>
      reply.mutate({ conversationId, version, ...input }, { onError, onSuccess: () => reset() }),
  )
  return (
    <form onSubmit={form.submit} noValidate method="post" className="grid gap-4">
      <Field
        label="Antwoord"
        hint="Dit gaat per mail naar de klant, ondertekend door de winkel."
        error={form.errors.text?.message}
      >
        <Textarea rows={6} maxLength={MAX_TEXT_LENGTH} {...form.register('text')} />
      </Field>
      <Checkbox {...form.register('closes')}>Gesprek sluiten: er is niets meer te doen</Checkbox>
      <Button type="submit" busy={reply.isPending} className="justify-self-start max-sm:w-full">
        Antwoord versturen
      </Button>
    </form>
  )
}
