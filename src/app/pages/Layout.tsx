import { CalendarDays } from 'lucide-react'
import { Outlet, useLocation } from 'react-router'
import { VisitTracker } from '../../backoffice/analytics/VisitTracker.tsx'
import { useUser } from '../../people/accounts/hooks.ts'
import { CookieBanner } from '../../people/legal/CookieBanner.tsx'
import { TermsPrompt } from '../../people/legal/TermsPrompt.tsx'
import { TwoFactorReminder } from '../../people/security/TwoFactorReminder.tsx'
import { isAgeGated, useAgeVerification } from '../../ui/visitor/ageVerification.ts'
import { useShop } from '../../ui/page/boot.ts'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'
import { usePageHandle } from '../../ui/page/pageRoute.ts'
import { adminNavItem, mainNavItems } from '../../ui/shell/navigation.ts'
import { Shell } from '../../ui/shell/Shell.tsx'
import { RequirePageAccess } from './RequirePageAccess.tsx'
import { UnpaidOrderBanner } from './UnpaidOrderBanner.tsx'
import { UnpaidOrderTracker } from './UnpaidOrderTracker.tsx'
import { lazyPart } from '../../ui/components/lazyPart.tsx'
import { Optional } from './Optional.tsx'
import { useCartLines } from '../../shop/cart/guestCart.hooks.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useOtherTabs } from '../../ui/page/otherTabs.ts'
import { isChangingCart, cartQuery } from '../../shop/cart/hooks.ts'
import { ordersQuery } from '../../shop/orders/hooks.ts'

/** Only members fetch it: `main.tsx` before the first render, or the login. */
export const MemberTools = lazyPart({
  load: async () => (await import('./MemberTools.tsx')).MemberTools,
})

/** Only visitors who are asked fetch it. */
export const AgeQuestion = lazyPart({
  load: async () => (await import('../../ui/shell/AgeQuestionPage.tsx')).AgeQuestionPage,
})

/** The shell with the parts of the slices. */
export function Layout() {
  const user = useUser()
  return (
    <Shell
      asksCreators={!user || user.role === 'USER'}
      destinations={user?.role === 'ADMIN' ? [...mainNavItems, adminNavItem] : mainNavItems}
      tools={
        user ? (
          <MemberTools user={user} />
        ) : (
          <>
            <Optional>
              <GuestCart />
            </Optional>
            <LoginButton />
          </>
        )
      }
    >
      <RequirePageAccess>
        <Optional>
          <TwoFactorReminder />
          {user && <TermsPrompt user={user} />}
          <HolidayBanner />
          {user && <UnpaidOrderBanner />}
        </Optional>
        <Outlet />
      </RequirePageAccess>
      <Optional>
        <CookieBanner />
        <VisitTracker />
        <OtherTabs />
        <UnpaidOrderTracker isLoggedIn={user !== null} />
      </Optional>
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
  return isAgeGated(isAsked && !user, handle) ? <AgeQuestion /> : <Layout />
}

/** Only guests with something in the cart fetch it. */
const CartAndCheckout = lazyPart({
  load: async () => (await import('../../shop/checkout/CartAndCheckout.tsx')).CartAndCheckout,
})

/** The cart of a guest in the top bar, once there is one. */
const GuestCart = () => (useCartLines().length > 0 ? <CartAndCheckout /> : null)

/** Follows changes in other tabs: the cart, and unpaid orders. */
function OtherTabs() {
  const cache = useQueryClient()
  useOtherTabs(news => {
    if (isChangingCart(cache)) return
    void cache.invalidateQueries({ queryKey: cartQuery.queryKey, exact: true })
    if (news === 'shown') void cache.invalidateQueries({ queryKey: ordersQuery.queryKey })
  })
  return null
}
