import { PackageX } from 'lucide-react'
import { ResourceNotFoundPage } from '../../ui/shell/ResourceNotFoundPage.tsx'

/** Stands in for an order that is not there, or not this customer's: the two can't be told apart. */
export const OrderErrorPage = () => (
  <ResourceNotFoundPage
    icon={PackageX}
    title="Bestelling niet gevonden"
    to="/orders"
    link="Naar Mijn Bestellingen"
  >
    Kijk of het adres klopt, of zoek je bestelling op in je overzicht.
  </ResourceNotFoundPage>
)
