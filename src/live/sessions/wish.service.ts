import { followersAmong, functionsOf, levelsFor } from '../toys/function.rules.ts'
import { STEP_MS, strengthsFrom, strengthsOf } from '../toys/pattern.rules.ts'
import type { ToyOutput } from '../toys/gateway.ts'
import { capped } from '../toys/rules.ts'
import { Problem } from '../../wire/problem.ts'
import type { Command } from './contract.ts'
import type { Wish } from './mailbox.service.ts'
import type { Seen } from './service.ts'

/** What `vibrate` means without an intensity, and `pattern` without a name. */
const DEFAULT_INTENSITY = 5
const DEFAULT_PATTERN = 'pulse'

/** @throws Problem INVALID_INPUT for a pattern that there is not. */
export function checkPattern(command: Command): void {
  if (command.command === 'stop' || command.pattern === undefined || strengthsOf(command.pattern)) return
  const message = 'Dit patroon bestaat niet.'
  throw new Problem('INVALID_INPUT', { message, fields: { pattern: message } })
}

/**
 * A command as what the toy shall do; the owner's cap is applied here, at the last door, whatever the source.
 * @param seen what is known when something is sent: the toy's owner may have changed it since the command
 */
export function wishOf(command: Command, seen: () => Seen, may: Pick<Wish, 'mayRun' | 'isOurs'>): Wish {
  const outputOf = (strengths: number[], stepMs: number): ToyOutput => {
    const { session, toy } = seen()
    const { maxIntensity: cap } = toy
    const functions = functionsOf(toy)
    const allowed = strengths.map(strength => capped(strength, cap))
    const levels = levelsFor(functions, allowed[0] ?? 0)
    const word = { sessionId: session.id, generation: session.generation }
    return { strengths: allowed, stepMs, levels, followers: followersAmong(functions), word, cap }
  }
  if (command.command === 'pattern') {
    const name = command.pattern ?? DEFAULT_PATTERN
    const strengths = strengthsOf(name)
    if (!strengths) throw new Problem('INVALID_INPUT')
    return {
      told: { command: 'pattern', intensity: null, pattern: name },
      ...may,
      output: (elapsedMs, durationMs) => outputOf(strengthsFrom(strengths, elapsedMs, durationMs), STEP_MS),
    }
  }
  const strength = command.intensity ?? DEFAULT_INTENSITY
  return {
    told: { command: 'vibrate', intensity: strength, pattern: null },
    ...may,
    output: (_, durationMs) => outputOf([strength], durationMs),
  }
}
