import { linear } from './colour.ts'
import { length, mix, scale, sub, type Vec } from './vector.ts'

/** How a surface answers light. Colours are linear. */
export type Material = {
  /** What it scatters; `paint` overrides it from place to place. */
  colour: Vec
  paint?: (u: number, v: number) => Vec
  /** The share it mirrors when seen head-on: 0.04 for glaze, about 0.8 for metal. */
  shine: number
  /** How far a reflection spreads: 0 a mirror, 1 matte. */
  rough: number
  /** The colour of the reflection; metals have one. */
  tint?: Vec
  /** Light that cloth and velvet return at grazing angles. */
  sheen?: Vec
  /** How many passes light spreads inside it: wax, soap, silicone. */
  soft?: number
  /** Light of its own. */
  glow?: (point: Vec) => Vec
  /** Clear all the way through: how far it bends light, and what it keeps of it per centimetre. */
  glass?: { bend: number; absorb: Vec }
}

export const glaze = (hex: string): Material => ({ colour: linear(hex), shine: 0.045, rough: 0.06 })
export const satin = (hex: string): Material => ({
  colour: linear(hex),
  shine: 0.05,
  rough: 0.38,
  soft: 2,
  sheen: scale(linear(hex), 0.25),
})
export const stone = (hex: string): Material => ({ colour: linear(hex), shine: 0.03, rough: 0.5 })
export const paper = (hex: string): Material => ({ colour: linear(hex), shine: 0.015, rough: 0.8 })
export const wax = (hex: string): Material => ({ colour: linear(hex), shine: 0.035, rough: 0.3, soft: 6 })
export const silk = (hex: string): Material => ({
  colour: scale(linear(hex), 0.72),
  shine: 0.24,
  rough: 0.42,
  tint: mix(linear(hex), [1, 1, 1], 0.3),
  sheen: scale(linear(hex), 0.5),
})
export const velvet = (hex: string): Material => ({
  colour: linear(hex),
  shine: 0.01,
  rough: 0.9,
  sheen: scale(linear(hex), 1.1),
})
export const metal = (hex: string, rough = 0.16): Material => ({
  colour: scale(linear(hex), 0.12),
  shine: 0.86,
  tint: linear(hex),
  rough,
})
/** Tinted glass: `hex` is what three centimetres of it let through. */
export const glass = (hex: string): Material => ({ ...clear, glass: { bend: 1.45, absorb: absorbing(hex) } })
/** A liquid inside glass: it bends light as the glass does, so only its colour shows. */
export const liquid = (hex: string): Material => ({ ...clear, glass: { bend: 1, absorb: absorbing(hex) } })

const clear: Material = { colour: [0.02, 0.02, 0.02], shine: 0.04, rough: 0.02 }

function absorbing(hex: string): Vec {
  const [r, g, b] = linear(hex)
  const keep = (share: number) => -Math.log(Math.max(0.004, share)) / 3
  return [keep(r), keep(g), keep(b)]
}

/** The same material, giving light around a point: wax near its flame. */
export const lit = (material: Material, at: Vec, reach: number, light: Vec): Material => ({
  ...material,
  glow: point => scale(light, Math.exp(-((length(sub(point, at)) / reach) ** 2))),
})
/** A surface that shines evenly: a lamp's shade, a lit line. */
export const shining = (hex: string, light: number): Material => ({
  colour: scale(linear(hex), 0.5),
  shine: 0.03,
  rough: 0.4,
  glow: () => scale(linear(hex), light),
})
