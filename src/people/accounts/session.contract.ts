import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { id, dateTime } from '../../wire/fields.ts'

export const LoginSession = z.object({
  id,
  /** What the browser called itself, such as Firefox; null when it did not. */
  browser: z.string().nullable(),
  /** Such as Windows or iPhone. */
  system: z.string().nullable(),
  /** The part of the network that it was opened from, such as `203.0.113.0/24`. */
  place: z.string().nullable(),
  createdAt: dateTime,
  /** Exact to a few minutes. */
  lastSeenAt: dateTime,
  /** Whether it is the one that asks. */
  isCurrent: z.boolean(),
})
export type LoginSession = z.output<typeof LoginSession>

export const listLoginSessions = endpoint({
  method: 'GET',
  path: '/api/account/sessions',
  summary: 'Where one is signed in: this browser first, then by when they were last seen',
  access: 'customer',
  output: z.array(LoginSession),
})

export const endLoginSession = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions/:sessionId',
  summary: "End one of one's sessions; its sockets close within a second",
  access: 'customer',
  input: z.object({ sessionId: id }),
  output: z.null(),
})

export const endOtherLoginSessions = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions',
  summary: 'End every session but this one',
  access: 'customer',
  output: z.null(),
})
