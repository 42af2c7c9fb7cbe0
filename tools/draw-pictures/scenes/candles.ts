import { corners } from '../forms/line.ts'
import { leaf, twisted } from '../forms/objects.ts'
import { ringOf, tube } from '../forms/tube.ts'
import { ball, drum, pebble, turned } from '../forms/turned.ts'
import { candle, flameOn, wick } from '../forms/vessels.ts'
import { linear } from '../colour.ts'
import { glass, glaze, liquid, lit, metal, satin, stone, wax, type Material } from '../material.ts'
import { palettes } from '../palette.ts'
import { daylight, evening, flameLamp, shot, type Flame, type Still } from '../scene.ts'
import { placed, type Form } from '../surface.ts'
import { add, mix, scale, smooth, sub, unit, type Vec } from '../vector.ts'

const p = palettes['kaarsen-en-sfeer']
const brass = metal(p.metal)
const set = { ground: p.ground, mood: evening(p.room) }

const scented = (): Still => {
  const foot: Vec = [-0.4, 1.1, 0]
  const flame = { at: add(foot, flameOn(6.6)), height: 1.9 }
  return {
    ...set,
    forms: [
      placed(drum(5, 1.1, 0.3, stone('#b5532c')), { move: [-0.2, 0, 0] }),
      placed(candle(3.1, 6.6, glaze(p.deep), '#f6e1c2', { flame: true }), { move: foot }),
      placed(drum(2.3, 0.6, 0.2, brass), { move: [3.4, 0, 6.1] }),
      placed(ball(0.8, brass), { move: [6.1, 0, 2] }),
      placed(pebble([1.5, 0.7, 1.2], satin('#8e3b22'), { seed: 5 }), { move: [3.2, 0.6, 6] }),
    ],
    lamps: [flameLamp(flame)],
    flames: [flame],
    halos: [{ at: add(flame.at, [0, 0.9, 0]), reach: 8, colour: '#ff9440', strength: 0.34 }],
    shots: [
      shot({ aim: [0.2, 4.5, 0], far: 45, rise: 15 }),
      shot({ aim: [-0.2, 7, 0], far: 26, turn: 18, rise: 26 }),
      shot({ aim: [0.6, 4, 1], far: 44, turn: -28, rise: 32 }),
    ],
  }
}

/** A twisted candle in a turned holder `high`, and where its flame stands. */
function stick(hex: string, turns: number, [x, high, z]: Vec): { form: Form; flame: Flame } {
  const holder = turned(
    [
      ...corners('0 0, 1.9 0 0.2, 1.8 0.35 0.25, 0.45 0.7 0.5'),
      [0.38, high - 0.8, 0.3],
      [1, high - 0.3, 0.3],
      [1, high + 0.7, 0.1],
      [0, high + 0.7],
    ],
    brass,
  )
  const top: Vec = [x, high + 10.8, z]
  const body = twisted(0.78, 10, lit(wax(hex), top, 1.6, [0.7, 0.3, 0.1]), turns)
  return {
    form: [
      ...placed(holder, { move: [x, 0, z] }),
      ...placed(body, { move: [x, high + 0.4, z] }),
      ...wick([x, top[1] - 0.3, z], 0.7),
    ],
    flame: { at: add(top, [0.05, 0.35, 0]), height: 1.7 },
  }
}

const dinner = (): Still => {
  const sticks = [
    stick('#f3e2c8', 1.3, [-3.6, 3.4, -0.6]),
    stick('#9c3442', 1.6, [0.4, 1.6, 1]),
    stick('#c9703f', 1.9, [4, 5, -1]),
  ]
  const flames = sticks.map(({ flame }) => flame)
  return {
    ...set,
    forms: sticks.map(({ form }) => form),
    lamps: flames.map(flame => flameLamp(flame, 4)),
    flames,
    halos: flames.map(({ at }) => ({
      at: add(at, [0, 0.8, 0]),
      reach: 5,
      colour: '#ff9440',
      strength: 0.26,
    })),
    shots: [
      shot({ aim: [0.2, 8.6, 0], far: 54, rise: 7 }),
      shot({ aim: [0.6, 12.6, 0], far: 34, turn: 20, rise: 10 }),
    ],
  }
}

/** Milk glass lit from inside: paler towards the middle, with faint seas. */
function moonlight(at: Vec): Material {
  const colour = linear('#ffd79c')
  return {
    colour: scale(colour, 0.4),
    shine: 0.035,
    rough: 0.2,
    glow: point => {
      const [x, y, z] = unit(sub(point, at))
      const seas =
        Math.sin(3.1 * x + 2.2 * Math.sin(2.4 * y + 1) + z) +
        0.6 * Math.sin(5.3 * y - 3.7 * x + 2 * Math.sin(3 * z))
      const rim = 0.62 + 0.38 * smooth(-0.1, 0.9, z * 0.9 + 0.1 * x)
      return scale(mix(colour, [1, 0.92, 0.74], 0.35 * rim), (0.8 + 0.06 * seas) * rim)
    },
  }
}

const moon = (): Still => {
  const at: Vec = [0, 6.3, 0]
  return {
    ...set,
    mood: evening(p.room, { key: 1.7, sun: 22, air: 0.12, rim: 3.4 }),
    forms: [
      placed(ball(4.3, moonlight(at)), { move: [0, 2, 0] }),
      turned(corners('0 0, 3.3 0 0.25, 3.3 1.1 0.3, 2.5 2.7 0.4, 2.35 2.75 0.1, 0 1.4'), brass),
      placed(pebble([1.9, 0.85, 1.5], glaze(p.deep), { seed: 8 }), { move: [5.2, 0, 3.4], turn: 0.4 }),
      placed(pebble([1.1, 0.5, 0.9], satin('#f1ddc0'), { seed: 12 }), { move: [3.4, 0, 5] }),
    ],
    lamps: [{ at, light: [26, 17, 8.6], size: 4.32 }],
    halos: [{ at, reach: 11, colour: '#ffb060', strength: 0.34 }],
    shots: [
      shot({ aim: [0.2, 5.2, 0], far: 48, rise: 10 }),
      shot({ aim: [1, 3.6, 0], far: 34, turn: 24, rise: 20 }),
    ],
  }
}

/** A blown flask, a third full, with rattan sticks in it. */
function flask(): Form {
  const body = turned(
    corners('0 0.03, 3.2 0.03 0.8, 3.5 3.4 2, 1.05 6.2 0.8, 0.95 7.6 0.1, 0 7.6'),
    glass('#fdf4e6'),
    120,
  )
  const oil = turned(corners('0 0.6, 2.7 0.6 0.6, 3 3.2 1, 2.6 4.1 0.05, 0 4.1'), liquid('#e0a04a'), 80)
  const rattan = satin('#6b4a33')
  const sticks = corners('-3.4 0.4, -1.7 -1, 0.5 0.8, 2 -0.6, 3.7 0.6').flatMap(([x, z]) =>
    tube(t => [x * (t * 1.25 - 0.32), 1.2 + 13.6 * t, z * (t * 1.25 - 0.32)], 0.11, rattan, {
      rows: 30,
      columns: 12,
    }),
  )
  return [...body, ...oil, ...placed(ringOf(0.98, 0.28, brass), { move: [0, 7.25, 0] }), ...sticks]
}

const diffuser = (): Still => ({
  ground: p.ground,
  mood: daylight(p.room, { warmth: 0.7 }),
  forms: [
    flask(),
    placed(pebble([2.5, 1, 2], glaze(p.deep), { seed: 4 }), { move: [4.9, 0, 2] }),
    placed(leaf(6, 2.4, satin('#6f7a4c'), 0.14), { move: [-3.4, 0.24, 4], turn: 0.5 }),
    placed(leaf(4.6, 1.9, satin('#86905c'), 0.16), { move: [-5.6, 0.24, 2.4], turn: -0.6 }),
  ],
  shots: [
    shot({ aim: [-0.2, 6.6, 0], far: 50, rise: 11 }),
    shot({ aim: [0.4, 3.6, 0.4], far: 34, turn: 24, rise: 24 }),
  ],
})

export const candles = {
  'geurkaars-gloed': scented,
  'gedraaide-dinerkaarsen': dinner,
  maanlamp: moon,
  'geurstokjes-vijgenblad': diffuser,
}
