import { type QueryClient, useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useUser } from '../../people/accounts/hooks.ts'
import { notificationsQuery } from '../../people/notifications/hooks.ts'
import { call } from '../../ui/call/call.ts'
import { apiQuery, useApiMutation } from '../../ui/call/hooks.ts'
import { useMessageDraft } from './drafts.hooks.ts'
import {
  listContacts,
  listMessages,
  markMessagesRead,
  muteContact,
  sendMessage,
  type Contact,
} from './contract.ts'

/** How often a screen with messages polls, in milliseconds. */
const POLL_MS = { contacts: 8000, thread: 2500 }

export const contactsQuery = apiQuery(
  ['contacts'],
  listContacts,
  {},
  {
    refetchInterval: POLL_MS.contacts,
    refetchOnMount: 'always',
  },
)

export const threadQuery = (userId: string) =>
  apiQuery(
    ['messages', userId],
    listMessages,
    { with: userId },
    {
      refetchInterval: POLL_MS.thread,
      refetchOnMount: 'always',
    },
  )

/** There is a new message: refetches all message queries. */
export function refreshMessages(cache: QueryClient): void {
  void cache.invalidateQueries({ queryKey: contactsQuery.queryKey })
  void cache.invalidateQueries({ queryKey: ['messages'] })
}

/** The contact; undefined until it is loaded, or when there is none. */
export const useContact = (userId: string): Contact | undefined =>
  useQuery(contactsQuery).data?.find(contact => contact.userId === userId)

/** The messages with a contact, polled, and marked as read because they are on screen. */
export function useThread(userId: string) {
  const query = useQuery(threadQuery(userId))
  const own = useUser()?.id
  const unread = query.data?.filter(({ read, toUserId }) => !read && toUserId === own).length ?? 0
  const { mutate } = useApiMutation(markMessagesRead, {
    invalidates: [contactsQuery.queryKey, notificationsQuery.queryKey],
  })
  useEffect(() => {
    if (unread > 0) mutate({ fromUserId: userId })
  }, [unread, userId, mutate])
  return query
}

/** The draft stays until the server has it; it also goes when the form is closed by then. */
export function useSendMessage(userId: string) {
  const cache = useQueryClient()
  const { removeSent } = useMessageDraft(userId)
  const mutationKey = [sendMessage.path, userId]
  // Includes a message that was sent before the chat was closed and opened again: its text is still in the form, and must not be
  // sent twice.
  const isSending = useIsMutating({ mutationKey }) > 0
  const send = useApiMutation((content: string) => call(sendMessage, { toUserId: userId, content }), {
    mutationKey,
    onSuccess: async (message, content) => {
      removeSent(content)
      const { queryKey } = threadQuery(userId)
      await cache.cancelQueries({ queryKey })
      cache.setQueryData(queryKey, all => [...(all ?? []), message])
    },
  })
  return { ...send, isSending }
}

export const useMuteContact = () =>
  useApiMutation(muteContact, {
    failed: 'Niet gelukt',
    alwaysInvalidates: [contactsQuery.queryKey],
  })
