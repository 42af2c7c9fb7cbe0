import { z } from 'zod'
import { Toy } from '../toys/contract.ts'
import { endpoint } from '../wire/endpoint.ts'
import { id } from '../wire/fields.ts'
import { ControlSession } from './contract.ts'

export const ActiveSession = ControlSession.extend({ userEmail: z.string(), toyName: z.string() })
export type ActiveSession = z.output<typeof ActiveSession>

export const listActiveSessions = endpoint({
  method: 'GET',
  path: '/api/admin/active-sessions',
  summary: 'All live sessions, the oldest first',
  access: 'admin',
  output: z.array(ActiveSession),
})

const Stopped = z.object({ session: ControlSession })

export const stopAnySession = endpoint({
  method: 'POST',
  path: '/api/admin/sessions/:sessionId/stop',
  summary: 'End a session; one that has ended stays as it was',
  access: 'admin',
  input: z.object({ sessionId: id }),
  output: Stopped,
  status: 200,
  counted: false,
})

export const forceStopSession = endpoint({
  method: 'POST',
  path: '/api/admin/sessions/:sessionId/force-stop',
  summary: 'End a session and silence all toys of its creator',
  access: 'admin',
  input: z.object({ sessionId: id }),
  output: Stopped,
  status: 200,
  counted: false,
})

export const toggleToy = endpoint({
  method: 'POST',
  path: '/api/admin/toys/:toyId/toggle',
  summary: 'Let a toy take part, or not; switched off in a live session it ends that session',
  access: 'admin',
  input: z.object({ toyId: id, active: z.boolean() }),
  output: Toy,
  status: 200,
})
