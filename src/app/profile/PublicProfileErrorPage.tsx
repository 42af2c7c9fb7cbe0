import { UserRoundX } from 'lucide-react'
import { ResourceNotFoundPage } from '../../ui/shell/ResourceNotFoundPage.tsx'

/** Stands in for a profile that is not there, or not to be seen; which of them is not said. */
export const PublicProfileErrorPage = () => (
  <ResourceNotFoundPage icon={UserRoundX} title="Profiel niet gevonden" to="/" link="Naar de startpagina">
    Dit profiel is er niet, of het is privé.
  </ResourceNotFoundPage>
)
