import { SearchX } from 'lucide-react'
import { MissingPage } from '../../ui/shell/MissingPage.tsx'

/** Stands in for a product that is not there, or no longer. */
export const ProductErrorPage = () => (
  <MissingPage icon={SearchX} title="Product niet gevonden" to="/shop" link="Naar de shop">
    Dit product verkopen we niet, of niet meer.
  </MissingPage>
)
