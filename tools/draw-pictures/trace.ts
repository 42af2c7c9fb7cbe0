import type { Mesh, Tree } from './tree.ts'

export type Hit = { distance: number; triangle: number; b: number; c: number }

const stack = new Int32Array(256)
const found: Hit = { distance: 0, triangle: -1, b: 0, c: 0 }

/**
 * The first triangle that a ray meets before `reach` (with `any`: whichever is found first), or undefined.
 * Rays are most of the work, so it takes bare numbers, and its answer is overwritten by the next call.
 */
export function nearest(
  tree: Tree,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  reach = Infinity,
  any = false,
): Hit | undefined {
  found.distance = reach
  found.triangle = -1
  const { links, order, boxes, mesh } = tree
  const ix = 1 / dx
  const iy = 1 / dy
  const iz = 1 / dz
  let top = 0
  if (links.length > 0) stack[top++] = 0
  while (top > 0) {
    const node = stack[--top]!
    if (!meetsBox(boxes, node * 6, ox, oy, oz, ix, iy, iz)) continue
    const count = links[node * 2 + 1]!
    const first = links[node * 2]!
    if (count === 0) {
      stack[top++] = first
      stack[top++] = node + 1
      continue
    }
    for (let i = first; i < first + count; i++) meetTriangle(mesh, order[i]!, ox, oy, oz, dx, dy, dz)
    if (any && found.triangle >= 0) return found
  }
  return found.triangle >= 0 ? found : undefined
}

function meetsBox(
  boxes: Float64Array,
  at: number,
  ox: number,
  oy: number,
  oz: number,
  ix: number,
  iy: number,
  iz: number,
): boolean {
  const x0 = (boxes[at]! - ox) * ix
  const x1 = (boxes[at + 3]! - ox) * ix
  const y0 = (boxes[at + 1]! - oy) * iy
  const y1 = (boxes[at + 4]! - oy) * iy
  const z0 = (boxes[at + 2]! - oz) * iz
  const z1 = (boxes[at + 5]! - oz) * iz
  const near = Math.max(Math.min(x0, x1), Math.min(y0, y1), Math.min(z0, z1), 0)
  const far = Math.min(Math.max(x0, x1), Math.max(y0, y1), Math.max(z0, z1), found.distance)
  return near <= far
}

/** Möller–Trumbore; keeps the hit when it is nearer than the one found. */
function meetTriangle(
  { positions: p, triangles }: Mesh,
  triangle: number,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
): void {
  const i = triangles[triangle * 3]! * 3
  const j = triangles[triangle * 3 + 1]! * 3
  const k = triangles[triangle * 3 + 2]! * 3
  const px = p[j]! - p[i]!
  const py = p[j + 1]! - p[i + 1]!
  const pz = p[j + 2]! - p[i + 2]!
  const qx = p[k]! - p[i]!
  const qy = p[k + 1]! - p[i + 1]!
  const qz = p[k + 2]! - p[i + 2]!
  const hx = dy * qz - dz * qy
  const hy = dz * qx - dx * qz
  const hz = dx * qy - dy * qx
  const size = px * hx + py * hy + pz * hz
  if (Math.abs(size) < 1e-14) return
  const sx = ox - p[i]!
  const sy = oy - p[i + 1]!
  const sz = oz - p[i + 2]!
  const b = (sx * hx + sy * hy + sz * hz) / size
  if (b < 0 || b > 1) return
  const rx = sy * pz - sz * py
  const ry = sz * px - sx * pz
  const rz = sx * py - sy * px
  const c = (dx * rx + dy * ry + dz * rz) / size
  if (c < 0 || b + c > 1) return
  const distance = (qx * rx + qy * ry + qz * rz) / size
  if (distance < 1e-4 || distance >= found.distance) return
  found.distance = distance
  found.triangle = triangle
  found.b = b
  found.c = c
}
