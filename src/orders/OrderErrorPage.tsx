import { PackageX } from 'lucide-react'
import { Link, useRouteError } from 'react-router'
import { failureOf } from '../web/failure.ts'
import { ErrorPage } from '../web/shell/ErrorPage.tsx'
import { Button } from '../web/ui/Button.tsx'
import { EmptyState } from '../web/ui/EmptyState.tsx'
import { Title } from '../web/ui/Title.tsx'

/** Stands in for an order that is not there, or not this customer's: the two can't be told apart. */
export function OrderErrorPage() {
  if (failureOf(useRouteError()).status !== 404) return <ErrorPage />
  return (
    <div className="measure py-12">
      <Title>Bestelling niet gevonden</Title>
      <EmptyState
        icon={PackageX}
        title="Bestelling niet gevonden"
        action={
          <Button asChild>
            <Link to="/orders">Naar Mijn Bestellingen</Link>
          </Button>
        }
      >
        Kijk of het adres klopt, of zoek je bestelling op in je overzicht.
      </EmptyState>
    </div>
  )
}
