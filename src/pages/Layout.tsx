import { Link, Outlet, useLocation } from 'react-router'
import { AccountMenu } from '../accounts/AccountMenu.tsx'
import { useUser } from '../accounts/hooks.ts'
import { CartAndCheckout } from '../checkout/CartAndCheckout.tsx'
import { CookieBanner } from '../consent/CookieBanner.tsx'
import { GiftsItem } from '../gifts/GiftsItem.tsx'
import { TurnWatch } from '../live/TurnWatch.tsx'
import { MinutesDialog } from '../minutes/MinutesDialog.tsx'
import { MessagesItem } from '../messages/MessagesItem.tsx'
import { useUnread } from '../notifications/hooks.ts'
import { NotificationsItem, NotificationsLink } from '../notifications/NotificationsLink.tsx'
import { SecurityItem } from '../security/SecurityItem.tsx'
import { TwoFactorUrge } from '../security/TwoFactorUrge.tsx'
import { VisitWatch } from '../visits/VisitWatch.tsx'
import { Balance } from '../web/shell/Balance.tsx'
import { adminDestination, destinations } from '../web/shell/destinations.ts'
import { Shell } from '../web/shell/Shell.tsx'
import { Button } from '../web/ui/Button.tsx'
import { WishlistLink } from '../wishlist/WishlistLink.tsx'
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
