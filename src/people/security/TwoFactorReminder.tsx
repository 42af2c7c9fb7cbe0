import { Link, useLocation } from 'react-router'
import { roleRank } from '../../wire/roles.ts'
import { useJustLoggedIn, useUser } from '../accounts/hooks.ts'
import { SECURITY_PATH } from '../../ui/pageAccess.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Notice } from '../../ui/components/Notice.tsx'

/** At every sign-in, for who can do most harm here when someone else signs in as them; until it is put aside. */
export function TwoFactorReminder() {
  const user = useUser()
  const { isFresh, putAside } = useJustLoggedIn()
  const { pathname } = useLocation()
  if (!user || !isFresh || user.twoFactorAt || roleRank[user.role] < roleRank.MODEL) return null
  // There it is told at its place.
  if (pathname === SECURITY_PATH) return null
  return (
    <div className="measure pt-6">
      <Notice tone="info" title="Beveilig je account met een tweede stap" onClose={putAside}>
        <p>Wie je wachtwoord raadt, komt er dan nog niet in. Instellen duurt twee minuten.</p>
        <Button asChild variant="link" size="sm" className="mt-1 min-h-6">
          <Link to={SECURITY_PATH}>Nu instellen</Link>
        </Button>
      </Notice>
    </div>
  )
}
