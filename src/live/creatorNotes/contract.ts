import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { dateTime, id, optionalText, requiredText } from '../../wire/fields.ts'

export const MAX_NOTE_LENGTH = 1000
export const MAX_REASON_LENGTH = 200
/** About how many people a creator can have a note. */
export const MAX_NOTES = 500

/** A note of a creator about a person, which only she sees. */
export const CreatorNote = z.object({
  userId: id,
  displayName: z.string(),
  text: z.string(),
  /** Why it is kept for longer than a year. */
  reason: z.string().nullable(),
  savedAt: dateTime,
  expiresAt: dateTime.nullable(),
})
export type CreatorNote = z.output<typeof CreatorNote>

export const listCreatorNotes = endpoint('GET /api/studio/notes', 'model', {
  summary: 'What one noted about people, for oneself alone; the last changed first',
  output: z.array(CreatorNote),
})

export const saveCreatorNote = endpoint('PUT /api/studio/notes/:userId', 'model', {
  summary:
    'Write down something about a person whom one met: for a year, or with a reason of safety without an end',
  input: z.object({
    userId: id,
    text: requiredText('Schrijf een notitie.', MAX_NOTE_LENGTH),
    reason: optionalText(MAX_REASON_LENGTH),
  }),
  output: z.null(),
  status: 204,
  problems: ['NOT_FOUND', 'CONFLICT'],
})

export const removeCreatorNote = endpoint('DELETE /api/studio/notes/:userId', 'model', {
  summary: 'Delete one’s note about a person',
  input: z.object({ userId: id }),
  output: z.null(),
  problems: ['NOT_FOUND'],
})
