import type { LoaderFunctionArgs, RouteObject } from 'react-router'
import { userQuery } from '../people/accounts/hooks.ts'
import { cartQuery } from '../shop/cart/hooks.ts'
import { loadShopPage } from '../shop/products/catalog/hooks.ts'
import { OrderErrorPage } from '../shop/orders/ui/OrderErrorPage.tsx'
import { loadHomePage, loadProduct } from './pages/loaders.ts'
import { memberLoader } from './pages/memberLoader.ts'
import { ProductErrorPage } from '../shop/products/catalog/ProductErrorPage.tsx'
import { AgeGate } from './pages/Layout.tsx'
import { CreatorErrorPage } from '../live/creatorPages/CreatorErrorPage.tsx'
import { PublicProfileErrorPage } from './profile/PublicProfileErrorPage.tsx'
import { wishlistQuery } from '../shop/wishlist/hooks.ts'
import { accountPages } from './accountPages.ts'
import { adminPages } from './adminPages.ts'
import { contactPages } from './contactPages.ts'
import { QueryClientContext } from '../ui/call/queryClient.ts'
import { pageRoute } from '../ui/page/pageRoute.ts'
import { ErrorPage } from '../ui/shell/ErrorPage.tsx'

const pageRoutes = [
  pageRoute({
    access: 'storefront',
    module: 'src/app/pages/HomePage.tsx',
    load: async () => (await import('./pages/HomePage.tsx')).HomePage,
    loader: loadHomePage,
  }),
  pageRoute({
    path: 'shop',
    access: 'storefront',
    module: 'src/app/pages/ShopPage.tsx',
    load: async () => (await import('./pages/ShopPage.tsx')).ShopPage,
    loader: loadShopPage,
  }),
  pageRoute({
    path: 'shop/:idOrSlug',
    access: 'storefront',
    module: 'src/app/pages/ProductPage.tsx',
    load: async () => (await import('./pages/ProductPage.tsx')).ProductPage,
    loader: loadProduct,
    ErrorBoundary: ProductErrorPage,
  }),
  pageRoute({
    path: 'privacy-policy',
    access: 'open',
    skipsAgeGate: true,
    module: 'src/people/legal/PrivacyPage.tsx',
    load: async () => (await import('../people/legal/PrivacyPage.tsx')).PrivacyPage,
    loader: memberLoader('privacy'),
  }),
  pageRoute({
    path: 'terms-of-service',
    access: 'open',
    skipsAgeGate: true,
    module: 'src/people/legal/TermsPage.tsx',
    load: async () => (await import('../people/legal/TermsPage.tsx')).TermsPage,
    loader: memberLoader('terms'),
  }),
  pageRoute({
    path: 'wettelijke-garantie',
    access: 'open',
    skipsAgeGate: true,
    module: 'src/people/legal/GuaranteePage.tsx',
    load: async () => (await import('../people/legal/GuaranteePage.tsx')).GuaranteePage,
    loader: memberLoader('guarantee'),
  }),
  pageRoute({
    path: 'klachten',
    access: 'open',
    skipsAgeGate: true,
    module: 'src/people/legal/ComplaintsPage.tsx',
    load: async () => (await import('../people/legal/ComplaintsPage.tsx')).ComplaintsPage,
    loader: memberLoader('complaints'),
  }),
  pageRoute({
    path: 'leeftijdsbeleid',
    access: 'open',
    skipsAgeGate: true,
    module: 'src/people/legal/AgePolicyPage.tsx',
    load: async () => (await import('../people/legal/AgePolicyPage.tsx')).AgePolicyPage,
    loader: memberLoader('agePolicy'),
  }),
  pageRoute({
    path: 'faq',
    access: 'open',
    module: 'src/people/content/FaqPage.tsx',
    load: async () => (await import('../people/content/FaqPage.tsx')).FaqPage,
    loader: memberLoader('faq'),
  }),
  pageRoute({
    path: 'terugroepacties',
    access: 'open',
    skipsAgeGate: true,
    module: 'src/shop/recalls/RecallsPage.tsx',
    load: async () => (await import('../shop/recalls/RecallsPage.tsx')).RecallsPage,
    loader: memberLoader('recalls'),
  }),
  pageRoute({
    path: 'herroepen',
    access: 'open',
    skipsAgeGate: true,
    module: 'src/app/pages/WithdrawalPage.tsx',
    load: async () => (await import('./pages/WithdrawalPage.tsx')).WithdrawalPage,
  }),
  pageRoute({
    path: 'cadeaubon',
    access: 'open',
    skipsAgeGate: true,
    module: 'src/money/credit/giftCards/GiftCardPage.tsx',
    load: async () => (await import('../money/credit/giftCards/GiftCardPage.tsx')).GiftCardPage,
  }),
  pageRoute({
    path: 'live',
    access: 'welcome',
    module: 'src/live/lobby/LivePage.tsx',
    load: async () => (await import('../live/lobby/LivePage.tsx')).LivePage,
    loader: memberLoader('live'),
  }),
  pageRoute({
    path: 'c/:slug',
    access: 'storefront',
    module: 'src/app/pages/CreatorPage.tsx',
    load: async () => (await import('./pages/CreatorPage.tsx')).CreatorPage,
    loader: memberLoader('creatorPage'),
    ErrorBoundary: CreatorErrorPage,
  }),
  pageRoute({
    path: 'studio/pagina',
    access: 'creators',
    module: 'src/live/creatorPages/OwnPage.tsx',
    load: async () => (await import('../live/creatorPages/OwnPage.tsx')).OwnPage,
    loader: memberLoader('ownPage'),
  }),
  pageRoute({
    path: 'creator-worden',
    access: 'open',
    module: 'src/live/applications/CreatorApplicationPage.tsx',
    load: async () =>
      (await import('../live/applications/CreatorApplicationPage.tsx')).CreatorApplicationPage,
  }),
  pageRoute({
    path: 'studio',
    access: 'creators',
    module: 'src/live/studio/StudioPage.tsx',
    load: async () => (await import('../live/studio/StudioPage.tsx')).StudioPage,
    loader: memberLoader('studio'),
  }),
  pageRoute({
    path: 'studio/creator',
    access: 'members',
    module: 'src/live/studio/creator/CreatorPage.tsx',
    load: async () => (await import('../live/studio/creator/CreatorPage.tsx')).CreatorPage,
    loader: memberLoader('creator'),
  }),
  pageRoute({
    path: 'studio/blokkeren',
    access: 'creators',
    module: 'src/live/studio/HidingPage.tsx',
    load: async () => (await import('../live/studio/HidingPage.tsx')).HidingPage,
    loader: memberLoader('hiding'),
  }),
  pageRoute({
    path: 'studio/menu',
    access: 'creators',
    module: 'src/live/studio/menu/MenuPage.tsx',
    load: async () => (await import('../live/studio/menu/MenuPage.tsx')).MenuPage,
    loader: memberLoader('studioMenu'),
  }),
  pageRoute({
    path: 'studio/beoordelingen',
    access: 'creators',
    module: 'src/live/creatorReviews/OwnReviewsPage.tsx',
    load: async () => (await import('../live/creatorReviews/OwnReviewsPage.tsx')).OwnReviewsPage,
    loader: memberLoader('ownReviews'),
  }),
  pageRoute({
    path: 'studio/verdiensten',
    access: 'creators',
    module: 'src/live/studio/earnings/EarningsPage.tsx',
    load: async () => (await import('../live/studio/earnings/EarningsPage.tsx')).EarningsPage,
    loader: memberLoader('earnings'),
  }),
  pageRoute({
    path: 'studio/uitbetaling',
    access: 'members',
    module: 'src/money/payees/PayeePage.tsx',
    load: async () => (await import('../money/payees/PayeePage.tsx')).PayeePage,
    loader: memberLoader('payee'),
  }),
  pageRoute({
    path: 'studio/na-paniek',
    access: 'creators',
    module: 'src/live/studio/panic/AfterPanicPage.tsx',
    load: async () => (await import('../live/studio/panic/AfterPanicPage.tsx')).AfterPanicPage,
    loader: memberLoader('afterPanic'),
  }),
  pageRoute({
    path: 'dashboard',
    access: 'members',
    module: 'src/app/pages/DashboardPage.tsx',
    load: async () => (await import('./pages/DashboardPage.tsx')).DashboardPage,
    loader: memberLoader('dashboard'),
  }),
  pageRoute({
    path: 'profile',
    access: 'members',
    handlesLogin: true,
    module: 'src/app/pages/ProfilePage.tsx',
    load: async () => (await import('./pages/ProfilePage.tsx')).ProfilePage,
    loader: memberLoader('profile'),
  }),
  pageRoute({
    path: 'users/:userId',
    access: 'members',
    module: 'src/app/profile/PublicProfilePage.tsx',
    load: async () => (await import('./profile/PublicProfilePage.tsx')).PublicProfilePage,
    loader: memberLoader('publicProfile'),
    ErrorBoundary: PublicProfileErrorPage,
  }),
  adminPages,
  pageRoute({
    path: 'sessions',
    access: 'members',
    module: 'src/live/sessions/ui/SessionsPage.tsx',
    load: async () => (await import('../live/sessions/ui/SessionsPage.tsx')).SessionsPage,
    loader: memberLoader('sessions'),
  }),
  pageRoute({
    path: 'notifications',
    access: 'members',
    module: 'src/people/notifications/NotificationsPage.tsx',
    load: async () => (await import('../people/notifications/NotificationsPage.tsx')).NotificationsPage,
    loader: memberLoader('notifications'),
  }),
  pageRoute({
    path: 'messages/:userId?',
    access: 'members',
    module: 'src/live/messages/MessagesPage.tsx',
    load: async () => (await import('../live/messages/MessagesPage.tsx')).MessagesPage,
    loader: memberLoader('messages'),
  }),
  pageRoute({
    path: 'wishlist',
    access: 'members',
    module: 'src/shop/wishlist/WishlistPage.tsx',
    load: async () => (await import('../shop/wishlist/WishlistPage.tsx')).WishlistPage,
    loader: memberLoader('wishlist'),
  }),
  pageRoute({
    path: 'gifts',
    access: 'members',
    module: 'src/live/gifts/GiftsPage.tsx',
    load: async () => (await import('../live/gifts/GiftsPage.tsx')).GiftsPage,
    loader: memberLoader('gifts'),
  }),
  pageRoute({
    path: 'orders',
    access: 'members',
    module: 'src/shop/orders/ui/OrdersPage.tsx',
    load: async () => (await import('../shop/orders/ui/OrdersPage.tsx')).OrdersPage,
    loader: memberLoader('orders'),
  }),
  pageRoute({
    path: 'tegoed',
    access: 'members',
    module: 'src/money/credit/StoreCreditPage.tsx',
    load: async () => (await import('../money/credit/StoreCreditPage.tsx')).StoreCreditPage,
    loader: memberLoader('storeCredit'),
  }),
  pageRoute({
    path: 'order-confirmation/:orderId',
    access: 'storefront',
    module: 'src/shop/orders/ui/OrderConfirmationPage.tsx',
    load: async () => (await import('../shop/orders/ui/OrderConfirmationPage.tsx')).OrderConfirmationPage,
    loader: memberLoader('orderConfirmation'),
    ErrorBoundary: OrderErrorPage,
  }),
  pageRoute({
    path: 'bestelling',
    access: 'storefront',
    skipsAgeGate: true,
    module: 'src/shop/guests/GuestOrderPage.tsx',
    load: async () => (await import('../shop/guests/GuestOrderPage.tsx')).GuestOrderPage,
  }),
  ...accountPages,
  ...contactPages,
  pageRoute({
    path: '*',
    access: 'open',
    status: 404,
    module: 'src/app/pages/NotFoundPage.tsx',
    load: async () => (await import('./pages/NotFoundPage.tsx')).NotFoundPage,
  }),
]

/** Loads the user and, for a member, the cart and the wishlist, so that the first render of the top bar shows them. */
async function loadLayout({ context }: LoaderFunctionArgs): Promise<null> {
  const cache = context.get(QueryClientContext)
  const user = cache.ensureQueryData(userQuery)
  // Rendering has put null there for a visitor, so that a member's data need not wait for the user.
  const isVisitor = import.meta.env.SSR ? cache.getQueryData(userQuery.queryKey) === null : !(await user)
  if (isVisitor) return null
  await Promise.all([user, cache.prefetchQuery(cartQuery), cache.prefetchQuery(wishlistQuery)])
  return null
}

/** All pages, for the server and the browser. */
export const appRoutes: RouteObject[] = [
  {
    Component: AgeGate,
    loader: loadLayout,
    // The layout's data was loaded with the first page; calls update it from then on.
    shouldRevalidate: () => false,
    ErrorBoundary: ErrorPage,
    children: [{ ErrorBoundary: ErrorPage, children: pageRoutes }],
  },
]
