import type { Material } from '../material.ts'
import { raised, type Form, type Surface } from '../surface.ts'
import type { Vec } from '../vector.ts'
import type { Corner } from './line.ts'
import { tube } from './tube.ts'

/** The same form with its points moved: `change` gets the point and where on the surface it is. */
export const bent = (form: Form, change: (p: Vec, u: number, v: number) => Vec): Form =>
  form.map(surface => ({ ...surface, at: (u, v) => change(surface.at(u, v), u, v) }))

/** A fine line round a form at height `v`: an inlaid ring, a lit seam. */
export function seam(surface: Surface, v: number, thickness: number, material: Material): Form {
  const line = tube(t => surface.at(t - Math.floor(t), v), thickness, material, {
    ring: true,
    rows: 160,
    columns: 16,
  })
  return raised(line, 0.25)
}

/** An outline from a function of the angle: its radius in x and z. */
export const outlineOf = (at: (angle: number) => readonly [number, number], count = 72): Corner[] =>
  Array.from({ length: count }, (_, i) => {
    const [x, z] = at((i / count) * 2 * Math.PI)
    return [x, z, 0.12] as const
  })
