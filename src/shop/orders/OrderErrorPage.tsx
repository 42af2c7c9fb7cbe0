import { PackageX } from 'lucide-react'
import { MissingPage } from '../../ui/shell/MissingPage.tsx'

/** Stands in for an order that is not there, or not this customer's: the two can't be told apart. */
export const OrderErrorPage = () => (
  <MissingPage icon={PackageX} title="Bestelling niet gevonden" to="/orders" link="Naar Mijn Bestellingen">
    Kijk of het adres klopt, of zoek je bestelling op in je overzicht.
  </MissingPage>
)
