import { PackageX } from 'lucide-react'
import { ResourceNotFoundPage } from '../../ui/shell/ResourceNotFoundPage.tsx'

/** Stands in for an order that is not there. */
export const AdminOrderErrorPage = () => (
  <ResourceNotFoundPage icon={PackageX} title="Bestelling niet gevonden" to="/admin" link="Terug naar Admin">
    De opgegeven bestelling kon niet worden gevonden.
  </ResourceNotFoundPage>
)
