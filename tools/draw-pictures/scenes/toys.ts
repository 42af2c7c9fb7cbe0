import { bent, seam } from '../forms/shape.ts'
import { box } from '../forms/slab.ts'
import { ringOf } from '../forms/tube.ts'
import { ball, cup, drum, pebble } from '../forms/turned.ts'
import { glaze, metal, satin, shining, stone, velvet } from '../material.ts'
import { palettes } from '../palette.ts'
import { daylight, shot, type Still } from '../scene.ts'
import { placed, raised, type Form, type Pose } from '../surface.ts'
import type { Vec } from '../vector.ts'

const p = palettes['slimme-toys']
const rose = metal(p.metal)
const light = shining('#ffc9dc', 1.5)
const set = { ground: p.ground, mood: daylight(p.room, { warmth: 0.1, rim: 7 }) }

export type DeviceOptions = { seed?: number; taper?: number; at?: number }

/** A smooth device: a pebble with a metal inlay at height `at` and a line of light just inside it. */
export function device(size: Vec, hex: string, { seed = 1, taper = 0, at = 0.74 }: DeviceOptions = {}): Form {
  const body = pebble(size, satin(hex), { seed, wobble: 0.025, power: 0.96, taper })
  const inlay = Math.min(...size) * 0.045
  return [...body, ...seam(body[0]!, at, inlay, rose), ...seam(body[0]!, at + 0.05, inlay * 0.62, light)]
}

const halo = (at: Vec, reach: number, strength = 0.3) => ({ at, reach, colour: '#ff9cc4', strength })

const lumi = (): Still => ({
  ...set,
  forms: [
    placed(drum(5.2, 1.4, 0.4, stone(p.pale)), { move: [0, 0, 0] }),
    placed(device([3.3, 2.3, 3.1], p.warm, { seed: 3 }), { move: [-0.2, 1.5, -0.6], tilt: 0.3, turn: -0.25 }),
    placed(ball(0.8, rose), { move: [4.2, 0, 4.6] }),
    placed(pebble([1.5, 0.7, 1.2], glaze(p.deep), { seed: 9 }), { move: [-3.6, 0, 5], turn: 0.3 }),
  ],
  halos: [halo([-0.2, 5.4, 0.6], 6, 0.24)],
  shots: [
    shot({ aim: [0, 3.4, 0], far: 40, rise: 16 }),
    shot({ aim: [-0.2, 4.2, 0], far: 24, turn: 26, rise: 24 }),
    shot({ aim: [0.2, 2.6, 0.8], far: 40, turn: -24, rise: 40 }),
  ],
})

const vela = (): Still => {
  const sail = bent(device([4.6, 1.25, 3], p.deep, { seed: 6, taper: -0.34, at: 0.52 }), ([x, y, z]) => [
    x,
    y + 0.045 * x * x,
    z * (1 - 0.02 * x),
  ])
  return {
    ...set,
    forms: [
      placed(sail, { lean: 0.42, move: [0.2, 1.5, -0.2], turn: -0.35 }),
      placed(ball(1.55, glaze(p.pale)), { move: [3.4, 0, -1.5] }),
      placed(pebble([3.6, 0.75, 2.8], stone(p.pale), { seed: 13 }), { move: [-2, 0, 0.6] }),
      placed(ball(0.7, rose), { move: [3.6, 0, 4] }),
    ],
    halos: [halo([0.2, 3.6, 0], 7, 0.22)],
    shots: [
      shot({ aim: [0.3, 3.1, 0], far: 37, rise: 20 }),
      shot({ aim: [0.8, 3.6, 0], far: 28, turn: -34, rise: 26 }),
    ],
  }
}

const onda = (): Still => {
  const orb = ball(2.7, satin('#efe2f0'))
  const dish = cup(4.6, 1.9, 0.4, glaze(p.deep), { foot: 3.2, round: 0.8, depth: 1 })
  return {
    ...set,
    forms: [
      dish,
      placed([...orb, ...seam(orb[0]!, 0.6, 0.12, rose), ...seam(orb[0]!, 0.66, 0.075, light)], {
        lean: 0.3,
        tilt: 0.16,
        move: [0.5, 0.95, -0.2],
      }),
      placed(ringOf(4.05, 0.07, light, 1.62), {}),
      placed(pebble([1.6, 0.75, 1.3], satin(p.warm), { seed: 7 }), { move: [2.9, 0, 5.9] }),
    ],
    halos: [halo([0, 2, 0], 8, 0.24)],
    shots: [
      shot({ aim: [0.3, 2.8, 0], far: 37, rise: 17 }),
      shot({ aim: [0.2, 3.2, 0], far: 27, turn: 24, rise: 32 }),
    ],
  }
}

const nova = (): Still => {
  const half = (hex: string, pose: Pose) =>
    placed(device([2.4, 1.5, 2.2], hex, { seed: 4 }), { tilt: 0.25, ...pose })
  const shell = satin(p.pale)
  const tray: Form = [
    ...box([12.4, 1.6, 7.6], shell, { corner: 2.6, edge: 0.5 }),
    ...raised(
      placed(box([11.2, 0.3, 6.4], velvet('#a8607f'), { corner: 2.2, edge: 0.12 }), { move: [0, 1.45, 0] }),
      0.2,
    ),
  ]
  const lid: Form = [
    ...placed(box([12.4, 1.3, 7.6], shell, { corner: 2.6, edge: 0.5 }), {}),
    ...raised(
      placed(box([11.2, 0.2, 6.4], velvet('#a8607f'), { corner: 2.2, edge: 0.08 }), { move: [0, 1.22, 0] }),
      0.2,
    ),
  ]
  return {
    ...set,
    forms: [
      placed([...tray], { turn: -0.25 }),
      placed(lid, { tilt: 1.28, move: [-1.25, 4.6, -5.3], turn: -0.25 }),
      half(p.warm, { move: [-2.6, 1.7, -0.6], turn: 0.3 }),
      half(p.deep, { move: [2.7, 1.7, 0.7], turn: -0.7 }),
      placed(ball(0.7, rose), { move: [3.4, 0, 6] }),
    ],
    halos: [halo([-2.6, 4.2, 0], 3.4, 0.18), halo([2.7, 4.2, 1], 3.4, 0.18)],
    shots: [
      shot({ aim: [-0.2, 3.6, 0], far: 48, rise: 22 }),
      shot({ aim: [0, 2.6, 0.4], far: 36, turn: 24, rise: 34 }),
      shot({ aim: [-1.6, 2.8, 0], far: 30, turn: -30, rise: 22 }),
    ],
  }
}

export const toys = { lumi, vela, onda, 'nova-duo': nova }
