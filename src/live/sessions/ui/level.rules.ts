/** The slider's range, and where its bands end. */
export const LEVEL_RANGE = { least: 1, most: 20, first: 5 } as const
const LOW_UP_TO = 7
const MIDDLE_UP_TO = 14
/** Pixels of wheel movement per level; a notch of a common mouse is more than that. */
const WHEEL_PIXELS = 24
/** Pixels per unit of a wheel that counts in lines or pages. */
const WHEEL_UNITS = [1, 24, 240] as const

export type LevelBand = 'low' | 'middle' | 'high'

export const levelBand = (level: number): LevelBand =>
  level <= LOW_UP_TO ? 'low' : level <= MIDDLE_UP_TO ? 'middle' : 'high'

export const bandTextClasses = { low: 'text-low', middle: 'text-middle', high: 'text-high' } as const

/** The bands with their levels, from the lowest up. */
export const levelBands = [
  { band: 'low', name: 'Zacht', from: LEVEL_RANGE.least, to: LOW_UP_TO },
  { band: 'middle', name: 'Midden', from: LOW_UP_TO + 1, to: MIDDLE_UP_TO },
  { band: 'high', name: 'Sterk', from: MIDDLE_UP_TO + 1, to: LEVEL_RANGE.most },
] as const

export const levelBandName = (level: number): string =>
  levelBands.find(({ band }) => band === levelBand(level))?.name ?? ''

export const clampLevel = (level: number): number =>
  Math.min(Math.max(Math.round(level), LEVEL_RANGE.least), LEVEL_RANGE.most)

/** The control surface: its height, and the free space above the highest and below level 0, in pixels. */
export interface PadSurface {
  height: number
  inset: number
}

const usableHeight = ({ height, inset }: PadSurface): number => Math.max(height - 2 * inset, 1)

/** The depth of a strength (0–20, also fractional) below the surface's top, in pixels. */
export const strengthToOffset = (strength: number, surface: PadSurface): number =>
  surface.inset + (1 - strength / LEVEL_RANGE.most) * usableHeight(surface)

/** The level of a touch at `depth` pixels below the surface's top. */
export const offsetToLevel = (depth: number, surface: PadSurface): number =>
  clampLevel((1 - (depth - surface.inset) / usableHeight(surface)) * LEVEL_RANGE.most)

/**
 * The level change of a wheel event: whole levels, where up is more, and the remainder to add to the next event, in pixels.
 * @param deltaMode as in WheelEvent: pixels, lines or pages
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
