import { UserRoundX } from 'lucide-react'
import { Link, useRouteError } from 'react-router'
import { failureOf } from '../web/failure.ts'
import { ErrorPage } from '../web/shell/ErrorPage.tsx'
import { Button } from '../web/ui/Button.tsx'
import { EmptyState } from '../web/ui/EmptyState.tsx'
import { Title } from '../web/ui/Title.tsx'

/** Stands in for a profile that is not there, or not to be seen; which of them is not said. */
export function UserErrorPage() {
  if (failureOf(useRouteError()).status !== 404) return <ErrorPage />
  return (
    <div className="measure py-12">
      <Title>Profiel niet gevonden</Title>
      <EmptyState
        icon={UserRoundX}
        title="Profiel niet gevonden"
        action={
          <Button asChild>
            <Link to="/">Naar de startpagina</Link>
          </Button>
        }
      >
        Dit profiel is er niet, of het is privé.
      </EmptyState>
    </div>
  )
}
