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

export const readQueuePosition = endpoint({
  method: 'GET',
  path: '/api/queue',
  summary: "One's own place in a queue, or null; counts as a sign that one still waits",
  access: 'customer',
  output: QueuePosition.nullable(),
})

export const joinQueue = endpoint({
  method: 'POST',
  path: '/api/toys/:toyId/queue',
  summary: 'Wait for a toy that is taken; a second time changes nothing',
  access: 'customer',
  input: z.object({ toyId: id }),
  output: QueuePosition,
})

export const leaveQueue = endpoint({
  method: 'DELETE',
  path: '/api/toys/:toyId/queue',
  summary: 'Wait for a toy no longer',
  access: 'customer',
  input: z.object({ toyId: id }),
  output: z.null(),
})
