import { usePageHandle } from '../../ui/pageRoute.ts'
import { Outlet, useLocation, Navigate, useNavigation } from 'react-router'
import { AccountMenu } from '../../people/accounts/AccountMenu.tsx'
import { useUser, userQuery } from '../../people/accounts/hooks.ts'
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
import { VisitTracker } from '../../backoffice/analytics/VisitTracker.tsx'
import { MinutesBalanceButton } from '../../money/minutes/MinutesBalanceButton.tsx'
import { adminNavItem, mainNavItems } from '../../ui/shell/navigation.ts'
import { Shell } from '../../ui/shell/Shell.tsx'
import { WishlistLink } from '../../shop/wishlist/WishlistLink.tsx'
import { CalendarDays } from 'lucide-react'
import { checkPageAccess, loginPath, SECURITY_PATH } from '../../ui/pageAccess.ts'
import { useShop } from '../../ui/boot.ts'
import { useQueryClient, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { useAddToCart } from '../../shop/cart/hooks.ts'
import { productQuery } from '../../shop/catalog/hooks.ts'
import { consumePendingAction } from '../../ui/pendingAction.ts'
import { toast } from '../../ui/components/toast.ts'
import { useAddToWishlist } from '../../shop/wishlist/hooks.ts'
import { isTwoFactorSetupRequired } from '../../people/accounts/contract.ts'
import { ForbiddenMessage } from '../../ui/shell/ErrorPage.tsx'
import { CentredSpinner } from '../../ui/components/Spinner.tsx'
import { isAgeGated, useAgeVerification } from '../../ui/ageVerification.ts'
import { AgeQuestionPage } from '../../ui/shell/AgeQuestionPage.tsx'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'

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
        <MessagesMenuItem />
        <GiftsMenuItem />
        <SecurityMenuItem />
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

/** Runs the pending action after the login. */
function PendingActionRunner() {
  const cache = useQueryClient()
  const { pathname, search } = useLocation()
  const { mutate: addToCart } = useAddToCart()
  const { mutate: addWish } = useAddToWishlist()
  const page = pathname + search
  const run = useEffectEvent(async () => {
    // After the login the redirect from `/auth` follows first.
    if (pathname === '/auth') return
    const errand = consumePendingAction(page)
    // A product that was removed meanwhile is skipped without a message.
    const product = errand && (await cache.fetchQuery(productQuery(errand.productId)).catch(() => null))
    if (!product) return
    const tell = (place: string) => ({ onSuccess: () => toast({ title: `${product.name} ${place}` }) })
    if (errand.kind === 'wishlist') addWish(product, tell('staat op je verlanglijst'))
    else addToCart({ product, quantity: errand.quantity }, tell('ligt in je winkelwagen'))
  })
  useEffect(() => void run(), [page])
  return null
}

/**
 * Shows a page to users who may see it: the centred spinner while the browser checks the session, then the page, or a redirect to `/auth`.
 * On the first load the server has decided by the same rule.
 */
function RequirePageAccess({ children }: { children: ReactNode }) {
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
  if (session.isError) throw session.error
  if (admission === 'set-up') return <Navigate to={SECURITY_PATH} replace />
  if (admission === 'login' && handle?.handlesLogin) return children
  return admission === 'login' ? <Navigate to={loginPath(pathname + search)} replace /> : <ForbiddenMessage />
}

/** Shows the page, or the age gate in its place: on the first load, and on navigation from a page without the gate. */
export function AgeGate() {
  const { isAsked } = useAgeVerification()
  const user = useUser()
  const handle = usePageHandle()
  return isAgeGated(isAsked && !user, handle) ? <AgeQuestionPage /> : <Layout />
}
