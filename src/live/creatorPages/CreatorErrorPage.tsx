import { UserRoundX } from 'lucide-react'
import { useLocation } from 'react-router'
import { useUser } from '../../people/accounts/hooks.ts'
import { loginPath } from '../../ui/page/pageAccess.ts'
import { ResourceNotFoundPage } from '../../ui/shell/ErrorPage.tsx'

/** Replaces a page that the viewer may not know of, without saying whether it exists. */
export function CreatorErrorPage() {
  const { pathname } = useLocation()
  const way = useUser()
    ? { to: '/live', link: 'Naar Live Control' }
    : { to: loginPath(pathname), link: 'Inloggen' }
  return (
    <ResourceNotFoundPage icon={UserRoundX} title="Pagina niet gevonden" {...way}>
      Deze pagina is er niet, of ze is alleen voor leden.
    </ResourceNotFoundPage>
  )
}
