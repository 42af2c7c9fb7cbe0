import { Link, Outlet, useLocation } from 'react-router'
import { AccountMenu } from '../../people/accounts/AccountMenu.tsx'
import { useUser } from '../../people/accounts/hooks.ts'
import { CartAndCheckout } from '../../shop/checkout/CartAndCheckout.tsx'
import { CookieBanner } from '../../people/legal/CookieBanner.tsx'
import { GiftsItem } from '../../live/gifts/GiftsItem.tsx'
import { TurnWatch } from '../../live/sessions/TurnWatch.tsx'
import { MinutesDialog } from '../../money/minutes/MinutesDialog.tsx'
import { MessagesItem } from '../../live/messages/MessagesItem.tsx'
import { useUnread } from '../../people/notifications/hooks.ts'
import { NotificationsItem, NotificationsLink } from '../../people/notifications/NotificationsLink.tsx'
import { SecurityItem } from '../../people/security/SecurityItem.tsx'
import { TwoFactorUrge } from '../../people/security/TwoFactorUrge.tsx'
import { VisitWatch } from '../../backoffice/analytics/VisitWatch.tsx'
import { Balance } from '../../ui/shell/Balance.tsx'
import { adminDestination, destinations } from '../../ui/shell/destinations.ts'
import { Shell } from '../../ui/shell/Shell.tsx'
import { Button } from '../../ui/parts/Button.tsx'
import { WishlistLink } from '../../shop/wishlist/WishlistLink.tsx'
import { Errand } from './Errand.tsx'
import { HolidayNotice } from './HolidayNotice.tsx'
import { Gate } from './Gate.tsx'

/** The shell with what the slices put into it. */
export function Layout() {
  const user = useUser()
  const unread = useUnread()
  const tools = user ? (
    <>
      <MinutesDialog>
        <Balance minutes={user.minutesBalance} />
      </MinutesDialog>
      <WishlistLink />
      <CartAndCheckout />
      <NotificationsLink />
      <AccountMenu user={user} waiting={unread}>
        <NotificationsItem />
        <MessagesItem />
        <GiftsItem />
        <SecurityItem />
      </AccountMenu>
      <Errand />
      <TurnWatch />
    </>
  ) : (
    <LoginButton />
  )
  return (
    <Shell
      destinations={user?.role === 'ADMIN' ? [...destinations, adminDestination] : destinations}
      tools={tools}
    >
      <Gate>
        <TwoFactorUrge />
        <HolidayNotice />
        <Outlet />
      </Gate>
      <CookieBanner />
      <VisitWatch />
    </Shell>
  )
}

function LoginButton() {
  if (useLocation().pathname === '/auth') return null
  return (
    <Button asChild size="sm">
      <Link to="/auth">Inloggen</Link>
    </Button>
  )
}
