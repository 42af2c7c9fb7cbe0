import type { Camera } from './camera.ts'
import type { Patch } from './grid.ts'

export type Frame = { width: number; height: number }
/** A point on the picture, with its distance. */
export type Spot = readonly [x: number, y: number, depth: number]

/** Whether a ring of points lies beyond one edge of the picture, by more than a margin. */
export function outside(ring: readonly Spot[], { width, height }: Frame, margin: number): boolean {
  return (
    ring.every(([x]) => x < -margin) ||
    ring.every(([x]) => x > width + margin) ||
    ring.every(([, y]) => y < -margin) ||
    ring.every(([, y]) => y > height + margin)
  )
}

const samples = 240
const lines = 20

/** Where to cut a surface in one direction so that no facet is larger than `fine` pixels. */
export function knots(patch: Patch, camera: Camera, frame: Frame, fine: number, across: boolean): number[] {
  const sizes = stretches(patch, camera, frame, across)
  const cuts = [0]
  let since = 0
  for (const [i, size] of sizes.entries()) {
    const parts = Math.min(40, Math.floor((since + size) / fine))
    for (let k = 1; k <= parts; k++) cuts.push((i + (k * fine - since) / size) / samples)
    since = parts > 0 ? (since + size) % fine : since + size
  }
  if (1 - cuts.at(-1)! < 0.25 / samples) cuts.pop()
  return [...cuts, 1]
}

/** The largest size in pixels of each of a surface's stretches, over lines spread across it. */
function stretches(patch: Patch, camera: Camera, frame: Frame, across: boolean): number[] {
  const at = (s: number, t: number) =>
    camera.project(across ? patch.surface.at(s, t) : patch.surface.at(t, s))
  const sizes = Array.from({ length: samples }, () => 0)
  for (let line = 0; line <= lines; line++) {
    let before = at(0, line / lines)
    for (let i = 1; i <= samples; i++) {
      const next = at(i / samples, line / lines)
      const inView = before[2] > 1 && next[2] > 1 && !outside([before, next], frame, frame.width * 0.2)
      if (inView) sizes[i - 1] = Math.max(sizes[i - 1]!, Math.hypot(next[0] - before[0], next[1] - before[1]))
      before = next
    }
  }
  return sizes
}
