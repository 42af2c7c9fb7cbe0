import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { ConversationLayout } from './ConversationLayout.tsx'
import { ConversationThread } from './ConversationThread.tsx'
import { conversationQuery } from './hooks.ts'

/** `/contact/gesprek/:conversationId`: one's own conversation with the shop. */
export function OwnConversationPage() {
  const { conversationId = '' } = useParams()
  const access = { conversationId }
  const { data } = useSuspenseQuery(conversationQuery(access))
  return (
    <ConversationLayout>
      <ConversationThread conversation={data} access={access} />
    </ConversationLayout>
  )
}
