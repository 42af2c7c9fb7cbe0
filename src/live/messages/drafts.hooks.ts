import { useSyncExternalStore } from 'react'
import { useUser } from '../../people/accounts/hooks.ts'

/**
 * What is typed and not sent, by contact: a chat closes with its drawer, its session or the login, and the text is there when it opens
 * again. In the memory of the page alone, because nothing typed is stored (decision 052), and only for the user who wrote it.
 */
let drafts = new Map<string, string>()
let authorId = ''
const listeners = new Set<() => void>()

const draftOf = (userId: string, contactId: string): string =>
  userId === authorId ? (drafts.get(contactId) ?? '') : ''

function saveDraft(userId: string, contactId: string, text: string): void {
  if (userId !== authorId) drafts = new Map()
  authorId = userId
  drafts.set(contactId, text)
  for (const listener of listeners) listener()
}

interface MessageDraft {
  text: string
  write: (text: string) => void
  /** Must be called with what was sent; what was typed since then stays. */
  removeSent: (sent: string) => void
}

/** The user's draft of a message to this contact. */
export function useMessageDraft(contactId: string): MessageDraft {
  const userId = useUser()?.id ?? ''
  const read = () => draftOf(userId, contactId)
  return {
    text: useSyncExternalStore(subscribe, read, () => ''),
    write: text => saveDraft(userId, contactId, text),
    removeSent: sent => {
      const text = read()
      const rest = text.slice(sent.length)
      if (text.startsWith(sent) && !/^\S/.test(rest)) saveDraft(userId, contactId, rest)
    },
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
