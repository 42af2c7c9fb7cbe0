import { patternFunctions, toyFunctions, functionLevels } from '../../toys/function.rules.ts'
import { PATTERN_STEP_MS, loopStrengths, patternStrengths } from '../../toys/pattern.rules.ts'
import type { ToyOutput } from '../../toys/gateway.ts'
import { applyCap } from '../../toys/rules.ts'
import { Problem } from '../../../wire/problem.ts'
import type { ControlCommand, CurrentOutput } from '../contract.ts'
import { isLeasedHere, canControlToy, mayRunHere } from '../rules.ts'
import type { LiveSession } from './sessionState.rules.ts'

/** The defaults of `vibrate` without an intensity, and of `pattern` without a name. */
const DEFAULT_INTENSITY = 5
const DEFAULT_PATTERN = 'pulse'

/** The output that a toy shall have, for as long as `permit` allows it. */
export interface ToyCommand {
  /** The session of the command, as this node knows it at the time of each send. */
  readonly entry: Readonly<LiveSession>
  /** The session's generation at the time of the command: in another one it is ignored. */
  readonly generation: number
  /** The command as its watchers see it. */
  readonly shownOutput: Omit<CurrentOutput, 'startedAt'>
  /** Before the owner's cap, 1–20: one value for a vibration, one per step for a pattern, which repeats. */
  readonly strengths: readonly number[]
}

/** @throws Problem INVALID_INPUT for an unknown pattern */
export function validatePattern(command: ControlCommand): void {
  if (command.command === 'stop' || command.pattern === undefined || patternStrengths(command.pattern)) return
  const message = 'Dit patroon bestaat niet.'
  throw new Problem('INVALID_INPUT', { message, fields: { pattern: message } })
}

/** Resolves a control command for the session's current state. @throws Problem INVALID_INPUT for an unknown pattern */
export function createToyCommand(entry: Readonly<LiveSession>, command: ControlCommand): ToyCommand {
  const { generation } = entry.current.session
  if (command.command === 'pattern') {
    const pattern = command.pattern ?? DEFAULT_PATTERN
    const strengths = patternStrengths(pattern)
    if (!strengths) throw new Problem('INVALID_INPUT')
    return { entry, generation, shownOutput: { command: 'pattern', intensity: null, pattern }, strengths }
  }
  const intensity = command.intensity ?? DEFAULT_INTENSITY
  return {
    entry,
    generation,
    shownOutput: { command: 'vibrate', intensity, pattern: null },
    strengths: [intensity],
  }
}

/**
 * Checked before every send, renewals included: whether the toy may run or must be stopped.
 * `drop`: another node may have the lease by now, so nothing is sent, not even a stop.
 */
export function permit(
  { entry, generation }: ToyCommand,
  now: Date,
  monotonicMs: number,
): 'run' | 'stop' | 'drop' {
  const { session, balance } = entry.current
  if (!isLeasedHere(entry, monotonicMs)) return 'drop'
  if (!mayRunHere(entry, monotonicMs)) return 'stop'
  if (entry.isDropped || session.generation !== generation) return 'stop'
  return canControlToy(session, balance, now) ? 'run' : 'stop'
}

/**
 * The output that is sent to the toy: the part of the command from `elapsedMs` after its start, for `durationMs`. Applies the owner's
 * current cap here, the only path to a toy.
 */
export function toyOutput(
  { entry, shownOutput, strengths }: ToyCommand,
  elapsedMs: number,
  durationMs: number,
): ToyOutput {
  const { session, toy } = entry.current
  const { maxIntensity: cap } = toy
  const isPattern = shownOutput.command === 'pattern'
  const functions = toyFunctions(toy)
  const wanted = isPattern ? loopStrengths(strengths, elapsedMs, durationMs) : strengths
  const allowed = wanted.map(strength => applyCap(strength, cap))
  return {
    strengths: allowed,
    stepMs: isPattern ? PATTERN_STEP_MS : durationMs,
    levels: functionLevels(functions, allowed[0] ?? 0),
    followers: patternFunctions(functions),
    word: { sessionId: session.id, generation: session.generation },
    cap,
  }
}
