import { PackageX } from 'lucide-react'
import { ResourceNotFoundPage } from '../../../ui/shell/ErrorPage.tsx'

/** Shown for an unknown order and for another customer's; the two can't be distinguished. */
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
