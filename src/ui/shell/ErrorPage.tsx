import { CloudOff, Lock, SearchX } from 'lucide-react'
import { Link, useRouteError } from 'react-router'
import { failureOf } from '../failure.ts'
import { Button } from '../parts/Button.tsx'
import { EmptyState } from '../parts/EmptyState.tsx'
import { Title } from '../parts/Title.tsx'

/** Stands in for a page that could not be loaded or shown. */
export function ErrorPage() {
  const { status, reason } = failureOf(useRouteError())
  if (status === 403) return <Forbidden />
  if (status === 404) return <Missing />
  return (
    <div className="measure py-12">
      <Title>Even niet gelukt</Title>
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

export function Forbidden() {
  return (
    <div className="measure py-12">
      <Title>Toegang Geweigerd</Title>
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

function Missing() {
  return (
    <div className="measure py-12">
      <Title>Niet gevonden</Title>
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
