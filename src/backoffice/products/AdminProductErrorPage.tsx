import { PackageX } from 'lucide-react'
import { MissingPage } from '../../ui/shell/MissingPage.tsx'

/** Stands in for a product that is not on the shelf. */
export const AdminProductErrorPage = () => (
  <MissingPage icon={PackageX} title="Product niet gevonden" to="/admin/products" link="Naar de producten">
    Dit product is er niet, of niet meer.
  </MissingPage>
)
