import { PackageX } from 'lucide-react'
import { ResourceNotFoundPage } from '../../../ui/shell/ErrorPage.tsx'

/** Shown where an order is not found. */
export const AdminOrderErrorPage = () => (
  <ResourceNotFoundPage icon={PackageX} title="Bestelling niet gevonden" to="/admin" link="Terug naar Admin">
    De opgegeven bestelling kon niet worden gevonden.
  </ResourceNotFoundPage>
)
