import { corners } from '../forms/line.ts'
import { ribbon } from '../forms/cloth.ts'
import { headphones, tablet } from '../forms/devices.ts'
import { book, card, envelope } from '../forms/paper.ts'
import { box } from '../forms/slab.ts'
import { ringOf } from '../forms/tube.ts'
import { ball, drum, pebble, turned } from '../forms/turned.ts'
import { glaze, metal, paper, satin, silk, stone, wax } from '../material.ts'
import { palettes } from '../palette.ts'
import { daylight, shot, type Still } from '../scene.ts'
import { placed, raised, type Form } from '../surface.ts'

const p = palettes['lezen-en-luisteren']
const brass = metal(p.metal)
const set = { ground: p.ground, mood: daylight(p.room, { warmth: 0.2 }) }

const printed = (): Still => ({
  ...set,
  forms: [
    placed(book([10.4, 2.4, 14], satin(p.deep)), { turn: 0.5 }),
    placed(book([9.6, 1.7, 13], satin(p.warm)), { move: [0.2, 2.42, 0], turn: 0.2 }),
    placed(book([8.4, 1.3, 11.4], satin(p.pale)), { move: [-0.2, 4.14, 0.2], turn: 0.62 }),
    ribbon(
      t => [
        1.6 + 0.5 * t,
        4.7 - 3.4 * Math.max(0, t - 0.35) ** 1.2,
        4.75 + 3.3 * Math.min(t, 0.42) + 1.1 * t,
      ],
      0.5,
      silk(p.warm),
      t => [0.2, 1 - t, t + 0.01],
    ),
    placed(pebble([1.9, 0.9, 1.6], glaze(p.pale), { seed: 4 }), { move: [-0.6, 5.46, -0.6] }),
    placed(ball(0.75, brass), { move: [6.3, 0, 6.6] }),
  ],
  shots: [
    shot({ aim: [0.2, 3, 0], far: 58, rise: 24 }),
    shot({ aim: [1, 3.4, 2.4], far: 34, turn: 24, rise: 18 }),
  ],
})

const eBook = (): Still => ({
  ...set,
  forms: [
    placed(tablet(8.4, 11.2, satin(p.deep), '#f6d3c2', '#fff1df', ['#dd8f83', '#b44f5c']), {
      tilt: -0.24,
      move: [-0.4, 0.15, 0.4],
      turn: 0.28,
    }),
    placed(drum(2.6, 3.4, 0.4, stone(p.pale)), { move: [-1.6, 0, -3.8] }),
    placed(box([11, 0.7, 6.4], stone('#d4dbe6'), { corner: 2.4, edge: 0.3 }), { move: [-0.2, -0.45, 1] }),
    placed(pebble([1.7, 0.8, 1.4], glaze(p.warm), { seed: 6 }), { move: [4.6, 0, 5.4] }),
    placed(ball(0.6, brass), { move: [2.4, 0, 6.4] }),
  ],
  lamps: [{ at: [0.6, 5.4, 3.2], light: [2.4, 1.6, 1.4], size: 3 }],
  halos: [{ at: [-0.2, 5.8, 0.8], reach: 9, colour: '#ffd2c0', strength: 0.16 }],
  shots: [shot({ aim: [0.2, 5, 0], far: 48, rise: 11 })],
})

const course = (): Still => ({
  ...set,
  forms: [
    placed(drum(6.4, 0.9, 0.3, stone('#d4dbe6')), {}),
    placed(headphones(3.9, satin(p.pale), satin(p.deep), brass), { move: [0, 0.92, 0], turn: 0.5 }),
    placed(pebble([1.6, 0.7, 1.3], glaze(p.warm), { seed: 8 }), { move: [3.4, 0, 7.6] }),
    placed(ball(0.55, brass), { move: [-2.4, 0.9, 4.6] }),
  ],
  shots: [
    shot({ aim: [0.2, 4.7, 0], far: 50, rise: 12 }),
    shot({ aim: [0.6, 4, 0.6], far: 32, turn: -30, rise: 20 }),
  ],
})

/** A sealed letter. */
function letter(): Form {
  const red = { ...wax('#a52a4c'), soft: 1, rough: 0.2 }
  const seal = [
    ...turned(corners('0 0, 1.15 0 0.2, 1.2 0.35 0.2, 0.8 0.3 0.1, 0 0.3'), red, 60),
    ...ringOf(0.62, 0.06, red, 0.3),
  ]
  return [
    ...envelope(12, 8, paper(p.pale), paper('#efe3d0')),
    ...raised(placed(seal, { move: [0, 0.28, 0.7] }), 0.6),
  ]
}

const letters = (): Still => ({
  ...set,
  forms: [
    placed(card(10.6, 7, paper('#cf6b62')), { tilt: 1.3, move: [-1.4, 4.2, -3.6], turn: 0.18 }),
    placed(box([5, 2.2, 2], stone('#d4dbe6'), { corner: 0.6, edge: 0.3 }), {
      move: [-1.6, 0, -5.2],
      turn: 0.18,
    }),
    placed(letter(), { tilt: 0.32, move: [0.3, 1.45, 1.6], turn: -0.16 }),
    placed(pebble([3.4, 0.65, 1.4], stone('#d4dbe6'), { seed: 2 }), { move: [0.2, 0, -0.6] }),
    placed(ball(0.8, brass), { move: [5.4, 0, 6] }),
  ],
  shots: [
    shot({ aim: [0, 3, 0], far: 50, rise: 30 }),
    shot({ aim: [0.6, 2, 1.6], far: 28, turn: 22, rise: 36 }),
  ],
})

export const reading = {
  'boek-langzaam': printed,
  'e-book-dichterbij': eBook,
  'audiocursus-adem-en-aanraking': course,
  'brieven-om-af-te-maken': letters,
}
