import { patternFunctions, toyFunctions, functionLevels } from '../../toys/function.rules.ts'
import { PATTERN_STEP_MS, loopStrengths, patternStrengths } from '../../toys/pattern.rules.ts'
import type { ToyOutput } from '../../toys/gateway.ts'
import { applyCap } from '../../toys/rules.ts'
import type { ToyFunction } from '../../toys/contract.ts'
import { allowedFunctions, isPatternAllowed, warmUpCap } from '../../menu/rules.ts'
import { Problem } from '../../../wire/problem.ts'
import type { ControlCommand, CurrentOutput } from '../contract.ts'
import { isLeasedHere, canControlToy, mayRunHere } from '../rules.ts'
import type { LiveSession } from './sessionState.rules.ts'

/** The defaults of `vibrate` without an intensity, and of `pattern` without a name. */
const DEFAULT_INTENSITY = 5
const DEFAULT_PATTERN = 'pulse'

/** One shared object: building a stack trace for each refused command of a flood would be slow. */
const notOnMenu = new Problem('NOT_ON_MENU')

/** The output that a toy shall have, for as long as `permit` allows it. */
export interface ToyCommand {
  /** The session of the command, as this node knows it at the time of each send. */
  readonly entry: Readonly<LiveSession>
  /** The session's generation at the time of the command: in another one it is ignored. */
  readonly generation: number
  /** The command as its watchers see it. */
  readonly shownOutput: Omit<CurrentOutput, 'startedAt'>
  /** The functions that it uses: those on the owner's menu at the time of the command. */
  readonly functions: readonly ToyFunction[]
  /** Before the owner's cap, 1–20: one value for a vibration, one per step for a pattern, which repeats. */
  readonly strengths: readonly number[]
}

/** @throws Problem INVALID_INPUT for an unknown pattern */
export function validatePattern(command: ControlCommand): void {
  if (command.command === 'stop' || command.pattern === undefined || patternStrengths(command.pattern)) return
  const message = 'Dit patroon bestaat niet.'
  throw new Problem('INVALID_INPUT', { message, fields: { pattern: message } })
}

/** Whether the owner's menu, as it is now, allows a pattern, or a vibration with null, on at least one function. */
export const isOnMenu = ({ current: { toy } }: Readonly<LiveSession>, pattern: string | null): boolean =>
  allowedFunctions(toy).length > 0 && (pattern === null || isPatternAllowed(toy.menu, pattern))

/**
 * Resolves a control command for the session's current state. Every source of output comes through here.
 * @throws Problem INVALID_INPUT for an unknown pattern, NOT_ON_MENU
 */
export function createToyCommand(entry: Readonly<LiveSession>, command: ControlCommand): ToyCommand {
  const { generation } = entry.current.session
  const functions = allowedFunctions(entry.current.toy)
  const isPattern = command.command === 'pattern'
  if (!isOnMenu(entry, isPattern ? (command.pattern ?? DEFAULT_PATTERN) : null)) throw notOnMenu
  if (isPattern) {
    const pattern = command.pattern ?? DEFAULT_PATTERN
    const strengths = patternStrengths(pattern)
    if (!strengths) throw new Problem('INVALID_INPUT')
    const shownOutput = { command: 'pattern' as const, intensity: null, pattern }
    return { entry, generation, functions, shownOutput, strengths }
  }
  const intensity = command.intensity ?? DEFAULT_INTENSITY
  return {
    entry,
    generation,
    functions,
    shownOutput: { command: 'vibrate', intensity, pattern: null },
    strengths: [intensity],
  }
}

/**
 * Checked before every send, renewals included: whether the toy may run or must be stopped.
 * `drop`: another node may have the lease by now, so nothing is sent, not even a stop.
 */
export function permit(
  { entry, generation, functions, shownOutput }: ToyCommand,
  now: Date,
  monotonicMs: number,
): 'run' | 'stop' | 'drop' {
  const { session, balance } = entry.current
  if (!isLeasedHere(entry, monotonicMs)) return 'drop'
  if (!mayRunHere(entry, monotonicMs)) return 'stop'
  if (entry.isDropped || session.generation !== generation) return 'stop'
  // A function that the owner switched off could run on beside a command that leaves it out.
  const allowed = allowedFunctions(entry.current.toy)
  if (!functions.every(name => allowed.includes(name)) || !isOnMenu(entry, shownOutput.pattern)) return 'stop'
  return canControlToy(session, balance, now) ? 'run' : 'stop'
}

/**
 * The output that is sent to the toy: the part of the command from `elapsedMs` after its start, for `durationMs`. Applies the owner's
 * current cap and warm-up here, the only path to a toy; a function off her menu is held at 0.
 */
export function toyOutput(
  { entry, shownOutput, strengths, functions }: ToyCommand,
  elapsedMs: number,
  durationMs: number,
): ToyOutput {
  const { session, toy } = entry.current
  // The metered time is that of the last read: never more than it is.
  const cap = warmUpCap(toy.maxIntensity, toy.menu, session.meteredMs)
  const isPattern = shownOutput.command === 'pattern'
  const wanted = isPattern ? loopStrengths(strengths, elapsedMs, durationMs) : strengths
  const allowed = wanted.map(strength => applyCap(strength, cap))
  return {
    strengths: allowed,
    stepMs: isPattern ? PATTERN_STEP_MS : durationMs,
    levels: functionLevels(toyFunctions(toy), allowed[0] ?? 0).map(([name, level]) => [
      name,
      functions.includes(name) ? level : 0,
    ]),
    followers: patternFunctions(functions),
    word: { sessionId: session.id, generation: session.generation },
    cap,
  }
}
