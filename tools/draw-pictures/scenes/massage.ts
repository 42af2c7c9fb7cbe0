import { corners } from '../forms/line.ts'
import { jug, leaf } from '../forms/objects.ts'
import { ball, drum, pebble, turned } from '../forms/turned.ts'
import { flacon, wick } from '../forms/vessels.ts'
import { glass, glaze, lit, metal, satin, stone, wax } from '../material.ts'
import { palettes } from '../palette.ts'
import { randomFrom } from '../random.ts'
import { daylight, flameLamp, shot, type Still } from '../scene.ts'
import { placed, type Form } from '../surface.ts'
import type { Vec } from '../vector.ts'

const p = palettes['massage-en-wellness']
const gold = metal(p.metal)
const set = { ground: p.ground, mood: daylight(p.room) }

const oil = (): Still => ({
  ...set,
  forms: [
    placed(drum(5.4, 1.5, 0.3, stone(p.warm)), { move: [-0.8, 0, -0.6] }),
    placed(flacon('#f0ae5e', gold, { radius: 2.5, height: 7.6 }), { move: [-1.2, 1.53, -1] }),
    placed(pebble([2.4, 1, 1.9], glaze(p.pale), { seed: 4 }), { move: [2.5, 1.5, 0.8], turn: 0.5 }),
    placed(ball(0.85, gold), { move: [4.9, 0, 4] }),
    placed(leaf(5.2, 1.9, satin(p.deep)), { move: [-2.4, 0.25, 6.4], turn: 0.3 }),
  ],
  shots: [
    shot({ aim: [0, 5.6, 0], far: 47 }),
    shot({ aim: [-0.6, 8.4, 0], far: 27, turn: 24, rise: 14 }),
    shot({ aim: [0.2, 4.4, 0.6], far: 46, turn: -26, rise: 34 }),
  ],
})

const basalt = (): Still => {
  const dark = (seed: number) => ({ ...satin(seed % 2 ? '#43403f' : '#38363a'), soft: 0, rough: 0.3 })
  const put = (size: Vec, seed: number, move: Vec, turn = 0, lean = 0): Form =>
    placed(pebble(size, dark(seed), { seed, wobble: 0.06 }), { move, turn, lean })
  return {
    ...set,
    forms: [
      placed(drum(6.6, 0.9, 0.3, stone(p.pale)), { move: [-0.4, 0, 0] }),
      put([4.1, 1.2, 3.3], 2, [-0.7, 0.9, -0.2], 0.3),
      put([3.2, 1.05, 2.6], 5, [-0.5, 3.22, -0.1], -0.5, 0.03),
      put([2.2, 0.85, 1.9], 8, [-0.75, 5.22, 0], 0.9, -0.04),
      put([1.35, 0.62, 1.1], 11, [-0.65, 6.85, 0.05], 0.2, 0.05),
      put([1.8, 0.75, 1.4], 14, [4.5, 0, 5], -0.6),
      put([1.15, 0.5, 0.95], 17, [2, 0, 6.6], 0.4),
    ],
    shots: [shot({ aim: [0.4, 3.7, 0], far: 46 }), shot({ aim: [0.8, 3, 1], far: 38, turn: 30, rise: 30 })],
  }
}

const massageCandle = (): Still => {
  const height = 6.4
  const level = height * 0.72
  const flame = { at: [0.1, level + 0.55, 0] as Vec, height: 1.75 }
  const melted = turned(
    [
      [0, level - 1],
      [2.55, level - 1],
      [2.6, level + 0.05, 0.2],
      [0, level - 0.05],
    ],
    lit({ ...wax('#f5dcb4'), rough: 0.08 }, flame.at, 1.8, [0.5, 0.24, 0.07]),
    50,
  )
  return {
    ...set,
    mood: daylight(p.room, { air: 0.22, key: 3.6, sun: 60, warmth: 0.8 }),
    forms: [
      [...jug(2.9, height, glaze(p.pale)), ...melted, ...wick([0, level - 0.1, 0], 0.8)],
      placed(pebble([2.7, 0.75, 2.1], stone(p.warm), { seed: 6 }), { move: [-4.8, 0, -1.8], turn: 0.4 }),
      placed(pebble([1.7, 0.7, 1.4], stone(p.deep), { seed: 9 }), { move: [-4.6, 1.5, -1.9], turn: 1 }),
      placed(ball(0.75, gold), { move: [3.2, 0, 4.4] }),
    ],
    lamps: [flameLamp(flame)],
    flames: [flame],
    halos: [{ at: [0.1, level + 1.3, 0], reach: 6.4, colour: '#ff9d4a', strength: 0.26 }],
    shots: [
      shot({ aim: [0, 3.6, 0], far: 40, rise: 22 }),
      shot({ aim: [0.6, 4.9, 0], far: 26, turn: 20, rise: 28 }),
    ],
  }
}

const salts = ['#f3c1b4', '#f8dcd2', '#eea998', '#fbeee6'].map(hex => ({ ...wax(hex), soft: 0 }))

function crystal(random: () => number, at: Vec): Form {
  const size = 0.26 + 0.1 * random()
  const salt = salts[Math.floor(random() * 4)]!
  const grain = pebble([size, size * 0.9, size], salt, { seed: random() * 1e4, wobble: 0.18, power: 0.55 })
  const lying = placed(grain, { move: at, turn: random() * 6, lean: random() - 0.5 })
  return lying.map(surface => ({ ...surface, columns: 12, rows: 9 }))
}

const around = (angle: number, far: number, height: number): Vec => [
  Math.cos(angle) * far,
  height,
  Math.sin(angle) * far,
]

/** Salt behind glass: crystals packed in rings round a core, a heap of them on top, some spilt. */
function salt(radius: number, low: number, high: number): Form {
  const random = randomFrom(77)
  const many = (count: number, at: (i: number) => Vec): Form =>
    Array.from({ length: count }, (_, i) => crystal(random, at(i))).flat()
  const walls = many(Math.floor((high - low) / 0.44) * 34, i => {
    const row = Math.floor(i / 34)
    const angle = ((i % 34) / 34 + random() * 0.012) * 6.2832 + row * 0.09
    return around(angle, radius, low + row * 0.44 + random() * 0.06)
  })
  const heap = many(60, () =>
    around(random() * 6.2832, Math.sqrt(random()) * radius, high - 0.25 + random() * 0.2),
  )
  const spilt = many(16, () => around(0.7 + random() * 1.5, radius + 1.7 + random() * 1.9, 0))
  const core = turned(
    [
      [0, low],
      [radius, low, 0.2],
      [radius, high, 0.2],
      [0, high],
    ],
    stone('#e9b3a5'),
    40,
  )
  return [...core, ...walls, ...heap, ...spilt]
}

const bathSalt = (): Still => {
  const jar = turned(corners('0 0.03, 3.3 0.03 0.7, 3.3 7 1, 2.6 7.4 0.2, 0 7.4'), glass('#fdf8f4'), 110)
  return {
    ...set,
    forms: [
      [
        ...salt(2.62, 0.45, 5.3),
        ...jar,
        ...placed(drum(2.95, 1.6, 0.25, stone('#c0895c')), { move: [0, 7.3, 0] }),
      ],
      placed(pebble([2.5, 0.9, 2], glaze(p.pale), { seed: 21 }), { move: [-4.6, 0, -2.2] }),
      placed(pebble([1.5, 0.7, 1.3], stone(p.warm), { seed: 22 }), { move: [-4.6, 1.75, -2.2] }),
    ],
    shots: [shot({ aim: [0, 4.1, 0], far: 44, rise: 16 })],
  }
}

export const massage = {
  'massageolie-amber-en-vijg': oil,
  'warmtestenen-van-basalt': basalt,
  'massagekaars-sandelhout': massageCandle,
  'badzout-rozenhout': bathSalt,
}
