import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { id, dateTime } from '../../wire/fields.ts'

export const LoginSession = z.object({
  id,
  /** Such as Firefox; null when unknown. */
  browser: z.string().nullable(),
  /** Such as Windows or iPhone. */
  system: z.string().nullable(),
  /** The network that the user signed in from, such as `203.0.113.0/24`. */
  place: z.string().nullable(),
  createdAt: dateTime,
  /** Updated at most every 5 minutes. */
  lastSeenAt: dateTime,
  /** Whether it is the session of this request. */
  isCurrent: z.boolean(),
})
export type LoginSession = z.output<typeof LoginSession>

export const listLoginSessions = endpoint('GET /api/account/sessions', 'customer', {
  summary: 'Where one is signed in: this browser first, then by when they were last seen',
  output: z.array(LoginSession),
})

export const endLoginSession = endpoint('DELETE /api/account/sessions/:sessionId', 'customer', {
  summary: "End one of one's sessions; its sockets close within a second",
  input: z.object({ sessionId: id }),
  output: z.null(),
})

export const endOtherLoginSessions = endpoint('DELETE /api/account/sessions', 'customer', {
  summary: 'End every session but this one',
  output: z.null(),
})
