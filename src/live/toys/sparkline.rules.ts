import { MAX_TOY_STRENGTH } from './rules.ts'

/** The viewBox of a sparkline. */
export const SPARKLINE_BOX = { width: 64, height: 24 } as const
/** Longer patterns are drawn by their first strengths, which are enough to recognize the shape. */
const MOST_STEPS = 24

/** A pattern's strengths as an SVG path: a smooth line through the middle of each step. */
export function sparklinePath(strengths: readonly number[]): string {
  const shown = strengths.slice(0, MOST_STEPS)
  const step = SPARKLINE_BOX.width / Math.max(shown.length - 1, 1)
  const points = shown.map((strength, index) => ({
    x: round(index * step),
    y: round(1 + (1 - strength / MAX_TOY_STRENGTH) * (SPARKLINE_BOX.height - 2)),
  }))
  return points
    .map(({ x, y }, index) => {
      const before = points[index - 1]
      if (!before) return `M${x} ${y}`
      const middle = round((before.x + x) / 2)
      return `C${middle} ${before.y} ${middle} ${y} ${x} ${y}`
    })
    .join('')
}

const round = (value: number): number => Math.round(value * 100) / 100
