import { useEffect, useState } from 'react'
import { localTime, type Reading } from '../sessions/clock.rules.ts'
import { bandOf, bandName } from '../sessions/level.rules.ts'
import { levelOf } from '../sessions/wave.rules.ts'
import { isPattern, patternTitle } from '../toys/pattern.rules.ts'
import { STRONGEST } from '../toys/rules.ts'
import { cn } from '../../ui/parts/cn.ts'
import type { StudioSession } from './contract.ts'

/** As often as a pattern takes its next step. */
const TICK_MS = 100

const fills = { low: 'bg-low', middle: 'bg-middle', high: 'bg-high' } as const
const inks = { low: 'text-low', middle: 'text-middle', high: 'text-high' } as const

/** What of a session says how strong it is. */
type Played = Pick<StudioSession, 'output' | 'level' | 'status'>

interface LevelMeterProps {
  session: Played
  cap: number
  reading: Reading | null
  /** Of the number, where the colours of strength don't stand out: they are for the dark. */
  ink?: string
}

/** How strong the toy runs now, as a number and a bar on the whole scale; a mark shows the cap. */
export function LevelMeter({ session, cap, reading, ink: given }: LevelMeterProps) {
  const level = useLevel(session, cap, reading)
  const ink = level > 0 ? (given ?? inks[bandOf(level)]) : 'text-ink-faint'
  return (
    <div className="grid gap-2">
      <div className="flex items-baseline gap-3">
        <span className={cn('display figures text-hero', ink)}>{level}</span>
        <span className="text-small text-ink-soft">{wordsFor(session, level)}</span>
      </div>
      <div
        role="meter"
        aria-label="Sterkte nu"
        aria-valuemin={0}
        aria-valuemax={STRONGEST}
        aria-valuenow={level}
        className="relative h-3 overflow-hidden rounded-full bg-ink/8"
      >
        <div
          className={cn(
            'h-full rounded-full transition-[width] duration-100 ease-linear',
            fills[bandOf(Math.max(level, 1))],
          )}
          style={{ width: `${(level / STRONGEST) * 100}%` }}
        />
        {cap < STRONGEST && (
          <div
            className="absolute inset-y-0 border-l-2 border-ink"
            style={{ left: `${(cap / STRONGEST) * 100}%` }}
          />
        )}
      </div>
    </div>
  )
}

function wordsFor({ output, status }: Played, level: number): string {
  if (status === 'COUNTDOWN') return 'Nog stil'
  if (!output) return 'Stil'
  if (!output.pattern) return bandName(level)
  return isPattern(output.pattern) ? `Patroon ${output.pattern}` : patternTitle(output.pattern)
}

/** Follows a pattern between two looks at the server. */
function useLevel({ output, level }: Played, cap: number, reading: Reading | null): number {
  const [shown, setShown] = useState(level)
  useEffect(() => {
    const startedAt = output && reading ? localTime(reading, Date.parse(output.startedAt)) : null
    const show = () =>
      setShown(startedAt === null ? level : levelOf(output, performance.now() - startedAt, cap))
    show()
    if (startedAt === null || !output?.pattern) return
    const timer = setInterval(show, TICK_MS)
    return () => clearInterval(timer)
  }, [output, level, cap, reading])
  return shown
}
