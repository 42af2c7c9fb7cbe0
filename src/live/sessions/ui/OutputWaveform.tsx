import { useEffect, useRef } from 'react'
import type { CommandSender } from './commandSender.hooks.ts'
import { strengthToOffset, LEVEL_RANGE, type PadSurface } from './level.rules.ts'
import { advanceWaveform, staticWaveform, emptyWaveform, type Waveform } from '../engine/toyOutput.rules.ts'

/** A higher pixel ratio than this costs frames without a visible gain. */
const MAX_PIXEL_RATIO = 2
/** The step between two drawn points. */
const POINT_STEP = 3

interface WaveProps {
  sender: CommandSender
  /** Free space above and below, in pixels. */
  inset: number
}

/** The toy's output over the last seconds, as a glowing line; static for users who prefer reduced motion. */
export function OutputWaveform({ sender, inset }: WaveProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current
    const brush = element?.getContext('2d')
    if (!element || !brush) return
    const scene = new WaveformCanvas(element, brush, inset)
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)')
    let stopDrawing = draw()
    function draw(): () => void {
      return calm.matches ? drawStaticWaveform(scene, sender) : animateWaveform(scene, sender)
    }
    const redraw = () => {
      stopDrawing()
      stopDrawing = draw()
    }
    const resized = new ResizeObserver(() => {
      scene.fit()
      redraw()
    })
    resized.observe(element)
    calm.addEventListener('change', redraw)
    return () => {
      resized.disconnect()
      calm.removeEventListener('change', redraw)
      stopDrawing()
    }
  }, [sender, inset])
  return <canvas ref={canvas} aria-hidden className="absolute inset-0 size-full" />
}

function animateWaveform(scene: WaveformCanvas, sender: CommandSender): () => void {
  let trail = emptyWaveform(performance.now())
  let frame = requestAnimationFrame(function next(now) {
    trail = advanceWaveform(trail, sender.getState().playing, now)
    scene.paint(trail, now)
    frame = requestAnimationFrame(next)
  })
  return () => cancelAnimationFrame(frame)
}

function drawStaticWaveform(scene: WaveformCanvas, sender: CommandSender): () => void {
  const paint = () => scene.paint(staticWaveform(sender.getState().playing), 0)
  paint()
  return sender.subscribe(paint)
}

class WaveformCanvas {
  readonly #element: HTMLCanvasElement
  readonly #brush: CanvasRenderingContext2D
  readonly #inset: number
  readonly #colours: readonly string[]
  #width = 0
  #height = 0
  #ember: CanvasGradient | string = ''
  #glow: CanvasGradient | string = ''

  constructor(element: HTMLCanvasElement, brush: CanvasRenderingContext2D, inset: number) {
    this.#element = element
    this.#brush = brush
    this.#inset = inset
    const style = getComputedStyle(element)
    // Read once: an element that was just removed from the page has no colours, but its resize may still be reported.
    this.#colours = ['low', 'middle', 'high'].map(band => style.getPropertyValue(`--color-${band}`))
    this.fit()
  }

  /** The colour depends on the height, so that the line shows its band. */
  fit(): void {
    const density = Math.min(window.devicePixelRatio, MAX_PIXEL_RATIO)
    this.#width = this.#element.clientWidth
    this.#height = this.#element.clientHeight
    this.#element.width = Math.round(this.#width * density)
    this.#element.height = Math.round(this.#height * density)
    this.#brush.setTransform(density, 0, 0, density, 0, 0)
    this.#ember = this.#scaleOf([1, 1, 1])
    this.#glow = this.#scaleOf([0.05, 0.28, 0.5])
  }

  #scaleOf(alphas: [number, number, number]): CanvasGradient {
    const [low = '', middle = '', high = ''] = this.#colours
    const scale = this.#brush.createLinearGradient(0, this.#height - this.#inset, 0, this.#inset)
    scale.addColorStop(0, faint(low, alphas[0]))
    scale.addColorStop(0.3, faint(low, (alphas[0] + alphas[1]) / 2))
    scale.addColorStop(0.6, faint(middle, alphas[1]))
    scale.addColorStop(0.9, faint(high, alphas[2]))
    return scale
  }

  paint(trail: Waveform, now: number): void {
    const brush = this.#brush
    const surface = { height: this.#height, inset: this.#inset }
    brush.clearRect(0, 0, this.#width, this.#height)
    brush.strokeStyle = this.#ember
    brush.lineJoin = 'round'
    for (const echo of [3, 2, 1]) {
      brush.globalAlpha = 0.34 - echo * 0.08
      brush.lineWidth = 1
      brush.stroke(waveformPath(trail, now, surface, this.#width, echo))
    }
    const line = waveformPath(trail, now, surface, this.#width, 0)
    const body = new Path2D(line)
    body.lineTo(this.#width, this.#height)
    body.lineTo(0, this.#height)
    brush.globalAlpha = 1
    brush.fillStyle = this.#glow
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a path on a canvas, and no array
    brush.fill(body)
    for (const [thickness, alpha] of [
      [14, 0.1],
      [7, 0.18],
      [2.5, 1],
    ] as const) {
      brush.globalAlpha = alpha
      brush.lineWidth = thickness
      brush.stroke(line)
    }
    this.#fadePast()
  }

  /** Fades the past out at the left, and most under the text in the corner. */
  #fadePast(): void {
    const brush = this.#brush
    const past = brush.createLinearGradient(0, 0, this.#width * 0.4, 0)
    const words = brush.createRadialGradient(90, 50, 40, 90, 50, 200)
    brush.globalCompositeOperation = 'destination-out'
    brush.globalAlpha = 1
    for (const [dark, right, bottom] of [
      [past, this.#width * 0.4, this.#height],
      [words, 290, 250],
    ] as const) {
      dark.addColorStop(0, 'rgb(0 0 0 / 0.9)')
      dark.addColorStop(1, 'rgb(0 0 0 / 0)')
      brush.fillStyle = dark
      brush.fillRect(0, 0, right, bottom)
    }
    brush.globalCompositeOperation = 'source-over'
  }
}

/** A colour of the theme, which is an `oklch(…)`, with transparency. */
const faint = (colour: string, alpha: number): string => colour.replace(')', ` / ${alpha})`)

/** The line from left (past) to right (now), with a tremble that grows with the strength; the echoes lie behind it. */
function waveformPath({ points }: Waveform, now: number, surface: PadSurface, width: number, echo: number) {
  const path = new Path2D()
  const last = points.length - 1
  const seconds = now / 1000
  for (let index = 0; index <= last; index += POINT_STEP) {
    const strength = points[index] ?? 0
    const share = strength / LEVEL_RANGE.most
    const x = (index / last) * width
    const slow = Math.sin(x * 0.012 + seconds * 1.1 + echo * 0.9)
    const quick = Math.sin(x * 0.055 - seconds * 7 + echo * 1.3)
    const tremble = (1.5 + echo) * slow + share * (7 + echo * 5) * (0.6 * quick + 0.4 * slow)
    const depth = strengthToOffset(strength * (1 - echo * 0.07), surface) - tremble
    if (index === 0) path.moveTo(x, depth)
    else path.lineTo(x, depth)
  }
  return path
}
