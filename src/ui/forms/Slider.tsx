import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef } from 'react'
import { cn } from '../components/cn.ts'

interface SliderProps {
  /** One label per thumb: `['Volume']`, or `['Laagste prijs', 'Hoogste prijs']` for a range. */
  thumbs: string[]
  /** The text of a value for screen readers, e.g. `€ 25`. */
  valueText: (value: number) => string
  min: number
  max: number
  step: number
  /** The least number of steps between two thumbs. */
  minStepsBetweenThumbs?: number
  /** One value per thumb, in order. */
  value: number[]
  onValueChange: (value: number[]) => void
  /** Called when a thumb is let go, or a key moved it. */
  onValueCommit?: (value: number[]) => void
  className?: string
}

/** Steps by Page Up and Page Down. */
const PAGE_STEPS = 10
/** The width of a thumb, whose centre goes from half of it to half of it before the end. */
const THUMB_PX = 28

/** One thumb, or two for a range, of the browser's own sliders: drag, arrows, Page Up and Down, Home and End, a press on the track. */
export function Slider({ thumbs, className, ...slider }: SliderProps) {
  const { min, max, step, minStepsBetweenThumbs = 0, value, onValueChange } = slider
  const percent = (at: number) => ((at - min) / (max - min)) * 100
  const from = value.length > 1 ? percent(value[0] ?? min) : 0
  const to = percent(value.at(-1) ?? max)
  const move = (index: number, next: number) => {
    const gap = minStepsBetweenThumbs * step
    const least = index === 0 ? min : (value[index - 1] ?? min) + gap
    const most = index === value.length - 1 ? max : (value[index + 1] ?? max) - gap
    const kept = Math.min(Math.max(next, least), most)
    if (kept !== value[index]) onValueChange(value.with(index, kept))
  }
  /** A press beside the thumbs moves the nearest one. */
  const onPointerDown = ({ target, currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    if (target instanceof HTMLInputElement) return
    const { left, width } = currentTarget.getBoundingClientRect()
    const share = (clientX - left - THUMB_PX / 2) / (width - THUMB_PX)
    const pressed = min + Math.round((share * (max - min)) / step) * step
    const distances = value.map(each => Math.abs(each - pressed))
    move(distances.indexOf(Math.min(...distances)), pressed)
  }
  return (
    <div
      className={cn('relative flex h-11 w-full items-center px-3.5 select-none', className)}
      onPointerDown={value.length > 1 ? onPointerDown : undefined}
    >
      <span className="slider-track relative h-1.5 grow overflow-hidden rounded-full bg-ink/12">
        <span
          className="absolute h-full rounded-full bg-accent"
          style={{ left: `${from}%`, right: `${100 - to}%` }}
        />
      </span>
      {thumbs.map((name, index) => (
        <Thumb key={name} name={name} index={index} isSingle={thumbs.length === 1} move={move} {...slider} />
      ))}
    </div>
  )
}

type ThumbProps = Omit<SliderProps, 'thumbs' | 'className'> & {
  name: string
  index: number
  /** The only one takes presses on its whole track. */
  isSingle: boolean
  move: (index: number, next: number) => void
}

function Thumb({ name, index, isSingle, move, valueText, min, max, step, value, onValueCommit }: ThumbProps) {
  const present = value[index] ?? min
  const input = useRef<HTMLInputElement>(null)
  const commit = useEffectEvent(() => onValueCommit?.(value))
  // React's `onChange` is the browser's `input`; `change` comes when the thumb is let go.
  useEffect(() => {
    const element = input.current
    const onChange = () => commit()
    element?.addEventListener('change', onChange)
    return () => element?.removeEventListener('change', onChange)
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'PageUp' && event.key !== 'PageDown') return
    event.preventDefault()
    move(index, present + (event.key === 'PageUp' ? 1 : -1) * PAGE_STEPS * step)
  }
  return (
    <input
      ref={input}
      type="range"
      aria-label={name}
      aria-valuetext={valueText(present)}
      {...{ min, max, step }}
      value={present}
      onChange={event => move(index, Number(event.target.value))}
      onKeyDown={onKeyDown}
      onKeyUp={event => event.key.startsWith('Page') && onValueCommit?.(value)}
      className={cn('slider-thumb absolute inset-0 w-full', !isSingle && 'pointer-events-none')}
    />
  )
}
