import { MessageCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { CountBadge } from '../../ui/components/Badge.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { Dialog, DialogTrigger, DrawerContent } from '../../ui/components/Dialog.tsx'
import { useConversation } from './hooks.ts'
import { Thread } from './Thread.tsx'

interface MessagesButtonProps {
  userId: string
  /** A stop button below the messages, since the panel covers everything else. */
  stop: ReactNode
}

/** Opens the messages with a contact beside the current page; nothing for a user who is no contact. */
export function MessagesButton({ userId, stop }: MessagesButtonProps) {
  const conversation = useConversation(userId)
  if (!conversation) return null
  const { displayName, unread } = conversation
  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button
          variant="quiet"
          size="icon"
          aria-label={`Berichten met ${displayName}${unread > 0 ? `, ${unread} nieuw` : ''}`}
        >
          <MessageCircle aria-hidden />
          <CountBadge count={unread} />
        </Button>
      </DialogTrigger>
      <DrawerContent title={displayName} footer={stop}>
        <Thread conversation={conversation} />
      </DrawerContent>
    </Dialog>
  )
}
