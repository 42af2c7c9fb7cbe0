/** How long each strength of a pattern lasts, in milliseconds. */
export const PATTERN_STEP_MS = 200

const ramp = (from: number, to: number, steps: number): number[] =>
  Array.from({ length: steps }, (_, step) => Math.round(from + ((to - from) * step) / (steps - 1)))
const repeat = (times: number, ...strengths: number[]): number[] =>
  Array.from({ length: times }, () => strengths).flat()
const swell = (low: number, high: number, period: number, periods = 1): number[] =>
  Array.from({ length: period * periods }, (_, step) =>
    Math.round(low + ((high - low) * (1 - Math.cos((2 * Math.PI * step) / period))) / 2),
  )

/** The named patterns, each a list of strengths (0–20) that repeats; the first four are the quick actions. */
export const namedPatterns = {
  pulse: repeat(4, 18, 18, 0, 0),
  wave: swell(2, 18, 20),
  fireworks: [...ramp(2, 14, 6), 20, 4, 18, 2, 16, 0, ...ramp(2, 20, 5), 0, 20, 0, 14, 0],
  earthquake: [16, 12, 18, 10, 20, 14, 19, 9, 17, 20, 11, 18, 13, 20, 8, 16],
  tide: swell(1, 14, 32),
  heartbeat: repeat(4, 16, 4, 12, 0, 0, 0),
  staircase: [4, 4, 8, 8, 12, 12, 16, 16, 20, 20],
  ripple: [...swell(4, 10, 6, 2), ...swell(8, 16, 6, 2)],
  breeze: swell(1, 7, 16),
  candle: [6, 7, 6, 8, 7, 9, 6, 7, 8, 6, 5, 7],
  drizzle: repeat(3, 5, 0, 7, 0, 4, 0, 0),
  rain: repeat(4, 9, 3, 11, 5),
  thunder: [4, 4, 5, 4, 20, 16, 10, 6, 4, 4, 18, 12, 6, 4],
  climb: ramp(1, 20, 30),
  descent: ramp(20, 1, 30),
  tease: [6, 8, 10, 12, 0, 0, 0, 6, 9, 12, 15, 0, 0, 0, 0],
  pendulum: swell(0, 12, 10, 2),
  comet: [20, 17, 14, 11, 8, 6, 4, 3, 2, 1, 0, 0],
  drum: repeat(2, 15, 0, 8, 8, 15, 0, 15, 0),
  gallop: repeat(4, 14, 6, 14, 0),
  velvet: swell(6, 10, 24),
  spark: [0, 0, 16, 0, 0, 0, 18, 0, 20, 0, 0, 0],
  carousel: [...ramp(3, 15, 8), ...ramp(15, 3, 8)],
  lullaby: swell(1, 5, 28),
  sunrise: [...ramp(1, 16, 26), ...repeat(6, 16)],
  stream: repeat(6, 8, 9, 10, 9),
  echo: [18, 0, 0, 12, 0, 0, 8, 0, 0, 4, 0, 0, 0],
  metronome: repeat(6, 12, 0),
  spiral: [...swell(2, 8, 8), ...swell(2, 12, 8), ...swell(2, 16, 8), ...swell(2, 20, 8)],
  aurora: [...swell(3, 11, 14), ...swell(5, 15, 10), ...swell(2, 8, 12)],
} as const satisfies Record<string, readonly number[]>

export type PatternName = keyof typeof namedPatterns
export const patternNames = Object.keys(namedPatterns) as PatternName[]

export const isNamedPattern = (name: string): name is PatternName => Object.hasOwn(namedPatterns, name)

/** The number of steps of a custom pattern: from a second to half a minute. */
export const CUSTOM_PATTERN_STEPS = { least: 5, most: 150 } as const
/** One letter per strength, `a` for 0 up to `u` for 20. */
const LETTERS = 'abcdefghijklmnopqrstu'
const customPatternFormat = new RegExp(`^~[a-u]{${CUSTOM_PATTERN_STEPS.least},${CUSTOM_PATTERN_STEPS.most}}$`)

/** The name of a custom pattern is its strengths: `~` and one letter per step. */
export const encodeCustomPattern = (strengths: readonly number[]): string =>
  `~${strengths.map(strength => LETTERS[strength]).join('')}`

/** The strengths (0–20) of a named or custom pattern; null for an unknown one. */
export function patternStrengths(pattern: string): readonly number[] | null {
  if (isNamedPattern(pattern)) return namedPatterns[pattern]
  return customPatternFormat.test(pattern)
    ? Array.from(pattern.slice(1), letter => LETTERS.indexOf(letter))
    : null
}

/** The label of a pattern on screen. */
export const patternTitle = (pattern: string): string => (isNamedPattern(pattern) ? pattern : 'Eigen patroon')

/** How many of the patterns a type of toy offers, from the first on. */
const patternCountByModel = new Map([
  ['lush', 16],
  ['ferri', 13],
  ['edge', 10],
  ['max', 10],
])
const DEFAULT_PATTERN_COUNT = 16

export const patternsForModel = (model: string): PatternName[] =>
  patternNames.slice(0, patternCountByModel.get(model) ?? DEFAULT_PATTERN_COUNT)

/** The part of a pattern's strengths from `elapsedMs` after its start, for `durationMs`. */
export function loopStrengths(strengths: readonly number[], elapsedMs: number, durationMs: number): number[] {
  const first = Math.floor(elapsedMs / PATTERN_STEP_MS)
  return Array.from(
    { length: Math.ceil(durationMs / PATTERN_STEP_MS) },
    (_, step) => strengths[(first + step) % strengths.length] ?? 0,
  )
}
