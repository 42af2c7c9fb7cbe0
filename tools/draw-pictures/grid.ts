import type { Material } from './material.ts'
import type { Studio } from './studio.ts'
import { normalAt, type Surface } from './surface.ts'
import { treeOf, type Tree } from './tree.ts'
import type { Vec } from './vector.ts'

/** A surface with its light: red, green, blue at every corner of its grid. */
export type Patch = { surface: Surface; first: number; columns: number; rows: number }
export type Baked = {
  patches: readonly Patch[]
  solid: Tree
  clear: Tree
  /** The patch that each vertex belongs to. */
  owner: Uint16Array
  /** What falls on each vertex, over π: times the albedo it is what one sees. */
  light: Float64Array
  albedo: Float64Array
  glow: Float64Array
  studio: Studio
}

export const materialOf = (baked: Baked, vertex: number): Material =>
  baked.patches[baked.owner[vertex]!]!.surface.material

/** Cuts surfaces into triangles: `grain` times as fine as each asks for. */
export function tessellate(surfaces: readonly Surface[], studio: Studio, grain: number): Baked {
  let count = 0
  const patches = surfaces.map(surface => {
    const columns = Math.max(6, Math.round(surface.columns * grain))
    const rows = Math.max(4, Math.round(surface.rows * grain))
    const patch = { surface, first: count, columns, rows }
    count += (columns + 1) * (rows + 1)
    return patch
  })
  const numbers = () => new Float64Array(count * 3)
  const mesh = { positions: numbers(), normals: numbers() }
  const baked = { owner: new Uint16Array(count), light: numbers(), albedo: numbers(), glow: numbers() }
  const solid: number[] = []
  const clear: number[] = []
  for (const [index, patch] of patches.entries()) {
    fillPatch(patch, index, { ...mesh, ...baked })
    weave(patch, patch.surface.material.glass ? clear : solid)
  }
  const tree = (triangles: number[]) => treeOf({ ...mesh, triangles: Uint32Array.from(triangles) })
  return { patches, studio, ...baked, solid: tree(solid), clear: tree(clear) }
}

type Columns = Pick<Baked, 'owner' | 'albedo' | 'glow'> & { positions: Float64Array; normals: Float64Array }

function fillPatch({ surface, first, columns, rows }: Patch, index: number, into: Columns): void {
  const { material } = surface
  for (let row = 0; row <= rows; row++)
    for (let column = 0; column <= columns; column++) {
      const [u, v] = [column / columns, row / rows]
      const vertex = first + row * (columns + 1) + column
      const point = surface.at(u, v)
      into.positions.set(point, vertex * 3)
      into.normals.set(normalAt(surface, u, v), vertex * 3)
      into.albedo.set(material.paint?.(u, v) ?? material.colour, vertex * 3)
      if (material.glow) into.glow.set(material.glow(point), vertex * 3)
      into.owner[vertex] = index
    }
}

function weave({ first, columns, rows }: Patch, triangles: number[]): void {
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const a = first + row * (columns + 1) + column
      const b = a + columns + 1
      triangles.push(a, b, a + 1, a + 1, b, b + 1)
    }
}

export const vecAt = (from: Float64Array, vertex: number): Vec => [
  from[vertex * 3]!,
  from[vertex * 3 + 1]!,
  from[vertex * 3 + 2]!,
]
