import { LOW_BALANCE_MINUTES } from '../../../money/minutes/rules.ts'
import { formatMinutes } from '../../../ui/format.ts'
import { msUntil, toWholeSeconds, announcedSeconds, type ClockReading } from './serverClock.rules.ts'
import type { ControlSession } from '../contract.ts'
import { useServerNow } from './sessionScreen.hooks.ts'

interface AnnouncerProps {
  session: ControlSession
  reading: ClockReading | null
  isLost: boolean
  minutesBalance: number
}

/** A live region for screen readers: short texts, and only when they change. */
export function Announcer({ session, reading, isLost, minutesBalance }: AnnouncerProps) {
  const now = useServerNow(reading, Date.parse(session.serverNow), 1000)
  const spoken = announcedSeconds(toWholeSeconds(msUntil(Date.parse(session.countdownEndsAt), now)))
  return (
    <>
      <p role="status" className="sr-only">
        {session.status === 'COUNTDOWN'
          ? spoken !== null && `Nog ${spoken} seconden`
          : session.lowBalance
            ? 'Je minuten zijn bijna op. De toy is stil en je klok rust.'
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
