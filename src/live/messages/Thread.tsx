import { SendHorizontal, MessageCircle } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { ReportButton } from '../../people/contentReports/ReportButton.tsx'
import { userMessageOf } from '../../ui/call/call.ts'
import { formatDateTime, formatTime } from '../../ui/format.ts'
import { Button } from '../../ui/components/Button.tsx'
import { PartBoundary } from '../../ui/components/PartBoundary.tsx'
import { IconButton } from '../../ui/components/IconButton.tsx'
import { cn } from '../../ui/components/cn.ts'
import { FieldError, Textarea } from '../../ui/forms/Field.tsx'
import { Skeleton } from '../../ui/components/Skeleton.tsx'
import { MAX_MESSAGE_LENGTH, type Contact, type Message, REMOVED_MESSAGE } from './contract.ts'
import { useMessageDraft } from './drafts.hooks.ts'
import { useMuteContact, useSendMessage, useThread, useContact } from './hooks.ts'
import { CountBadge } from '../../ui/components/Badge.tsx'
import { lazyDialog } from '../../ui/dialogs/lazyDialog.tsx'

/** The messages of two contacts, with a form to write and a button to mute. */
export function Thread({ contact }: { contact: Contact }) {
  const { userId, muted } = contact
  const { data: messages } = useThread(userId)
  const mute = useMuteContact()
  return (
    <div className="flex h-full min-h-0 flex-col gap-4">
      <MessageList messages={messages} otherId={userId} />
      <MessageForm contact={contact} />
      <Button
        variant="link"
        className="justify-self-start text-small"
        busy={mute.isPending}
        onClick={() => mute.mutate({ userId, muted: !muted })}
      >
        {muted ? 'Weer berichten ontvangen' : 'Geen berichten meer ontvangen'}
      </Button>
    </div>
  )
}

function MessageList({ messages, otherId }: { messages: Message[] | undefined; otherId: string }) {
  const end = useRef<HTMLDivElement>(null)
  const newest = messages?.at(-1)?.id
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' })
  }, [newest])
  if (!messages) return <Skeleton className="h-40 rounded-card" />
  return (
    // A screen reader announces new entries of a log.
    <div
      role="log"
      aria-label="Berichten"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach a scrollable element
      tabIndex={0}
      className="grid min-h-40 grow content-start gap-2 overflow-y-auto overscroll-contain"
    >
      {messages.length === 0 && (
        <p className="py-8 text-center text-small text-ink-soft">Nog niets geschreven.</p>
      )}
      {messages.map(message => (
        <MessageBubble key={message.id} message={message} isOwn={message.fromUserId !== otherId} />
      ))}
      <div ref={end} />
    </div>
  )
}

const MessageBubble = ({ message, isOwn }: { message: Message; isOwn: boolean }) => (
  <div className={cn('grid max-w-[85%] gap-0.5', isOwn ? 'justify-self-end' : 'justify-self-start')}>
    <p
      className={cn(
        'rounded-card px-4 py-2.5 break-words whitespace-pre-wrap',
        isOwn ? 'bg-accent text-on-accent' : 'border border-line bg-raised',
      )}
    >
      <span className="sr-only">{isOwn ? 'Jij: ' : 'De ander: '}</span>
      {message.isRemoved ? <em className="opacity-80">{REMOVED_MESSAGE}</em> : message.content}
    </p>
    <p className={cn('text-tiny text-ink-faint', isOwn && 'text-right')}>
      <time dateTime={message.createdAt} title={formatDateTime(message.createdAt)}>
        {formatTime(message.createdAt)}
      </time>
      {isOwn && message.read && ', gelezen'}
      {!isOwn && !message.isRemoved && (
        <ReportButton
          kind="MESSAGE"
          contentId={message.id}
          name={`het bericht van ${formatTime(message.createdAt)}`}
          className="ml-2"
        />
      )}
    </p>
  </div>
)

/** Enter sends, Shift with Enter begins a new line. */
function MessageForm({ contact: { userId, displayName } }: { contact: Contact }) {
  const { text, write } = useMessageDraft(userId)
  const send = useSendMessage(userId)
  const left = MAX_MESSAGE_LENGTH - text.length
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (text.trim() === '' || send.isSending) return
    send.mutate(text)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    submit()
  }
  return (
    <form onSubmit={submit} className="grid gap-2">
      <div className="flex items-end gap-2">
        <Textarea
          aria-label={`Bericht aan ${displayName}`}
          placeholder="Schrijf een bericht"
          rows={2}
          maxLength={MAX_MESSAGE_LENGTH}
          value={text}
          onChange={event => write(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <IconButton
          icon={SendHorizontal}
          label="Versturen"
          type="submit"
          busy={send.isSending}
          variant="primary"
        />
      </div>
      {left <= 100 && <p className="figures text-tiny text-ink-faint">Nog {left} tekens</p>}
      <FieldError>{send.isError ? userMessageOf(send.error) : null}</FieldError>
    </form>
  )
}

const Drawer = lazyDialog({
  title: 'Berichten',
  load: async () => (await import('../../ui/dialogs/Drawer.tsx')).Drawer,
})

interface MessagesButtonProps {
  userId: string
}

/** Opens the messages with a contact beside the current page; nothing for a user who is no contact. */
export const MessagesButton = (props: MessagesButtonProps) => (
  <PartBoundary>
    <MessagesDrawer {...props} />
  </PartBoundary>
)

function MessagesDrawer({ userId }: MessagesButtonProps) {
  const contact = useContact(userId)
  const [open, setOpen] = useState(false)
  if (!contact) return null
  const { displayName, unread } = contact
  return (
    <>
      <Button
        variant="quiet"
        size="icon"
        aria-haspopup="dialog"
        aria-label={`Berichten met ${displayName}${unread > 0 ? `, ${unread} nieuw` : ''}`}
        onClick={() => setOpen(true)}
        {...Drawer.preloadOnIntent}
      >
        <MessageCircle aria-hidden />
        <CountBadge count={unread} />
      </Button>
      <Drawer open={open} onOpenChange={setOpen} title={displayName}>
        <Thread contact={contact} />
      </Drawer>
    </>
  )
}
