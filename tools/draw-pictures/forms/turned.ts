import type { Material } from '../material.ts'
import { randomFrom } from '../random.ts'
import type { Form } from '../surface.ts'
import type { Vec } from '../vector.ts'
import { lineThrough, type Corner } from './line.ts'

/** A form turned on a wheel: its outline from the foot upwards, as (radius, height) corners. */
export function turned(corners: readonly Corner[], material: Material, rows = 84): Form {
  const line = lineThrough(corners)
  const at = (u: number, v: number): Vec => {
    const [radius, height] = line(v)
    const angle = u * 2 * Math.PI
    return [radius * Math.cos(angle), height, radius * Math.sin(angle)]
  }
  return [{ at, material, columns: 72, rows, closed: true }]
}

/** A straight-sided drum with soft edges: plinths, lids, discs, caps. */
export const drum = (radius: number, height: number, edge: number, material: Material): Form =>
  turned(
    [
      [0, 0],
      [radius, 0, edge],
      [radius, height, edge],
      [0, height],
    ],
    material,
  )

/** An open vessel with a wall, a soft rim and an inside. */
export function cup(
  radius: number,
  height: number,
  wall: number,
  material: Material,
  { foot = radius * 0.9, round = 1, depth = height - wall * 2 } = {},
): Form {
  const inner = radius - wall
  return turned(
    [
      [0, 0],
      [foot, 0, round],
      [radius, height * 0.45, height * 0.3],
      [radius, height, wall * 0.55],
      [inner, height, wall * 0.55],
      [inner, height - depth + 0.2, 0.6],
      [foot * 0.85, height - depth, 0.6],
      [0, height - depth],
    ],
    material,
    110,
  )
}

export type PebbleOptions = { seed?: number; wobble?: number; power?: number; taper?: number }

/** A worn stone, `a` × `c` on the ground and `b` high (half sizes); the seed makes it its own. */
export function pebble(
  [a, b, c]: Vec,
  material: Material,
  { seed = 1, wobble = 0.05, power = 0.92, taper = 0 }: PebbleOptions = {},
): Form {
  const random = randomFrom(seed * 977 + 3)
  const waves = Array.from({ length: 4 }, (_, i) => ({
    size: (wobble * (0.5 + random())) / (1 + i * 0.6),
    turn: random() * 6.28,
    lift: random() * 6.28,
    fold: i + 1,
  }))
  const at = (u: number, v: number): Vec => {
    const [turn, rise] = [u * 2 * Math.PI, (v - 0.5) * Math.PI]
    const bent = (x: number) => Math.sign(x) * Math.abs(x) ** power
    let swell = 1
    for (const wave of waves)
      swell +=
        wave.size *
        Math.cos(rise) *
        Math.sin(wave.fold * turn + wave.turn) *
        Math.cos(wave.fold * rise * 0.7 + wave.lift)
    const narrow = 1 + taper * Math.cos(turn)
    const flat = bent(Math.cos(rise)) * swell
    return [a * flat * Math.cos(turn), b + b * bent(Math.sin(rise)), c * flat * narrow * Math.sin(turn)]
  }
  return [{ at, material, columns: 72, rows: 56, closed: true }]
}

/** A ball resting on the ground. */
export const ball = (radius: number, material: Material): Form =>
  pebble([radius, radius, radius], material, { wobble: 0, power: 1 })
