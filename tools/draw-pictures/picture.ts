import sharp from 'sharp'
import { bake, type Effort } from './bake.ts'
import { cameraOf, type Shot } from './camera.ts'
import type { Baked } from './grid.ts'
import { backdrop } from './ground.ts'
import { overlay } from './overlay.ts'
import { painted } from './paint.ts'
import { randomFrom, seedOf } from './random.ts'
import type { Still } from './scene.ts'
import { studioOf } from './studio.ts'

export type Size = { width: number; height: number }
/** `oversize`: how much larger a picture is drawn than it is kept; `facet`: pixels a facet then. */
export type Quality = Effort & { oversize: number; facet: number; ground: readonly [number, number] }
export type Pixels = Size & { data: Buffer }

export const final: Quality = { box: 6, room: 48, grain: 1, ground: [190, 230], oversize: 3, facet: 7.5 }
export const sketch: Quality = { box: 4, room: 32, grain: 0.65, ground: [120, 150], oversize: 2, facet: 5 }

/** The light of a still life, for all of its pictures. */
export const lit = (still: Still, quality: Quality): Baked =>
  bake(
    [backdrop(still.ground, ...quality.ground), ...still.forms],
    studioOf(still.mood, still.lamps),
    quality,
  )

/** One picture of a lit still life, as red, green and blue bytes. */
export async function pictureOf(
  still: Still,
  baked: Baked,
  shot: Shot,
  size: Size,
  quality: Quality,
): Promise<Pixels> {
  const frame = {
    width: Math.round(size.width * quality.oversize),
    height: Math.round(size.height * quality.oversize),
  }
  const camera = cameraOf(shot, frame.width, frame.height)
  const svg = painted(baked, camera, frame, quality.facet, overlay(still, camera, frame))
  const { data } = await sharp(Buffer.from(svg), { unlimited: true })
    .resize(size.width, size.height, { kernel: 'mitchell' })
    .flatten({ background: still.ground })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { ...size, data }
}

/** The same picture, smaller, with the faint grain that keeps soft gradients from banding. */
export async function grained(pixels: Pixels, width: number, seed: string): Promise<Pixels> {
  const height = Math.round((pixels.height * width) / pixels.width)
  const { data } = await sharp(pixels.data, {
    raw: { width: pixels.width, height: pixels.height, channels: 3 },
  })
    .resize(width, height)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const random = randomFrom(seedOf(`${seed}/${width}`))
  for (let i = 0; i < data.length; i += 3) {
    const grain = (random() + random() - 1) * 2.6
    for (let channel = 0; channel < 3; channel++)
      data[i + channel] = Math.min(255, Math.max(0, Math.round(data[i + channel]! + grain)))
  }
  return { width, height, data }
}
