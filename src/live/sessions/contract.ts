import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { cents, id, dateTime } from '../../wire/fields.ts'
import { Toy } from '../toys/contract.ts'
import { CommandDelay, CommandTiming } from './delay.contract.ts'

export const ControlStatus = z.enum(['COUNTDOWN', 'ACTIVE', 'STOPPED'])
export type ControlStatus = z.output<typeof ControlStatus>

export const StoppedBy = z.enum(['USER', 'ADMIN', 'ADMIN_FORCE', 'CREATOR', 'SYSTEM'])
export type StoppedBy = z.output<typeof StoppedBy>

/**
 * A creator's act in a countdown: she accepted, declined (also by not accepting in time when she accepts each session), or let it run.
 * `CANCELLED`: it ended before she had to.
 */
export type ConsentOutcome = 'ACCEPTED' | 'DECLINED' | 'LET_RUN' | 'CANCELLED'

/** The output of a toy now: the command that its provider took last and that is still valid. */
export const CurrentOutput = z.object({
  command: z.enum(['vibrate', 'pattern']),
  /** 1–20 before the owner's cap; null for a pattern. */
  intensity: z.int().nullable(),
  pattern: z.string().nullable(),
  startedAt: dateTime,
})
export type CurrentOutput = z.output<typeof CurrentOutput>

/** Why the meter of a session is paused. */
export const MeterPause = z.enum([
  'CREATOR_WAITS',
  'PAYING',
  'LOW_BALANCE',
  'CONTROLLER_LOST',
  'TOY_UNREACHABLE',
])
export type MeterPause = z.output<typeof MeterPause>

/** A sign of the creator to her player. `WAIT` stills the toy and pauses the meter until `GO_ON`, for at most a minute. */
export const Signal = z.enum(['HEART', 'MORE', 'SOFTER', 'WAIT', 'GO_ON'])
export type Signal = z.output<typeof Signal>

export const ControlSession = z.object({
  id,
  status: ControlStatus,
  toyDeviceId: id,
  /** The creator who owns the toy: the user to write messages to. */
  creatorId: id,
  countdownEndsAt: dateTime,
  /** When the balance runs out if control continues; null before control begins. */
  sessionEndsAt: dateTime.nullable(),
  minutesUsed: z.int(),
  lowBalance: z.boolean(),
  /** Why no minute is charged now; null while control is charged, and outside of it. In the countdown: that its user pays for minutes. */
  pause: MeterPause.nullable(),
  stoppedBy: StoppedBy.nullable(),
  stopReason: z.string().nullable(),
  /** The limits that the creator set for it, or that she has to accept it; null without any. */
  notice: z.string().nullable(),
  /** The last sign of the creator, and when; null before the first one. */
  signal: z.object({ kind: Signal, at: dateTime }).nullable(),
  /** Null while the toy is stopped. */
  output: CurrentOutput.nullable(),
  /** The server's clock, so that the browser can count down without its own date. */
  serverNow: dateTime,
})
export type ControlSession = z.output<typeof ControlSession>

export const readControlSession = endpoint('GET /api/toy-control/session', 'customer', {
  summary: "One's live session, or the one that ended within 30 s; counts as the controller's heartbeat",
  output: ControlSession.nullable(),
})

export const startControl = endpoint('POST /api/toy-control/start', 'customer', {
  summary: 'Start a session: the countdown runs, then control begins',
  idempotent: true,
  input: z.object({ toyDeviceId: id }),
  output: z.object({ session: ControlSession }),
  problems: [
    'INSUFFICIENT_MINUTES',
    'NOT_FOUND',
    'NOT_RECEIVING',
    'SESSION_EXISTS',
    'TOY_BUSY',
    'TOY_OFFLINE',
  ],
})

/** Characters of a pattern's name, or of a custom pattern: one letter per step. */
const MAX_PATTERN_LENGTH = 160

export const ControlCommand = z.object({
  toyDeviceId: id,
  command: z.enum(['vibrate', 'pattern', 'stop']),
  intensity: z.int().min(1, 'Kies 1 tot en met 20.').max(20, 'Kies 1 tot en met 20.').optional(),
  /** A name, or a custom pattern as `~` and letters. */
  pattern: z.string().max(MAX_PATTERN_LENGTH).optional(),
  /** The tab that sent it, and its number there: nothing older than a stop is obeyed, also when they arrive in another order. */
  order: z.object({ tab: z.string().max(40), sequence: z.int().min(0) }).optional(),
  /** So that the delay from finger to toy is known; without it, it is not. */
  timing: CommandTiming.optional(),
})
export type ControlCommand = z.output<typeof ControlCommand>

export const sendCommand = endpoint('POST /api/toy-control/command', 'customer', {
  summary: 'Vibrate, play a pattern, or stop',
  input: ControlCommand,
  output: z.object({ accepted: z.literal(true), sequence: z.int(), delay: CommandDelay.nullable() }),
  status: 200,
  rateLimited: false,
  problems: [
    'CONFLICT',
    'LOW_BALANCE',
    'NOT_FOUND',
    'NOT_ON_MENU',
    'NO_ACTIVE_SESSION',
    'PROVIDER_UNAVAILABLE',
    'RATE_LIMITED',
  ],
})

export const resumeControl = endpoint('POST /api/toy-control/resume', 'customer', {
  summary:
    'One is back from the payment page, paid or not: the live session no longer waits for the payment; 204 without one',
  output: z.object({ session: ControlSession }).nullable(),
  status: 200,
  alsoAnswers: [204],
})

export const stopControl = endpoint('POST /api/toy-control/stop', 'customer', {
  summary: 'End the session; with an id only that one; 204 when there was none',
  input: z.object({ sessionId: id.optional() }),
  output: z.object({ session: ControlSession }).nullable(),
  rateLimited: false,
  status: 200,
  alsoAnswers: [204],
})

export const PastSession = z.object({
  id,
  toyId: id,
  toyName: z.string(),
  status: z.string(),
  startTime: dateTime,
  endTime: dateTime.nullable(),
  minutesPurchased: z.int(),
  cost: cents,
})
export type PastSession = z.output<typeof PastSession>

export const listToys = endpoint('GET /api/toys', 'customer', {
  summary: 'The active toys on the air (all of them for an admin)',
  output: z.array(Toy),
})

export const listSessions = endpoint('GET /api/sessions', 'customer', {
  summary: "One's own past sessions, newest first",
  output: z.array(PastSession),
})
