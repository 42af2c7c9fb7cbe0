import { vecAt, type Baked } from './grid.ts'
import { seen } from './studio.ts'
import { nearest, type Hit } from './trace.ts'
import type { Tree } from './tree.ts'
import { add, clamp, mix, scale, smooth, times, unit, type Vec } from './vector.ts'

/** What a ray sees: the forms it meets, as baked, or the room. */
export function ray(baked: Baked, from: Vec, towards: Vec, blur: number): Vec {
  const hit = nearest(baked.solid, ...from, ...towards, 500)
  return hit ? colourOf(baked, baked.solid, hit) : seen(baked.studio, from, towards, blur)
}

/** What a surface mirrors, spread by `blur`. */
export function mirrored(baked: Baked, from: Vec, towards: Vec, blur: number): Vec {
  const hit = nearest(baked.solid, ...from, ...towards, 500)
  if (!hit) return seen(baked.studio, from, towards, blur)
  const { distance } = hit
  const colour = colourOf(baked, baked.solid, hit)
  const owner = baked.patches[baked.owner[baked.solid.mesh.triangles[hit.triangle * 3]!]!]!
  // As on a photographer's table, the paper ends soon: past it a level mirror shows the tall boxes.
  const share = owner.surface.ground ? smooth(2, 36, distance) : clamp(blur * distance * 0.12, 0, 0.7)
  if (share === 0) return colour
  const level = unit([towards[0], Math.max(towards[1], -0.02), towards[2]])
  return mix(colour, seen(baked.studio, from, level, blur), share)
}

export function colourOf(baked: Baked, tree: Tree, hit: Hit): Vec {
  const at = (from: Float64Array) => between(from, tree, hit)
  return add(times(at(baked.albedo), at(baked.light)), at(baked.glow))
}

/** A baked value between the corners of a triangle, where a ray met it. */
export function between(from: Float64Array, { mesh }: Tree, { triangle, b, c }: Hit): Vec {
  const [i, j, k] = [0, 1, 2].map(corner => vecAt(from, mesh.triangles[triangle * 3 + corner]!))
  return add(add(scale(i!, 1 - b - c), scale(j!, b)), scale(k!, c))
}
