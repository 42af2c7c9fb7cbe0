import type { Material } from '../material.ts'
import type { Form } from '../surface.ts'
import { add, clamp, cross, dot, scale, sub, unit, type Vec } from '../vector.ts'

export type TubeOptions = {
  /** Half its size across the band and through it, as shares of the radius: ribbons are wide and thin. */
  wide?: number
  thick?: number
  /** The direction in which it is thick, at `t`; without it the tube keeps its own frame. */
  face?: (t: number) => Vec
  /** The end meets the start. */
  ring?: boolean
  rows?: number
  columns?: number
}

/** A tube along a curve, as thick as `radius` says along the way; its ends close softly. */
export function tube(
  curve: (t: number) => Vec,
  radius: number | ((t: number) => number),
  material: Material,
  { wide = 1, thick = 1, face, ring = false, rows = 140, columns = 28 }: TubeOptions = {},
): Form {
  const frame = face ? framedBy(curve, face) : carried(curve)
  const size = (t: number) => {
    const whole = typeof radius === 'number' ? radius : radius(t)
    const end = Math.min(t, 1 - t) * 60
    return ring || end >= 1 ? whole : whole * Math.sqrt(clamp(1 - (1 - end) ** 2))
  }
  const at = (u: number, v: number): Vec => {
    const { across, out } = frame(v)
    const angle = u * 2 * Math.PI
    const r = size(v)
    return add(
      curve(v),
      add(scale(across, r * wide * Math.cos(angle)), scale(out, r * thick * Math.sin(angle))),
    )
  }
  return [{ at, material, columns, rows, closed: true }]
}

type Frame = { across: Vec; out: Vec }

const ahead = (curve: (t: number) => Vec, t: number): Vec =>
  unit(sub(curve(Math.min(1, t + 1e-3)), curve(Math.max(0, t - 1e-3))))

function framedBy(curve: (t: number) => Vec, face: (t: number) => Vec): (t: number) => Frame {
  return t => {
    const way = ahead(curve, t)
    const across = unit(cross(way, face(t)))
    return { across, out: cross(across, way) }
  }
}

const stations = 240

/** A frame carried along the curve without twisting. */
function carried(curve: (t: number) => Vec): (t: number) => Frame {
  let out: Vec = unit(cross(ahead(curve, 0), Math.abs(ahead(curve, 0)[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0]))
  const outs = Array.from({ length: stations + 1 }, (_, i) => {
    const way = ahead(curve, i / stations)
    out = unit(sub(out, scale(way, dot(out, way))))
    return out
  })
  return t => {
    const place = clamp(t) * stations
    const i = Math.min(stations - 1, Math.floor(place))
    const way = ahead(curve, t)
    const rough = add(scale(outs[i]!, i + 1 - place), scale(outs[i + 1]!, place - i))
    const straight = unit(sub(rough, scale(way, dot(rough, way))))
    return { across: unit(cross(way, straight)), out: straight }
  }
}

/** A ring lying flat, `radius` wide, of a tube `thickness` thick. */
export const ringOf = (radius: number, thickness: number, material: Material, height = thickness): Form =>
  tube(
    t => [radius * Math.cos(t * 2 * Math.PI), height, radius * Math.sin(t * 2 * Math.PI)],
    thickness,
    material,
    { ring: true, face: () => [0, 1, 0] },
  )
