import { SearchX } from 'lucide-react'
import { ResourceNotFoundPage } from '../../ui/shell/ResourceNotFoundPage.tsx'

/** Stands in for a product that is not there, or no longer. */
export const ProductErrorPage = () => (
  <ResourceNotFoundPage icon={SearchX} title="Product niet gevonden" to="/shop" link="Naar de shop">
    Dit product verkopen we niet, of niet meer.
  </ResourceNotFoundPage>
)
