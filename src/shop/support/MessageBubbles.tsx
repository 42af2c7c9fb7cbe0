import { formatDateTime } from '../../ui/format.ts'
import { cn } from '../../ui/components/cn.ts'
import type { SupportMessage } from './contract.ts'

interface MessageBubblesProps<Message extends SupportMessage> {
  messages: Message[]
  /** Whether a message is by whoever reads this; those are on the right. */
  isOwn: (message: Message) => boolean
  /** The name of its author. */
  nameOf: (message: Message) => string
}

/** The messages of a conversation, the oldest first. */
export const MessageBubbles = <Message extends SupportMessage>({
  messages,
  isOwn,
  nameOf,
}: MessageBubblesProps<Message>) => (
  // A screen reader announces new entries of a log.
  <div role="log" aria-label="Berichten">
    <ol className="grid gap-5">
      {messages.map(message => (
        <li
          key={message.id}
          className={cn('grid max-w-[min(90%,40rem)] gap-1.5', isOwn(message) && 'justify-self-end')}
        >
          <p className={cn('text-tiny text-ink-faint', isOwn(message) && 'text-right')}>
            <span className="font-semibold text-ink-soft">{nameOf(message)}</span>
            {', '}
            <time dateTime={message.createdAt}>{formatDateTime(message.createdAt)}</time>
          </p>
          <p
            className={cn(
              'rounded-card px-4 py-3 wrap-anywhere whitespace-pre-wrap',
              isOwn(message) ? 'bg-accent-soft' : 'border border-line bg-raised',
            )}
          >
            {message.text}
          </p>
        </li>
      ))}
    </ol>
  </div>
)
