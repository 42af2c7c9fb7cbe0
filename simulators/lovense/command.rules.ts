import { z } from 'zod'
import { LovenseError } from './contract.ts'
import {
  NO_END,
  type ToyFunctionName,
  toyFunctionNames,
  maxLevelOf,
  type ToyRun,
  MAX_STRENGTH,
} from './rules.ts'

/** The change that a command makes to the toys it addresses. */
export interface ParsedCommand {
  /** Undefined means all toys. */
  toys: string[] | undefined
  stopPrevious: boolean
  /** The functions that the command names, also at strength 0; `All` stands for every function of a toy. */
  functions: ToyFunctionName[]
  /** Starts at zero; null is a stop. */
  run: ToyRun | null
}

/** The run, if it starts at this time. */
export const startRunAt = (run: ToyRun, at: number): ToyRun => ({
  ...run,
  startedAt: at,
  endsAt: Math.min(NO_END, at + run.endsAt),
})

const seconds = z.number().refine(value => value > 1 && value < 1_000_000)
/** 0 means without end. */
const timeSec = z.union([z.literal(0), seconds])

const Common = z.object({
  command: z.enum(['Function', 'Pattern', 'Preset']),
  toy: z.union([z.string().min(1), z.array(z.string().min(1)).min(1).max(50)]).optional(),
  stopPrevious: z.union([z.literal(0), z.literal(1)]).default(1),
  apiVer: z.union([z.literal(1), z.literal(2)]),
})

const FunctionCommand = z.object({
  action: z.string().max(500),
  timeSec,
  loopRunningSec: seconds.optional(),
  loopPauseSec: seconds.optional(),
})

const PatternCommand = z.object({ rule: z.string(), strength: z.string().max(200), timeSec })

/**
 * Parses the body of a command; the caller has checked token and uid.
 * @throws LovenseError 400 for an unknown command, 404 for a parameter that is missing or out of its range.
 */
export function parseCommand(body: Record<string, unknown>): ParsedCommand {
  if (!Common.shape.command.safeParse(body['command']).success) throw new LovenseError(400)
  const { command, toy, stopPrevious } = parse(Common, body)
  const run = readers[command](body)
  return {
    toys: typeof toy === 'string' ? [toy] : toy,
    stopPrevious: stopPrevious === 1 || body['action'] === 'Stop',
    functions: toyFunctionNames.filter(name => run?.steps[name]),
    run: silentAsNull(run),
  }
}

const readers = { Function: readFunction, Pattern: readPattern, Preset: readPreset }

function parse<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body)
  if (!parsed.success) throw new LovenseError(404)
  return parsed.data
}

/** A run whose strengths are all 0 is a stop. */
const silentAsNull = (run: ToyRun | null): ToyRun | null =>
  run && Object.values(run.steps).some(steps => steps.some(strength => strength > 0)) ? run : null

const endOf = (timeSec: number): number => (timeSec === 0 ? NO_END : Math.round(timeSec * 1000))

function readFunction(body: Record<string, unknown>): ToyRun | null {
  // A stop has no duration, so its timeSec is ignored.
  if (body['action'] === 'Stop') return null
  const { action, timeSec, loopRunningSec, loopPauseSec } = parse(FunctionCommand, body)
  const steps = Object.fromEntries(action.split(',').map(readAction))
  const run: ToyRun = { steps, intervalMs: 1000, startedAt: 0, endsAt: endOf(timeSec) }
  if (loopRunningSec !== undefined && loopPauseSec !== undefined) {
    run.loop = { runningMs: loopRunningSec * 1000, pauseMs: loopPauseSec * 1000 }
  }
  return run
}

/** `Vibrate:16` → `['Vibrate', [16]]`. */
function readAction(text: string): [ToyFunctionName | 'All', number[]] {
  const [, name = '', digits = ''] = /^\s*(\w+):(\d{1,2})\s*$/.exec(text) ?? []
  const known = [...toyFunctionNames, 'All' as const].find(known => known === name)
  if (!known || Number(digits) > maxLevelOf(known)) throw new LovenseError(404)
  return [known, [Math.round((Number(digits) * MAX_STRENGTH) / maxLevelOf(known))]]
}

const letters: Record<string, ToyFunctionName> = {
  v: 'Vibrate',
  r: 'Rotate',
  p: 'Pump',
  t: 'Thrusting',
  f: 'Fingering',
  s: 'Suction',
  d: 'Depth',
  o: 'Oscillate',
}

/** `V:1;F:v,r;S:100#` with `20;5;10`: version 1, these functions (all if none is named), one step per 100 ms; at most 50 steps. */
function readPattern(body: Record<string, unknown>): ToyRun {
  const { rule, strength, timeSec } = parse(PatternCommand, body)
  const [, features, interval = '0'] = /^V:1;(?:F:([vrptfsdo,]*);)?S:(\d{1,6})#$/.exec(rule) ?? []
  const strengths = strength.split(';').map(text => (/^\d{1,2}$/.test(text) ? Number(text) : Infinity))
  const valid =
    strengths.length <= 50 && strengths.every(value => value <= MAX_STRENGTH) && Number(interval) >= 100
  if (!valid) throw new LovenseError(404)
  const named = [...(features ?? '')].flatMap(letter => letters[letter] ?? [])
  const names = named.length > 0 ? named : (['All'] as const)
  return {
    steps: Object.fromEntries(names.map(name => [name, strengths])),
    intervalMs: Number(interval),
    startedAt: 0,
    endsAt: endOf(timeSec),
  }
}

/** The four presets; the shapes are our own, because the provider does not publish any. */
const presets = {
  pulse: [20, 20, 0, 0],
  wave: [2, 6, 10, 14, 18, 20, 18, 14, 10, 6],
  fireworks: [4, 8, 12, 20, 20, 3, 20, 2, 14, 0],
  earthquake: [20, 14, 20, 10, 18, 20, 8, 20],
}

const PresetCommand = z.object({ name: z.enum(['pulse', 'wave', 'fireworks', 'earthquake']), timeSec })

function readPreset(body: Record<string, unknown>): ToyRun {
  const { name, timeSec } = parse(PresetCommand, body)
  return { steps: { All: presets[name] }, intervalMs: 250, startedAt: 0, endsAt: endOf(timeSec) }
}
