import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate, useLocation, useNavigation } from 'react-router'
import { isTwoFactorSetupRequired } from '../../people/accounts/login/twoFactor.rules.ts'
import { userQuery } from '../../people/accounts/hooks.ts'
import { useShop } from '../../ui/page/boot.ts'
import { CentredSpinner } from '../../ui/components/Spinner.tsx'
import { checkPageAccess, loginPath, SECURITY_PATH } from '../../ui/page/pageAccess.ts'
import { usePageHandle } from '../../ui/page/pageRoute.ts'
import { toPageFailure } from '../../ui/page/pageFailure.ts'
import { FailureMessage, ForbiddenMessage } from '../../ui/shell/ErrorPage.tsx'

/**
 * Shows a page to users who may see it: the centred spinner while the browser checks the session, then the page, or a redirect to `/auth`.
 * On the first load the server has decided by the same rule.
 */
export function RequirePageAccess({ children }: { children: ReactNode }) {
  const session = useQuery(userQuery)
  const shop = useShop()
  const { pathname, search } = useLocation()
  const { location: goingTo } = useNavigation()
  const handle = usePageHandle()
  const viewer = session.data && {
    ...session.data,
    owesTwoFactor: isTwoFactorSetupRequired(session.data, shop),
  }
  const admission = checkPageAccess(handle?.access ?? 'open', viewer ?? null, shop.storefrontAccess)
  if (admission === 'admitted') return children
  // During navigation the target page decides, because login must return to that page.
  if (session.isPending || goingTo) return <CentredSpinner />
  if (session.isError) return <FailureMessage failure={toPageFailure(session.error)} />
  if (admission === 'set-up') return <Navigate to={SECURITY_PATH} replace />
  if (admission === 'login' && handle?.handlesLogin) return children
  return admission === 'login' ? <Navigate to={loginPath(pathname + search)} replace /> : <ForbiddenMessage />
}
