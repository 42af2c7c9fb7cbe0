import type { ControlCommand } from '../contract.ts'
import { keepSameOutput, type PlayingOutput } from '../engine/toyOutput.rules.ts'

/**
 * The state machine of the commands from a screen to the toy: at most one in flight, the newest pending one, and a stop, which
 * goes before both.
 *
 * idle       nothing is pending
 * pending    a command waits for its interval, or for the answer to the one in flight
 * stopping   a stop is in flight, waits for its retry, or waits for the result of the command before it; commands wait for it
 *
 * All times are in milliseconds of the browser's monotonic clock.
 */

/** The minimum interval between two commands of one browser. */
export const COMMAND_INTERVAL_MS = 80
/** A stop without an answer is sent again after a pause that doubles from the first to the last of these. */
const STOP_RETRY_MS = { first: 250, last: 2000 }

/** A command to the toy. */
export type PlayCommand = { command: 'vibrate'; intensity: number } | { command: 'pattern'; pattern: string }
export type SentCommand = PlayCommand | { command: 'stop' }

/** The state that the screen shows. */
export interface ControlState {
  /** The output of the toy, as acknowledged by the server. */
  playing: PlayingOutput | null
  /** Whether the server has reported the output: before, `playing` may differ from the toy's. */
  isKnown: boolean
  /** From the finger to the provider's answer, of the last command of which the server knows it, as its creator sees it, too; or null. */
  delayMs: number | null
  /** A stop is in progress. */
  isStopping: boolean
}

/** The number that the server gave a command, or its error. */
type Outcome = number | 'refused' | 'unknown'

interface StopState {
  tries: number
  /** The result of the command that was in flight when the stop was requested; null without one. */
  preceding: Outcome | 'inFlight' | null
  /** The stop's number, once it is acknowledged. */
  acknowledged: number | null
  /** When a failed stop is sent again. */
  retryAt: number | null
}

export interface SenderState {
  shown: ControlState
  /** Only the newest is kept. */
  pending: { command: PlayCommand; since: number } | null
  isInFlight: boolean
  /** When the last command was sent, or null. */
  sentAt: number | null
  answeredAt: number
  stop: StopState | null
  /** Grows with every stop and every end of a session: answers from before are ignored. */
  epoch: number
}

/** A command that was sent, and when. */
export interface Sending {
  command: SentCommand
  /** Milliseconds from the movement of the finger to the sending. */
  waitedMs: number
  epoch: number
  sentAt: number
}

export type SenderEvent =
  | { type: 'play'; command: PlayCommand }
  | { type: 'stop' }
  | { type: 'answered'; sending: Sending; sequence: number; delayMs: number | null }
  | { type: 'failed'; sending: Sending; outcome: 'refused' | 'unknown'; error: unknown }
  | { type: 'outputReceived'; playing: PlayingOutput | null; askedAt: number }
  | { type: 'timer' }
  | { type: 'reset' }

export type SenderEffect =
  | { type: 'send'; sending: Sending }
  /** Replaces the timer that was set before. */
  | { type: 'wake'; inMs: number }
  | { type: 'reportAnswer' }
  | { type: 'reportFailure'; error: unknown; command: ControlCommand['command'] }

export interface SenderStep {
  state: SenderState
  effects: SenderEffect[]
}

const idle: ControlState = { playing: null, isKnown: false, delayMs: null, isStopping: false }

export const newSender: SenderState = {
  shown: idle,
  pending: null,
  isInFlight: false,
  sentAt: null,
  answeredAt: Number.NEGATIVE_INFINITY,
  stop: null,
  epoch: 0,
}

/** The state after an event, and the effects to carry out, in this order. */
export function reduceSender(state: SenderState, event: SenderEvent, now: number): SenderStep {
  switch (event.type) {
    case 'play':
      return sendPending({ ...state, pending: { command: event.command, since: now } }, now)
    case 'stop':
      return beginStop(state, now)
    case 'answered':
      return event.sending.command.command === 'stop'
        ? stopAnswered(state, event, now)
        : playAnswered(state, event, now)
    case 'failed':
      return event.sending.command.command === 'stop'
        ? stopFailed(state, event, now)
        : playFailed(state, event, now)
    case 'outputReceived':
      return unchanged(outputReceived(state, event.playing, event.askedAt))
    case 'timer':
      return state.stop ? retryStop(state, state.stop, now) : sendPending(state, now)
    case 'reset':
      return unchanged({
        ...state,
        shown: idle,
        pending: null,
        sentAt: null,
        stop: null,
        epoch: state.epoch + 1,
      })
  }
}

const unchanged = (state: SenderState): SenderStep => ({ state, effects: [] })

/** Applies one step, and then another to its resulting state. */
function andThen(first: SenderStep, next: (state: SenderState) => SenderStep): SenderStep {
  const second = next(first.state)
  return { state: second.state, effects: [...first.effects, ...second.effects] }
}

/** Sends the pending command when its time has come. */
function sendPending(state: SenderState, now: number): SenderStep {
  const { pending, sentAt, epoch } = state
  const isInFlight = state.isInFlight || state.stop !== null
  const inMs = sendDelay({ hasPending: pending !== null, isInFlight, sentAt }, now)
  if (inMs === null || pending === null) return unchanged(state)
  if (inMs > 0) return { state, effects: [{ type: 'wake', inMs }] }
  const sending = { command: pending.command, waitedMs: now - pending.since, epoch, sentAt: now }
  return {
    state: { ...state, pending: null, isInFlight: true, sentAt: now },
    effects: [{ type: 'send', sending }],
  }
}

type Answer = Extract<SenderEvent, { type: 'answered' }>

function playAnswered(state: SenderState, answer: Answer, now: number): SenderStep {
  const { sending, sequence } = answer
  const freed = { ...state, isInFlight: false }
  const shown = sending.epoch === state.epoch ? acknowledge(freed, answer, now) : unchanged(freed)
  return andThen(shown, next => settlePreceding(next, sequence, now))
}

function acknowledge(state: SenderState, { sending, delayMs }: Answer, now: number): SenderStep {
  const { command, sentAt } = sending
  const playing =
    command.command === 'stop'
      ? null
      : { intensity: null, pattern: null, ...command, startedAt: (sentAt + now) / 2 }
  const shown = { ...state.shown, playing, isKnown: true, delayMs: delayMs ?? state.shown.delayMs }
  return { state: { ...state, shown, answeredAt: now }, effects: [{ type: 'reportAnswer' }] }
}

function playFailed(
  state: SenderState,
  { sending, outcome, error }: Extract<SenderEvent, { type: 'failed' }>,
  now: number,
): SenderStep {
  const effects: SenderEffect[] =
    sending.epoch === state.epoch ? [{ type: 'reportFailure', error, command: sending.command.command }] : []
  return andThen({ state: { ...state, isInFlight: false }, effects }, next =>
    settlePreceding(next, outcome, now),
  )
}

/** The command in flight has a result: continues with a stop that waits for it, or with the next command. */
function settlePreceding(state: SenderState, outcome: Outcome, now: number): SenderStep {
  const { stop } = state
  if (stop?.preceding !== 'inFlight') return sendPending(state, now)
  return settleStop({ ...state, stop: { ...stop, preceding: outcome } }, now)
}

function beginStop(state: SenderState, now: number): SenderStep {
  if (state.stop) return unchanged({ ...state, pending: null })
  const stop: StopState = {
    tries: 0,
    preceding: state.isInFlight ? 'inFlight' : null,
    acknowledged: null,
    retryAt: null,
  }
  const shown = { ...state.shown, isStopping: true }
  return sendStop({ ...state, shown, pending: null, epoch: state.epoch + 1 }, stop, now)
}

const sendStop = (state: SenderState, stop: StopState, now: number): SenderStep => ({
  state: { ...state, stop: { ...stop, tries: stop.tries + 1, acknowledged: null, retryAt: null } },
  effects: [
    { type: 'send', sending: { command: { command: 'stop' }, waitedMs: 0, epoch: state.epoch, sentAt: now } },
  ],
})

function stopAnswered(state: SenderState, answer: Answer, now: number): SenderStep {
  const { sending, sequence } = answer
  const { stop, epoch } = state
  if (!stop || sending.epoch !== epoch) return unchanged(state)
  const acknowledged = { ...state, stop: { ...stop, acknowledged: sequence } }
  return andThen(acknowledge(acknowledged, answer, now), next => settleStop(next, now))
}

/**
 * The stop is over when it is acknowledged and the command before it did not arrive after it. When nobody knows whether that
 * command arrived, one more stop is sent: it comes after the command's end, so it needs no other.
 */
function settleStop(state: SenderState, now: number): SenderStep {
  const { stop } = state
  if (!stop || stop.acknowledged === null || stop.preceding === 'inFlight') return unchanged(state)
  if (stop.preceding === null || !mayHaveArrivedAfterStop(stop.preceding, stop.acknowledged))
    return endStop(state, now)
  const preceding = stop.preceding === 'unknown' ? null : stop.preceding
  return sendStop(state, { ...stop, preceding }, now)
}

const endStop = (state: SenderState, now: number): SenderStep =>
  sendPending({ ...state, stop: null, shown: { ...state.shown, isStopping: false } }, now)

function stopFailed(
  state: SenderState,
  { sending, outcome, error }: Extract<SenderEvent, { type: 'failed' }>,
  now: number,
): SenderStep {
  const { stop, epoch } = state
  if (!stop || sending.epoch !== epoch) return unchanged(state)
  const isRefused = outcome === 'refused'
  const effects: SenderEffect[] =
    isRefused || stop.tries === 1 ? [{ type: 'reportFailure', error, command: 'stop' }] : []
  // There is nothing to stop: a retry would be refused again.
  if (isRefused) {
    const shown = { ...state.shown, playing: null, isKnown: true }
    return andThen({ state: { ...state, shown }, effects }, next => endStop(next, now))
  }
  const inMs = stopRetryDelay(stop.tries)
  effects.push({ type: 'wake', inMs })
  return { state: { ...state, stop: { ...stop, retryAt: now + inMs } }, effects }
}

function retryStop(state: SenderState, stop: StopState, now: number): SenderStep {
  if (stop.retryAt === null) return unchanged(state)
  const inMs = stop.retryAt - now
  return inMs > 0 ? { state, effects: [{ type: 'wake', inMs }] } : sendStop(state, stop, now)
}

function outputReceived(state: SenderState, playing: PlayingOutput | null, askedAt: number): SenderState {
  const { shown, answeredAt } = state
  if (askedAt <= answeredAt || shown.isStopping) return state
  const drawn = keepSameOutput(shown.playing, playing)
  if (drawn === shown.playing && shown.isKnown) return state
  return { ...state, shown: { ...shown, playing: drawn, isKnown: true } }
}

/** The times that decide when the next command may be sent. */
export interface ThrottleState {
  /** A command is pending; only the newest is kept. */
  hasPending: boolean
  /** A command, or a stop, is in flight. */
  isInFlight: boolean
  /** When the last command was sent, or null. */
  sentAt: number | null
}

/**
 * Milliseconds until the pending command may be sent: a throttle with a leading and a trailing edge. Null while nothing is
 * pending, and while an answer is awaited: then call it again after the answer.
 */
export function sendDelay({ hasPending, isInFlight, sentAt }: ThrottleState, now: number): number | null {
  if (!hasPending || isInFlight) return null
  return sentAt === null ? 0 : Math.max(sentAt + COMMAND_INTERVAL_MS - now, 0)
}

/** How long to wait before the stop is sent again, after `tries` failed attempts. */
export const stopRetryDelay = (tries: number): number =>
  Math.min(STOP_RETRY_MS.first * 2 ** (tries - 1), STOP_RETRY_MS.last)

/**
 * Whether a command that was in flight when the stop was sent may have arrived after it, by the numbers that the server gave
 * them; a command that was refused or got no answer has none.
 */
export const mayHaveArrivedAfterStop = (command: number | 'refused' | 'unknown', stop: number): boolean =>
  command === 'unknown' || (command !== 'refused' && command > stop)
