import { useSuspenseQuery } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { formatDateTime } from '../../../ui/format.ts'
import { Badge } from '../../../ui/components/Badge.tsx'
import { Button } from '../../../ui/components/Button.tsx'
import type { LoginSession } from '../contract.ts'
import { loginSessionsQuery, useEndOtherLoginSessions, useEndLoginSession } from '../hooks.ts'

const phoneSystems = new Set(['iPhone', 'iPad', 'Android'])

/** `Firefox op Windows`, or the part that is known. */
const deviceName = ({ browser, system }: LoginSession): string =>
  [browser, system].filter(Boolean).join(' op ') || 'Onbekend apparaat'

/** Lists one's login sessions; each can be ended. */
export function LoginSessionList() {
  const { data: sessions } = useSuspenseQuery(loginSessionsQuery)
  const endOthers = useEndOtherLoginSessions()
  return (
    <>
      <ul className="divide-y divide-line">
        {sessions.map(session => (
          <li key={session.id} className="py-4 first:pt-0 last:pb-0">
            <SessionRow session={session} />
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button
          variant="secondary"
          className="sm:justify-self-start"
          busy={endOthers.isPending}
          onClick={() => endOthers.mutate({})}
        >
          Overal elders uitloggen
        </Button>
      )}
    </>
  )
}

function SessionRow({ session }: { session: LoginSession }) {
  const end = useEndLoginSession()
  const Icon = phoneSystems.has(session.system ?? '') ? Smartphone : Monitor
  return (
    <div className="flex items-start gap-4">
      <Icon className="mt-0.5 size-6 shrink-0 text-ink-faint" strokeWidth={1.5} aria-hidden />
      <div className="grid min-w-0 grow gap-0.5">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          {deviceName(session)}
          {session.isCurrent && <Badge tone="green">Dit apparaat</Badge>}
        </p>
        <p className="text-small text-ink-soft">
          {session.isCurrent ? 'Ingelogd' : 'Laatst gezien'}{' '}
          <span className="figures">
            {formatDateTime(session.isCurrent ? session.createdAt : session.lastSeenAt)}
          </span>
        </p>
        {session.place && (
          <p className="figures text-small [overflow-wrap:anywhere] text-ink-faint">
            Netwerk {session.place}
          </p>
        )}
      </div>
      {!session.isCurrent && (
        <Button
          variant="quiet"
          size="sm"
          busy={end.isPending}
          onClick={() => end.mutate({ sessionId: session.id })}
        >
          Uitloggen<span className="sr-only">: {deviceName(session)}</span>
        </Button>
      )}
    </div>
  )
}
