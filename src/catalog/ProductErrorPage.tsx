import { SearchX } from 'lucide-react'
import { Link, useRouteError } from 'react-router'
import { failureOf } from '../web/failure.ts'
import { ErrorPage } from '../web/shell/ErrorPage.tsx'
import { Button } from '../web/ui/Button.tsx'
import { EmptyState } from '../web/ui/EmptyState.tsx'
import { Title } from '../web/ui/Title.tsx'

/** Stands in for a product that is not there, or no longer. */
export function ProductErrorPage() {
  if (failureOf(useRouteError()).status !== 404) return <ErrorPage />
  return (
    <div className="measure py-12">
      <Title>Product niet gevonden</Title>
      <EmptyState
        icon={SearchX}
        title="Product niet gevonden"
        action={
          <Button asChild>
            <Link to="/shop">Naar de shop</Link>
          </Button>
        }
      >
        Dit product verkopen we niet, of niet meer.
      </EmptyState>
    </div>
  )
}
