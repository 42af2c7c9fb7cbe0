import type { LoaderFunctionArgs, RouteObject } from 'react-router'
import { loadAuth, userQuery } from '../accounts/hooks.ts'
import { sessionsQuery } from '../accounts/session.hooks.ts'
import { addressesQuery } from '../addresses/hooks.ts'
import { cartQuery } from '../cart/hooks.ts'
import { categoriesQuery, featuredQuery, loadShop } from '../catalog/hooks.ts'
import { giftsQuery, receivedQuery } from '../gifts/hooks.ts'
import { controlQuery, pastSessionsQuery } from '../live/hooks.ts'
import { queueQuery } from '../live/queue.hooks.ts'
import { ordersQuery } from '../orders/hooks.ts'
import { conversationsQuery, threadQuery } from '../messages/hooks.ts'
import { notificationsQuery } from '../notifications/hooks.ts'
import { channelsQuery } from '../notifications/push.hooks.ts'
import { OrderErrorPage } from '../orders/OrderErrorPage.tsx'
import { loadConfirmation } from '../pages/confirmation.ts'
import { paidOrderQueries } from '../pages/payment.ts'
import { ProductErrorPage } from '../catalog/ProductErrorPage.tsx'
import { loadProduct } from '../pages/product.ts'
import { Threshold } from '../pages/Threshold.tsx'
import { exportQuery } from '../privacy/hooks.ts'
import { profileQuery, publicProfileQuery } from '../profile/hooks.ts'
import { UserErrorPage } from '../profile/UserErrorPage.tsx'
import { blockedQuery, earnedQuery, studioQuery } from '../studio/hooks.ts'
import { twoFactorQuery } from '../security/hooks.ts'
import { passkeysQuery } from '../security/passkey.hooks.ts'
import { toysQuery } from '../toys/hooks.ts'
import { wishlistQuery } from '../wishlist/hooks.ts'
import { adminPages } from './admin.pages.ts'
import { CacheContext, preload } from './cache.ts'
import { page } from './page.ts'
import { ErrorPage } from './shell/ErrorPage.tsx'

const pages = [
  page({
    access: 'storefront',
    module: 'src/pages/HomePage.tsx',
    load: async () => (await import('../pages/HomePage.tsx')).HomePage,
    loader: preload(() => [featuredQuery, categoriesQuery], paidOrderQueries),
  }),
  page({
    path: 'shop',
    access: 'storefront',
    module: 'src/pages/ShopPage.tsx',
    load: async () => (await import('../pages/ShopPage.tsx')).ShopPage,
    loader: loadShop,
  }),
  page({
    path: 'shop/:idOrSlug',
    access: 'storefront',
    module: 'src/pages/ProductPage.tsx',
    load: async () => (await import('../pages/ProductPage.tsx')).ProductPage,
    loader: loadProduct,
    ErrorBoundary: ProductErrorPage,
  }),
  page({
    path: 'privacy-policy',
    access: 'open',
    ageless: true,
    module: 'src/legal/PrivacyPage.tsx',
    load: async () => (await import('../legal/PrivacyPage.tsx')).PrivacyPage,
  }),
  page({
    path: 'terms-of-service',
    access: 'open',
    ageless: true,
    module: 'src/legal/TermsPage.tsx',
    load: async () => (await import('../legal/TermsPage.tsx')).TermsPage,
  }),
  page({
    path: 'herroepen',
    access: 'open',
    ageless: true,
    module: 'src/pages/WithdrawalPage.tsx',
    load: async () => (await import('../pages/WithdrawalPage.tsx')).WithdrawalPage,
  }),
  page({
    path: 'live',
    access: 'members',
    asksLogin: true,
    module: 'src/live/LivePage.tsx',
    load: async () => (await import('../live/LivePage.tsx')).LivePage,
    loader: preload(
      () => [],
      () => [toysQuery, controlQuery, queueQuery],
    ),
  }),
  page({
    path: 'studio',
    access: 'creators',
    module: 'src/studio/StudioPage.tsx',
    load: async () => (await import('../studio/StudioPage.tsx')).StudioPage,
    loader: preload(
      () => [studioQuery],
      () => [earnedQuery, blockedQuery, receivedQuery],
    ),
  }),
  page({
    path: 'dashboard',
    access: 'members',
    module: 'src/pages/DashboardPage.tsx',
    load: async () => (await import('../pages/DashboardPage.tsx')).DashboardPage,
    loader: preload(() => [ordersQuery, pastSessionsQuery, wishlistQuery], paidOrderQueries),
  }),
  page({
    path: 'profile',
    access: 'members',
    asksLogin: true,
    module: 'src/pages/ProfilePage.tsx',
    load: async () => (await import('../pages/ProfilePage.tsx')).ProfilePage,
    loader: preload(
      () => [],
      () => [profileQuery, addressesQuery, ordersQuery, categoriesQuery, channelsQuery, exportQuery],
    ),
  }),
  page({
    path: 'users/:userId',
    access: 'members',
    module: 'src/profile/UserPage.tsx',
    load: async () => (await import('../profile/UserPage.tsx')).UserPage,
    loader: preload(({ params: { userId = '' } }) => [publicProfileQuery(userId)]),
    ErrorBoundary: UserErrorPage,
  }),
  adminPages,
  page({
    path: 'sessions',
    access: 'members',
    module: 'src/live/SessionsPage.tsx',
    load: async () => (await import('../live/SessionsPage.tsx')).SessionsPage,
    loader: preload(() => [pastSessionsQuery]),
  }),
  page({
    path: 'notifications',
    access: 'members',
    module: 'src/notifications/NotificationsPage.tsx',
    load: async () => (await import('../notifications/NotificationsPage.tsx')).NotificationsPage,
    loader: preload(() => [notificationsQuery]),
  }),
  page({
    path: 'messages/:userId?',
    access: 'members',
    module: 'src/messages/MessagesPage.tsx',
    load: async () => (await import('../messages/MessagesPage.tsx')).MessagesPage,
    loader: preload(
      () => [conversationsQuery],
      ({ params: { userId } }) => (userId ? [threadQuery(userId)] : []),
    ),
  }),
  page({
    path: 'wishlist',
    access: 'members',
    module: 'src/wishlist/WishlistPage.tsx',
    load: async () => (await import('../wishlist/WishlistPage.tsx')).WishlistPage,
    loader: preload(() => [wishlistQuery]),
  }),
  page({
    path: 'gifts',
    access: 'members',
    module: 'src/gifts/GiftsPage.tsx',
    load: async () => (await import('../gifts/GiftsPage.tsx')).GiftsPage,
    loader: preload(() => [giftsQuery]),
  }),
  page({
    path: 'security',
    access: 'security',
    module: 'src/security/SecurityPage.tsx',
    load: async () => (await import('../security/SecurityPage.tsx')).SecurityPage,
    loader: preload(() => [twoFactorQuery, passkeysQuery, sessionsQuery]),
  }),
  page({
    path: 'orders',
    access: 'members',
    module: 'src/orders/OrdersPage.tsx',
    load: async () => (await import('../orders/OrdersPage.tsx')).OrdersPage,
    loader: preload(() => [ordersQuery]),
  }),
  page({
    path: 'order-confirmation/:orderId',
    access: 'members',
    module: 'src/orders/ConfirmationPage.tsx',
    load: async () => (await import('../orders/ConfirmationPage.tsx')).ConfirmationPage,
    loader: loadConfirmation,
    ErrorBoundary: OrderErrorPage,
  }),
  page({
    path: 'auth',
    access: 'open',
    module: 'src/pages/AuthPage.tsx',
    load: async () => (await import('../pages/AuthPage.tsx')).AuthPage,
    loader: loadAuth,
  }),
  page({
    path: 'forgot-password',
    access: 'open',
    module: 'src/accounts/ForgotPasswordPage.tsx',
    load: async () => (await import('../accounts/ForgotPasswordPage.tsx')).ForgotPasswordPage,
  }),
  page({
    path: 'reset-password',
    access: 'open',
    ageless: true,
    module: 'src/accounts/ResetPasswordPage.tsx',
    load: async () => (await import('../accounts/ResetPasswordPage.tsx')).ResetPasswordPage,
  }),
  page({
    path: 'verify-email',
    access: 'open',
    ageless: true,
    module: 'src/accounts/VerifyEmailPage.tsx',
    load: async () => (await import('../accounts/VerifyEmailPage.tsx')).VerifyEmailPage,
  }),
  page({
    path: 'export',
    access: 'members',
    module: 'src/privacy/ExportPage.tsx',
    load: async () => (await import('../privacy/ExportPage.tsx')).ExportPage,
  }),
  page({
    path: 'account-gesloten',
    access: 'open',
    ageless: true,
    module: 'src/privacy/ClosedPage.tsx',
    load: async () => (await import('../privacy/ClosedPage.tsx')).ClosedPage,
  }),
  page({
    path: '*',
    access: 'open',
    status: 404,
    module: 'src/pages/NotFoundPage.tsx',
    load: async () => (await import('../pages/NotFoundPage.tsx')).NotFoundPage,
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
