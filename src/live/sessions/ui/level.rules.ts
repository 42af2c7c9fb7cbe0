/** The slider, and where its bands end. */
export const LEVEL_RANGE = { least: 1, most: 20, first: 5 } as const
const LOW_UP_TO = 7
const MIDDLE_UP_TO = 14
/** How far a wheel turns for one level, in pixels; a notch of a common mouse is more than that. */
const WHEEL_PIXELS = 24
/** What a wheel that counts in lines or pages means in pixels. */
const WHEEL_UNITS = [1, 24, 240] as const

export type LevelBand = 'low' | 'middle' | 'high'

export const levelBand = (level: number): LevelBand =>
  level <= LOW_UP_TO ? 'low' : level <= MIDDLE_UP_TO ? 'middle' : 'high'

/** The bands with the levels in them, from the lowest up. */
export const levelBands = [
  { band: 'low', name: 'Zacht', from: LEVEL_RANGE.least, to: LOW_UP_TO },
  { band: 'middle', name: 'Midden', from: LOW_UP_TO + 1, to: MIDDLE_UP_TO },
  { band: 'high', name: 'Sterk', from: MIDDLE_UP_TO + 1, to: LEVEL_RANGE.most },
] as const

export const levelBandName = (level: number): string =>
  levelBands.find(({ band }) => band === levelBand(level))?.name ?? ''

export const clampLevel = (level: number): number =>
  Math.min(Math.max(Math.round(level), LEVEL_RANGE.least), LEVEL_RANGE.most)

/** The surface that is dragged on: its height, and what stays free above the highest and below a level of 0, in pixels. */
export interface PadSurface {
  height: number
  inset: number
}

const usableHeight = ({ height, inset }: PadSurface): number => Math.max(height - 2 * inset, 1)

/** How far under the surface's top a strength (0–20, also between two levels) lies, in pixels. */
export const strengthToOffset = (strength: number, surface: PadSurface): number =>
  surface.inset + (1 - strength / LEVEL_RANGE.most) * usableHeight(surface)

/** The level that a finger means which lies `depth` pixels under the surface's top. */
export const offsetToLevel = (depth: number, surface: PadSurface): number =>
  clampLevel((1 - (depth - surface.inset) / usableHeight(surface)) * LEVEL_RANGE.most)

/**
 * What a turn of the wheel means: whole levels, up being more, and the rest to add to the next turn, in pixels.
 * @param deltaMode as a WheelEvent has it: pixels, lines or pages
 */
export function wheelToLevels(
  rest: number,
  deltaY: number,
  deltaMode: number,
): { levels: number; rest: number } {
  const turned = rest - deltaY * (WHEEL_UNITS[deltaMode] ?? 1)
  const levels = Math.trunc(turned / WHEEL_PIXELS)
  return { levels, rest: turned - levels * WHEEL_PIXELS }
}
