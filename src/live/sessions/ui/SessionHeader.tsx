import { SignalHigh, WifiOff } from 'lucide-react'
import { Battery } from '../../toys/Battery.tsx'
import type { Toy } from '../../toys/contract.ts'
import { MessagesButton } from '../../messages/MessagesButton.tsx'
import { Badge } from '../../../ui/components/Badge.tsx'
import { readingRoundTrip, type ClockReading } from './serverClock.rules.ts'
import { useControlState, type CommandSender } from './commandSender.hooks.ts'
import { StopButton } from './StopButton.tsx'

interface StageHeaderProps {
  toy: Toy | undefined
  creatorId: string
  commander: CommandSender
  seen: ClockReading | null
  isLost: boolean
}

/** The toy's owner, and the quality of the connection. */
export function SessionHeader({ toy, creatorId, commander, seen, isLost }: StageHeaderProps) {
  const { roundTripMs } = useControlState(commander)
  const delay = roundTripMs ?? (seen ? readingRoundTrip(seen) : null)
  return (
    <header className="flex min-h-10 items-center gap-4 wide:col-span-2">
      <h1 className="display text-heading">
        <span className="sr-only">Live Control: </span>
        {toy?.name ?? 'Je toy'}
      </h1>
      {toy?.isOnline === false && <Badge tone="danger">Offline</Badge>}
      {toy && <Battery percent={toy.batteryLevel} />}
      <span className="ml-auto">
        <MessagesButton userId={creatorId} stop={<StopButton commander={commander} />} />
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
            {delay === null ? '– ms' : `${Math.round(delay)} ms`}
          </>
        )}
      </p>
    </header>
  )
}
