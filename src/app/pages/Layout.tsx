import { Link, Outlet, useLocation } from 'react-router'
import { AccountMenu } from '../../people/accounts/AccountMenu.tsx'
import { useUser } from '../../people/accounts/hooks.ts'
import { CartAndCheckout } from '../../shop/checkout/CartAndCheckout.tsx'
import { CookieBanner } from '../../people/legal/CookieBanner.tsx'
import { GiftsMenuItem } from '../../live/gifts/GiftsMenuItem.tsx'
import { TurnNotifier } from '../../live/sessions/queue/TurnNotifier.tsx'
import { BuyMinutesDialog } from '../../money/minutes/BuyMinutesDialog.tsx'
import { MessagesMenuItem } from '../../live/messages/MessagesMenuItem.tsx'
import { useUnreadNotificationCount } from '../../people/notifications/hooks.ts'
import { NotificationsMenuItem, NotificationsLink } from '../../people/notifications/NotificationsLink.tsx'
import { SecurityMenuItem } from '../../people/security/SecurityMenuItem.tsx'
import { TwoFactorReminder } from '../../people/security/TwoFactorReminder.tsx'
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
  const unread = useUnreadNotificationCount()
  const tools = user ? (
    <>
      <BuyMinutesDialog>
        <Balance minutes={user.minutesBalance} />
      </BuyMinutesDialog>
      <WishlistLink />
      <CartAndCheckout />
      <NotificationsLink />
      <AccountMenu user={user} unreadCount={unread}>
        <NotificationsMenuItem />
        <MessagesMenuItem />
        <GiftsMenuItem />
        <SecurityMenuItem />
      </AccountMenu>
      <Errand />
      <TurnNotifier />
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
        <TwoFactorReminder />
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
