import { call } from '../../ui/call/call.ts'
import { apiQuery, useApiMutation } from '../../ui/call/hooks.ts'
import { undoableToast } from '../../ui/dialogs/toast.ts'
import * as endpoints from './contract.ts'
import type { InternalNote } from './contract.ts'

/** The subject of a note. */
export type NoteSubject = { orderId: string } | { userId: string }

const notesKey = (subject: NoteSubject) => ['admin', 'notes', subject]

export const notesQuery = (subject: NoteSubject) =>
  'orderId' in subject
    ? apiQuery(notesKey(subject), endpoints.listOrderNotes, subject, { refetchOnMount: 'always' })
    : apiQuery(notesKey(subject), endpoints.listCustomerNotes, subject, { refetchOnMount: 'always' })

/** @param idempotencyKey one for each note, so that a second click adds it once */
export const useAddNote = (subject: NoteSubject, idempotencyKey: (text: string) => string) =>
  useApiMutation(
    ({ text }: { text: string }) => {
      const options = { idempotencyKey: idempotencyKey(text) }
      return 'orderId' in subject
        ? call(endpoints.addOrderNote, { ...subject, text }, options)
        : call(endpoints.addCustomerNote, { ...subject, text }, options)
    },
    { invalidates: [notesKey(subject)], failed: 'De notitie is niet bewaard', hasFieldErrors: true },
  )

export const useEditNote = (subject: NoteSubject) =>
  useApiMutation(endpoints.editNote, {
    alwaysInvalidates: [notesKey(subject)],
    failed: 'De notitie is niet gewijzigd',
    hasFieldErrors: true,
  })

/**
 * Removes a note at once; the toast writes the same text again.
 * @param onRemoved moves the focus, before the note disappears with its buttons
 */
export function useRemoveNote(subject: NoteSubject, onRemoved: () => void) {
  const restore = useAddNote(subject, () => crypto.randomUUID())
  return useApiMutation(
    ({ id, text }: InternalNote) => call(endpoints.removeNote, { noteId: id }).then(() => ({ text })),
    {
      onSuccess: onRemoved,
      alwaysInvalidates: [notesKey(subject)],
      done: ({ text }) => undoableToast('Notitie verwijderd', () => restore.mutate({ text })),
      failed: 'De notitie is niet verwijderd',
    },
  )
}
