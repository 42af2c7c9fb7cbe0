import { linear } from '../colour.ts'
import { paper, type Material } from '../material.ts'
import { placed, raised, type Form } from '../surface.ts'
import { scale, type Vec } from '../vector.ts'
import { box, slab } from './slab.ts'

/** A bound book lying down: its spine on the left, the pages' edges towards the eye. */
export function book([width, height, depth]: Vec, cover: Material, pages = '#f3e9da'): Form {
  const board = 0.22
  const cream = linear(pages)
  const leaves: Material = {
    ...paper(pages),
    paint: (_u, v) => scale(cream, v > 0.3 && v < 0.7 ? 0.96 + 0.03 * Math.sin(v * 300) : 1),
  }
  const plate = box([width - 0.3, board, depth], cover, { corner: 0.12, edge: 0.09 })
  const block = box([width - 0.75, height - 2 * board - 0.02, depth - 0.5], leaves, {
    corner: 0.05,
    edge: 0.03,
  })
  const spine = box([0.4, height, depth], cover, { corner: 0.12, edge: 0.15 })
  return [
    ...placed(plate, { move: [0.15, 0, 0] }),
    ...placed(block, { move: [0.06, board, 0] }),
    ...placed(plate, { move: [0.15, height - board - 0.03, 0] }),
    ...raised(placed(spine, { move: [-width / 2 + 0.12, 0, 0] }), 0.1),
  ]
}

/** A closed envelope lying on its back, its flap towards the eye. */
export function envelope(width: number, depth: number, sheet: Material, flap: Material): Form {
  const body = box([width, 0.22, depth], sheet, { corner: 0.25, edge: 0.1 })
  const point = slab(
    [
      [width / 2 - 0.3, -depth / 2 + 0.12, 0.25],
      [0, depth * 0.24, 1.4],
      [-width / 2 + 0.3, -depth / 2 + 0.12, 0.25],
    ],
    0.16,
    flap,
    { edge: 0.06, columns: 160, rows: 100 },
  )
  return [...body, ...raised(placed(point, { move: [0, 0.24, 0] }), 0.3)]
}

/** A stiff card. */
export const card = (width: number, depth: number, sheet: Material): Form =>
  box([width, 0.12, depth], sheet, { corner: 0.35, edge: 0.05 })
