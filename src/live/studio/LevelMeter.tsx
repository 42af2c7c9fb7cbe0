import { useEffect, useState } from 'react'
import { localTimeOf, type ClockReading } from '../sessions/ui/serverClock.rules.ts'
import { bandTextClasses, levelBand, levelBandName } from '../sessions/ui/level.rules.ts'
import { outputLevel } from '../sessions/engine/toyOutput.rules.ts'
import { isNamedPattern, patternTitle } from '../toys/pattern.rules.ts'
import { MAX_TOY_STRENGTH } from '../toys/rules.ts'
import { cn } from '../../ui/components/cn.ts'
import type { StudioSession } from './contract.ts'

/** The step time of a pattern. */
const TICK_MS = 100

const bandFillClasses = { low: 'bg-low', middle: 'bg-middle', high: 'bg-high' } as const

/** The fields of a session that determine its level. */
type MeteredSession = Pick<StudioSession, 'output' | 'level' | 'status'>

interface LevelMeterProps {
  session: MeteredSession
  cap: number
  reading: ClockReading | null
  /** The toy acknowledged no stop: a level of 0 does not mean that it is still. */
  isUnstopped?: boolean
}

/** The toy's current level, as a number and a bar on the whole scale; a mark shows the cap. */
export function LevelMeter({ session, cap, reading, isUnstopped = false }: LevelMeterProps) {
  const level = useCurrentLevel(session, cap, reading)
  const ink = level > 0 ? bandTextClasses[levelBand(level)] : 'text-ink-faint'
  return (
    <div className="grid gap-2">
      <div className="flex items-baseline gap-3">
        <span className={cn('display figures text-hero', ink)}>{level}</span>
        <span className="text-small text-ink-soft">
          {isUnstopped ? 'Stop niet bevestigd' : levelLabel(session, level)}
        </span>
      </div>
      <div
        role="meter"
        aria-label="Sterkte nu"
        aria-valuemin={0}
        aria-valuemax={MAX_TOY_STRENGTH}
        aria-valuenow={level}
        className="relative h-3 overflow-hidden rounded-full bg-ink/8"
      >
        <div
          className={cn(
            'h-full rounded-full transition-[width] duration-100 ease-linear',
            bandFillClasses[levelBand(Math.max(level, 1))],
          )}
          style={{ width: `${(level / MAX_TOY_STRENGTH) * 100}%` }}
        />
        {cap < MAX_TOY_STRENGTH && (
          <div
            className="absolute inset-y-0 border-l-2 border-ink"
            style={{ left: `${(cap / MAX_TOY_STRENGTH) * 100}%` }}
          />
        )}
      </div>
    </div>
  )
}

function levelLabel({ output, status }: MeteredSession, level: number): string {
  if (status === 'COUNTDOWN') return 'Nog stil'
  if (!output) return 'Stil'
  if (!output.pattern) return levelBandName(level)
  return isNamedPattern(output.pattern) ? `Patroon ${output.pattern}` : patternTitle(output.pattern)
}

/** Follows a pattern between two polls. */
function useCurrentLevel({ output, level }: MeteredSession, cap: number, reading: ClockReading | null) {
  const [shown, setShown] = useState(level)
  useEffect(() => {
    const startedAt = output && reading ? localTimeOf(reading, Date.parse(output.startedAt)) : null
    const show = () =>
      setShown(startedAt === null ? level : outputLevel(output, performance.now() - startedAt, cap))
    show()
    if (startedAt === null || !output?.pattern) return
    const timer = setInterval(show, TICK_MS)
    return () => clearInterval(timer)
  }, [output, level, cap, reading])
  return shown
}
