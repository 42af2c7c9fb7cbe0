import { Gift, MessageCircle, ShieldCheck } from 'lucide-react'
import { Outlet, useLocation } from 'react-router'
import { AccountMenu } from '../../people/accounts/AccountMenu.tsx'
import { useUser } from '../../people/accounts/hooks.ts'
import { CartAndCheckout } from '../../shop/checkout/CartAndCheckout.tsx'
import { CookieBanner } from '../../people/legal/CookieBanner.tsx'
import { TurnNotifier } from '../../live/sessions/queue/TurnNotifier.tsx'
import { BuyMinutesDialog } from '../../money/minutes/BuyMinutesDialog.tsx'
import { useUnreadNotificationCount } from '../../people/notifications/hooks.ts'
import { NotificationsMenuItem, NotificationsLink } from '../../people/notifications/NotificationsLink.tsx'
import { TwoFactorReminder } from '../../people/security/TwoFactorReminder.tsx'
import { VisitTracker } from '../../backoffice/analytics/VisitTracker.tsx'
import { MinutesBalanceButton } from '../../money/minutes/MinutesBalanceButton.tsx'
import { adminNavItem, mainNavItems } from '../../ui/shell/navigation.ts'
import { Shell } from '../../ui/shell/Shell.tsx'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'
import { MenuLink } from '../../ui/components/Menu.tsx'
import { SECURITY_PATH } from '../../ui/pageAccess.ts'
import { WishlistLink } from '../../shop/wishlist/WishlistLink.tsx'
import { PendingActionRunner } from './PendingActionRunner.tsx'
import { HolidayBanner } from './HolidayBanner.tsx'
import { RequirePageAccess } from './RequirePageAccess.tsx'

/** The shell with the parts of the slices. */
export function Layout() {
  const user = useUser()
  const unread = useUnreadNotificationCount()
  const tools = user ? (
    <>
      <BuyMinutesDialog>
        <MinutesBalanceButton minutes={user.minutesBalance} />
      </BuyMinutesDialog>
      <WishlistLink />
      <CartAndCheckout />
      <NotificationsLink />
      <AccountMenu user={user} unreadCount={unread}>
        <NotificationsMenuItem />
        <MenuLink to="/messages" icon={MessageCircle}>
          Berichten
        </MenuLink>
        <MenuLink to="/gifts" icon={Gift}>
          Cadeau geven
        </MenuLink>
        <MenuLink to={SECURITY_PATH} icon={ShieldCheck}>
          Beveiliging
        </MenuLink>
      </AccountMenu>
      <PendingActionRunner />
      <TurnNotifier />
    </>
  ) : (
    <LoginButton />
  )
  return (
    <Shell
      destinations={user?.role === 'ADMIN' ? [...mainNavItems, adminNavItem] : mainNavItems}
      tools={tools}
    >
      <RequirePageAccess>
        <TwoFactorReminder />
        <HolidayBanner />
        <Outlet />
      </RequirePageAccess>
      <CookieBanner />
      <VisitTracker />
    </Shell>
  )
}

function LoginButton() {
  if (useLocation().pathname === '/auth') return null
  return (
    <ButtonLink to="/auth" size="sm">
      Inloggen
    </ButtonLink>
  )
}
