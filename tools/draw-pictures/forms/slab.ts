import type { Material } from '../material.ts'
import type { Form } from '../surface.ts'
import { clamp, type Vec } from '../vector.ts'
import { lineThrough, type Corner, type Line } from './line.ts'

export type SlabOptions = {
  /** How far the rounding of its upper and lower edges reaches. */
  edge?: number
  /** How much its top swells. */
  dome?: number
  /** Its faces shrink to a line instead of to the middle: more even, for what is about a rectangle. */
  oblong?: boolean
  columns?: number
  rows?: number
}

/** A plate of any outline (x, z), whose corners are given from the right towards the eye and on round. */
export function slab(
  outline: readonly Corner[],
  height: number,
  material: Material,
  { edge = 0.2, dome = 0, oblong = false, columns = 84, rows = 52 }: SlabOptions = {},
): Form {
  const line = lineThrough(outline, true)
  const side = lineThrough([
    [-1, 0],
    [0, 0, edge],
    [0, height, edge],
    [-1, height],
  ])
  const at = (u: number, v: number): Vec => {
    const [share, y, inset] = rim(v, side, edge, height)
    const [x, z] = pushedIn(line, u, inset)
    // Both halves reach a little past the line, or the picture would crack there.
    if (oblong) return [x * (0.85 + 0.15 * share), y, z * (share * 1.005 - 0.005)]
    return [x * share, y + (v > 0.5 ? dome * (1 - share * share) : 0), z * share]
  }
  return [{ at, material, columns, rows, closed: true }]
}

const cap = 0.3

/** The caps shrink to the middle; between them the side runs round the edges. */
function rim(v: number, side: Line, edge: number, height: number): [share: number, y: number, inset: number] {
  if (v <= cap) return [v / cap, 0, edge]
  if (v >= 1 - cap) return [(1 - v) / cap, height, edge]
  const whole = 2 + height
  const from = (1 - edge) / whole
  const t = from + ((v - cap) / (1 - 2 * cap)) * (1 - 2 * from)
  const [x, y] = side(t)
  return [1, y, clamp(-x, 0, edge)]
}

function pushedIn(line: Line, u: number, inset: number): [number, number] {
  const turn = (t: number) => t - Math.floor(t)
  const [x, z] = line(turn(u))
  const [ax, az] = line(turn(u - 0.002))
  const [bx, bz] = line(turn(u + 0.002))
  const size = Math.max(1e-9, Math.hypot(bx - ax, bz - az))
  return [x - ((bz - az) / size) * inset, z + ((bx - ax) / size) * inset]
}

/** A rectangle's outline round the origin. */
export const rectangle = (width: number, depth: number, round: number): Corner[] => [
  [width / 2, -depth / 2, round],
  [width / 2, depth / 2, round],
  [-width / 2, depth / 2, round],
  [-width / 2, -depth / 2, round],
]

/** A box with soft edges, standing on the ground. */
export const box = (
  [width, height, depth]: Vec,
  material: Material,
  { corner = 0.3, ...rest }: SlabOptions & { corner?: number } = {},
): Form => slab(rectangle(width, depth, corner), height, material, { oblong: !rest.dome, ...rest })
