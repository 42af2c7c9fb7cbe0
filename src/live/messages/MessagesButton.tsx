import { MessageCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { CountBadge } from '../../ui/components/Badge.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { Dialog, DialogTrigger, DrawerContent } from '../../ui/components/Dialog.tsx'
import { useConversation } from './hooks.ts'
import { Thread } from './Thread.tsx'

interface MessagesButtonProps {
  userId: string
  /** Stays in reach under what is written: a stop, since the panel lies over everything else. */
  stop: ReactNode
}

/** Opens what one writes with someone, beside what one is doing; nothing for someone whom one never met. */
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
