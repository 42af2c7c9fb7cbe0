import { z } from 'zod'
import { BridgedToy, Toy } from '../toys/contract.ts'
import { dateTime } from '../../wire/fields.ts'
import { ControlCommand, ControlSession } from './contract.ts'
import { CommandDelay } from './delay.contract.ts'
import { QueuePosition } from './queue/contract.ts'

/** The path of the socket: one per browser tab, with JSON frames. */
export const LIVE_SOCKET_PATH = '/api/live'

/** Bytes: a longer frame closes the socket (1009). */
export const MAX_FRAME_BYTES = 4096

/** Close codes of the server, in addition to those of the protocol. */
export const SOCKET_CLOSE_CODES = { notAFrame: 1008, tooLong: 1009, noSession: 4401, flood: 4429 } as const

/** Maximum number of toys that a tab may bridge. */
export const MAX_BRIDGED_TOYS = 10

/** Frames of a browser; any other frame closes the socket (1008). */
export const ClientFrame = z.discriminatedUnion('type', [
  ControlCommand.extend({
    type: z.literal('command'),
    /** The tab's command number; the answer carries it. */
    sequence: z.int().min(0),
  }),
  z.object({ type: z.literal('heartbeat') }),
  /** The toys of the creator's computer. A tab's first frame says `fresh`: the bridge is then this tab's alone. */
  z.object({
    type: z.literal('bridge'),
    fresh: z.boolean(),
    /** The tab's connection to the program, in which a device keeps its number; without it each fresh frame begins another one. */
    link: z
      .string()
      .regex(/^[\w-]{1,64}$/)
      .optional(),
    toys: z.array(BridgedToy).max(MAX_BRIDGED_TOYS),
  }),
  /** Heartbeat of the bridge; answered at once with the same, or with `unbridge`. */
  z.object({ type: z.literal('bridging') }),
  /** The result of the `run` or `silence` of this number. */
  z.object({ type: z.literal('done'), id: z.int().min(0), ok: z.boolean() }),
])
export type ClientFrame = z.output<typeof ClientFrame>

/** Frames of the server: changes, at once, and the results of commands. */
export const ServerFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('session'), session: ControlSession.nullable() }),
  z.object({ type: z.literal('toys'), toys: z.array(Toy) }),
  z.object({ type: z.literal('balance'), minutesBalance: z.int() }),
  z.object({ type: z.literal('queue'), place: QueuePosition.nullable() }),
  /** There is a new message; the browser fetches it. */
  z.object({ type: z.literal('messages') }),
  /** There is a new notification; the browser fetches it. */
  z.object({ type: z.literal('notifications') }),
  /** To a creator: a toy was approved, or a session on one began or ended; the browser fetches it. */
  z.object({ type: z.literal('studio') }),
  /** To admins: a toy or a session changed; the browser fetches it. */
  z.object({ type: z.literal('devices') }),
  z.object({
    type: z.literal('ack'),
    sequence: z.int(),
    /** The number in the session, as the call over HTTP answers it: it orders commands that were sent by socket and by HTTP. */
    accepted: z.int(),
    /** When the provider took it, or a later one replaced it, by the server's clock. */
    sentAt: dateTime,
    /** Milliseconds from its receipt to this answer. */
    tookMs: z.number(),
    /** From finger to toy; null when it is not known. */
    delay: CommandDelay.nullable(),
  }),
  z.object({ type: z.literal('bridging') }),
  /** The report of a connection to the program was stored, but for these devices, for which the creator has too many toys. */
  z.object({ type: z.literal('bridged'), link: z.string(), refused: z.array(z.int()) }),
  /** This tab has no bridge: another tab has it (`taken`), or its heartbeats stopped and it may start again. */
  z.object({ type: z.literal('unbridge'), taken: z.boolean() }),
  /** A bridged device does this for this many seconds, and then stops by itself. */
  z.object({
    type: z.literal('run'),
    id: z.int(),
    device: z.int(),
    strengths: z.array(z.int()),
    stepMs: z.int(),
    /** The owner's cap (1–20): no motor is rounded up above it. */
    cap: z.int(),
    seconds: z.number(),
  }),
  z.object({ type: z.literal('silence'), id: z.int(), device: z.int() }),
  z.object({ type: z.literal('error'), code: z.string(), message: z.string(), sequence: z.int().optional() }),
])
export type ServerFrame = z.output<typeof ServerFrame>
