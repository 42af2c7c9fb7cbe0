import { patternFunctions, toyFunctions, functionLevels } from '../../toys/function.rules.ts'
import { PATTERN_STEP_MS, loopStrengths, patternStrengths } from '../../toys/pattern.rules.ts'
import type { ToyOutput } from '../../toys/gateway.ts'
import { applyCap } from '../../toys/rules.ts'
import { Problem } from '../../../wire/problem.ts'
import type { ControlCommand } from '../contract.ts'
import type { ToyCommand } from './toyCommandQueue.service.ts'
import type { SessionWithToy } from '../service.ts'

/** What `vibrate` means without an intensity, and `pattern` without a name. */
const DEFAULT_INTENSITY = 5
const DEFAULT_PATTERN = 'pulse'

/** @throws Problem INVALID_INPUT for a pattern that there is not. */
export function validatePattern(command: ControlCommand): void {
  if (command.command === 'stop' || command.pattern === undefined || patternStrengths(command.pattern)) return
  const message = 'Dit patroon bestaat niet.'
  throw new Problem('INVALID_INPUT', { message, fields: { pattern: message } })
}

/**
 * A command as what the toy shall do; the owner's cap is applied here, at the last door, whatever the source.
 * @param seen what is known when something is sent: the toy's owner may have changed it since the command
 */
export function createToyCommand(
  command: ControlCommand,
  seen: () => SessionWithToy,
  may: Pick<ToyCommand, 'mayRun' | 'isLeasedHere'>,
): ToyCommand {
  const outputOf = (strengths: number[], stepMs: number): ToyOutput => {
    const { session, toy } = seen()
    const { maxIntensity: cap } = toy
    const functions = toyFunctions(toy)
    const allowed = strengths.map(strength => applyCap(strength, cap))
    const levels = functionLevels(functions, allowed[0] ?? 0)
    const word = { sessionId: session.id, generation: session.generation }
    return { strengths: allowed, stepMs, levels, followers: patternFunctions(functions), word, cap }
  }
  if (command.command === 'pattern') {
    const name = command.pattern ?? DEFAULT_PATTERN
    const strengths = patternStrengths(name)
    if (!strengths) throw new Problem('INVALID_INPUT')
    return {
      shownOutput: { command: 'pattern', intensity: null, pattern: name },
      ...may,
      output: (elapsedMs, durationMs) =>
        outputOf(loopStrengths(strengths, elapsedMs, durationMs), PATTERN_STEP_MS),
    }
  }
  const strength = command.intensity ?? DEFAULT_INTENSITY
  return {
    shownOutput: { command: 'vibrate', intensity: strength, pattern: null },
    ...may,
    output: (_, durationMs) => outputOf([strength], durationMs),
  }
}
