import { Link, useLocation } from 'react-router'
import { isTwoFactorRecommended } from '../accounts/contract.ts'
import { useJustLoggedIn, useUser } from '../accounts/hooks.ts'
import { SECURITY_PATH } from '../../ui/pageAccess.ts'
import { Button } from '../../ui/components/Button.tsx'
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
        <Button asChild variant="link" size="sm" className="mt-1 min-h-6">
          <Link to={SECURITY_PATH}>Nu instellen</Link>
        </Button>
      </Notice>
    </div>
  )
}
