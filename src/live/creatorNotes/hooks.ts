import { apiQuery, useApiMutation } from '../../ui/call/hooks.ts'
import { listCreatorNotes, removeCreatorNote, saveCreatorNote } from './contract.ts'

export const creatorNotesQuery = apiQuery(['studio', 'notes'], listCreatorNotes, {})

const notes = { alwaysInvalidates: [creatorNotesQuery.queryKey] }

export const useSaveNote = () =>
  useApiMutation(saveCreatorNote, { ...notes, done: 'Notitie opgeslagen', failed: 'Niet opgeslagen' })

export const useRemoveNote = () =>
  useApiMutation(removeCreatorNote, { ...notes, done: 'Notitie verwijderd', failed: 'Niet verwijderd' })
