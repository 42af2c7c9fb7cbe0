import { useRef } from 'react'
import type { User } from '../../../people/accounts/contract.ts'
import { BuyMinutesDialog } from '../../../money/minutes/BuyMinutesDialog.tsx'
import type { Toy } from '../../toys/contract.ts'
import { MAX_TOY_STRENGTH } from '../../toys/rules.ts'
import { Button } from '../../../ui/components/Button.tsx'
import { Announcer } from './Announcer.tsx'
import { BalanceClock } from './BalanceClock.tsx'
import type { ClockReading } from './serverClock.rules.ts'
import { useControlState, useToyControls, type CommandSender } from './commandSender.hooks.ts'
import type { ControlSession } from '../contract.ts'
import { CountdownRing } from './CountdownRing.tsx'
import { IntensityPad } from './IntensityPad.tsx'
import { INITIAL_PATTERN, PatternPicker, QuickActions } from './PatternPicker.tsx'
import { usePatternRecorder } from './patternRecorder.hooks.ts'
import { SessionHeader } from './SessionHeader.tsx'
import { StopButton } from './StopButton.tsx'
import { SessionActionBar } from './SessionActionBar.tsx'
import { useEndOfCountdown, useIsConnectionLost, useStopKeys } from './sessionScreen.hooks.ts'

interface StageProps {
  session: ControlSession
  /** The last answer, and the clock reading to use. */
  seen: ClockReading | null
  reading: ClockReading | null
  /** Undefined while the list is not loaded, and when the toy is no longer in it. */
  toy: Toy | undefined
  user: User
  commander: CommandSender
  countdownMs: number | null
}

/** A live session: the countdown, then control. Both use the same layout, so that nothing moves when control begins. */
export function SessionScreen({ session, seen, reading, toy, user, commander, countdownMs }: StageProps) {
  const stage = useRef<HTMLDivElement>(null)
  const isLost = useIsConnectionLost(seen)
  const { level, vibrate, pattern, play } = useToyControls(commander, INITIAL_PATTERN)
  const { playing } = useControlState(commander)
  useEndOfCountdown(session, reading)
  const isActive = session.status === 'ACTIVE'
  useStopKeys(stage, isActive, commander.stop)
  const disabled = !isActive || session.lowBalance
  const recorder = usePatternRecorder(commander, !disabled, play)
  const patterns = { running: playing?.pattern ?? null, onPlay: play, disabled }
  const clock = { session, reading, minutesBalance: user.minutesBalance, isLost }
  return (
    <div
      ref={stage}
      className="measure grid gap-3 py-3 wide:grid-cols-[1fr_min(25rem,50%)] wide:gap-x-8 wide:gap-y-4 lg:py-8"
    >
      <Announcer {...clock} />
      <SessionHeader
        toy={toy}
        creatorId={session.creatorId}
        commander={commander}
        seen={seen}
        isLost={isLost}
      />
      <div className="contents wide:sticky wide:top-22 wide:grid wide:gap-4 wide:self-start">
        <div className="order-2 h-(--pad) [--pad:clamp(13rem,max(100dvh-33.5rem,min(100dvh-27rem,19rem)),40rem)] wide:[--pad:clamp(12rem,100dvh-17.75rem,40rem)]">
          <IntensityPad commander={commander} level={level} onLevel={vibrate} disabled={disabled}>
            {!isActive && (
              <CountdownRing {...{ session, reading, countdownMs }} toyName={toy?.name ?? 'de toy'} />
            )}
            {isActive && session.lowBalance && <LowBalanceNotice />}
          </IntensityPad>
        </div>
        <div className="order-3">
          <QuickActions {...patterns} />
          <CapNotice toy={toy} />
        </div>
      </div>
      <div className="contents wide:flex wide:min-w-0 wide:flex-col wide:gap-4">
        <div className="order-1 rounded-card border border-line bg-surface p-3 wide:p-5">
          <BalanceClock {...clock} />
        </div>
        <div className="order-4 min-w-0 grow">
          <PatternPicker
            {...patterns}
            recorder={recorder}
            stop={<StopButton commander={commander} />}
            patterns={toy?.capabilities.patterns ?? []}
            chosen={pattern}
          />
        </div>
        <SessionActionBar commander={commander} isCountdown={!isActive} />
      </div>
    </div>
  )
}

/** Shown once: the slider keeps its whole scale under a lower cap. */
function CapNotice({ toy }: { toy: Toy | undefined }) {
  if (!toy || toy.capabilities.maxIntensity >= MAX_TOY_STRENGTH) return null
  return (
    <p className="pt-3 text-small text-ink-soft">
      De creator begrenst deze toy: jouw 20 is hier {toy.capabilities.maxIntensity}.
    </p>
  )
}

/** Two minutes or fewer: the toy is stopped and the meter is paused. */
const LowBalanceNotice = () => (
  <div className="grid max-w-sm justify-items-center gap-4 text-center">
    <p className="display text-heading">Je minuten zijn bijna op</p>
    <p className="text-small text-ink-soft">
      De toy is stil en je klok rust. Koop minuten bij om verder te spelen; anders eindigt de sessie binnen
      een minuut.
    </p>
    <BuyMinutesDialog>
      <Button variant="live">Minuten kopen</Button>
    </BuyMinutesDialog>
  </div>
)
