import { throughGlass } from './glass.ts'
import { vecAt, type Baked, type Patch } from './grid.ts'
import { mirrored } from './look.ts'
import type { Material } from './material.ts'
import { add, clamp, cross, dot, reflect, scale, sub, times, unit, type Vec } from './vector.ts'

/** What the eye sees of a point: scattered light, cloth's sheen, its own glow and the room in its gloss. */
export function shaded(baked: Baked, patch: Patch, u: number, v: number, p: Vec, n: Vec, view: Vec): Vec {
  const { material } = patch.surface
  if (material.glass) return throughGlass(baked, p, n, view, material.glass.bend, 5)
  const light = lightAt(baked, patch, u, v)
  let colour = times(material.paint?.(u, v) ?? material.colour, light)
  const slope = clamp(-dot(n, view))
  if (material.sheen) colour = add(colour, scale(times(material.sheen, light), (1 - slope) ** 3))
  if (material.glow) colour = add(colour, material.glow(p))
  return add(colour, gloss(baked, material, p, n, view, slope))
}

function gloss(baked: Baked, material: Material, p: Vec, n: Vec, view: Vec, slope: number): Vec {
  const share = material.shine + (1 - material.shine) * (1 - slope) ** 5 * (1 - material.rough) ** 2
  if (share < 0.004) return [0, 0, 0]
  const from = add(p, scale(n, 0.03))
  const light =
    material.rough < 0.25
      ? mirrored(baked, from, reflect(view, n), material.rough * 0.75)
      : spread(baked, from, n, reflect(view, n), material.rough)
  return scale(material.tint ? times(material.tint, light) : light, share)
}

/** A rough surface mirrors a cone of the room: eight rays on two rings stand for it. */
function spread(baked: Baked, from: Vec, n: Vec, towards: Vec, rough: number): Vec {
  const side = unit(cross(towards, Math.abs(towards[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0]))
  const other = cross(side, towards)
  let light: Vec = [0, 0, 0]
  for (let i = 0; i < 8; i++) {
    const radius = rough * (i < 3 ? 0.3 : 0.75)
    const turn = i * 2.4
    const away = add(scale(side, radius * Math.cos(turn)), scale(other, radius * Math.sin(turn)))
    const way = unit(add(towards, away))
    // What would point into the surface grazes it instead.
    const dip = Math.min(0, dot(way, n) - 0.02)
    light = add(light, mirrored(baked, from, unit(sub(way, scale(n, dip))), rough * 0.6))
  }
  return scale(light, 1 / 8)
}

/** Light over a patch's grid, as a quadratic B-spline: no creases along the grid. */
function lightAt(baked: Baked, patch: Patch, u: number, v: number): Vec {
  const x = clamp(u) * patch.columns
  const y = clamp(v) * patch.rows
  const [column, row] = [Math.round(x), Math.round(y)]
  const [wx, wy] = [spline(x - column), spline(y - row)]
  let light: Vec = [0, 0, 0]
  for (let r = 0; r < 3; r++)
    for (let c = 0; c < 3; c++) {
      const at = cornerOf(patch, column + c - 1, row + r - 1)
      light = add(light, scale(vecAt(baked.light, at), wx[c]! * wy[r]!))
    }
  return light
}

const spline = (t: number) => [0.5 * (0.5 - t) ** 2, 0.75 - t * t, 0.5 * (0.5 + t) ** 2] as const

function cornerOf({ first, columns, rows, surface }: Patch, column: number, row: number): number {
  const c = surface.closed ? (column + columns) % columns : Math.min(columns, Math.max(0, column))
  return first + Math.min(rows, Math.max(0, row)) * (columns + 1) + c
}
