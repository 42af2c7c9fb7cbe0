/** Points, directions and linear colours: three numbers, never changed in place. */
export type Vec = readonly [number, number, number]

export const add = (a: Vec, b: Vec): Vec => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
export const sub = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
export const scale = (a: Vec, by: number): Vec => [a[0] * by, a[1] * by, a[2] * by]
export const times = (a: Vec, b: Vec): Vec => [a[0] * b[0], a[1] * b[1], a[2] * b[2]]
export const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
export const length = (a: Vec): number => Math.sqrt(dot(a, a))
export const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
/** `a` with length 1; the zero vector points up, so that a degenerate patch still has a normal. */
export function unit(a: Vec): Vec {
  const size = length(a)
  return size > 1e-12 ? scale(a, 1 / size) : [0, 1, 0]
}
export const mix = (a: Vec, b: Vec, share: number): Vec => add(scale(a, 1 - share), scale(b, share))
/** `d` mirrored by a surface with normal `n`. */
export const reflect = (d: Vec, n: Vec): Vec => sub(d, scale(n, 2 * dot(d, n)))

/** `d` bent by a surface with normal `n` against it; undefined where all light is reflected inside (Snell). */
export function refract(d: Vec, n: Vec, ratio: number): Vec | undefined {
  const cos = -dot(d, n)
  const rest = 1 - ratio * ratio * (1 - cos * cos)
  return rest < 0 ? undefined : unit(add(scale(d, ratio), scale(n, ratio * cos - Math.sqrt(rest))))
}

export const clamp = (x: number, low = 0, high = 1): number => Math.min(high, Math.max(low, x))
export const lerp = (a: number, b: number, share: number): number => a + (b - a) * share
/** 0 below `from`, 1 above `to`, an S in between. */
export function smooth(from: number, to: number, x: number): number {
  const t = clamp((x - from) / (to - from))
  return t * t * (3 - 2 * t)
}
