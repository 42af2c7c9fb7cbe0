import type { Material } from './material.ts'
import { add, cross, scale, sub, unit, type Vec } from './vector.ts'

/**
 * A patch of a form: every (u, v) in 0–1 has a point, in centimetres, y up.
 * Its outside is where ∂v × ∂u points. `columns` and `rows` say how finely light is baked on it.
 */
export type Surface = {
  at: (u: number, v: number) => Vec
  columns: number
  rows: number
  material: Material
  /** Its left and right edges meet. */
  closed: boolean
  /** A sheet without thickness: both sides are seen. */
  thin?: boolean
  /** It lies on another surface: it is drawn as if it stood this many centimetres nearer. */
  raised?: number
  /** Painted before all others: the ground they stand on. */
  ground?: boolean
}

export type Form = readonly Surface[]

const step = 0.0015

/** The outward direction at (u, v), from the slopes; poles borrow their neighbour's. */
export function normalAt(surface: Surface, u: number, v: number): Vec {
  const vv = Math.min(1 - 2 * step, Math.max(2 * step, v))
  const uu = surface.closed ? u : Math.min(1 - step, Math.max(step, u))
  const across = sub(surface.at(uu + step, vv), surface.at(uu - step, vv))
  const along = sub(surface.at(uu, vv + step), surface.at(uu, vv - step))
  return unit(cross(along, across))
}

export type Pose = { move?: Vec; turn?: number; tilt?: number; lean?: number; size?: number }

/** A form scaled, leant (about z), tilted (about x), turned (about y; radians), then moved. */
export function placed(form: Form, pose: Pose): Form {
  const transform = transformOf(pose)
  return form.map(surface => ({ ...surface, at: (u, v) => transform(surface.at(u, v)) }))
}

function transformOf({ move = [0, 0, 0], turn = 0, tilt = 0, lean = 0, size = 1 }: Pose): (p: Vec) => Vec {
  const [ct, st, cx, sx, cz, sz] = [turn, tilt, lean].flatMap(a => [Math.cos(a), Math.sin(a)]) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const leant = ([x, y, z]: Vec): Vec => [x * cz - y * sz, x * sz + y * cz, z]
  const tilted = ([x, y, z]: Vec): Vec => [x, y * cx - z * sx, y * sx + z * cx]
  const turned = ([x, y, z]: Vec): Vec => [x * ct + z * st, y, -x * st + z * ct]
  return p => add(turned(tilted(leant(scale(p, size)))), move)
}

/** The same form, drawn over what it touches. */
export const raised = (form: Form, by: number): Form => form.map(surface => ({ ...surface, raised: by }))
