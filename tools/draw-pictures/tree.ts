/** Triangles in a tree of boxes (a bounding volume hierarchy), so that a ray needs to look at few of them. */

export type Mesh = {
  /** x, y, z of every vertex. */
  positions: Float64Array
  normals: Float64Array
  /** Three vertices a triangle. */
  triangles: Uint32Array
}

export type Tree = {
  mesh: Mesh
  /** Six numbers a node: low x, y, z and high x, y, z. */
  boxes: Float64Array
  /** Two numbers a node: (first triangle, count) of a leaf, or (right child, 0); the left child follows its parent. */
  links: Int32Array
  order: Uint32Array
}

const leafSize = 4

export function treeOf(mesh: Mesh): Tree {
  const count = mesh.triangles.length / 3
  const order = Uint32Array.from({ length: count }, (_, i) => i)
  const middles = new Float64Array(count * 3)
  for (let i = 0; i < count * 3; i++) {
    const [triangle, axis] = [Math.floor(i / 3), i % 3]
    let sum = 0
    for (let k = 0; k < 3; k++) sum += mesh.positions[mesh.triangles[triangle * 3 + k]! * 3 + axis]!
    middles[i] = sum / 3
  }
  const boxes: number[] = []
  const links: number[] = []
  const grow = (from: number, to: number) => {
    const node = links.length / 2
    const box = boxOf(mesh, order, from, to)
    boxes.push(...box)
    links.push(from, to - from)
    if (to - from <= leafSize) return
    const half = parted(order.subarray(from, to), middles, mesh) + from
    grow(from, half)
    links[node * 2] = links.length / 2
    links[node * 2 + 1] = 0
    grow(half, to)
  }
  if (count > 0) grow(0, count)
  return { mesh, boxes: Float64Array.from(boxes), links: Int32Array.from(links), order }
}

function boxOf(mesh: Mesh, order: Uint32Array, from: number, to: number): number[] {
  const box = emptyBox()
  for (let i = from; i < to; i++) widen(box, mesh, order[i]!)
  return box
}

const bins = 12

/** Sorts triangles into two groups that rays seldom cross both (least surface times count); gives the first one's size. */
function parted(triangles: Uint32Array, middles: Float64Array, mesh: Mesh): number {
  let best = { cost: Infinity, axis: 0, at: 0 }
  for (let axis = 0; axis < 3; axis++) {
    let [low, high] = [Infinity, -Infinity]
    for (const triangle of triangles) {
      const place = middles[triangle * 3 + axis]!
      if (place < low) low = place
      if (place > high) high = place
    }
    if (high - low < 1e-9) continue
    const split = cheapest(triangles, middles, mesh, axis, low, (high - low) / bins)
    if (split.cost < best.cost) best = { ...split, axis }
  }
  if (best.cost === Infinity) return triangles.length >> 1
  let [left, right] = [0, triangles.length - 1]
  while (left <= right) {
    if (middles[triangles[left]! * 3 + best.axis]! < best.at) left++
    else {
      const moved = triangles[left]!
      triangles[left] = triangles[right]!
      triangles[right--] = moved
    }
  }
  return left > 0 && left < triangles.length ? left : triangles.length >> 1
}

function cheapest(
  triangles: Uint32Array,
  middles: Float64Array,
  mesh: Mesh,
  axis: number,
  low: number,
  size: number,
): { cost: number; at: number } {
  const groups = Array.from({ length: bins }, () => ({ count: 0, box: emptyBox() }))
  for (const triangle of triangles) {
    const group = groups[Math.min(bins - 1, Math.floor((middles[triangle * 3 + axis]! - low) / size))]!
    group.count++
    widen(group.box, mesh, triangle)
  }
  let best = { cost: Infinity, at: 0 }
  const rightCosts = sweep(groups.toReversed()).toReversed()
  const leftCosts = sweep(groups)
  for (let i = 1; i < bins; i++) {
    const cost = leftCosts[i - 1]! + rightCosts[i]!
    if (cost < best.cost) best = { cost, at: low + i * size }
  }
  return best
}

/** The cost of the first 1, 2, 3… groups together; an empty side costs too much to choose. */
function sweep(groups: readonly { count: number; box: number[] }[]): number[] {
  const box = emptyBox()
  let count = 0
  return groups.map(group => {
    count += group.count
    for (let axis = 0; axis < 3; axis++) {
      box[axis] = Math.min(box[axis]!, group.box[axis]!)
      box[axis + 3] = Math.max(box[axis + 3]!, group.box[axis + 3]!)
    }
    const [x, y, z] = [box[3]! - box[0]!, box[4]! - box[1]!, box[5]! - box[2]!]
    return count === 0 ? Infinity : count * (x * y + y * z + z * x)
  })
}

const emptyBox = (): number[] => [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]

function widen(box: number[], mesh: Mesh, triangle: number): void {
  for (let k = 0; k < 3; k++) {
    const vertex = mesh.triangles[triangle * 3 + k]! * 3
    for (let axis = 0; axis < 3; axis++) {
      const x = mesh.positions[vertex + axis]!
      if (x < box[axis]!) box[axis] = x
      if (x > box[axis + 3]!) box[axis + 3] = x
    }
  }
}
