import { CloudOff, Lock, SearchX } from 'lucide-react'
import { Link, useRouteError } from 'react-router'
import { toPageFailure } from '../pageFailure.ts'
import { Button } from '../components/Button.tsx'
import { EmptyState } from '../components/EmptyState.tsx'
import { PageTitle } from '../components/PageTitle.tsx'

/** Replaces a page that failed to load or render. */
export function ErrorPage() {
  const { status, reason } = toPageFailure(useRouteError())
  if (status === 403) return <ForbiddenMessage />
  if (status === 404) return <NotFoundMessage />
  return (
    <div className="measure py-12">
      <PageTitle>Even niet gelukt</PageTitle>
      <EmptyState
        icon={CloudOff}
        title="Dit lukt even niet"
        action={<Button onClick={() => window.location.reload()}>Probeer opnieuw</Button>}
      >
        {reason}
      </EmptyState>
    </div>
  )
}

export function ForbiddenMessage() {
  return (
    <div className="measure py-12">
      <PageTitle>Toegang Geweigerd</PageTitle>
      <EmptyState
        icon={Lock}
        title="Toegang Geweigerd"
        action={
          <Button asChild>
            <Link to="/">Naar de startpagina</Link>
          </Button>
        }
      >
        Je hebt geen toestemming om deze pagina te bekijken.
      </EmptyState>
    </div>
  )
}

function NotFoundMessage() {
  return (
    <div className="measure py-12">
      <PageTitle>Niet gevonden</PageTitle>
      <EmptyState
        icon={SearchX}
        title="Niet gevonden"
        action={
          <Button asChild>
            <Link to="/">Naar de startpagina</Link>
          </Button>
        }
      >
        Wat je zoekt is er niet, of niet meer.
      </EmptyState>
    </div>
  )
}
