import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { userQuery, useUser } from '../../people/accounts/hooks.ts'

/**
 * The text that is typed and not sent, by contact: a chat closes with its drawer, its session or the login, and the text is there
 * when it opens again. In the memory of the page alone, because nothing typed is stored (decision 052), and only until somebody else
 * is signed in.
 */
let drafts = new Map<string, string>()
let authorId = ''
let stopWatching: (() => void) | undefined
const listeners = new Set<() => void>()

export const draftOf = (userId: string, contactId: string): string =>
  userId === authorId ? (drafts.get(contactId) ?? '') : ''

export function saveDraft(cache: QueryClient, userId: string, contactId: string, text: string): void {
  if (userId !== authorId) drafts = new Map()
  authorId = userId
  drafts.set(contactId, text)
  stopWatching ??= cache.getQueryCache().subscribe(() => forgetForOthers(cache))
  for (const listener of listeners) listener()
}

/** Not when nobody is signed in: the author may come back. */
function forgetForOthers(cache: QueryClient): void {
  const user = cache.getQueryData(userQuery.queryKey)
  if (!user || user.id === authorId) return
  drafts = new Map()
  stopWatching?.()
  stopWatching = undefined
}

interface MessageDraft {
  text: string
  write: (text: string) => void
  /** Must be called with the text that was sent; text that was typed since then stays. */
  removeSent: (sent: string) => void
}

/** The user's draft of a message to this contact. */
export function useMessageDraft(contactId: string): MessageDraft {
  const cache = useQueryClient()
  const userId = useUser()?.id ?? ''
  const read = () => draftOf(userId, contactId)
  return {
    text: useSyncExternalStore(subscribe, read, () => ''),
    write: text => saveDraft(cache, userId, contactId, text),
    removeSent: sent => {
      const text = read()
      const rest = text.slice(sent.length)
      if (text.startsWith(sent) && !/^\S/.test(rest)) saveDraft(cache, userId, contactId, rest)
    },
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
