import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { dateTime, id, requiredText } from '../../wire/fields.ts'

export const MAX_NOTE_LENGTH = 2000

const text = requiredText('Schrijf een notitie.', MAX_NOTE_LENGTH)

/** A note as an admin writes it. */
export const NoteText = z.object({ text })

/** A note of an admin, only for admins. */
export const InternalNote = z.object({
  id,
  text: z.string(),
  author: z.object({ id, displayName: z.string() }),
  createdAt: dateTime,
  editedAt: dateTime.nullable(),
})
export type InternalNote = z.output<typeof InternalNote>

export const listOrderNotes = endpoint('GET /api/admin/orders/:orderId/notes', 'admin', {
  summary: 'What admins noted about an order, the newest first',
  input: z.object({ orderId: id }),
  output: z.array(InternalNote),
})

export const listCustomerNotes = endpoint('GET /api/admin/users/:userId/notes', 'admin', {
  summary: 'What admins noted about a customer, the newest first',
  input: z.object({ userId: id }),
  output: z.array(InternalNote),
})

export const addOrderNote = endpoint('POST /api/admin/orders/:orderId/notes', 'admin', {
  summary: 'Note something about an order, for admins only',
  idempotent: true,
  input: z.object({ orderId: id, text }),
  output: InternalNote,
})

export const addCustomerNote = endpoint('POST /api/admin/users/:userId/notes', 'admin', {
  summary: 'Note something about a customer, for admins only; it is part of the copy of their data',
  idempotent: true,
  input: z.object({ userId: id, text }),
  output: InternalNote,
})

export const editNote = endpoint('PUT /api/admin/notes/:noteId', 'admin', {
  summary: "Change one of one's own notes; that of another admin is 403",
  input: z.object({ noteId: id, text }),
  output: InternalNote,
})

export const removeNote = endpoint('DELETE /api/admin/notes/:noteId', 'admin', {
  summary: "Delete one of one's own notes; that of another admin is 403",
  input: z.object({ noteId: id }),
  output: z.null(),
})
