import { corners } from '../forms/line.ts'
import { drape } from '../forms/cloth.ts'
import { ball, drum, pebble } from '../forms/turned.ts'
import { candle, flacon, flameOn } from '../forms/vessels.ts'
import { glaze, metal, satin, silk, stone } from '../material.ts'
import { daylight, flameLamp, shot, type Still } from '../scene.ts'
import { placed, type Form } from '../surface.ts'
import { add, smooth, type Vec } from '../vector.ts'

const gold = metal('#f3cda0')
const raspberry = '#a3214b'

const curtain = (): Form =>
  drape(corners('-13 34, -12 0.4 16, 24 0.12'), silk(raspberry), {
    width: 13,
    folds: 5,
    depth: t => 2.3 - 1.7 * smooth(0.45, 0.75, t),
    seed: 21,
    fan: 0.32,
    hem: 0.8,
  })

/** The shop's front: raspberry and amber on the right, quiet paper on the left. */
const front = (): Still => {
  const foot: Vec = [9.6, 1.1, -0.6]
  const flame = { at: add(foot, flameOn(5.4)), height: 1.8 }
  return {
    ground: '#f0cbb6',
    mood: daylight('#f7dccb', { warmth: 0.5, air: 0.28, key: 4.8, sun: 90 }),
    forms: [
      placed(curtain(), { move: [19.4, 0, -2], turn: 0.05 }),
      placed(drum(3.4, 2.4, 0.35, stone('#e7ab8b')), { move: [4.2, 0, -0.8] }),
      placed(flacon('#f3b25c', gold, { radius: 2, height: 6 }), { move: [4.2, 2.43, -0.8] }),
      placed(drum(3.3, 1.1, 0.3, stone('#f3dccb')), { move: [9.6, 0, -0.6] }),
      placed(candle(2.5, 5.4, glaze('#7c1d3a'), '#f6e1c2', { flame: true }), { move: foot }),
      placed(pebble([2.3, 0.85, 1.8], glaze('#f8ece2'), { seed: 4 }), { move: [7.2, 0, 4.6], turn: 0.3 }),
      placed(pebble([1.3, 0.6, 1.1], satin(raspberry), { seed: 6 }), { move: [7.3, 1.66, 4.5], turn: -0.4 }),
      placed(ball(0.95, gold), { move: [2.2, 0, 4.2] }),
      placed(ball(0.5, gold), { move: [11.4, 0.4, 4.8] }),
    ],
    lamps: [flameLamp(flame, 4)],
    flames: [flame],
    halos: [{ at: add(flame.at, [0, 0.8, 0]), reach: 8, colour: '#ff9a4a', strength: 0.22 }],
    shots: [],
  }
}

export const hero = {
  hero: (): Still => ({ ...front(), shots: [shot({ aim: [0.6, 6, 0], far: 58, rise: 10, lens: 20 })] }),
  'hero-tall': (): Still => ({
    ...front(),
    shots: [shot({ aim: [7.6, 7.8, 0], far: 58, rise: 12, lens: 24 })],
  }),
}
