import { clamp, type Vec } from './vector.ts'

const toLinear = (s: number): number => (s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4)
const toDisplay = (l: number): number => (l <= 0.0031308 ? l * 12.92 : 1.055 * l ** (1 / 2.4) - 0.055)

/** `#rrggbb` as linear light, in which colours may be added and multiplied. */
export function linear(hex: string): Vec {
  const bits = Number.parseInt(hex.slice(1), 16)
  return [toLinear((bits >> 16) / 255), toLinear(((bits >> 8) & 255) / 255), toLinear((bits & 255) / 255)]
}

/** A film-like shoulder: shadows and middles stay put, lights roll off instead of clipping. */
const shoulder = (x: number): number => (x < 0.6 ? x : 0.6 + 0.4 * (1 - Math.exp(-(x - 0.6) / 0.4)))

/** Linear light as a screen shows it, 0xrrggbb; what is too bright drifts to white, as on film. */
export function shownAs([r, g, b]: Vec): number {
  const peak = Math.max(r, g, b)
  const pale = clamp((peak - 0.9) / 4) * 0.6
  const channel = (x: number) => {
    const shown = toDisplay(shoulder(Math.max(0, x + (peak - x) * pale)))
    return Math.round(clamp(shown) * 255)
  }
  return (channel(r) << 16) | (channel(g) << 8) | channel(b)
}

/** 0xrrggbb as `#rrggbb`. */
export const hexOf = (colour: number): string => `#${colour.toString(16).padStart(6, '0')}`
