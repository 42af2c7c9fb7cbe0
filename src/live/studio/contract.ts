import { z } from 'zod'
import { ControlStatus, CurrentOutput, MeterPause, Signal } from '../sessions/contract.ts'
import { CommandDelay } from '../sessions/delay.contract.ts'
import { ON_AIR_HOURS, ProviderConnection, Toy } from '../toys/contract.ts'
import { endpoint } from '../../wire/endpoint.ts'
import { id, dateTime, requiredText } from '../../wire/fields.ts'

const strongest = 'Kies 1 tot en met 20.'

export const StudioToy = Toy.extend({
  /** The cap, 1–20: the highest strength of the toy for anyone. */
  maxIntensity: z.int(),
  /** The cap that its owner gave it: above `maxIntensity` while the lowest cap binds all toys that it may be. */
  ownMaxIntensity: z.int(),
  /** Whether others may start on it, and until when. */
  onAir: z.boolean(),
  onAirUntil: dateTime.nullable(),
  /** Whether it is the caller's: only its owner puts it on the air and raises its cap. */
  isOwn: z.boolean(),
  /** Whether the creator's own browser passes commands on to it. */
  isBridged: z.boolean(),
  /** The device that it may be, while its owner has to confirm it; null when that is known. */
  heldDevice: z.int().nullable(),
  /** Since when it takes no stop although it may run: its owner must switch it off. */
  unstoppedAt: dateTime.nullable(),
})
export type StudioToy = z.output<typeof StudioToy>

/** A live session on one of the creator's toys. The only data about its user is the display name. */
export const StudioSession = z.object({
  id,
  toyId: id,
  status: ControlStatus,
  userId: id,
  displayName: z.string(),
  /** Whether its user is one of the creator's favourites. */
  isFavourite: z.boolean(),
  /** Their session before this one: when it began, its minutes, and the toy; null the first time. */
  lastPlayed: z.object({ at: dateTime, minutes: z.int(), toyName: z.string() }).nullable(),
  /** In the countdown: whether it ends without the creator's yes. */
  awaitsAccept: z.boolean(),
  /** The highest level now, 1–20: the cap, or less during the warm-up. */
  cap: z.int(),
  /** The level that the toy runs at now, 0–20, under the cap. */
  level: z.int(),
  /** The running command, so that its course can be drawn; null while the toy is stopped. */
  output: CurrentOutput.nullable(),
  /** Of the last command, from its user's finger to the toy; null while it is not known. */
  delay: CommandDelay.nullable(),
  startedAt: dateTime,
  countdownEndsAt: dateTime,
  minutesUsed: z.int(),
  /** Why no minute is charged now; null while control is charged, and outside of it. In the countdown: that its user pays for minutes. */
  pause: MeterPause.nullable(),
})
export type StudioSession = z.output<typeof StudioSession>

export const Studio = z.object({
  toys: z.array(StudioToy),
  sessions: z.array(StudioSession),
  provider: ProviderConnection,
  serverNow: dateTime,
})
export type Studio = z.output<typeof Studio>

export const readStudio = endpoint('GET /api/studio', 'model', {
  summary: "A creator's toys, and who is in control of them (an admin: everyone's)",
  output: Studio,
})

export const changeToy = endpoint('PUT /api/studio/toys/:toyId', 'model', {
  summary:
    'Cap a toy, put it on the air for 1, 4 or 12 hours or off, or name it; only its owner puts it on the air or raises its cap',
  input: z.object({
    toyId: id,
    maxIntensity: z.int(strongest).min(1, strongest).max(20, strongest).optional(),
    onAir: z.boolean().optional(),
    /** For how many hours; puts it on the air also without `onAir`, which by itself means the shortest time. */
    onAirHours: z.literal([...ON_AIR_HOURS], 'Kies 1, 4 of 12 uur.').optional(),
    name: requiredText('Geef je toy een naam.', 40).optional(),
  }),
  output: StudioToy,
  problems: ['NOT_ADMITTED', 'NOT_FOUND'],
})

export const confirmToyOff = endpoint('POST /api/studio/toys/:toyId/switched-off', 'model', {
  summary: 'Note that a toy that took no stop was switched off by hand',
  input: z.object({ toyId: id }),
  output: z.null(),
  problems: ['NOT_FOUND'],
  status: 204,
})

export const removeToy = endpoint('DELETE /api/studio/toys/:toyId', 'model', {
  summary: "Remove a toy of one's own that is gone; it is new when it comes back",
  input: z.object({ toyId: id }),
  output: z.null(),
  problems: ['NOT_FOUND', 'CONFLICT', 'TOY_BUSY'],
})

export const confirmToys = endpoint('POST /api/studio/bridge/confirm', 'model', {
  summary: 'Say which connected device each of the toys is that share a name',
  input: z.object({
    toys: z
      .array(z.object({ toyId: id, device: z.int().min(0).max(4_294_967_295) }))
      .min(1)
      .max(10),
  }),
  output: z.null(),
  status: 204,
  problems: ['CONFLICT'],
})

/** Minutes that were played: since midnight, in the last 30 days, and in total. */
export const PlayedMinuteTotals = z.object({ today: z.int(), month: z.int(), ever: z.int() })
export type PlayedMinuteTotals = z.output<typeof PlayedMinuteTotals>

export const readPlayedMinutes = endpoint('GET /api/studio/earned', 'model', {
  summary: "How many minutes were played on one's toys (an admin: everyone's)",
  output: PlayedMinuteTotals,
})

const sessionChoice = z.object({ sessionId: id.optional() })
const EndedSessions = z.object({ sessions: z.array(StudioSession) })

export const declineSession = endpoint('POST /api/studio/decline', 'model', {
  summary: 'Decline a session before control begins; without an id all that are in their countdown',
  input: sessionChoice,
  output: EndedSessions,
  status: 200,
  problems: ['NOT_FOUND'],
})

export const acceptSession = endpoint('POST /api/studio/accept', 'model', {
  summary: 'Accept a session before control begins, without which it does not begin when one accepts each',
  input: z.object({ sessionId: id }),
  output: z.null(),
  status: 200,
  problems: ['NOT_FOUND'],
})

export const signalPlayer = endpoint('POST /api/studio/signal', 'model', {
  summary:
    'Give a sign to the player of a session; WAIT stills the toy and pauses the meter, GO_ON ends that',
  input: z.object({ sessionId: id, signal: Signal }),
  output: z.null(),
  status: 204,
  problems: ['NOT_FOUND', 'CONFLICT'],
})

export const stopToys = endpoint('POST /api/studio/stop', 'model', {
  summary: "End a session and stop its toy; without an id all of one's toys, also those without a session",
  input: sessionChoice,
  output: EndedSessions,
  status: 200,
  rateLimited: false,
  problems: ['NOT_FOUND'],
})
