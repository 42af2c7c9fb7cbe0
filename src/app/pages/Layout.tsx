import { CalendarDays, Gift, MessageCircle, ShieldCheck } from 'lucide-react'
import { Outlet, useLocation } from 'react-router'
import { VisitTracker } from '../../backoffice/analytics/VisitTracker.tsx'
import { TurnNotifier } from '../../live/sessions/queue/TurnNotifier.tsx'
import { BuyMinutesDialog } from '../../money/minutes/BuyMinutesDialog.tsx'
import { MinutesBalanceButton } from '../../money/minutes/MinutesBalanceButton.tsx'
import { AccountMenu } from '../../people/accounts/AccountMenu.tsx'
import { useUser } from '../../people/accounts/hooks.ts'
import { CookieBanner } from '../../people/legal/CookieBanner.tsx'
import { TermsPrompt } from '../../people/legal/TermsPrompt.tsx'
import { useUnreadNotificationCount } from '../../people/notifications/hooks.ts'
import { NotificationsMenuItem, NotificationsLink } from '../../people/notifications/NotificationsLink.tsx'
import { TwoFactorReminder } from '../../people/security/TwoFactorReminder.tsx'
import { CartAndCheckout } from '../../shop/checkout/CartAndCheckout.tsx'
import { WishlistLink } from '../../shop/wishlist/WishlistLink.tsx'
import { isAgeGated, useAgeVerification } from '../../ui/ageVerification.ts'
import { useShop } from '../../ui/boot.ts'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'
import { MenuLink } from '../../ui/components/Menu.tsx'
import { SECURITY_PATH } from '../../ui/pageAccess.ts'
import { usePageHandle } from '../../ui/pageRoute.ts'
import { AgeQuestionPage } from '../../ui/shell/AgeQuestionPage.tsx'
import { adminNavItem, mainNavItems } from '../../ui/shell/navigation.ts'
import { Shell } from '../../ui/shell/Shell.tsx'
import { OtherTabs } from './OtherTabs.tsx'
import { PendingActionRunner } from './PendingActionRunner.tsx'
import { RequirePageAccess } from './RequirePageAccess.tsx'
import { UnpaidOrderBanner } from './UnpaidOrderBanner.tsx'
import { UnpaidOrderTracker } from './UnpaidOrderTracker.tsx'

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
        {user && <TermsPrompt user={user} />}
        <HolidayBanner />
        {user && <UnpaidOrderBanner />}
        <Outlet />
      </RequirePageAccess>
      <CookieBanner />
      <VisitTracker />
      <OtherTabs />
      <UnpaidOrderTracker isLoggedIn={user !== null} />
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

/** The holiday notice for customers, above the pages of the shop itself. */
function HolidayBanner() {
  const { notice } = useShop()
  const handle = usePageHandle()
  if (notice === null || handle?.access !== 'storefront') return null
  return (
    <aside aria-label="Bericht van de winkel" className="border-b border-line bg-accent-soft/50">
      <p className="measure flex items-start gap-3 py-3 text-small text-ink">
        <CalendarDays className="mt-0.5 size-4.5 shrink-0 text-accent-text" strokeWidth={1.75} aria-hidden />
        {notice}
      </p>
    </aside>
  )
}

/** Shows the page, or the age gate in its place: on the first load, and on navigation from a page without the gate. */
export function AgeGate() {
  const { isAsked } = useAgeVerification()
  const user = useUser()
  const handle = usePageHandle()
  return isAgeGated(isAsked && !user, handle) ? <AgeQuestionPage /> : <Layout />
}
