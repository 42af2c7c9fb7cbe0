import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../ui/call/call.ts'
import { apiQuery, useApiMutation } from '../../ui/call/hooks.ts'
import type { InputOf } from '../../wire/endpoint.ts'
import {
  listOwnConversations,
  openConversation,
  readOwnConversation,
  sendContactMessage,
  writeLinkMessage,
  writeOwnMessage,
} from './contract.ts'

export type ContactFormValues = InputOf<typeof sendContactMessage>

const conversationsKey = ['conversations']

export const conversationsQuery = apiQuery(
  conversationsKey,
  listOwnConversations,
  {},
  { refetchOnMount: 'always' },
)

/** How a conversation is reached: by signing in, or by the token of a mailed link. */
export type ConversationAccess = { conversationId: string } | { token: string }

export const conversationQuery = (access: ConversationAccess) =>
  'token' in access
    ? apiQuery(['conversations', access], openConversation, access, { refetchOnMount: 'always' })
    : apiQuery(['conversations', access], readOwnConversation, access, { refetchOnMount: 'always' })

/** @param idempotencyKey one for each message, so that a second click sends it once */
export const useSendContactMessage = (idempotencyKey: (text: string) => string) =>
  useApiMutation(
    (input: ContactFormValues) =>
      call(sendContactMessage, input, { idempotencyKey: idempotencyKey(JSON.stringify(input)) }),
    { invalidates: [conversationsKey], failed: 'Je bericht is niet verstuurd', hasFieldErrors: true },
  )

export function useWriteMessage(access: ConversationAccess, idempotencyKey: (text: string) => string) {
  const cache = useQueryClient()
  return useApiMutation(
    ({ text }: { text: string }) => {
      const options = { idempotencyKey: idempotencyKey(text) }
      return 'token' in access
        ? call(writeLinkMessage, { ...access, text }, options)
        : call(writeOwnMessage, { ...access, text }, options)
    },
    {
      onSuccess: conversation => cache.setQueryData(conversationQuery(access).queryKey, conversation),
      done: { title: 'Verstuurd', description: 'We antwoorden binnen 5 werkdagen.' },
      failed: 'Je bericht is niet verstuurd',
      hasFieldErrors: true,
    },
  )
}
