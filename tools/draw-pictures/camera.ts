import { cross, dot, sub, unit, type Vec } from './vector.ts'

/** Where the eye stands, what it looks at, how wide (degrees from top to bottom). */
export type Shot = { eye: Vec; aim: Vec; lens: number }

export type Camera = {
  eye: Vec
  /** Pixels across and down, and the distance; the distance is negative behind the eye. */
  project: (p: Vec) => readonly [number, number, number]
}

export function cameraOf({ eye, aim, lens }: Shot, width: number, height: number): Camera {
  const forward = unit(sub(aim, eye))
  const right = unit(cross(forward, [0, 1, 0]))
  const up = cross(right, forward)
  const focal = height / 2 / Math.tan((lens * Math.PI) / 360)
  return {
    eye,
    project: p => {
      const way = sub(p, eye)
      const depth = dot(way, forward)
      const by = focal / Math.max(0.01, depth)
      return [width / 2 + dot(way, right) * by, height / 2 - dot(way, up) * by, depth]
    },
  }
}
