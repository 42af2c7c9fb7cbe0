import { linear } from './colour.ts'
import { add, clamp, cross, dot, mix, scale, smooth, sub, unit, type Vec } from './vector.ts'

/** A rectangular soft box: half its width and half its height as vectors, and what it radiates. */
export type Box = { middle: Vec; across: Vec; up: Vec; light: Vec }
/** A small light among the forms: a flame, a lit ring. */
export type Lamp = { at: Vec; light: Vec; size: number }
export type Studio = { boxes: readonly Box[]; lamps: readonly Lamp[]; dome: (direction: Vec) => Vec }

/** A soft box of `width` × `height` at `middle` that looks at `aim`. */
export function softBox(middle: Vec, aim: Vec, width: number, height: number, light: Vec): Box {
  const towards = unit(sub(aim, middle))
  const across = unit(cross(towards, [0, 1, 0.001]))
  return {
    middle,
    across: scale(across, width / 2),
    up: scale(unit(cross(across, towards)), height / 2),
    light,
  }
}

export const facing = (box: Box): Vec => unit(cross(box.up, box.across))

/** What a ray that meets nothing sees: the dome, and the boxes with edges as soft as `blur` (0–1) makes them. */
export function seen(studio: Studio, from: Vec, towards: Vec, blur: number): Vec {
  let light = studio.dome(towards)
  for (const box of studio.boxes) {
    const share = coverage(box, from, towards, blur)
    if (share > 0) light = add(light, scale(box.light, share))
  }
  return light
}

function coverage(box: Box, from: Vec, towards: Vec, blur: number): number {
  const normal = facing(box)
  const slope = -dot(towards, normal)
  if (slope < 0.02) return 0
  const distance = dot(sub(from, box.middle), normal) / slope
  if (distance <= 0) return 0
  const local = sub(add(from, scale(towards, distance)), box.middle)
  const spread = 0.08 + blur * distance
  return window(local, box.across, spread) * window(local, box.up, spread) * smooth(0.02, 0.2, slope)
}

/** 1 inside, 0 outside, with an edge as wide as the spread; dimmer as it spreads past the box itself. */
function window(local: Vec, half: Vec, spread: number): number {
  const size = Math.sqrt(dot(half, half))
  const place = Math.abs(dot(local, half)) / (size * size)
  const edge = 0.16 + spread / size
  return (1 - smooth(1 - edge, 1 + edge, place)) / Math.max(1, edge * 0.9)
}

export type Mood = {
  /** The colour of the room, seen in reflections and filling the shadows. */
  room: string
  /** How much of it there is. */
  air: number
  key: number
  /** A smaller, harder light beside the key: it gives the shadows their shape. */
  sun: number
  rim: number
  fill: number
  warmth: number
}

/** Key and sun from the left, a tall strip behind on the right, a broad weak box overhead. */
export function studioOf(mood: Mood, lamps: readonly Lamp[] = []): Studio {
  const white: Vec = [1, 1 - 0.1 * mood.warmth, 1 - 0.24 * mood.warmth]
  const room = scale(linear(mood.room), mood.air)
  const boxes = [
    softBox([-46, 30, 18], [0, 6, 0], 22, 62, scale(white, mood.key)),
    softBox([-56, 48, 34], [0, 4, 0], 9, 9, scale(white, mood.sun)),
    softBox([40, 24, -12], [0, 8, 0], 9, 64, scale(mix(white, [1, 1, 1], 0.4), mood.rim)),
    softBox([6, 66, 4], [0, 0, 0], 50, 34, scale([1, 1, 1], mood.fill)),
  ]
  const dome = (d: Vec): Vec => scale(room, 0.5 + 0.6 * clamp(d[1]) + 1.3 * smooth(-0.1, 0.9, d[2]))
  return { boxes, lamps, dome }
}
