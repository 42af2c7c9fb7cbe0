import { PackageX } from 'lucide-react'
import { MissingPage } from '../../ui/shell/MissingPage.tsx'

/** Stands in for an order that is not there. */
export const AdminOrderErrorPage = () => (
  <MissingPage icon={PackageX} title="Bestelling niet gevonden" to="/admin" link="Terug naar Admin">
    De opgegeven bestelling kon niet worden gevonden.
  </MissingPage>
)
