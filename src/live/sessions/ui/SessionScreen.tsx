import { type ReactNode, useRef } from 'react'
import type { User } from '../../../people/accounts/contract.ts'
import { BuyMinutesDialog } from '../../../money/minutes/BuyMinutesDialog.tsx'
import type { Toy } from '../../toys/contract.ts'
import { MAX_TOY_STRENGTH } from '../../toys/rules.ts'
import { Button } from '../../../ui/components/Button.tsx'
import { BalanceClock } from './BalanceClock.tsx'
import { type ClockReading, msUntil, toWholeSeconds, announcedSeconds } from './serverClock.rules.ts'
import { useControlState, useToyControls, type CommandSender } from './commandSender.hooks.ts'
import type { ControlSession } from '../contract.ts'
import { CountdownRing } from './CountdownRing.tsx'
import { IntensityPad } from './IntensityPad.tsx'
import { INITIAL_PATTERN, PatternPicker, QuickActions } from './PatternPicker.tsx'
import { usePatternRecorder } from './patternRecorder.hooks.ts'
import { SignalLight } from './SignalLight.tsx'
import { StopButton } from './StopButton.tsx'
import { useEndOfCountdown, useIsConnectionLost, useStopKeys, useServerNow } from './sessionScreen.hooks.ts'
import { LOW_BALANCE_MINUTES } from '../../../money/minutes/rules.ts'
import { UNPLAYABLE_MINUTES } from '../../../money/minutes/labels.rules.ts'
import { formatMinutes } from '../../../ui/format.ts'
import { SignalHigh, WifiOff, LogOut } from 'lucide-react'
import { Battery } from '../../toys/Battery.tsx'
import { MessagesButton } from '../../messages/Thread.tsx'
import { Badge } from '../../../ui/components/Badge.tsx'
import { PartBoundary } from '../../../ui/components/PartBoundary.tsx'
import { StopDock } from '../../../ui/components/StopDock.tsx'
import { useResumeControl, useStopControl } from './hooks.ts'
import { useWakeLock } from './wakeLock.hooks.ts'
import { useLowBalanceWarning } from './lowBalanceWarning.hooks.ts'

interface ScreenProps {
  session: ControlSession
  /** The last answer, and the clock reading to use. */
  seen: ClockReading | null
  reading: ClockReading | null
  /** Undefined while the list is not loaded, and when the toy is no longer in it. */
  toy: Toy | undefined
  user: User
  sender: CommandSender
  countdownMs: number | null
}

/**
 * A live session: the countdown, then control. Both use the same layout, so that nothing moves when control begins. Each part fails
 * alone: the bar with the stop depends on none of them.
 */
export function SessionScreen({ session, seen, reading, toy, user, sender, countdownMs }: ScreenProps) {
  const screen = useRef<HTMLDivElement>(null)
  const isLost = useIsConnectionLost(seen)
  const { level, vibrate, pattern, play } = useToyControls(sender, INITIAL_PATTERN)
  const { playing } = useControlState(sender)
  useEndOfCountdown(session, reading)
  useWakeLock()
  const isActive = session.status === 'ACTIVE'
  useStopKeys(screen, isActive, sender.stop)
  const disabled = !isActive || pausedNotice(session) !== null
  const recorder = usePatternRecorder(sender, !disabled, play)
  const patterns = { running: playing?.pattern ?? null, onPlay: play, disabled, offer: toy?.capabilities }
  const clock = { session, reading, minutesBalance: user.minutesBalance, isLost }
  return (
    <div
      ref={screen}
      className="measure grid grid-cols-1 gap-3 py-3 wide:grid-cols-[1fr_min(25rem,50%)] wide:gap-x-8 wide:gap-y-4 lg:py-8"
    >
      <PartBoundary frame={() => null}>
        <Announcer {...clock} />
        <LowBalanceDialog session={session} minutesBalance={user.minutesBalance} />
      </PartBoundary>
      <PartBoundary>
        <SessionHeader {...{ toy, sender, isLost }} creatorId={session.creatorId} />
      </PartBoundary>
      <div className="contents wide:sticky wide:top-22 wide:grid wide:gap-4 wide:self-start">
        <Part className="relative order-2 h-(--pad) [--pad:clamp(13rem,max(100dvh-33.5rem,min(100dvh-27rem,19rem)),40rem)] wide:[--pad:clamp(12rem,100dvh-17.75rem,40rem)]">
          <IntensityPad sender={sender} level={level} onLevel={vibrate} disabled={disabled}>
            {!isActive && (
              <CountdownRing {...{ session, reading, countdownMs }} toyName={toy?.name ?? 'de toy'} />
            )}
            {isActive && pausedNotice(session)}
          </IntensityPad>
          <SignalLight session={session} />
        </Part>
        <Part className="order-3">
          <QuickActions {...patterns} />
          <p role="status" className="text-small font-semibold text-live-text not-empty:pt-3">
            {session.pause === 'TOY_UNREACHABLE' &&
              'De toy is niet te bereiken en je betaalt nu niets. Probeer het nog eens. Lukt het binnen een minuut niet, dan eindigt de sessie.'}
          </p>
          <CapNotice toy={toy} />
        </Part>
      </div>
      <div className="contents wide:flex wide:min-w-0 wide:flex-col wide:gap-4">
        <Part className="order-1 rounded-card border border-line bg-surface p-3 wide:p-5">
          <BalanceClock {...clock} />
        </Part>
        <Part className="order-4 min-w-0 grow">
          <PatternPicker {...patterns} recorder={recorder} chosen={pattern} />
        </Part>
        <SessionActionBar sessionId={session.id} sender={sender} isCountdown={!isActive} />
      </div>
    </div>
  )
}

/** A part of the screen that fails alone. */
const Part = ({ className, children }: { className: string; children: ReactNode }) => (
  <div className={className}>
    <PartBoundary>{children}</PartBoundary>
  </div>
)

/** Shown once: the slider keeps its whole scale under a lower cap. */
function CapNotice({ toy }: { toy: Toy | undefined }) {
  if (!toy || toy.capabilities.maxIntensity >= MAX_TOY_STRENGTH) return null
  return (
    <p className="pt-3 text-small text-ink-soft">
      De creator begrenst deze toy: jouw 20 is hier {toy.capabilities.maxIntensity}.
    </p>
  )
}

interface LowBalanceDialogProps {
  session: ControlSession
  minutesBalance: number
}

/** The low-balance warning: the minute packages, opened once per session. */
function LowBalanceDialog({ session, minutesBalance }: LowBalanceDialogProps) {
  const [isOpen, setOpen] = useLowBalanceWarning(session.id, minutesBalance)
  return (
    <BuyMinutesDialog
      title="Je minuten zijn bijna op"
      description={`Je hebt nog ${formatMinutes(minutesBalance)}. ${UNPLAYABLE_MINUTES}`}
      open={isOpen}
      onOpenChange={setOpen}
    />
  )
}

/** Two minutes or fewer: the toy is stopped and the meter is paused. */
const LowBalanceNotice = () => (
  <div className="grid max-w-sm justify-items-center gap-4 text-center">
    <p className="display text-heading">Je minuten zijn bijna op</p>
    <p className="text-small text-ink-soft">
      De toy staat stil en je betaalt nu niets. Bij 2 minuten stopt de toy. Koop minuten bij om verder te
      gaan; anders eindigt de sessie binnen een minuut.
    </p>
    <BuyMinutesDialog
      renderButton={opens => (
        <Button variant="live" {...opens}>
          Minuten kopen
        </Button>
      )}
    />
  </div>
)

/** Why control is blocked; null while it is not. */
function pausedNotice({ pause, lowBalance }: ControlSession): ReactNode {
  if (pause === 'CREATOR_WAITS') return <WaitingNotice />
  if (pause === 'PAYING') return <PayingNotice />
  return lowBalance ? <LowBalanceNotice /> : null
}

/** The creator lets the session wait. */
const WaitingNotice = () => (
  <div className="grid max-w-sm justify-items-center gap-3 text-center">
    <p className="display text-heading">Even wachten</p>
    <p className="text-small text-ink-soft">
      De creator heeft een moment nodig. De toy staat stil en je betaalt nu niets. Duurt het langer dan een
      minuut, dan stopt de sessie en is de begonnen minuut gratis.
    </p>
  </div>
)

/** A payment is open: the session waits for it, until its user says to be back. */
function PayingNotice() {
  const resume = useResumeControl()
  return (
    <div className="grid max-w-sm justify-items-center gap-4 text-center">
      <p className="display text-heading">Je betaling staat nog open</p>
      <p className="text-small text-ink-soft">
        De toy staat stil en je betaalt nu niets. We wachten hoogstens 5 minuten op je. Je kunt ook meteen
        verder spelen; je minuten komen erbij zodra de betaling is bevestigd.
      </p>
      <Button variant="live" busy={resume.isPending} onClick={() => resume.mutate()}>
        Verder spelen
      </Button>
    </div>
  )
}

interface AnnouncerProps {
  session: ControlSession
  reading: ClockReading | null
  isLost: boolean
  minutesBalance: number
}

/** A live region for screen readers: short texts, and only when they change. */
function Announcer({ session, reading, isLost, minutesBalance }: AnnouncerProps) {
  const now = useServerNow(reading, Date.parse(session.serverNow), 1000)
  const spoken = announcedSeconds(toWholeSeconds(msUntil(Date.parse(session.countdownEndsAt), now)))
  return (
    <>
      <p role="status" className="sr-only">
        {session.status === 'COUNTDOWN'
          ? spoken !== null && `Nog ${spoken} seconden`
          : session.pause === 'CREATOR_WAITS'
            ? 'De creator wil even wachten. De toy staat stil en je betaalt nu niets.'
            : session.pause === 'PAYING'
              ? 'Je betaling staat nog open. De toy staat stil en je betaalt nu niets.'
              : session.lowBalance
                ? 'Je minuten zijn bijna op. De toy staat stil en je betaalt nu niets.'
                : 'Je hebt de controle.'}
      </p>
      <p role="status" className="sr-only">
        {session.status === 'ACTIVE' &&
          minutesBalance < LOW_BALANCE_MINUTES &&
          `Nog ${formatMinutes(minutesBalance)}.`}
      </p>
      <p role="status" className="sr-only">
        {isLost && 'Verbinding kwijt. De toy is stil.'}
      </p>
    </>
  )
}

interface ScreenHeaderProps {
  toy: Toy | undefined
  creatorId: string
  sender: CommandSender
  isLost: boolean
}

/** The toy's owner, and the quality of the connection. */
function SessionHeader({ toy, creatorId, sender, isLost }: ScreenHeaderProps) {
  const { delayMs } = useControlState(sender)
  return (
    <header className="flex min-h-10 flex-wrap items-center gap-x-4 wide:col-span-2">
      <h1 className="display text-heading">
        <span className="sr-only">Live Control: </span>
        {toy?.name ?? 'Je toy'}
      </h1>
      {toy?.isOnline === false && <Badge tone="danger">Offline</Badge>}
      {toy && <Battery percent={toy.batteryLevel} />}
      <span className="ml-auto">
        <MessagesButton userId={creatorId} />
      </span>
      <p className="figures flex items-center gap-1.5 text-small text-ink-soft">
        {isLost ? (
          <>
            <WifiOff className="size-4.5 text-danger" strokeWidth={1.5} aria-hidden />
            Verbinding kwijt
          </>
        ) : (
          <>
            <SignalHigh className="size-4.5" strokeWidth={1.5} aria-hidden />
            <span className="sr-only">Vertraging </span>
            {delayMs === null ? '– ms' : `${Math.round(delayMs)} ms`}
          </>
        )}
      </p>
    </header>
  )
}

interface ActionBarProps {
  sessionId: string
  sender: CommandSender
  isCountdown: boolean
}

/** Always visible: at the bottom of the screen on a phone, at the end of the column on a desktop. */
function SessionActionBar({ sessionId, sender, isCountdown }: ActionBarProps) {
  const end = useStopControl(sessionId)
  const endIt = () => end.mutate()
  return (
    <StopDock inColumn>
      <div className="mx-auto flex h-18 max-w-3xl gap-3">
        {isCountdown ? (
          <Button variant="secondary" className="h-full grow" busy={end.isPending} onClick={endIt}>
            Sessie annuleren
          </Button>
        ) : (
          <>
            <Button
              variant="quiet"
              className="h-full w-32 shrink px-3 text-small whitespace-normal max-sm:basis-2/5"
              busy={end.isPending}
              onClick={endIt}
            >
              <LogOut aria-hidden />
              <span className="text-left">Sessie beëindigen</span>
            </Button>
            <StopButton sender={sender} />
          </>
        )}
      </div>
    </StopDock>
  )
}
