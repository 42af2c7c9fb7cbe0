import { findContacts } from '../../people/accounts/contactDigest.rules.ts'
import { call } from '../../ui/call/call.ts'
import { apiQuery, useApiMutation } from '../../ui/call/hooks.ts'
import {
  blockUser,
  hideInArea,
  listBlockedUsers,
  MAX_CONTACTS,
  readHiding,
  replaceContacts,
  setPublicPage,
  showInArea,
  TOO_MANY_CONTACTS,
  unblockUser,
} from './contract.ts'

export const blockedUsersQuery = apiQuery(['studio', 'blocked'], listBlockedUsers, {})

export const hidingQuery = apiQuery(['studio', 'hiding'], readHiding, {})

// Also the sessions, which a block may end: the keys of all queries of the studio begin with it.
const studio = { alwaysInvalidates: [['studio']] }

export const useBlockUser = () =>
  useApiMutation(({ userId }: { userId: string; displayName: string }) => call(blockUser, { userId }), {
    ...studio,
    done: (_, { displayName }) => ({
      title: `${displayName} is geblokkeerd`,
      description: 'Je bestaat hier voor deze persoon niet meer.',
    }),
    failed: 'Kon niet blokkeren',
  })

export const useUnblockUser = () =>
  useApiMutation(unblockUser, {
    ...studio,
    done: 'Blokkade opgeheven',
    failed: 'Kon de blokkade niet opheffen',
  })

export const useHideInArea = () =>
  useApiMutation(hideInArea, { ...studio, failed: 'Niet toegevoegd', hasFieldErrors: true })

export const useShowInArea = () => useApiMutation(showInArea, { ...studio, failed: 'Niet verwijderd' })

export const useSetPublicPage = () =>
  useApiMutation(setPublicPage, { ...studio, done: 'Opgeslagen', failed: 'Niet opgeslagen' })

/** Bytes of a hash that are sent: see `people/accounts/contactDigest.service.ts`. */
const HASH_BYTES = 16

async function hashContact(contact: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(contact))
  const bytes = new Uint8Array(digest).subarray(0, HASH_BYTES)
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/** Hashes contacts in the browser. The order is that of the hashes, so that it says nothing about the list. */
export const hashContacts = async (contacts: string[]): Promise<string[]> =>
  (await Promise.all(contacts.map(hashContact))).sort()

/** A list that is not sent. Its message is for the user. */
export class ContactListError extends Error {}

/** Reads a list in the browser, hashes it there and sends the hashes. */
export const useReplaceContacts = () =>
  useApiMutation(
    async (text: string) => {
      const { contacts, unreadable } = findContacts(text)
      if (contacts.length > MAX_CONTACTS) throw new ContactListError(TOO_MANY_CONTACTS)
      if (contacts.length === 0 && text.trim() !== '')
        throw new ContactListError('We vinden geen e-mailadressen of telefoonnummers in deze lijst.')
      await call(replaceContacts, { hashes: await hashContacts(contacts) })
      return { count: contacts.length, unreadable }
    },
    {
      ...studio,
      done: ({ count, unreadable }) => ({
        title: count === 0 ? 'Je lijst is leeg' : 'Je lijst is opgeslagen',
        ...(unreadable > 0 && {
          description: `${unreadable} ${unreadable === 1 ? 'regel was' : 'regels waren'} geen adres of nummer.`,
        }),
      }),
    },
  )
