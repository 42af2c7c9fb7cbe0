import { useShop } from '../../ui/page/boot.ts'
import { Badge } from '../../ui/components/Badge.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { Field, Textarea } from '../../ui/forms/Field.tsx'
import { useApiForm } from '../../ui/call/apiForm.ts'
import { useIdempotencyKey } from '../../ui/call/idempotencyKey.ts'
import { type Conversation, MAX_TEXT_LENGTH } from './contract.ts'
import { type ConversationAccess, useWriteMessage } from './hooks.ts'
import { contactTopicLabels, conversationStatusLabels, ownStatusLabels } from './labels.rules.ts'
import { MessageBubbles } from './MessageBubbles.tsx'
import { UnbrokenNumbers } from '../../ui/components/UnbrokenNumbers.tsx'

/** A conversation with the shop as its customer reads it, with a form to write back. */
export function ConversationThread({
  conversation,
  access,
}: {
  conversation: Conversation
  access: ConversationAccess
}) {
  const { reference, topic, orderNumber, status, messages } = conversation
  const { name } = useShop()
  return (
    <div className="grid gap-6">
      <header className="grid gap-3">
        <h1 className="display figures text-title">Je bericht {reference}</h1>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft">
          <Badge tone={conversationStatusLabels[status].tone}>{ownStatusLabels[status]}</Badge>
          <UnbrokenNumbers>
            {topic === 'ORDER' && orderNumber
              ? `Bestelling ${orderNumber}`
              : contactTopicLabels[topic] + (orderNumber ? `, bestelling ${orderNumber}` : '')}
          </UnbrokenNumbers>
        </p>
      </header>
      <Card>
        <MessageBubbles
          messages={messages}
          isOwn={({ isFromShop }) => !isFromShop}
          nameOf={({ isFromShop }) => (isFromShop ? name : 'Jij')}
        />
      </Card>
      <WriteForm access={access} isClosed={status === 'CLOSED'} written={messages.length} />
    </div>
  )
}

interface WriteFormProps {
  access: ConversationAccess
  isClosed: boolean
  /** The number of messages, so that the same text can be sent again later. */
  written: number
}

function WriteForm({ access, isClosed, written }: WriteFormProps) {
  const keyFor = useIdempotencyKey()
  const write = useWriteMessage(access, text => keyFor(`${written} ${text}`))
  const form = useApiForm(
    async () => (await import('./contract.ts')).MessageText,
    { text: '' },
    (message, onError, { reset }) => write.mutate(message, { onError, onSuccess: () => reset() }),
  )
  return (
    <form onSubmit={form.submit} noValidate method="post" className="grid gap-4">
      <Field
        label="Schrijf terug"
        hint={isClosed ? 'Dit gesprek is afgerond. Schrijf je iets, dan gaat het weer open.' : undefined}
        error={form.errors.text?.message}
      >
        <Textarea rows={4} maxLength={MAX_TEXT_LENGTH} {...form.register('text')} />
      </Field>
      <Button type="submit" busy={write.isPending} className="justify-self-start max-sm:w-full">
        Versturen
      </Button>
    </form>
  )
}
