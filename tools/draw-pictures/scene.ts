import { unit, type Vec, add, scale } from './vector.ts'
import type { Shot } from './camera.ts'
import type { Lamp, Mood } from './studio.ts'
import type { Form } from './surface.ts'

/** A candle's flame: its foot and its height. */
export type Flame = { at: Vec; height: number }
/** The shine around something that gives light: how far it reaches and how much. */
export type Halo = { at: Vec; reach: number; colour: string; strength: number }

/** A still life: what stands where, in which light, seen from where (one shot a picture). */
export type Still = {
  ground: string
  mood: Mood
  forms: readonly Form[]
  shots: readonly Shot[]
  lamps?: readonly Lamp[]
  flames?: readonly Flame[]
  halos?: readonly Halo[]
}

/** Looks at `aim` from `far` centimetres, `turn` degrees to the right of the front and `rise` above it. */
export function shot({ aim = [0, 5, 0] as Vec, turn = 0, rise = 12, far = 52, lens = 22 } = {}): Shot {
  const [t, r] = [(turn * Math.PI) / 180, (rise * Math.PI) / 180]
  const away = unit([Math.sin(t) * Math.cos(r), Math.sin(r), Math.cos(t) * Math.cos(r)])
  return { eye: add(aim, scale(away, far)), aim, lens }
}

export const daylight = (room: string, change: Partial<Mood> = {}): Mood => ({
  room,
  air: 0.3,
  key: 5,
  sun: 100,
  rim: 6,
  fill: 0.5,
  warmth: 0.32,
  ...change,
})

/** Evening: little room light, so that flames and lit forms count. */
export const evening = (room: string, change: Partial<Mood> = {}): Mood =>
  daylight(room, { air: 0.22, key: 3.4, sun: 52, rim: 6, fill: 0.25, warmth: 0.7, ...change })

/** A flame's light on the forms around it. */
export const flameLamp = ({ at, height }: Flame, power = 5): Lamp => ({
  at: add(at, [0, height * 0.5, 0]),
  light: scale([1, 0.52, 0.2], power),
  size: 0.5,
})
