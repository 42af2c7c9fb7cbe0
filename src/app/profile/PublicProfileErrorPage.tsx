import { UserRoundX } from 'lucide-react'
import { ResourceNotFoundPage } from '../../ui/shell/ErrorPage.tsx'

/** Replaces a profile that does not exist or is private, without saying which. */
export const PublicProfileErrorPage = () => (
  <ResourceNotFoundPage icon={UserRoundX} title="Profiel niet gevonden" to="/" link="Naar de startpagina">
    Dit profiel is er niet, of het is privé.
  </ResourceNotFoundPage>
)
