import { bow, girdle } from '../forms/cloth.ts'
import { leaf, pouch } from '../forms/objects.ts'
import { card, envelope } from '../forms/paper.ts'
import { box } from '../forms/slab.ts'
import { ringOf, tube } from '../forms/tube.ts'
import { ball, drum, pebble } from '../forms/turned.ts'
import { jar, pump } from '../forms/vessels.ts'
import { glass, glaze, metal, paper, satin, silk, stone, velvet, wax } from '../material.ts'
import { palettes } from '../palette.ts'
import { randomFrom } from '../random.ts'
import { daylight, shot, type Still } from '../scene.ts'
import { placed, type Form } from '../surface.ts'
import type { Vec } from '../vector.ts'

const p = palettes['verzorging-en-accessoires']
const brass = metal(p.metal)
const set = { ground: p.ground, mood: daylight(p.room) }
const green = satin(p.deep)

const gel = (): Still => ({
  ...set,
  forms: [
    placed(drum(4.6, 1, 0.3, stone('#dfe3cf')), { move: [-0.6, 0, -0.4] }),
    placed(pump(2.5, 7.6, satin(p.pale), brass), { move: [-1, 1, -0.6], turn: -0.5 }),
    placed(jar(1.9, 2.2, glaze(p.deep), brass), { move: [4.3, 0, 2.4] }),
    placed(leaf(5.4, 1.9, green, 0.12), { move: [-3.4, 0.24, 4.8], turn: 0.4 }),
    placed(leaf(3.6, 1.4, satin(p.warm), 0.14), { move: [-4.6, 0.24, 3.2], turn: -0.5 }),
  ],
  shots: [
    shot({ aim: [0, 5.7, 0], far: 50, rise: 11 }),
    shot({ aim: [0, 9.6, 0], far: 27, turn: 18, rise: 12 }),
  ],
})

/** Soap bubbles: thin glass balls, almost without colour. */
function bubbles(): Form {
  const random = randomFrom(5)
  const skin = { ...glass('#f4fbf6'), glass: { bend: 1.12, absorb: [0.02, 0.005, 0.012] as Vec } }
  const places: Vec[] = [
    [3.4, 0, 3.6],
    [4.9, 0, 2.3],
    [-4.6, 0, 3.2],
    [2.4, 4.1, 0.6],
    [4.4, 5.8, -1],
    [-3.6, 6.6, -1.4],
    [-2.2, 0, 4.8],
    [5.2, 8.6, -2],
  ]
  return places.flatMap(move => placed(ball(0.45 + random() * 0.55, skin), { move }))
}

const soap = (): Still => {
  const bar = (hex: string): Form =>
    box([6.4, 2.1, 4.4], { ...wax(hex), rough: 0.22, soft: 4 }, { corner: 1.4, edge: 0.7, dome: 0.25 })
  return {
    ...set,
    forms: [
      placed(box([9.4, 0.8, 6.6], stone('#dfe3cf'), { corner: 2.4, edge: 0.3 }), { turn: 0.25 }),
      placed(bar('#f7f2e2'), { move: [0.1, 0.8, 0], turn: 0.35 }),
      placed(bar('#b9c79f'), { move: [-0.3, 3.1, -0.2], turn: -0.2, size: 0.86 }),
      bubbles(),
      placed(leaf(4, 1.5, green, 0.16), { move: [-3.9, 0.9, 1.6], turn: 0.8 }),
    ],
    shots: [shot({ aim: [0.2, 3.4, 0], far: 44, rise: 18 })],
  }
}

const storagePouch = (): Still => {
  const neck = 6.15
  const cord = (radius: number, height: number): Form =>
    placed(ringOf(radius, 0.16, satin(p.metal), height), {})
  const end = (side: number): Form =>
    tube(
      t => [
        0.4 * side + side * 1.5 * t,
        neck - 0.1 - 3.4 * t ** 1.4 + 0.8 * Math.sin(t * 3),
        1.55 + 1.9 * Math.sin(t * 1.6),
      ],
      0.14,
      satin(p.metal),
      { rows: 70, columns: 14 },
    )
  const bead = (side: number): Form => placed(ball(0.36, brass), { move: [1.9 * side, 2.35, 3.45] })
  return {
    ...set,
    forms: [
      pouch(3.9, 8.8, velvet(p.deep)),
      ...[cord(1.62, neck), end(1), end(-1), bead(1), bead(-1)].map(form => form),
      placed(pebble([2, 0.85, 1.6], glaze(p.pale), { seed: 3 }), { move: [5, 0, 2.6] }),
      placed(pebble([1.1, 0.5, 0.9], satin(p.warm), { seed: 5 }), { move: [3.4, 0, 4.6] }),
    ],
    shots: [
      shot({ aim: [0.4, 4.1, 0], far: 46, rise: 12 }),
      shot({ aim: [0.2, 6.2, 0], far: 28, turn: 22, rise: 22 }),
    ],
  }
}

const giftWrap = (): Still => {
  const [width, height, depth] = [8.6, 5.6, 8.6]
  const ribbonSilk = silk('#9e2349')
  return {
    ...set,
    forms: [
      placed(
        [
          ...box([width, height, depth], paper(p.pale), { corner: 0.18, edge: 0.14 }),
          ...girdle(width, height, 1.25, ribbonSilk),
          ...placed(girdle(depth, height, 1.25, ribbonSilk), { turn: Math.PI / 2 }),
        ],
        { turn: 0.5 },
      ),
      placed(bow(2.9, 1.2, ribbonSilk), { move: [0, height + 0.06, 0], turn: 0.2 }),
      placed(box([4.2, 0.12, 2.6], paper('#fbf8ee'), { corner: 0.3, edge: 0.05 }), {
        move: [3.8, 0.02, 5.8],
        turn: 0.3,
      }),
      placed(leaf(5, 1.8, green, 0.12), { move: [-5, 0.24, 4.4], turn: -0.4 }),
      placed(ball(0.7, brass), { move: [6.3, 0, 2.6] }),
    ],
    shots: [
      shot({ aim: [0, 3.6, 0], far: 52, rise: 22 }),
      shot({ aim: [0, 6.2, 0], far: 30, turn: 20, rise: 28 }),
    ],
  }
}

/** A blank card that leans behind its envelope, with a ribbon round it. */
const giftCard = (): Still => {
  const [width, depth] = [11.2, 7.4]
  const ribbonSilk = silk(p.deep)
  return {
    ...set,
    forms: [
      placed(card(10.4, 7, paper('#fdfaf1')), { tilt: 1.28, move: [-1.2, 4.3, -3.4], turn: 0.2 }),
      placed(box([5, 2.2, 2], stone('#dfe3cf'), { corner: 0.6, edge: 0.3 }), {
        move: [-1.4, 0, -5.1],
        turn: 0.2,
      }),
      placed(
        [
          ...envelope(width, depth, paper(p.pale), paper('#ebe7d6')),
          ...placed(girdle(depth, 0.42, 0.9, ribbonSilk), { move: [2.9, 0, 0], turn: Math.PI / 2 }),
          ...placed(bow(1.35, 0.8, ribbonSilk), { move: [2.9, 0.44, 0.4], turn: 0.3 }),
        ],
        { tilt: 0.3, move: [0.2, 1.35, 1.7], turn: -0.18 },
      ),
      placed(pebble([3.4, 0.62, 1.4], stone('#dfe3cf'), { seed: 2 }), { move: [0.2, 0, -0.5] }),
      placed(leaf(4.2, 1.5, green, 0.12), { move: [-4.6, 0.24, 5.4], turn: -0.4 }),
      placed(ball(0.7, brass), { move: [5.6, 0, 5.8] }),
    ],
    shots: [shot({ aim: [0, 3, 0], far: 50, rise: 28 })],
  }
}

export const care = {
  'zachte-gel-op-waterbasis': gel,
  'zeepblok-witte-thee': soap,
  'fluwelen-opbergetui': storagePouch,
  cadeauverpakking: giftWrap,
  cadeaubon: giftCard,
}
