import type { Material } from '../material.ts'
import { randomFrom } from '../random.ts'
import { placed, raised, type Form } from '../surface.ts'
import { smooth, type Vec } from '../vector.ts'
import { lineThrough, type Corner } from './line.ts'
import { box } from './slab.ts'
import { tube } from './tube.ts'

export type DrapeOptions = {
  width: number
  /** How many folds there are side by side, and how deep they are at `t` along the way. */
  folds: number
  depth: (t: number) => number
  seed?: number
  /** How much wider the end is than the start. */
  fan?: number
  hem?: number
}

/** Cloth that follows a path (z, y) from behind to the front, in folds that run along it. */
export function drape(
  path: readonly Corner[],
  material: Material,
  { width, folds, depth, seed = 1, fan = 0, hem = 0.25 }: DrapeOptions,
): Form {
  const line = lineThrough(path)
  const random = randomFrom(seed * 131 + 7)
  const [a, b, c, d] = [random() * 6.28, random() * 6.28, random() * 6.28, random() * 6.28]
  const fold = (s: number, t: number) => {
    const turn = s * folds * Math.PI + 0.9 * Math.sin(s * 3.1 + a) + 0.7 * Math.sin(t * 3.4 + b + s) + a
    const large = Math.sin(turn + 0.55 * Math.sin(turn + c))
    const small = Math.sin(turn * 1.73 + 1.6 * Math.sin(t * 4.1 + d) + b)
    const swell = 0.65 + 0.35 * Math.sin(s * 4.3 + t * 2.2 + c)
    return swell * (0.72 * large + 0.28 * small)
  }
  const at = (u: number, v: number): Vec => {
    const s = u * 2 - 1
    const t = v + (hem * 0.06 * Math.sin(s * 7 + d) + hem * 0.03 * Math.sin(s * 17 + a)) * v
    const [z, y] = line(t)
    const [z0, y0] = line(t - 0.01)
    const [z1, y1] = line(t + 0.01)
    const size = Math.max(1e-6, Math.hypot(z1 - z0, y1 - y0))
    const lift = depth(v) * (1 + fold(s, v)) * 0.5
    const wide = width * (0.5 + fan * 0.5 * v)
    const sway = depth(v) * 0.12 * Math.sin(s * folds * Math.PI + c + v * 2)
    return [s * wide + sway, y + ((z1 - z0) / size) * lift, z - ((y1 - y0) / size) * lift]
  }
  return [{ at, material, columns: 190, rows: 120, closed: false, thin: true }]
}

/** A stack of folded cloth: rounded layers that give a little under their own weight. */
export function folded([width, height, depth]: Vec, layers: number, material: Material, seed = 1): Form {
  const random = randomFrom(seed * 271)
  const thick = height / layers
  return Array.from({ length: layers }, (_, i) => {
    const [wave, turn] = [random() * 6.28, (random() - 0.5) * 0.05]
    const grow = 1 + (random() - 0.5) * 0.04
    return box([width * grow, thick * 1.06, depth * grow], material, {
      corner: 1.1,
      edge: thick * 0.49,
      rows: 60,
    }).map(layer => ({
      ...layer,
      at: (u: number, v: number): Vec => {
        const [x, y, z] = layer.at(u, v)
        const sag = 0.12 * Math.sin(x * 0.5 + wave) + 0.09 * Math.sin(z * 0.62 + x * 0.2 + wave * 2)
        return [
          x * Math.cos(turn) + z * Math.sin(turn),
          y + i * thick + sag * (0.4 + i / layers),
          z * Math.cos(turn) - x * Math.sin(turn),
        ]
      },
    }))
  }).flat()
}

export type SlipOptions = { top: number; length: number; width: number; seed?: number }

/** A slip dress that hangs from its straps: a hollow of cloth, wider and more folded towards the hem. */
export function slip(material: Material, { top, length, width, seed = 1 }: SlipOptions): Form {
  const random = randomFrom(seed * 61 + 5)
  const [a, b, c] = [random() * 6.28, random() * 6.28, random() * 6.28]
  const at = (u: number, v: number): Vec => {
    const angle = u * 2 * Math.PI
    const t = 1 - v
    const front = Math.max(0, Math.sin(angle))
    const [side, face] = [Math.cos(angle), Math.sin(angle)]
    // The neckline dips between the straps, the waist is a little narrower than the hem.
    const strap = Math.exp(-(((Math.abs(side) - 0.56) / 0.34) ** 2))
    const neck = 0.1 * (1 - strap) * (front > 0 ? 1 : 1.3) * smooth(0.4, 0, t)
    const shape = 0.72 - 0.16 * smooth(0, 0.3, t) + 0.34 * smooth(0.25, 1, t)
    const folds =
      Math.sin(7 * angle + a + 0.8 * Math.sin(2 * angle + b)) +
      0.45 * Math.sin(13 * angle + c + 1.5 * Math.sin(t * 3 + a))
    const deep = 0.012 + 0.075 * smooth(0.12, 1, t)
    const wide = (width / 2) * (shape + deep * folds * 0.6)
    const thick = (width / 2) * (0.16 + 0.2 * smooth(0, 0.8, t) + deep * folds * 1.1)
    return [side * wide, top - length * (t + neck * (1 - t)) + 0.12 * folds * t, face * thick]
  }
  return [{ at, material, columns: 190, rows: 110, closed: true, thin: true }]
}

/** A ribbon along a curve: `width` across, thin through, facing `face`. */
export const ribbon = (
  curve: (t: number) => Vec,
  width: number,
  material: Material,
  face: (t: number) => Vec,
  rows = 160,
): Form => tube(curve, width / 2, material, { wide: 1, thick: 0.07, face, rows, columns: 40 })

/** A ribbon over a parcel from side to side, along x. */
export function girdle(width: number, height: number, size: number, material: Material): Form {
  const [half, top] = [width / 2 + 0.07, height + 0.06]
  const line = lineThrough([
    [-half, 0],
    [-half, top, 0.3],
    [half, top, 0.3],
    [half, 0],
  ])
  const face = (t: number): Vec => {
    const [a, b] = [line(t - 0.01), line(t + 0.01)]
    return [a[1] - b[1], b[0] - a[0], 0.0001]
  }
  return raised(
    ribbon(t => [line(t)[0], line(t)[1], 0], size, material, face, 300),
    0.3,
  )
}

/** A bow of two loops, two tails and a knot, lying on what is below it. */
export function bow(size: number, width: number, material: Material): Form {
  const knot = box([width * 0.62, width * 0.62, width * 0.92], material, {
    corner: width * 0.28,
    edge: width * 0.27,
  })
  const sides = [1, -1].flatMap(side => [
    ...loop(side, size, width, material),
    ...tail(side, size, width, material),
  ])
  return [...raised(sides, 0.6), ...raised(placed(knot, { move: [0, size * 0.2 - width * 0.3, 0] }), 0.9)]
}

function loop(side: number, size: number, width: number, material: Material): Form {
  const turnAt = (t: number) => (t - 0.5) * 2 * Math.PI * 0.97
  return ribbon(
    t => {
      const turn = turnAt(t)
      const reach = (1 + Math.cos(turn)) / 2
      const swell = 0.3 * Math.sin(turn) * Math.sqrt(reach) * (1.1 - 0.3 * reach)
      const [x, y, z] = [
        0.02 + 0.98 * reach,
        0.2 + 0.16 * reach + swell,
        0.16 * reach + 0.03 * Math.sin(turn),
      ]
      return [side * size * x, size * y, size * z]
    },
    width,
    material,
    t => [side * Math.cos(turnAt(t)), Math.sin(turnAt(t)), 0.12],
    200,
  )
}

const tail = (side: number, size: number, width: number, material: Material): Form =>
  ribbon(
    t => [
      side * size * (0.06 + 0.72 * t + 0.1 * Math.sin(t * 5)),
      size * (0.2 * (1 - t) ** 3 + 0.03) + 0.07 * size * Math.sin(t * 8) ** 2 * (1 - t),
      size * (0.1 + 0.95 * t),
    ],
    width * 0.94,
    material,
    t => [0, 1, 0.3 * (1 - t)],
  )
