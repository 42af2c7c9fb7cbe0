import { clamp, lerp } from '../vector.ts'

/** A corner of a line in the plane, with how far its rounding reaches along both sides. */
export type Corner = readonly [x: number, y: number, round?: number]
/** Corners written in a row: `x y round, x y round`, as outlines are short to read. */
export const corners = (row: string): Corner[] =>
  row.split(',').map(corner => corner.trim().split(' ').map(Number) as unknown as Corner)

export type Line = (t: number) => readonly [number, number]

/** A line through corners, each rounded off; `t` in 0–1 runs along it at an even pace. */
export function lineThrough(corners: readonly Corner[], closed = false): Line {
  const points = closed ? corners.flatMap((_, i) => rounded(corners, i, true)) : openPoints(corners)
  if (closed && points[0]) points.push(points[0])
  return evenly(points)
}

const openPoints = (corners: readonly Corner[]): [number, number][] =>
  corners.flatMap((corner, i) =>
    i === 0 || i === corners.length - 1
      ? ([[corner[0], corner[1]]] as [number, number][])
      : rounded(corners, i, false),
  )

const arc = 36

function rounded(corners: readonly Corner[], i: number, closed: boolean): [number, number][] {
  const count = corners.length
  const [x, y, round = 0] = corners[i]!
  const before = corners[closed ? (i + count - 1) % count : i - 1]!
  const after = corners[closed ? (i + 1) % count : i + 1]!
  if (round <= 0) return [[x, y]]
  const towards = (other: Corner) => {
    const size = Math.hypot(other[0] - x, other[1] - y)
    const share = Math.min(round / size, 0.5)
    return [lerp(x, other[0], share), lerp(y, other[1], share)] as const
  }
  const [from, to] = [towards(before), towards(after)]
  return Array.from({ length: arc + 1 }, (_, k) => {
    const t = k / arc
    const bend = (a: number, b: number, c: number) => (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t * t * c
    return [bend(from[0], x, to[0]), bend(from[1], y, to[1])]
  })
}

/** A polyline walked at an even pace. */
function evenly(points: readonly (readonly [number, number])[]): Line {
  const marks = [0]
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1]!, points[i]!]
    marks.push(marks[i - 1]! + Math.hypot(b[0] - a[0], b[1] - a[1]))
  }
  const whole = marks.at(-1)!
  return t => {
    const place = clamp(t) * whole
    let low = 0
    let high = marks.length - 1
    while (high - low > 1) {
      const half = (low + high) >> 1
      if (marks[half]! <= place) low = half
      else high = half
    }
    const share = (place - marks[low]!) / Math.max(1e-9, marks[high]! - marks[low]!)
    return [lerp(points[low]![0], points[high]![0], share), lerp(points[low]![1], points[high]![1], share)]
  }
}
