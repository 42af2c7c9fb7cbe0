import { materialOf, type Baked } from './grid.ts'
import { between, colourOf, mirrored, ray } from './look.ts'
import { seen } from './studio.ts'
import { nearest } from './trace.ts'
import { add, clamp, dot, mix, reflect, refract, scale, times, unit, type Vec } from './vector.ts'

/** Follows a ray into glass, through it and out again; part of it mirrors at the first skin. */
export function throughGlass(baked: Baked, p: Vec, n: Vec, view: Vec, bend: number, depth: number): Vec {
  const slope = clamp(-dot(n, view))
  const share = 0.04 + 0.96 * (1 - slope) ** 5
  const back = mirrored(baked, add(p, scale(n, 0.02)), reflect(view, n), 0.02)
  const bent = refract(view, n, 1 / bend)
  return bent ? mix(within(baked, add(p, scale(n, -0.02)), bent, depth), back, share) : back
}

/** Inside: until the next skin it keeps what the glass, or the liquid in it, lets through. */
function within(baked: Baked, from: Vec, towards: Vec, depth: number, liquid?: Vec): Vec {
  const solid = nearest(baked.solid, ...from, ...towards, 500)
  const solidAt = solid?.distance ?? Infinity
  const solidColour = solid ? colourOf(baked, baked.solid, solid) : undefined
  const skin = nearest(baked.clear, ...from, ...towards, solidAt)
  if (!skin) return solidColour ?? seen(baked.studio, from, towards, 0.02)
  const { bend, absorb } = materialOf(baked, baked.clear.mesh.triangles[skin.triangle * 3]!).glass!
  const at = add(from, scale(towards, skin.distance))
  const outward = unit(between(baked.clear.mesh.normals, baked.clear, skin))
  const leaving = dot(outward, towards) > 0
  const kept = fading(liquid ?? (leaving ? absorb : [0, 0, 0]), skin.distance)
  const onward = add(at, scale(towards, 0.02))
  if (bend === 1) return times(kept, within(baked, onward, towards, depth, leaving ? undefined : absorb))
  const inward = leaving ? scale(outward, -1) : outward
  const bent = refract(towards, inward, bend)
  if (bent || depth <= 0) return times(kept, beyond(baked, onward, bent ?? towards, depth - 1))
  return times(kept, within(baked, add(at, scale(inward, 0.02)), reflect(towards, inward), depth - 1, liquid))
}

const fading = (absorb: Vec, distance: number): Vec => [
  Math.exp(-absorb[0] * distance),
  Math.exp(-absorb[1] * distance),
  Math.exp(-absorb[2] * distance),
]

/** Out of the glass again: the room, a form, or another glass. */
function beyond(baked: Baked, from: Vec, towards: Vec, depth: number): Vec {
  const solidAt = nearest(baked.solid, ...from, ...towards, 500)?.distance ?? Infinity
  const skin = depth > 0 ? nearest(baked.clear, ...from, ...towards, solidAt) : undefined
  if (!skin) return ray(baked, from, towards, 0.02)
  const { bend } = materialOf(baked, baked.clear.mesh.triangles[skin.triangle * 3]!).glass!
  const at = add(from, scale(towards, skin.distance))
  const normal = unit(between(baked.clear.mesh.normals, baked.clear, skin))
  const outward = dot(normal, towards) > 0 ? scale(normal, -1) : normal
  return throughGlass(baked, at, outward, towards, bend, depth - 1)
}
