import { z } from 'zod'
import { BridgedToy, Toy } from '../toys/contract.ts'
import { dateTime } from '../../wire/fields.ts'
import { ControlCommand, ControlSession } from './contract.ts'
import { QueuePosition } from './queue/contract.ts'

/** Where the socket is: one a browser tab, JSON frames. */
export const LIVE_SOCKET_PATH = '/api/live'

/** Bytes: a longer frame closes the socket (1009). */
export const MAX_FRAME_BYTES = 4096

/** How the server closes a socket, beside what the protocol has codes for. */
export const SOCKET_CLOSE_CODES = { notAFrame: 1008, tooLong: 1009, noSession: 4401, flood: 4429 } as const

/** More toys no tab may bridge. */
export const MAX_BRIDGED_TOYS = 10

/** What a browser says; anything else closes the socket (1008). */
export const ClientFrame = z.discriminatedUnion('type', [
  ControlCommand.extend({
    type: z.literal('command'),
    /** Counts the tab's commands; what answers one carries it. */
    sequence: z.int().min(0),
  }),
  z.object({ type: z.literal('heartbeat') }),
  /** Which toys the creator's computer has now. The tab's first says `fresh`: the bridge is then this tab's alone. */
  z.object({
    type: z.literal('bridge'),
    fresh: z.boolean(),
    toys: z.array(BridgedToy).max(MAX_BRIDGED_TOYS),
  }),
  /** The bridge lives; answered at once with the same, or with `unbridge`. */
  z.object({ type: z.literal('bridging') }),
  /** What became of a `run` or `silence` of this number. */
  z.object({ type: z.literal('done'), id: z.int().min(0), ok: z.boolean() }),
])
export type ClientFrame = z.output<typeof ClientFrame>

/** What the server says: what has changed, at once, and what became of a command. */
export const ServerFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('session'), session: ControlSession.nullable() }),
  z.object({ type: z.literal('toys'), toys: z.array(Toy) }),
  z.object({ type: z.literal('balance'), minutesBalance: z.int() }),
  z.object({ type: z.literal('queue'), place: QueuePosition.nullable() }),
  /** Someone wrote: what they wrote is asked for. */
  z.object({ type: z.literal('messages') }),
  /** To who keeps the shop: a toy or someone's session is other than it was. What is so is asked for. */
  z.object({ type: z.literal('devices') }),
  z.object({
    type: z.literal('ack'),
    sequence: z.int(),
    /** Its number in the session, as the call over HTTP answers it: of two commands by different doors it tells the order. */
    accepted: z.int(),
    /** When the provider took it, or a later one replaced it, by the server's clock. */
    sentAt: dateTime,
  }),
  z.object({ type: z.literal('bridging') }),
  /** This tab has no bridge: another has it (`taken`), or it was not heard of for too long and may begin afresh. */
  z.object({ type: z.literal('unbridge'), taken: z.boolean() }),
  /** A bridged device does this for so many seconds, and is then still by itself. */
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
