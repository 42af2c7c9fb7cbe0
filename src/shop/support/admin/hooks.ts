import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { apiQuery, useApiMutation } from '../../../ui/call/hooks.ts'
import { createListUrl, urlFields } from '../../../ui/lists/listUrl.ts'
import {
  type AdminConversation,
  listConversations,
  readConversation,
  replyToConversation,
  setConversationStatus,
} from './contract.ts'
import { ConversationStatus } from '../contract.ts'

const ConversationListQuery = z.object({
  ...urlFields,
  status: ConversationStatus.or(z.literal('')).catch(''),
})
export type ConversationListQuery = z.output<typeof ConversationListQuery>

export const conversationListUrl = createListUrl('/admin/messages', ConversationListQuery)

const inboxKey = ['admin', 'conversations']

export const conversationListQuery = (query: ConversationListQuery) =>
  apiQuery([...inboxKey, 'list', query], listConversations, query, { refetchOnMount: 'always' })

export const adminConversationQuery = (conversationId: string) =>
  apiQuery(
    [...inboxKey, 'one', conversationId],
    readConversation,
    { conversationId },
    { refetchOnMount: 'always' },
  )

/** Not optimistic, because a mail can't be undone. After a refusal the conversation is read again; the form keeps its text. */
const useInboxChange = (conversationId: string) => {
  const cache = useQueryClient()
  const { queryKey } = adminConversationQuery(conversationId)
  return {
    onSuccess: (conversation: AdminConversation) => cache.setQueryData(queryKey, conversation),
    // Also the number in the navigation.
    alwaysInvalidates: [['admin'], ['stats', 'taskCounts']],
  }
}

export const useReply = (conversationId: string) =>
  useApiMutation(replyToConversation, {
    ...useInboxChange(conversationId),
    done: { title: 'Antwoord verstuurd', description: 'De klant krijgt het per mail.' },
    failed: 'Je antwoord is niet verstuurd',
    hasFieldErrors: true,
  })

export const useSetConversationStatus = (conversationId: string) =>
  useApiMutation(setConversationStatus, {
    ...useInboxChange(conversationId),
    done: ({ status }) => ({
      title: status === 'CLOSED' ? 'Gesprek gesloten' : 'Gesprek heropend',
    }),
    failed: 'Dit is niet gelukt',
  })
