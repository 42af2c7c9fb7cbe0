import type { Camera } from './camera.ts'
import { shownAs } from './colour.ts'
import { knots, outside, type Frame, type Spot } from './cuts.ts'
import type { Baked, Patch } from './grid.ts'
import { shaded } from './shade.ts'
import { nearest } from './trace.ts'
import { normalAt } from './surface.ts'
import { add, cross, dot, length, scale, sub, unit, type Vec } from './vector.ts'

/** A piece of a surface in one colour: its corners on the picture, and its distance. */
export type Facet = { depth: number; colour: number; ring: readonly Spot[] }

/** A surface's facets as the eye sees them. */
export function facetsOf(baked: Baked, patch: Patch, camera: Camera, frame: Frame, fine: number): Facet[] {
  const us = knots(patch, camera, frame, fine, true)
  const vs = knots(patch, camera, frame, fine, false)
  const points = vs.map(v => us.map(u => patch.surface.at(u, v)))
  const shown = points.map(row => row.map(camera.project))
  const raised = patch.surface.raised ?? 0
  const facets: Facet[] = []
  for (let row = 0; row + 1 < vs.length; row++)
    for (let column = 0; column + 1 < us.length; column++) {
      const ring = around(shown, row, column)
      if (!inView(ring, frame)) continue
      const uv = [(us[column]! + us[column + 1]!) / 2, (vs[row]! + vs[row + 1]!) / 2] as const
      const light = lightOf(baked, patch, camera, around(points, row, column), uv)
      const depth = (ring[0][2] + ring[1][2] + ring[2][2] + ring[3][2]) / 4 - raised
      if (light) facets.push({ depth, colour: shownAs(light), ring })
    }
  return facets
}

const inView = (ring: readonly [Spot, Spot, Spot, Spot], frame: Frame): boolean =>
  ring.every(([, , depth]) => depth >= 1) && !outside(ring, frame, 0)

const around = <T>(grid: readonly (readonly T[])[], row: number, column: number): [T, T, T, T] => [
  grid[row]![column]!,
  grid[row + 1]![column]!,
  grid[row + 1]![column + 1]!,
  grid[row]![column + 1]!,
]

/** Undefined where the facet turns its back, or others hide it whole. */
function lightOf(
  baked: Baked,
  patch: Patch,
  camera: Camera,
  [a, b, c, d]: readonly [Vec, Vec, Vec, Vec],
  [u, v]: readonly [number, number],
): Vec | undefined {
  const middle = scale(add(add(a, b), add(c, d)), 0.25)
  const outward = outwardOf(patch, sub(c, a), sub(d, b), u, v)
  const view = unit(sub(middle, camera.eye))
  const turned = dot(outward, view) > 0
  if (turned && !patch.surface.thin) return undefined
  if (!patch.surface.ground && [middle, a, c].every(p => hidden(baked, p, camera.eye))) return undefined
  return shaded(baked, patch, u, v, middle, turned ? scale(outward, -1) : outward, view)
}

/** From the facet's diagonals; where the grid's lines run together they tell nothing, and the surface is asked. */
function outwardOf(patch: Patch, one: Vec, other: Vec, u: number, v: number): Vec {
  const normal = cross(one, other)
  const slim = length(normal) < 0.1 * length(one) * length(other)
  return slim ? normalAt(patch.surface, u, v) : unit(normal)
}

/** The rays' triangles are coarser than the facets: only what stands well in front counts. */
function hidden(baked: Baked, point: Vec, eye: Vec): boolean {
  const towards = unit(sub(eye, point))
  return nearest(baked.solid, ...add(point, scale(towards, 0.4)), ...towards, Infinity, true) !== undefined
}
