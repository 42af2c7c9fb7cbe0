import { linear } from '../colour.ts'
import { shining, type Material } from '../material.ts'
import { placed, raised, type Form } from '../surface.ts'
import { scale } from '../vector.ts'
import type { Corner } from './line.ts'
import { box, slab } from './slab.ts'
import { tube } from './tube.ts'
import { drum } from './turned.ts'

/** Headphones standing on their cups: a padded band and two soft drums. */
export function headphones(size: number, shell: Material, pad: Material, trim: Material): Form {
  const band = tube(
    t => {
      const turn = Math.PI * (0.02 + 0.96 * t)
      return [size * Math.cos(turn), size * 0.95 + size * 1.12 * Math.sin(turn), 0]
    },
    t => size * (0.1 + 0.06 * Math.sin(Math.PI * t)),
    shell,
    { wide: 1.5, thick: 0.6, face: t => [Math.cos(Math.PI * t), Math.sin(Math.PI * t), 0.001] },
  )
  const ear = (side: number): Form => {
    const cupForm = [
      ...drum(size * 0.56, size * 0.3, size * 0.16, shell),
      ...placed(drum(size * 0.58, size * 0.26, size * 0.13, pad), { move: [0, -size * 0.24, 0] }),
      ...placed(drum(size * 0.34, size * 0.05, size * 0.02, trim), { move: [0, size * 0.29, 0] }),
    ]
    return placed(cupForm, { lean: (-side * Math.PI) / 2, move: [side * size * 0.9, size * 0.62, 0] })
  }
  const slider = (side: number): Form =>
    tube(t => [side * size * 1.0, size * (0.75 + 0.4 * t), 0], size * 0.055, trim, { rows: 20, columns: 16 })
  return [...band, ...ear(1), ...ear(-1), ...slider(1), ...slider(-1)]
}

/** A hill's outline: level below, a slow wave above. */
const hill = (width: number, rise: number, at: number): Corner[] => [
  [width / 2, 0, 0.1],
  ...Array.from({ length: 40 }, (_, i): Corner => {
    const x = width / 2 - (i / 39) * width
    return [x, -rise - 0.5 * Math.sin(x * 0.8 + at)]
  }),
  [-width / 2, 0, 0.1],
]

/** A thin tablet that stands, with a lit page: a low sun over two hills. */
export function tablet(
  width: number,
  height: number,
  body: Material,
  sky: string,
  sun: string,
  hills: readonly string[],
): Form {
  const page = (hex: string): Material => ({
    ...shining(hex, 0.62),
    colour: scale(linear(hex), 0.2),
    rough: 0.12,
  })
  const upright = (form: Form, x: number, y: number, z: number) =>
    placed(form, { tilt: Math.PI / 2, move: [x, y, z] })
  const [w, h] = [width - 0.9, height - 0.9]
  const land = (hex: string, rise: number, at: number, z: number): Form =>
    upright(slab(hill(w - 0.12, rise, at), 0.05, page(hex), { edge: 0.02 }), 0, (height - h) / 2 + 0.06, z)
  return [
    ...upright(box([width, 0.7, height], body, { corner: 1, edge: 0.3 }), 0, height / 2, 0),
    ...raised(upright(box([w, 0.08, h], page(sky), { corner: 0.6, edge: 0.02 }), 0, height / 2, 0.68), 0.3),
    ...raised(upright(drum(w * 0.24, 0.06, 0.02, page(sun)), w * 0.1, height * 0.56, 0.76), 0.6),
    ...raised(land(hills[0]!, h * 0.36, 1, 0.82), 0.9),
    ...raised(land(hills[1]!, h * 0.2, 3.4, 0.88), 1.2),
  ]
}
