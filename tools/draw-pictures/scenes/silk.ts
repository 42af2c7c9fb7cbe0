import { corners } from '../forms/line.ts'
import { bow, drape, folded, girdle, ribbon, slip } from '../forms/cloth.ts'
import { mask, spool } from '../forms/objects.ts'
import { seam } from '../forms/shape.ts'
import { box } from '../forms/slab.ts'
import { tube } from '../forms/tube.ts'
import { ball, drum, pebble } from '../forms/turned.ts'
import { glaze, metal, satin, silk, stone } from '../material.ts'
import { palettes } from '../palette.ts'
import { daylight, shot, type Still } from '../scene.ts'
import { placed, type Form } from '../surface.ts'
import { smooth, type Vec } from '../vector.ts'

const p = palettes['zijde-en-lingerie']
const gold = metal(p.metal)
const set = { ground: p.ground, mood: daylight(p.room) }

const kimono = (): Still => ({
  ...set,
  forms: [
    placed(box([15, 1.1, 11.5], stone(p.pale), { corner: 1.4, edge: 0.4 }), { move: [0, 0, 0], turn: -0.35 }),
    placed(folded([12, 4.4, 8.6], 5, silk('#3b2a5a'), 3), { move: [0, 1.1, 0], turn: -0.35 }),
    placed(girdle(12.7, 4.72, 1.5, silk(p.deep)), { move: [0, 1.1, 0], turn: -0.35 }),
    placed(bow(2.9, 1.25, silk(p.deep)), { move: [0, 5.65, 0.2], turn: -0.35 }),
    placed(ball(0.9, gold), { move: [5.8, 0, 6.2] }),
  ],
  shots: [
    shot({ aim: [0.2, 3.4, 0], far: 54, rise: 20 }),
    shot({ aim: [0, 5.4, 0.6], far: 34, turn: 18, rise: 32 }),
    shot({ aim: [-2.4, 4, 0], far: 38, turn: -34, rise: 14 }),
  ],
})

/** The mask's band, lying in a loop behind it. */
const band = (): Form =>
  ribbon(
    t => {
      const [side, back] = [Math.cos(Math.PI * t), Math.sin(Math.PI * t)]
      return [5.1 * side + 0.2, 3.1 - 2.4 * back ** 0.6, 0.1 - 5.6 * back]
    },
    0.9,
    silk(p.deep),
    t => [Math.cos(Math.PI * t), 0.001, -Math.sin(Math.PI * t)],
  )

const sleepMask = (): Still => {
  const eyes = mask(10.5, silk(p.deep))
  const sheet = drape(corners('-14 44, -14 0.4 16, 22 0.1'), silk('#f3d6cf'), {
    width: 50,
    folds: 9,
    depth: t => 2.4 - 1.9 * smooth(0.45, 0.7, t),
    seed: 12,
  })
  return {
    ...set,
    forms: [
      sheet,
      placed(pebble([3.6, 1.9, 2.2], stone(p.pale), { seed: 3 }), { move: [0.3, 0.3, -2] }),
      placed([...eyes, ...seam(eyes[0]!, 0.5, 0.13, satin(p.metal))], {
        tilt: 1.02,
        move: [0, 3.3, 0.6],
        turn: 0.16,
      }),
      band(),
      placed(ball(0.8, gold), { move: [3.9, 0.4, 5] }),
    ],
    shots: [
      shot({ aim: [0.2, 3.2, 0], far: 44, rise: 18 }),
      shot({ aim: [-1.6, 3.4, 0.4], far: 28, turn: -24, rise: 22 }),
    ],
  }
}

const ribbons = (): Still => ({
  ...set,
  forms: [
    placed(spool(2.9, 2.2, p.deep, 8, 1.4), { move: [-2.4, 0, 0.2], turn: -0.5 }),
    placed(spool(2.5, 2.2, '#f3d9cf', 5.5, 1), { move: [2.6, 0, -3], turn: -0.1 }),
    placed(spool(2.3, 2.2, p.warm, 3.2, 0.5), { move: [-1.9, 2.25, 0], turn: -0.9 }),
    placed(ball(0.75, gold), { move: [3.7, 0, 4.4] }),
  ],
  shots: [
    shot({ aim: [0.5, 2.5, 0], far: 39, rise: 26 }),
    shot({ aim: [0, 3, 0.6], far: 30, turn: 26, rise: 40 }),
  ],
})

const dress = (): Still => {
  const rail = (x: number): Vec => [x, 13.6 - 0.02 * x * x, -1.5]
  const strap = (side: number): Form =>
    tube(
      t => [side * (2.05 - 0.5 * t), 10.7 + 2.75 * t, -1.5 + 0.75 * Math.sin(Math.PI * t + 0.4) * (1 - t)],
      0.07,
      satin('#e9bfb4'),
      { rows: 40, columns: 12 },
    )
  return {
    ...set,
    forms: [
      tube(t => rail(-12 + 24 * t), 0.16, gold, { rows: 90, columns: 20 }),
      ...[-6.4, 6.4].map(x => tube(t => [x, 14 * t - 0.4, -1.5], 0.16, gold, { rows: 60, columns: 20 })),
      placed(slip(silk('#f1cdc3'), { top: 11.6, length: 10.3, width: 7.4, seed: 4 }), { move: [0, 0, -1.5] }),
      strap(1),
      strap(-1),
      placed(drum(2.7, 1, 0.25, stone(p.pale)), { move: [2.9, 0, 3.4] }),
      placed(ball(1, gold), { move: [2.3, 1, 3.5] }),
      placed(pebble([1.3, 0.6, 1], glaze(p.deep), { seed: 31 }), { move: [3.9, 1, 3.6], turn: 0.4 }),
    ],
    shots: [
      shot({ aim: [0.2, 7.2, 0], far: 43, rise: 8 }),
      shot({ aim: [0.2, 9.2, 0], far: 30, turn: -24, rise: 12 }),
      shot({ aim: [0.8, 3.4, 0], far: 32, turn: 22, rise: 18 }),
    ],
  }
}

export const silkStills = {
  'zijden-kimono-nacht': kimono,
  'zijden-slaapmasker': sleepMask,
  'zijden-linten': ribbons,
  'slipdress-aurore': dress,
}
