import { z } from 'zod'
import { endpoint } from '../../../wire/endpoint.ts'
import { id, dateTime } from '../../../wire/fields.ts'

/** A user's position in the queue for a toy. */
export const QueuePosition = z.object({
  toyId: id,
  toyName: z.string(),
  /** 1 is next. */
  place: z.int().min(1),
  /** How many users are ahead. */
  ahead: z.int().min(0),
  /** Expected wait in milliseconds, by how long sessions on this toy last. */
  expectedWaitMs: z.int().min(0),
  /** The end of the claim window, in which only this user may start; null outside of it. */
  claimUntil: dateTime.nullable(),
  /** The server's clock, so that the browser can count down without its own date. */
  serverNow: dateTime,
})
export type QueuePosition = z.output<typeof QueuePosition>

export const readQueuePosition = endpoint('GET /api/queue', 'customer', {
  summary: "One's own place in a queue, or null; counts as a sign that one still waits",
  output: QueuePosition.nullable(),
})

export const joinQueue = endpoint('POST /api/toys/:toyId/queue', 'customer', {
  summary: 'Wait for a toy that is taken; a second time changes nothing',
  input: z.object({ toyId: id }),
  output: QueuePosition,
  problems: [
    'INSUFFICIENT_MINUTES',
    'NOT_FOUND',
    'NOT_RECEIVING',
    'QUEUED_ELSEWHERE',
    'SESSION_EXISTS',
    'TOY_FREE',
    'TOY_OFFLINE',
  ],
})

export const leaveQueue = endpoint('DELETE /api/toys/:toyId/queue', 'customer', {
  summary: 'Wait for a toy no longer',
  input: z.object({ toyId: id }),
  output: z.null(),
})
