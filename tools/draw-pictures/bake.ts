import { materialOf, tessellate, vecAt, type Baked, type Patch } from './grid.ts'
import { randomFrom } from './random.ts'
import { facing, type Box, type Lamp, type Studio } from './studio.ts'
import type { Form } from './surface.ts'
import { nearest } from './trace.ts'
import { add, dot, length, scale, sub, times, unit, type Vec } from './vector.ts'

/** How many rays a corner spends on a soft box's side (squared), and on the room around. */
export type Effort = { box: number; room: number; grain: number }

/** Lights a scene once; every camera then looks at the same light. */
export function bake(forms: readonly Form[], studio: Studio, effort: Effort): Baked {
  const baked = tessellate(forms.flat(), studio, effort.grain)
  const count = baked.owner.length
  const bounces = new Int32Array(count * effort.room)
  for (let vertex = 0; vertex < count; vertex++)
    if (!materialOf(baked, vertex).glass) gather(baked, vertex, effort, bounces)
  const direct = baked.light.slice()
  for (let pass = 0; pass < 3; pass++) bounce(baked, direct, bounces, effort.room)
  for (const patch of baked.patches) soften(baked.light, patch, (patch.surface.material.soft ?? 0) + 1)
  return baked
}

function gather(baked: Baked, vertex: number, effort: Effort, bounces: Int32Array): void {
  const { mesh } = baked.solid
  const normal = vecAt(mesh.normals, vertex)
  const from = add(vecAt(mesh.positions, vertex), scale(normal, 0.012))
  const random = randomFrom(vertex * 7919 + 17)
  let light: Vec = [0, 0, 0]
  for (const box of baked.studio.boxes)
    light = add(light, boxLight(baked, from, normal, box, samplesOf(box, effort.box), random))
  for (const lamp of baked.studio.lamps) light = add(light, lampLight(baked, from, normal, lamp, random))
  for (let i = 0; i < effort.room; i++) {
    const towards = aroundNormal(normal, (i + random()) / effort.room, (i * 0.618034 + random() * 0.1) % 1)
    const hit = nearest(baked.solid, ...from, ...towards, 400)
    bounces[vertex * effort.room + i] = hit ? mesh.triangles[hit.triangle * 3]! : -1
    if (!hit) light = add(light, scale(baked.studio.dome(towards), 1 / effort.room))
  }
  baked.light.set(light, vertex * 3)
}

/** A cosine-weighted direction: `height` and `turn` in 0–1. */
function aroundNormal(normal: Vec, height: number, turn: number): Vec {
  const radius = Math.sqrt(height)
  const angle = 2 * Math.PI * turn
  const side = unit(Math.abs(normal[1]) < 0.9 ? [normal[2], 0, -normal[0]] : [0, -normal[2], normal[1]])
  const other: Vec = [
    normal[1] * side[2] - normal[2] * side[1],
    normal[2] * side[0] - normal[0] * side[2],
    normal[0] * side[1] - normal[1] * side[0],
  ]
  const flat = add(scale(side, radius * Math.cos(angle)), scale(other, radius * Math.sin(angle)))
  return unit(add(flat, scale(normal, Math.sqrt(Math.max(0, 1 - height)) + 1e-6)))
}

/** A small box casts hard shadows already: fewer rays do. */
const samplesOf = (box: Box, most: number): number =>
  Math.max(2, Math.round(most * Math.min(1, 0.4 + length(box.across) / 20)))

function boxLight(baked: Baked, from: Vec, normal: Vec, box: Box, side: number, random: () => number): Vec {
  const forward = facing(box)
  const area = 4 * Math.sqrt(dot(box.across, box.across) * dot(box.up, box.up))
  let light: Vec = [0, 0, 0]
  for (let i = 0; i < side * side; i++) {
    const a = ((i % side) + random()) / side - 0.5
    const b = (Math.floor(i / side) + random()) / side - 0.5
    const point = add(box.middle, add(scale(box.across, 2 * a), scale(box.up, 2 * b)))
    const way = sub(point, from)
    const square = dot(way, way)
    const towards = scale(way, 1 / Math.sqrt(square))
    const cosines = dot(towards, normal) * -dot(towards, forward)
    if (dot(towards, normal) <= 0 || cosines <= 0) continue
    const through = passage(baked, from, towards, Math.sqrt(square))
    light = add(light, scale(through, (cosines * area) / (square * Math.PI * side * side)))
  }
  return times(light, box.light)
}

function lampLight(baked: Baked, from: Vec, normal: Vec, lamp: Lamp, random: () => number): Vec {
  let light: Vec = [0, 0, 0]
  const samples = 8
  for (let i = 0; i < samples; i++) {
    const away: Vec = [random() - 0.5, random() - 0.5, random() - 0.5]
    const way = sub(add(lamp.at, scale(away, lamp.size)), from)
    const square = dot(way, way)
    const towards = scale(way, 1 / Math.sqrt(square))
    const cosine = dot(towards, normal)
    if (cosine <= 0) continue
    const through = passage(baked, from, towards, Math.sqrt(square) - lamp.size)
    light = add(light, scale(through, cosine / (Math.max(square, lamp.size * lamp.size) * samples)))
  }
  return times(light, lamp.light)
}

/** What is left of light on its way: nothing behind a solid, a tint behind glass. */
function passage(baked: Baked, from: Vec, towards: Vec, reach: number): Vec {
  if (nearest(baked.solid, ...from, ...towards, reach, true)) return [0, 0, 0]
  const hit = nearest(baked.clear, ...from, ...towards, reach, true)
  const glass = hit && materialOf(baked, baked.clear.mesh.triangles[hit.triangle * 3]!).glass
  if (!glass) return [1, 1, 1]
  const [r, g, b] = glass.absorb
  return scale([Math.exp(-r * 2), Math.exp(-g * 2), Math.exp(-b * 2)], 0.88)
}

function bounce(baked: Baked, direct: Float64Array, bounces: Int32Array, rays: number): void {
  const before = baked.light.slice()
  for (let vertex = 0; vertex < baked.owner.length; vertex++) {
    if (materialOf(baked, vertex).glass) continue
    for (let axis = 0; axis < 3; axis++) {
      let sum = 0
      for (let i = 0; i < rays; i++) {
        const other = bounces[vertex * rays + i]!
        if (other >= 0)
          sum += before[other * 3 + axis]! * baked.albedo[other * 3 + axis]! + baked.glow[other * 3 + axis]!
      }
      baked.light[vertex * 3 + axis] = direct[vertex * 3 + axis]! + sum / rays
    }
  }
}

/** Spreads light over a patch's grid: takes the grain of the rays out, and lets wax glow from within. */
function soften(light: Float64Array, patch: Patch, passes: number): void {
  const { first, columns, rows, surface } = patch
  const width = columns + 1
  const wrap = (column: number) =>
    surface.closed ? (column + columns) % columns : Math.min(columns, Math.max(0, column))
  const level = (row: number) => Math.min(rows, Math.max(0, row))
  for (let pass = 0; pass < passes; pass++) {
    const before = light.slice(first * 3, (first + width * (rows + 1)) * 3)
    for (let row = 0; row <= rows; row++)
      for (let column = 0; column <= columns; column++)
        for (let axis = 0; axis < 3; axis++) {
          const at = (c: number, r: number) => before[(level(r) * width + wrap(c)) * 3 + axis]!
          const cross = at(column - 1, row) + at(column + 1, row) + at(column, row - 1) + at(column, row + 1)
          light[(first + row * width + column) * 3 + axis] = 0.4 * at(column, row) + 0.15 * cross
        }
  }
}
