import { glass, liquid, lit, wax, type Material } from '../material.ts'
import { placed, type Form } from '../surface.ts'
import type { Vec } from '../vector.ts'
import { cup, drum, turned } from './turned.ts'
import { tube } from './tube.ts'

export type BottleOptions = {
  radius?: number
  height?: number
  neck?: number
  shoulder?: number
  fill?: number
}

/** A clear flacon with a coloured liquid, up to its shoulder, and a cap. */
export function flacon(
  tint: string,
  cap: Material,
  { radius = 2.6, height = 8.4, neck = 0.95, shoulder = 1.3, fill = 0.86 }: BottleOptions = {},
): Form {
  const top = height + 1.1
  const body = turned(
    [
      [0, 0],
      [radius, 0, 0.5],
      [radius, height, shoulder],
      [neck, height + 0.25, 0.3],
      [neck, top, 0.1],
      [0, top],
    ],
    glass('#fbf4ee'),
    120,
  )
  const inside = radius - 0.28
  const oil = turned(
    [
      [0, 0.7],
      [inside, 0.7, 0.6],
      [inside, height * fill, shoulder * (fill > 0.9 ? 0.9 : 0.05)],
      [0, height * fill],
    ],
    liquid(tint),
    80,
  )
  const collar = placed(drum(neck + 0.22, 0.7, 0.12, cap), { move: [0, height + 0.35, 0] })
  const lid = placed(drum(neck + 0.42, 2.5, 0.22, cap), { move: [0, height + 0.95, 0] })
  return [...body, ...oil, ...collar, ...lid]
}

export type CandleOptions = { level?: number; flame?: boolean; foot?: number }

/** A candle poured in a cup: `level` is how high the wax stands, as a share of the cup. */
export function candle(
  radius: number,
  height: number,
  vessel: Material,
  hex: string,
  { level = 0.86, flame = false, foot = radius * 0.94 }: CandleOptions = {},
): Form {
  const wall = radius * 0.085
  const top = height * level
  const cold = wax(hex)
  const inside = radius - wall + 0.05
  const fill = turned(
    [
      [0, top - 1.5],
      [inside, top - 1.5],
      [inside, top + 0.12, 0.15],
      [radius * 0.5, top - 0.06, 0.8],
      [0, top - 0.12],
    ],
    flame ? lit(cold, [0, top + 0.6, 0], radius * 0.8, [0.9, 0.42, 0.13]) : cold,
    56,
  )
  return [...cup(radius, height, wall, vessel, { foot, round: 0.8 }), ...fill, ...wick([0, top - 0.15, 0])]
}

/** Where a candle's flame stands above its wax. */
export const flameOn = (candleHeight: number, level = 0.86): Vec => [0.1, candleHeight * level + 0.55, 0]

/** A short curved thread that stands in wax. */
export const wick = (foot: Vec, height = 0.9): Form =>
  tube(
    t => [foot[0] + 0.12 * t * t, foot[1] + height * t, foot[2]],
    t => 0.075 - 0.02 * t,
    { colour: [0.03, 0.022, 0.02], shine: 0.02, rough: 0.8 },
    { rows: 20, columns: 10 },
  )

/** A straight tumbler-like jar with a lid that overlaps it a little. */
export function jar(radius: number, height: number, body: Material, lid: Material): Form {
  const pot = turned(
    [
      [0, 0],
      [radius, 0, 0.7],
      [radius, height, 0.3],
      [0, height],
    ],
    body,
  )
  const top = placed(drum(radius + 0.06, height * 0.24, 0.18, lid), { move: [0, height + 0.02, 0] })
  return [...pot, ...top]
}

/** A lacquered pump bottle. */
export function pump(radius: number, height: number, body: Material, head: Material): Form {
  const bottle = turned(
    [
      [0, 0],
      [radius, 0, 0.5],
      [radius, height, 1.1],
      [radius * 0.42, height + 0.3, 0.3],
      [radius * 0.42, height + 0.9, 0.1],
      [0, height + 0.9],
    ],
    body,
    96,
  )
  const collar = placed(drum(radius * 0.5, 1, 0.12, head), { move: [0, height + 0.6, 0] })
  const stem = placed(drum(radius * 0.17, 1.9, 0.05, head), { move: [0, height + 1.4, 0] })
  const nozzle = tube(
    t => [-0.5 + 3.1 * t, height + 3.3 - 0.5 * t ** 5, 0],
    t => 0.42 - 0.16 * t,
    head,
    { rows: 60, columns: 24 },
  )
  return [...bottle, ...collar, ...stem, ...nozzle]
}
