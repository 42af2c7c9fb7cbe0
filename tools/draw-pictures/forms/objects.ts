import { linear } from '../colour.ts'
import { satin, type Material } from '../material.ts'
import type { Form } from '../surface.ts'
import { scale, smooth } from '../vector.ts'
import { bent, outlineOf } from './shape.ts'
import { slab } from './slab.ts'
import { tube } from './tube.ts'
import { cup, turned } from './turned.ts'

/** A small jug: a cup with a lip to pour from, on its right. */
export const jug = (radius: number, height: number, material: Material): Form =>
  bent(
    cup(radius, height, 0.3, material, { foot: radius * 0.82, round: 1.4, depth: height * 0.4 }),
    ([x, y, z]) => {
      const angle = Math.atan2(z, x)
      const lip = Math.exp(-((angle / 0.42) ** 2)) * smooth(height * 0.6, height, y)
      return [x + lip * radius * 0.42, y + lip * 0.35, z * (1 - lip * 0.12)]
    },
  )

/** A tall candle, turned once on itself while it was soft. */
export const twisted = (radius: number, height: number, material: Material, turns = 1.6): Form => {
  const straight = turned(
    [
      [0, 0],
      [radius, 0, 0.1],
      [radius * 0.82, height, 0.5],
      [0, height + 0.25],
    ],
    material,
    130,
  )
  return bent(straight, ([x, y, z]) => {
    const angle = Math.atan2(z, x)
    const ridge =
      1 +
      0.1 * Math.sin(5 * angle + (y / height) * turns * 2 * Math.PI) * smooth(height + 0.3, height * 0.9, y)
    return [x * ridge, y, z * ridge]
  })
}

/** A ribbon wound on itself, lying flat, with a loose end of length `tail`. */
export function spool(radius: number, width: number, hex: string, tail: number, sway = 1): Form {
  const colour = linear(hex)
  const cloth = satin(hex)
  const wound: Material = {
    ...cloth,
    paint: (_u, v) => scale(colour, v > 0.6 ? 0.86 + 0.14 * Math.sin(v * 190) : 1),
  }
  const roll = turned(
    [
      [0, 0],
      [radius, 0, 0.12],
      [radius, width, 0.12],
      [radius * 0.36, width, 0.1],
      [radius * 0.34, width * 0.4, 0.1],
      [0, width * 0.4],
    ],
    wound,
    110,
  )
  // The loose end leaves along the roll's side and waves over the ground on its edge.
  const end = tube(
    t => [tail * t, width / 2 + 0.02, radius + 0.03 + sway * (1 - Math.cos(t * 5.6)) * 0.5 * (0.4 + 0.6 * t)],
    width / 2,
    cloth,
    {
      wide: 0.98,
      thick: 0.05,
      face: t => [-sway * Math.sin(t * 5.6) * 0.8, 0.001, 1],
      rows: 180,
      columns: 36,
    },
  )
  return [...roll, ...end]
}

/** A soft pouch, gathered below its opening. */
export function pouch(radius: number, height: number, material: Material): Form {
  const neck = height * 0.7
  const bag = turned(
    [
      [0, 0],
      [radius, 0, 1.6],
      [radius * 1.04, height * 0.34, 2.2],
      [radius * 0.34, neck, 0.9],
      [radius * 0.66, height, 0.5],
      [radius * 0.5, height * 0.99, 0.2],
      [radius * 0.2, neck * 1.05, 0.5],
      [0, neck],
    ],
    material,
    130,
  )
  return bent(bag, ([x, y, z]) => {
    const angle = Math.atan2(z, x)
    const near = Math.exp(-(((y - neck) / (height * 0.3)) ** 2))
    const folds = Math.sin(11 * angle + 0.9 * Math.sin(2 * angle)) + 0.5 * Math.sin(17 * angle + 1)
    const slump = 1 + 0.03 * Math.sin(3 * angle + y * 0.5)
    const by = slump * (1 + 0.13 * near * folds)
    return [x * by, y - 0.12 * near * folds, z * by * 0.82]
  })
}

/** A padded eye mask, lying flat. */
export const mask = (width: number, material: Material): Form =>
  slab(
    outlineOf(angle => {
      const [x, z] = [Math.cos(angle), Math.sin(angle)]
      const nose = z > 0 ? 0.5 * Math.exp(-((x / 0.2) ** 2)) : -0.1 * Math.exp(-((x / 0.4) ** 2))
      return [x * (width / 2), (width / 2) * (0.44 * Math.sign(z) * Math.abs(z) ** 0.75 - nose * 0.32)]
    }, 110),
    1.1,
    material,
    { edge: 0.5, dome: 0.35, columns: 140 },
  )

/** A leaf: pointed at both ends, thicker in the middle, bent along its vein. */
export const leaf = (length: number, width: number, material: Material, curl = 0.12): Form =>
  bent(
    slab(
      outlineOf(angle => [
        (length / 2) * Math.cos(angle),
        (width / 2) * Math.sin(angle) * (0.35 + 0.65 * Math.abs(Math.sin(angle))),
      ]),
      0.24,
      material,
      { edge: 0.11, dome: 0.1 },
    ),
    ([x, y, z]) => [x, y + curl * (x * x * 0.22) + 0.16 * Math.abs(z), z],
  )
