import { Plus } from 'lucide-react'
import { BuyMinutesDialog } from '../../../money/minutes/BuyMinutesDialog.tsx'
import { countPlayableMinutes, LOW_BALANCE_MINUTES } from '../../../money/minutes/rules.ts'
import { formatMinutes } from '../../../ui/format.ts'
import { IconButton } from '../../../ui/components/IconButton.tsx'
import { cn } from '../../../ui/components/cn.ts'
import { formatClock, msUntil, minuteFraction, ringStroke, type ClockReading } from './serverClock.rules.ts'
import type { ControlSession } from '../contract.ts'
import { useServerNow } from './sessionScreen.hooks.ts'

interface BalanceClockProps {
  session: ControlSession
  reading: ClockReading | null
  minutesBalance: number
  /** The server can't be reached: the meter is paused until it can. */
  isLost: boolean
}

/** The remaining balance, as a clock whose hand makes one turn per charged minute, and stands still while none is charged. */
export function BalanceClock({ session, reading, minutesBalance, isLost }: BalanceClockProps) {
  const { minutesUsed, sessionEndsAt } = session
  const now = useServerNow(reading, Date.parse(session.serverNow), 250)
  const left = sessionEndsAt === null || isLost ? null : msUntil(Date.parse(sessionEndsAt), now)
  const warned = minutesBalance < LOW_BALANCE_MINUTES
  return (
    <section aria-label="Je saldo" className="flex items-center gap-3 sm:gap-4">
      <ClockFace share={left === null ? null : minuteFraction(left)} className="size-14 wide:size-16" />
      <div className="min-w-0 grow">
        <p className="figures text-subheading font-semibold">{formatMinutes(minutesBalance)}</p>
        <p className="figures text-small text-ink-soft">
          {left === null
            ? `Je betaalt nu niets, nog ${formatMinutes(countPlayableMinutes(minutesBalance))} te spelen`
            : `Nog ${formatClock(left)} te spelen`}
          {minutesUsed > 0 && `, ${minutesUsed} gebruikt`}
        </p>
        <p
          className={cn(
            'text-tiny sm:text-small',
            warned ? 'font-semibold text-live-text' : 'text-ink-faint',
          )}
        >
          {warned ? 'Je minuten zijn bijna op' : 'Gebruik tot je minuten op zijn'}
        </p>
      </div>
      <BuyMinutesDialog
        renderButton={opens => (
          <IconButton icon={Plus} label="Minuten kopen" variant={warned ? 'live' : 'secondary'} {...opens} />
        )}
      />
    </section>
  )
}

interface ClockFaceProps {
  /** The elapsed share of the minute, 0 to 1; null while the meter is paused. */
  share: number | null
  className?: string
}

const RADIUS = 28

/** Only the dial: a ring that fills with the hand, or a paused one. */
export function ClockFace({ share, className }: ClockFaceProps) {
  const { length, offset } = ringStroke(RADIUS, share ?? 0)
  const rests = share === null
  return (
    <svg viewBox="0 0 64 64" fill="none" aria-hidden className={cn('shrink-0', className)}>
      <circle
        cx="32"
        cy="32"
        r={RADIUS}
        className="stroke-line-strong"
        strokeWidth="1.5"
        strokeDasharray={rests ? '1 6.33' : undefined}
        strokeLinecap="round"
        opacity={rests ? 1 : 0.45}
      />
      {rests ? (
        <path d="M28 25v14M36 25v14" className="stroke-ink-soft" strokeWidth="2.5" strokeLinecap="round" />
      ) : (
        <g className="stroke-low" strokeWidth="2.5" strokeLinecap="round">
          <circle
            cx="32"
            cy="32"
            r={RADIUS}
            strokeDasharray={length}
            strokeDashoffset={offset}
            transform="rotate(-90 32 32)"
          />
          <path d="M32 32V12" transform={`rotate(${share * 360} 32 32)`} />
          <circle cx="32" cy="32" r="1.5" className="fill-low" />
        </g>
      )}
    </svg>
  )
}
