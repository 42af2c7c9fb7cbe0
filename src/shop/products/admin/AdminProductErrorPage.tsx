import { PackageX } from 'lucide-react'
import { ResourceNotFoundPage } from '../../../ui/shell/ErrorPage.tsx'

/** Shown where a product is not found. */
export const AdminProductErrorPage = () => (
  <ResourceNotFoundPage
    icon={PackageX}
    title="Product niet gevonden"
    to="/admin/products"
    link="Naar de producten"
  >
    Dit product is er niet, of niet meer.
  </ResourceNotFoundPage>
)
