import { useLocation } from 'react-router'
import { isTwoFactorRecommended } from '../accounts/login/twoFactor.rules.ts'
import { useJustLoggedIn, useUser } from '../accounts/hooks.ts'
import { SECURITY_PATH } from '../../ui/page/pageAccess.ts'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'
import { Notice } from '../../ui/components/Notice.tsx'

/** Recommends two-factor login after each sign-in, until it is dismissed. */
export function TwoFactorReminder() {
  const user = useUser()
  const { isFresh, dismiss } = useJustLoggedIn()
  const { pathname } = useLocation()
  if (!user || !isFresh || !isTwoFactorRecommended(user)) return null
  // The security page has a notice of its own.
  if (pathname === SECURITY_PATH) return null
  return (
    <div className="measure pt-6">
      <Notice tone="info" title="Beveilig je account met een tweede stap" onClose={dismiss}>
        <p>Wie je wachtwoord raadt, komt er dan nog niet in. Instellen duurt twee minuten.</p>
        <ButtonLink to={SECURITY_PATH} variant="link" size="sm" className="mt-1 min-h-6">
          Nu instellen
        </ButtonLink>
      </Notice>
    </div>
  )
}
