import { PackageX } from 'lucide-react'
import { ResourceNotFoundPage } from '../../ui/shell/ResourceNotFoundPage.tsx'

/** Stands in for a product that is not on the shelf. */
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
