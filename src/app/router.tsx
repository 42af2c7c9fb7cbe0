import type { LoaderFunctionArgs, RouteObject } from 'react-router'
import { loadAuthPage, userQuery } from '../people/accounts/hooks.ts'
import { loginSessionsQuery } from '../people/accounts/session.hooks.ts'
import { addressesQuery } from '../people/addresses/hooks.ts'
import { cartQuery } from '../shop/cart/hooks.ts'
import { categoriesQuery, featuredProductsQuery, loadShopPage } from '../shop/catalog/hooks.ts'
import { giftsQuery, receivedGiftsQuery } from '../live/gifts/hooks.ts'
import { controlSessionQuery, sessionHistoryQuery } from '../live/sessions/ui/hooks.ts'
import { queuePositionQuery } from '../live/sessions/queue/hooks.ts'
import { ordersQuery } from '../shop/orders/hooks.ts'
import { conversationsQuery, threadQuery } from '../live/messages/hooks.ts'
import { notificationsQuery } from '../people/notifications/hooks.ts'
import { channelsQuery } from '../people/notifications/push.hooks.ts'
import { OrderErrorPage } from '../shop/orders/OrderErrorPage.tsx'
import { loadConfirmation } from './pages/confirmation.ts'
import { paidOrderQueries } from './pages/payment.ts'
import { ProductErrorPage } from '../shop/catalog/ProductErrorPage.tsx'
import { loadProduct } from './pages/product.ts'
import { Threshold } from './pages/Threshold.tsx'
import { exportQuery } from '../backoffice/privacy/hooks.ts'
import { profileQuery, publicProfileQuery } from './profile/hooks.ts'
import { UserErrorPage } from './profile/UserErrorPage.tsx'
import { blockedUsersQuery, playedMinutesQuery, studioQuery } from '../live/studio/hooks.ts'
import { twoFactorQuery } from '../people/security/hooks.ts'
import { passkeysQuery } from '../people/security/passkey.hooks.ts'
import { toysQuery } from '../live/sessions/hooks.ts'
import { wishlistQuery } from '../shop/wishlist/hooks.ts'
import { adminPages } from './adminPages.ts'
import { CacheContext, preload } from '../ui/cache.ts'
import { page } from '../ui/page.ts'
import { ErrorPage } from '../ui/shell/ErrorPage.tsx'

const pages = [
  page({
    access: 'storefront',
    module: 'src/app/pages/HomePage.tsx',
    load: async () => (await import('./pages/HomePage.tsx')).HomePage,
    loader: preload(() => [featuredProductsQuery, categoriesQuery], paidOrderQueries),
  }),
  page({
    path: 'shop',
    access: 'storefront',
    module: 'src/app/pages/ShopPage.tsx',
    load: async () => (await import('./pages/ShopPage.tsx')).ShopPage,
    loader: loadShopPage,
  }),
  page({
    path: 'shop/:idOrSlug',
    access: 'storefront',
    module: 'src/app/pages/ProductPage.tsx',
    load: async () => (await import('./pages/ProductPage.tsx')).ProductPage,
    loader: loadProduct,
    ErrorBoundary: ProductErrorPage,
  }),
  page({
    path: 'privacy-policy',
    access: 'open',
    ageless: true,
    module: 'src/people/legal/PrivacyPage.tsx',
    load: async () => (await import('../people/legal/PrivacyPage.tsx')).PrivacyPage,
  }),
  page({
    path: 'terms-of-service',
    access: 'open',
    ageless: true,
    module: 'src/people/legal/TermsPage.tsx',
    load: async () => (await import('../people/legal/TermsPage.tsx')).TermsPage,
  }),
  page({
    path: 'herroepen',
    access: 'open',
    ageless: true,
    module: 'src/app/pages/WithdrawalPage.tsx',
    load: async () => (await import('./pages/WithdrawalPage.tsx')).WithdrawalPage,
  }),
  page({
    path: 'live',
    access: 'members',
    asksLogin: true,
    module: 'src/live/sessions/ui/LivePage.tsx',
    load: async () => (await import('../live/sessions/ui/LivePage.tsx')).LivePage,
    loader: preload(
      () => [],
      () => [toysQuery, controlSessionQuery, queuePositionQuery],
    ),
  }),
  page({
    path: 'studio',
    access: 'creators',
    module: 'src/live/studio/StudioPage.tsx',
    load: async () => (await import('../live/studio/StudioPage.tsx')).StudioPage,
    loader: preload(
      () => [studioQuery],
      () => [playedMinutesQuery, blockedUsersQuery, receivedGiftsQuery],
    ),
  }),
  page({
    path: 'dashboard',
    access: 'members',
    module: 'src/app/pages/DashboardPage.tsx',
    load: async () => (await import('./pages/DashboardPage.tsx')).DashboardPage,
    loader: preload(() => [ordersQuery, sessionHistoryQuery, wishlistQuery], paidOrderQueries),
  }),
  page({
    path: 'profile',
    access: 'members',
    asksLogin: true,
    module: 'src/app/pages/ProfilePage.tsx',
    load: async () => (await import('./pages/ProfilePage.tsx')).ProfilePage,
    loader: preload(
      () => [],
      () => [profileQuery, addressesQuery, ordersQuery, categoriesQuery, channelsQuery, exportQuery],
    ),
  }),
  page({
    path: 'users/:userId',
    access: 'members',
    module: 'src/app/profile/UserPage.tsx',
    load: async () => (await import('./profile/UserPage.tsx')).UserPage,
    loader: preload(({ params: { userId = '' } }) => [publicProfileQuery(userId)]),
    ErrorBoundary: UserErrorPage,
  }),
  adminPages,
  page({
    path: 'sessions',
    access: 'members',
    module: 'src/live/sessions/ui/SessionsPage.tsx',
    load: async () => (await import('../live/sessions/ui/SessionsPage.tsx')).SessionsPage,
    loader: preload(() => [sessionHistoryQuery]),
  }),
  page({
    path: 'notifications',
    access: 'members',
    module: 'src/people/notifications/NotificationsPage.tsx',
    load: async () => (await import('../people/notifications/NotificationsPage.tsx')).NotificationsPage,
    loader: preload(() => [notificationsQuery]),
  }),
  page({
    path: 'messages/:userId?',
    access: 'members',
    module: 'src/live/messages/MessagesPage.tsx',
    load: async () => (await import('../live/messages/MessagesPage.tsx')).MessagesPage,
    loader: preload(
      () => [conversationsQuery],
      ({ params: { userId } }) => (userId ? [threadQuery(userId)] : []),
    ),
  }),
  page({
    path: 'wishlist',
    access: 'members',
    module: 'src/shop/wishlist/WishlistPage.tsx',
    load: async () => (await import('../shop/wishlist/WishlistPage.tsx')).WishlistPage,
    loader: preload(() => [wishlistQuery]),
  }),
  page({
    path: 'gifts',
    access: 'members',
    module: 'src/live/gifts/GiftsPage.tsx',
    load: async () => (await import('../live/gifts/GiftsPage.tsx')).GiftsPage,
    loader: preload(() => [giftsQuery]),
  }),
  page({
    path: 'security',
    access: 'security',
    module: 'src/people/security/SecurityPage.tsx',
    load: async () => (await import('../people/security/SecurityPage.tsx')).SecurityPage,
    loader: preload(() => [twoFactorQuery, passkeysQuery, loginSessionsQuery]),
  }),
  page({
    path: 'orders',
    access: 'members',
    module: 'src/shop/orders/OrdersPage.tsx',
    load: async () => (await import('../shop/orders/OrdersPage.tsx')).OrdersPage,
    loader: preload(() => [ordersQuery]),
  }),
  page({
    path: 'order-confirmation/:orderId',
    access: 'members',
    module: 'src/shop/orders/OrderConfirmationPage.tsx',
    load: async () => (await import('../shop/orders/OrderConfirmationPage.tsx')).OrderConfirmationPage,
    loader: loadConfirmation,
    ErrorBoundary: OrderErrorPage,
  }),
  page({
    path: 'auth',
    access: 'open',
    module: 'src/app/pages/AuthPage.tsx',
    load: async () => (await import('./pages/AuthPage.tsx')).AuthPage,
    loader: loadAuthPage,
  }),
  page({
    path: 'forgot-password',
    access: 'open',
    module: 'src/people/accounts/ForgotPasswordPage.tsx',
    load: async () => (await import('../people/accounts/ForgotPasswordPage.tsx')).ForgotPasswordPage,
  }),
  page({
    path: 'reset-password',
    access: 'open',
    ageless: true,
    module: 'src/people/accounts/ResetPasswordPage.tsx',
    load: async () => (await import('../people/accounts/ResetPasswordPage.tsx')).ResetPasswordPage,
  }),
  page({
    path: 'verify-email',
    access: 'open',
    ageless: true,
    module: 'src/people/accounts/VerifyEmailPage.tsx',
    load: async () => (await import('../people/accounts/VerifyEmailPage.tsx')).VerifyEmailPage,
  }),
  page({
    path: 'export',
    access: 'members',
    module: 'src/backoffice/privacy/ExportPage.tsx',
    load: async () => (await import('../backoffice/privacy/ExportPage.tsx')).ExportPage,
  }),
  page({
    path: 'account-gesloten',
    access: 'open',
    ageless: true,
    module: 'src/backoffice/privacy/ClosedPage.tsx',
    load: async () => (await import('../backoffice/privacy/ClosedPage.tsx')).ClosedPage,
  }),
  page({
    path: '*',
    access: 'open',
    status: 404,
    module: 'src/app/pages/NotFoundPage.tsx',
    load: async () => (await import('./pages/NotFoundPage.tsx')).NotFoundPage,
  }),
]

/** Who is here and, for a member, what is in the cart and on the wishlist: the top bar shows it from the first paint. */
async function loadLayout({ context }: LoaderFunctionArgs): Promise<null> {
  const cache = context.get(CacheContext)
  const user = await cache.ensureQueryData(userQuery)
  if (user) await Promise.all([cache.prefetchQuery(cartQuery), cache.prefetchQuery(wishlistQuery)])
  return null
}

/** The one table of pages, for the server and the browser. */
export const routes: RouteObject[] = [
  {
    Component: Threshold,
    loader: loadLayout,
    // What the layout holds was loaded on arrival, and calls keep it fresh from then on.
    shouldRevalidate: () => false,
    ErrorBoundary: ErrorPage,
    children: [{ ErrorBoundary: ErrorPage, children: pages }],
  },
]
