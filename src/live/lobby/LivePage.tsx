import { LockKeyhole } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useBlocker } from 'react-router'
import type { User } from '../../people/accounts/contract.ts'
import { useUser } from '../../people/accounts/hooks.ts'
import { MinutesReturn } from '../../money/minutes/MinutesReturn.tsx'
import { toysQuery } from '../sessions/hooks.ts'
import { Button } from '../../ui/components/Button.tsx'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import { PageTitle } from '../../ui/components/PageTitle.tsx'
import { isLiveSession, useControlSession, useReturnFromPayment } from '../sessions/ui/hooks.ts'
import { useQueuePosition } from '../sessions/queue/hooks.ts'
import { LiveWelcome } from '../welcome/LiveWelcome.tsx'
import { Lobby } from './Lobby.tsx'
import { SessionScreen } from '../sessions/ui/SessionScreen.tsx'
import { useIsConnected, usePlayerConnection } from '../sessions/ui/playerConnection.hooks.ts'
import { useCommandSender } from '../sessions/ui/commandSender.hooks.ts'
import { useClockReading } from '../sessions/ui/sessionScreen.hooks.ts'
import { lazyDialog } from '../../ui/dialogs/lazyDialog.tsx'

const TITLE = 'Live Control'

/** `/live`: the lobby or, while a session is live, its screen; for visitors a page about it. */
export function LivePage() {
  const user = useUser()
  const [hadUser] = useState(user !== null)
  return (
    <div data-lights="low" className="-mb-24 grow bg-paper pb-16 text-ink">
      {user ? <Live user={user} /> : hadUser ? <LoginRequired /> : <LiveWelcome />}
      {user && <MinutesReturn />}
    </div>
  )
}

function Live({ user }: { user: User }) {
  const line = usePlayerConnection()
  const { data: seen, isError } = useControlSession(useIsConnected(line))
  const { data: toys } = useQuery(toysQuery)
  const [started, setStarted] = useState({ id: '', countdownMs: 0 })
  const session = seen?.session ?? null
  useReturnFromPayment(session)
  const reading = useClockReading(seen?.reading ?? null)
  const sender = useCommandSender(line, session, seen?.reading ?? null)
  const queue = useQueuePosition(isLiveSession(session))
  useScrollToTopOnChange(isLiveSession(session))
  if (!isLiveSession(session)) {
    return (
      <>
        <PageTitle>{queue.place?.claimUntil ? `${queue.place.toyName} is vrij` : TITLE}</PageTitle>
        <Lobby
          user={user}
          toys={toys}
          ended={session}
          unreachable={isError}
          queue={queue}
          onStart={({ id }, countdownMs) => setStarted({ id, countdownMs })}
        />
      </>
    )
  }
  return (
    <>
      <PageTitle>{TITLE}</PageTitle>
      <SessionScreen
        session={session}
        seen={seen?.reading ?? null}
        reading={reading}
        toy={toys?.find(({ id }) => id === session.toyDeviceId)}
        user={user}
        sender={sender}
        countdownMs={started.id === session.id ? started.countdownMs : null}
      />
      <LeaveGuard />
    </>
  )
}

/** Resets the scroll position between the list and the session screen. */
function useScrollToTopOnChange(isInSession: boolean) {
  const was = useRef(isInSession)
  useEffect(() => {
    if (was.current !== isInSession) window.scrollTo({ top: 0, behavior: 'instant' })
    was.current = isInSession
  }, [isInSession])
}

/** The login expired while the screen was open: the session can be seen again after login. */
function LoginRequired() {
  return (
    <div className="measure py-12">
      <PageTitle>{TITLE}</PageTitle>
      <h1 className="sr-only">Live Control</h1>
      <EmptyState
        icon={LockKeyhole}
        title="Login vereist"
        action={
          <ButtonLink to="/auth?next=/live" variant="live">
            Inloggen
          </ButtonLink>
        }
      >
        Log in om te zien wie er online is en de controle te nemen. Draaide er iets, dan is het vanzelf
        gestopt.
      </EmptyState>
    </div>
  )
}

const LeaveDialog = lazyDialog({
  title: 'Je sessie loopt nog',
  load: async () => (await import('../../ui/dialogs/Sheet.tsx')).Sheet,
})

/** Asks for confirmation before leaving the screen: without it no heartbeats are sent. */
function LeaveGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname,
  )
  const isAsking = blocker.state === 'blocked'
  // Also for when the connection is gone.
  useEffect(() => void LeaveDialog.preload(), [])
  return (
    <LeaveDialog
      open={isAsking}
      onOpenChange={open => !open && isAsking && blocker.reset()}
      title="Je sessie loopt nog"
      description="Ga je nu weg, dan stopt de toy en betaal je niets. Kom je binnen een minuut terug, dan speel je verder; anders eindigt de sessie."
      footer={
        <div className="grid gap-3 sm:grid-cols-2">
          <Button variant="secondary" onClick={() => isAsking && blocker.proceed()}>
            Toch weggaan
          </Button>
          <Button variant="live" className="max-sm:order-first" onClick={() => isAsking && blocker.reset()}>
            Hier blijven
          </Button>
        </div>
      }
    >
      {null}
    </LeaveDialog>
  )
}
