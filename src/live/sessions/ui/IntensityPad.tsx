import { type PointerEvent, type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { isNamedPattern as isNamed, patternTitle } from '../../toys/pattern.rules.ts'
import { cn } from '../../../ui/components/cn.ts'
import { useControlState, type CommandSender } from './commandSender.hooks.ts'
import type { ControlState } from './commandSender.rules.ts'
import {
  bandTextClasses,
  levelBandName,
  levelBand,
  levelBands,
  clampLevel,
  LEVEL_RANGE,
  offsetToLevel,
  wheelToLevels,
} from './level.rules.ts'
import { OutputWaveform } from './OutputWaveform.tsx'

/** Free space above the highest level and below level 0, in pixels: enough for a thumb. */
const INSET = 36

interface PadProps {
  sender: CommandSender
  /** The slider's value. */
  level: number
  /** Called on every move and every touch: a touch without a move also sends a command. */
  onLevel: (level: number) => void
  /** Control is blocked; `children` say why. */
  disabled: boolean
  children?: ReactNode
}

/** The control surface: the current output as a waveform, and over it the slider, in the full height of the surface. */
export function IntensityPad({ sender, level, onLevel, disabled, children }: PadProps) {
  const pad = useRef<HTMLDivElement>(null)
  const slider = useRef<HTMLInputElement>(null)
  const control = useControlState(sender)
  useWheel(pad, disabled, levels => onLevel(clampLevel(level + levels)))
  useFocusWhenEnabled(slider, disabled)

  const steer = (event: PointerEvent<HTMLDivElement>) => {
    const { top, height } = event.currentTarget.getBoundingClientRect()
    return offsetToLevel(event.clientY - top, { height, inset: INSET })
  }
  const touch = (event: PointerEvent<HTMLDivElement>) => {
    if (disabled || event.button !== 0 || !event.isPrimary) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    slider.current?.focus({ preventScroll: true })
    onLevel(steer(event))
  }
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (disabled || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    const wanted = steer(event)
    if (wanted !== level) onLevel(wanted)
  }
  return (
    <div
      ref={pad}
      data-pad
      className={cn(
        'relative h-full overflow-hidden [container-type:size] rounded-card border border-line bg-sunken select-none',
        'has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-accent-text',
        !disabled && 'cursor-ns-resize touch-none',
      )}
      onPointerDown={touch}
      onPointerMove={drag}
    >
      <div className={cn('absolute inset-0 transition-opacity duration-200', disabled && 'opacity-30')}>
        {!disabled && <Scale />}
        <OutputWaveform sender={sender} inset={INSET} />
      </div>
      {!disabled && <CurrentLevel level={level} control={control} />}
      <input
        ref={slider}
        type="range"
        aria-label="Intensiteit"
        aria-valuetext={`${level} van ${LEVEL_RANGE.most}, ${levelBandName(level)}`}
        min={LEVEL_RANGE.least}
        max={LEVEL_RANGE.most}
        step={1}
        value={level}
        disabled={disabled}
        onChange={event => onLevel(event.target.valueAsNumber)}
        onKeyDown={event => event.key === 'Enter' && onLevel(level)}
        className="pointer-events-none absolute inset-0 size-full opacity-0"
      />
      {children && (
        <div className="absolute inset-0 grid [place-items:safe_center] overflow-y-auto p-4">{children}</div>
      )}
    </div>
  )
}

/** Prevents the page from scrolling under the wheel, which React's passive listeners can't do. */
function useWheel(
  pad: { current: HTMLElement | null },
  disabled: boolean,
  onLevels: (levels: number) => void,
) {
  const turn = useEffectEvent(onLevels)
  useEffect(() => {
    const element = pad.current
    if (disabled || !element) return
    let rest = 0
    const onWheel = (event: WheelEvent) => {
      if (event.ctrlKey) return
      event.preventDefault()
      const turned = wheelToLevels(rest, event.deltaY, event.deltaMode)
      rest = turned.rest
      if (turned.levels !== 0) turn(turned.levels)
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [pad, disabled])
}

/** Focuses the slider when control begins, so that the arrow keys work at once. */
function useFocusWhenEnabled(slider: { current: HTMLElement | null }, disabled: boolean) {
  const was = useRef(disabled)
  useEffect(() => {
    if (was.current && !disabled) slider.current?.focus({ preventScroll: true })
    was.current = disabled
  }, [slider, disabled])
}

/** The position of a level: the same arithmetic as `depthOf`, in CSS. */
const heightOf = (level: number) => `calc(${INSET}px + (100% - ${2 * INSET}px) * ${level / LEVEL_RANGE.most})`

/** The bands, each with its name at its lower left: above that of the highest is the reading. */
const Scale = () => (
  <div aria-hidden className="absolute inset-0">
    {levelBands.map(({ band, name, from, to }) => (
      <div
        key={band}
        className="absolute inset-x-0 border-t border-ink/8"
        style={{
          bottom: heightOf(from - 1),
          height: `calc((100% - ${2 * INSET}px) * ${(to - from + 1) / LEVEL_RANGE.most})`,
        }}
      >
        <span className={cn('eyebrow absolute bottom-1.5 left-5 shallow:hidden', bandTextClasses[band])}>
          {name}
        </span>
      </div>
    ))}
  </div>
)

/** The toy's current output as text, and the slider's value as a grip, which is paler while the two differ. */
function CurrentLevel({ level, control }: { level: number; control: ControlState }) {
  const { large, small, ink } = levelLabels(control)
  const isPattern = Boolean(control.playing?.pattern)
  return (
    <div className="pointer-events-none absolute inset-0">
      <div aria-hidden className="absolute inset-x-0 h-0" style={{ bottom: heightOf(level) }}>
        {/* Not through the text in the corner. */}
        <div className="ml-44 [@container(height<30rem)]:ml-54 border-t border-dashed border-ink/30" />
        <span
          className={cn(
            'figures absolute right-4 grid h-9 w-16 -translate-y-1/2 place-items-center rounded-full text-small font-semibold shadow-soft transition-colors duration-150',
            isPattern ? 'border border-line-strong bg-sunken text-ink-soft' : 'bg-ink text-paper',
          )}
        >
          {level}
        </span>
      </div>
      {/* On a low surface a level is on one line with its name, away from that of the highest band. */}
      <p
        className={cn(
          'absolute top-4 left-5 grid [@container(height<30rem)]:top-3',
          typeof large === 'number' && '[@container(height<30rem)]:flex items-baseline gap-x-2.5',
        )}
      >
        <span
          lang={isPattern && isNamed(control.playing?.pattern ?? '') ? 'en' : undefined}
          className={cn(
            'display figures capitalize',
            typeof large === 'number' ? 'text-hero [@container(height<30rem)]:text-title' : 'text-title',
            ink,
          )}
        >
          {large}
        </span>
        <span className="text-small text-ink-soft">{small}</span>
      </p>
    </div>
  )
}

function levelLabels({ playing, isKnown, isStopping: stopping }: ControlState): {
  large: string | number
  small: string
  ink: string
} {
  if (stopping) return { large: 'Stopt', small: 'Even geduld', ink: 'text-ink' }
  if (!isKnown) return { large: '…', small: 'Even geduld', ink: 'text-ink' }
  if (!playing) return { large: 'Stil', small: 'Sleep omhoog om te beginnen', ink: 'text-ink' }
  if (playing.pattern)
    return { large: patternTitle(playing.pattern), small: 'Dit patroon speelt nu', ink: 'text-low' }
  const level = playing.intensity ?? 0
  return { large: level, small: `${levelBandName(level)}, speelt nu`, ink: bandTextClasses[levelBand(level)] }
}
