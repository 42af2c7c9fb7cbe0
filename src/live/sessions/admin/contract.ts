import { z } from 'zod'
import { Toy } from '../../toys/contract.ts'
import { endpoint } from '../../../wire/endpoint.ts'
import { id, dateTime } from '../../../wire/fields.ts'
import { ControlSession } from '../contract.ts'

/** A session's state and never its content, so that `output` is always null. */
export const ActiveSession = ControlSession.extend({
  userId: id,
  userEmail: z.string(),
  displayName: z.string(),
  toyName: z.string(),
})
export type ActiveSession = z.output<typeof ActiveSession>

export const listActiveSessions = endpoint('GET /api/admin/active-sessions', 'admin', {
  summary: 'All live sessions, the oldest first',
  output: z.array(ActiveSession),
})

const StoppedSession = z.object({ session: ControlSession })

export const stopSessionAsAdmin = endpoint('POST /api/admin/sessions/:sessionId/stop', 'admin', {
  summary: 'End a session; one that has ended stays as it was',
  input: z.object({ sessionId: id }),
  output: StoppedSession,
  status: 200,
  rateLimited: false,
})

export const forceStopSession = endpoint('POST /api/admin/sessions/:sessionId/force-stop', 'admin', {
  summary: 'End a session and send its toy a stop, past all that waits, also when it has ended already',
  input: z.object({ sessionId: id }),
  output: StoppedSession,
  status: 200,
  rateLimited: false,
})

/** A toy as an admin sees it. */
export const AdminToy = Toy.extend({
  provider: z.enum(['LOVENSE', 'BUTTPLUG']),
  /** The owner's cap, 1–20. */
  maxIntensity: z.int(),
  /** Whether its owner allows others to start on it, and until when. */
  onAir: z.boolean(),
  onAirUntil: dateTime.nullable(),
  owner: z.object({ id, displayName: z.string(), email: z.string() }),
  /** Since when it takes neither a stop nor zeros although it may run; null while all is well. */
  unstoppedAt: dateTime.nullable(),
  /** When its app last reported it; null when it never did. */
  lastSeenAt: dateTime.nullable(),
})
export type AdminToy = z.output<typeof AdminToy>

export const listAllToys = endpoint('GET /api/admin/toys', 'admin', {
  summary:
    'All toys with whose they are: those that take no stop first, then those that wait for approval, then by name',
  output: z.array(AdminToy),
})

export const toggleToy = endpoint('POST /api/admin/toys/:toyId/toggle', 'admin', {
  summary: 'Let a toy take part, or not; switched off in a live session it ends that session',
  input: z.object({ toyId: id, active: z.boolean() }),
  output: Toy,
  status: 200,
})
