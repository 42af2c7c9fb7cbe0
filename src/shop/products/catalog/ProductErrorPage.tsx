import { SearchX } from 'lucide-react'
import { ResourceNotFoundPage } from '../../../ui/shell/ErrorPage.tsx'

/** Shown when a product does not exist or is not for sale. */
export const ProductErrorPage = () => (
  <ResourceNotFoundPage icon={SearchX} title="Product niet gevonden" to="/shop" link="Naar de shop">
    Dit product verkopen we niet, of niet meer.
  </ResourceNotFoundPage>
)
