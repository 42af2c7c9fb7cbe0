import { corners } from '../forms/line.ts'
import { drape, folded, girdle } from '../forms/cloth.ts'
import { headphones } from '../forms/devices.ts'
import { leaf, spool } from '../forms/objects.ts'
import { book } from '../forms/paper.ts'
import { ball, drum, pebble } from '../forms/turned.ts'
import { candle, flacon, flameOn, jar, pump } from '../forms/vessels.ts'
import { glaze, metal, satin, silk, stone } from '../material.ts'
import { palettes } from '../palette.ts'
import { daylight, evening, flameLamp, shot, type Still } from '../scene.ts'
import { placed } from '../surface.ts'
import { add, smooth, type Vec } from '../vector.ts'
import { device } from './toys.ts'

/** Wide and level: tiles are read small. */
const across = (aim: Vec, far = 50, rise = 14) => [shot({ aim, far, rise, lens: 19 })]

const massage = (): Still => {
  const p = palettes['massage-en-wellness']
  return {
    ground: p.ground,
    mood: daylight(p.room),
    forms: [
      placed(drum(4.4, 1.2, 0.3, stone(p.warm)), { move: [-3.4, 0, -1] }),
      placed(flacon('#f0ae5e', metal(p.metal), { radius: 2.1, height: 6 }), { move: [-3.6, 1.23, -1.2] }),
      placed(pebble([3.3, 1.05, 2.6], satin('#43403f'), { seed: 2 }), { move: [4, 0, 0.4], turn: 0.3 }),
      placed(pebble([2.4, 0.9, 2], satin('#38363a'), { seed: 5 }), { move: [4.2, 2.05, 0.4], turn: -0.4 }),
      placed(pebble([1.5, 0.7, 1.2], glaze(p.pale), { seed: 8 }), { move: [4.1, 3.8, 0.4] }),
      placed(ball(0.75, metal(p.metal)), { move: [0.7, 0, 3.6] }),
    ],
    shots: across([0.2, 4.6, 0]),
  }
}

const cloth = (): Still => {
  const p = palettes['zijde-en-lingerie']
  return {
    ground: p.ground,
    mood: daylight(p.room),
    forms: [
      drape(corners('-14 44, -14 0.4 16, 24 0.1'), silk('#f3d6cf'), {
        width: 64,
        folds: 11,
        depth: t => 2.4 - 1.9 * smooth(0.45, 0.7, t),
        seed: 12,
      }),
      placed(folded([9.4, 3.6, 7], 4, silk(p.deep), 6), { move: [-3, 0.4, 0], turn: 0.3 }),
      placed(girdle(9.9, 3.85, 1.1, silk(p.pale)), { move: [-3, 0.4, 0], turn: 0.3 }),
      placed(spool(2.2, 1.9, p.warm, 4.6, 1), { move: [4.8, 0.4, 1], turn: -0.3 }),
      placed(ball(0.8, metal(p.metal)), { move: [1.9, 0.4, 4.6] }),
    ],
    shots: across([0.6, 3.4, 0], 50, 18),
  }
}

const glow = (): Still => {
  const p = palettes['kaarsen-en-sfeer']
  const put = (radius: number, height: number, hex: string, foot: Vec) => ({
    form: placed(candle(radius, height, glaze(hex), '#f6e1c2', { flame: true }), { move: foot }),
    flame: { at: add(foot, flameOn(height)), height: 1.7 },
  })
  const lit = [
    put(2.7, 5.8, p.deep, [-3.2, 0.9, -0.6]),
    put(2.1, 3.6, '#f0dcc0', [2.6, 0, 1.2]),
    put(1.7, 6.6, p.warm, [5.6, 0, -2.4]),
  ]
  return {
    ground: p.ground,
    mood: evening(p.room),
    forms: [
      placed(drum(4.2, 0.9, 0.3, stone('#b5532c')), { move: [-3.2, 0, -0.6] }),
      ...lit.map(({ form }) => form),
      placed(ball(0.8, metal(p.metal)), { move: [-0.2, 0, 4.2] }),
    ],
    lamps: lit.map(({ flame }) => flameLamp(flame, 4)),
    flames: lit.map(({ flame }) => flame),
    halos: lit.map(({ flame }) => ({
      at: add(flame.at, [0, 0.8, 0]),
      reach: 6,
      colour: '#ff9440',
      strength: 0.26,
    })),
    shots: across([0.8, 4.4, 0], 50, 16),
  }
}

const smart = (): Still => {
  const p = palettes['slimme-toys']
  return {
    ground: p.ground,
    mood: daylight(p.room, { warmth: 0.1, rim: 7 }),
    forms: [
      placed(drum(4.6, 1.8, 0.4, stone(p.pale)), { move: [-3, 0, -0.6] }),
      placed(device([3, 2.1, 2.8], p.warm, { seed: 3 }), { move: [-3.1, 1.9, -1], tilt: 0.3, turn: 0.2 }),
      placed(device([2.1, 2.1, 2.1], '#efe2f0', { seed: 2, at: 0.66 }), {
        move: [4.2, 0.06, -0.8],
        lean: 0.2,
        tilt: 0.2,
      }),
      placed(device([1.9, 1.2, 1.7], p.deep, { seed: 5 }), {
        move: [1.9, 0.05, 3.8],
        turn: -0.4,
        tilt: 0.25,
      }),
      placed(ball(0.7, metal(p.metal)), { move: [6.4, 0, 2.6] }),
    ],
    halos: [{ at: [-3, 5.6, 0.4], reach: 5, colour: '#ff9cc4', strength: 0.2 }],
    shots: across([0.5, 3.5, 0]),
  }
}

const careful = (): Still => {
  const p = palettes['verzorging-en-accessoires']
  const brass = metal(p.metal)
  return {
    ground: p.ground,
    mood: daylight(p.room),
    forms: [
      placed(pump(2, 6, satin(p.pale), brass), { move: [-3.8, 0, -1], turn: -0.4 }),
      placed(jar(2, 2.4, glaze(p.deep), brass), { move: [0.8, 0, 1.4] }),
      placed(drum(3, 0.8, 0.25, stone('#e0e2d6')), { move: [5.2, 0, -1.2] }),
      placed(pebble([2.1, 1, 1.7], satin(p.pale), { seed: 4 }), { move: [5.2, 0.8, -1.2] }),
      placed(pebble([1.3, 0.6, 1.1], satin(p.warm), { seed: 6 }), { move: [5.1, 2.75, -1.2] }),
      placed(leaf(5.6, 1.9, satin(p.deep), 0.12), { move: [-2.4, 0.24, 4.2], turn: 0.3 }),
    ],
    shots: across([0.4, 4.4, 0]),
  }
}

const pages = (): Still => {
  const p = palettes['lezen-en-luisteren']
  const brass = metal(p.metal)
  return {
    ground: p.ground,
    mood: daylight(p.room, { warmth: 0.2 }),
    forms: [
      placed(book([8.4, 1.8, 10.6], satin(p.deep)), { move: [-4, 0, -0.4], turn: 0.45 }),
      placed(book([7.4, 1.4, 9.4], satin(p.warm)), { move: [-3.8, 1.82, -0.4], turn: 0.1 }),
      placed(pebble([1.5, 0.7, 1.2], glaze(p.pale), { seed: 4 }), { move: [-3.8, 3.24, -0.4] }),
      placed(headphones(2.9, satin(p.pale), satin(p.deep), brass), { move: [4.2, 0.02, -0.4], turn: -0.5 }),
      placed(ball(0.7, brass), { move: [1.4, 0, 4.4] }),
    ],
    shots: across([0, 3.5, 0], 50, 18),
  }
}

export const tiles = {
  'category-massage-en-wellness': massage,
  'category-zijde-en-lingerie': cloth,
  'category-kaarsen-en-sfeer': glow,
  'category-slimme-toys': smart,
  'category-verzorging-en-accessoires': careful,
  'category-lezen-en-luisteren': pages,
}
