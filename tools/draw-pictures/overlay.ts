import type { Camera } from './camera.ts'
import type { Frame } from './cuts.ts'
import type { Flame, Halo, Still } from './scene.ts'
import { add, type Vec } from './vector.ts'

/** What has light but no surface, drawn over the forms: flames, halos, and the lens's own fall-off. */
export function overlay(still: Still, camera: Camera, frame: Frame): string {
  const halos = (still.halos ?? []).map((halo, i) => haloOf(halo, camera, i))
  const flames = (still.flames ?? []).map((flame, i) => flameOf(flame, camera, i))
  return halos.join('') + flames.join('') + vignette(frame)
}

function haloOf({ at, reach, colour, strength }: Halo, camera: Camera, i: number): string {
  const [x, y] = camera.project(at)
  const radius = Math.abs(camera.project(add(at, [0, reach, 0]))[1] - y)
  const stops = [1, 0.62, 0.3, 0.1, 0].map(
    (share, k) =>
      `<stop offset="${k / 4}" stop-color="${colour}" stop-opacity="${(share * strength).toFixed(3)}"/>`,
  )
  return (
    `<radialGradient id="halo${i}">${stops.join('')}</radialGradient>` +
    `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius.toFixed(1)}" fill="url(#halo${i})" style="mix-blend-mode:screen"/>`
  )
}

/** A drop of light: a warm outside, a pale heart, and a blue foot. */
function flameOf({ at, height }: Flame, camera: Camera, i: number): string {
  const foot = camera.project(at)
  const top = camera.project(add(at, [0.12 * height, height, 0] as Vec))
  const size = foot[1] - top[1]
  const drop = (wide: number, from: number, to: number) => {
    const [y0, y1] = [foot[1] - size * from, foot[1] - size * to]
    const [x, w, h] = [foot[0], size * wide, y0 - y1]
    const lean = (top[0] - foot[0]) * to
    return (
      `M${x} ${y0}C${x - w * 1.25} ${y0} ${x - w} ${y0 - h * 0.45} ${x + lean} ${y1}` +
      `C${x + w} ${y0 - h * 0.45} ${x + w * 1.25} ${y0} ${x} ${y0}Z`
    )
  }
  const soft = (id: string, by: number) =>
    `<filter id="${id}" x="-100%" y="-100%" width="300%" height="300%"><feGaussianBlur stdDeviation="${(size * by).toFixed(1)}"/></filter>`
  return (
    `<linearGradient id="flame${i}" x1="0" y1="1" x2="0" y2="0"><stop offset="0" stop-color="#ff8a2a" stop-opacity="0.35"/>` +
    `<stop offset="0.3" stop-color="#ffa53c"/><stop offset="0.75" stop-color="#ffc766"/><stop offset="1" stop-color="#ffb04a" stop-opacity="0.7"/></linearGradient>` +
    soft(`wide${i}`, 0.12) +
    soft(`near${i}`, 0.03) +
    `<path d="${drop(0.26, -0.02, 1)}" fill="#ff9a3d" opacity="0.75" filter="url(#wide${i})"/>` +
    `<path d="${drop(0.2, 0, 1)}" fill="url(#flame${i})" filter="url(#near${i})"/>` +
    `<path d="${drop(0.12, 0.08, 0.72)}" fill="#fff4d6" filter="url(#near${i})"/>` +
    `<path d="${drop(0.1, 0, 0.2)}" fill="#7f8fd8" opacity="0.35" filter="url(#near${i})"/>`
  )
}

function vignette({ width, height }: Frame): string {
  return (
    `<radialGradient id="lens" cx="0.46" cy="0.44" r="0.85"><stop offset="0.45" stop-color="#000" stop-opacity="0"/>` +
    `<stop offset="0.75" stop-color="#1a0a08" stop-opacity="0.07"/><stop offset="1" stop-color="#1a0a08" stop-opacity="0.24"/></radialGradient>` +
    `<rect width="${width}" height="${height}" fill="url(#lens)"/>`
  )
}
