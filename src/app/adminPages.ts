import type { RouteObject } from 'react-router'
import { AdminProductErrorPage } from '../backoffice/products/AdminProductErrorPage.tsx'
import { AdminOrderErrorPage } from '../backoffice/fulfilment/AdminOrderErrorPage.tsx'
import { loadWithRetries } from '../ui/pageLoads.ts'
import { lazyLoader, pageRoute } from '../ui/pageRoute.ts'
import { ErrorPage } from '../ui/shell/ErrorPage.tsx'
import type { adminLoaders } from './pages/adminLoaders.ts'

const loaderOf = (page: keyof typeof adminLoaders) =>
  lazyLoader(async () => (await import('./pages/adminLoaders.ts')).adminLoaders[page])

const adminPage = (page: Omit<Parameters<typeof pageRoute>[0], 'access'>) =>
  pageRoute({ ...page, access: 'admin' })

/** The back office: its navigation next to the open page. The failure of a page does not affect the navigation. */
export const adminPages: RouteObject = {
  path: 'admin',
  handle: { module: 'src/app/pages/AdminLayout.tsx' },
  loader: loaderOf('savedFilters'),
  // Its mutations keep the query up to date.
  shouldRevalidate: () => false,
  lazy: {
    Component: () => loadWithRetries(async () => (await import('./pages/AdminLayout.tsx')).AdminLayout),
  },
  children: [
    {
      ErrorBoundary: ErrorPage,
      children: [
        adminPage({
          module: 'src/backoffice/stats/AdminDashboardPage.tsx',
          load: async () => (await import('../backoffice/stats/AdminDashboardPage.tsx')).AdminDashboardPage,
          loader: loaderOf('dashboard'),
        }),
        adminPage({
          path: 'visitors',
          module: 'src/backoffice/analytics/AdminVisitorsPage.tsx',
          load: async () => (await import('../backoffice/analytics/AdminVisitorsPage.tsx')).AdminVisitorsPage,
          loader: loaderOf('visitors'),
        }),
        adminPage({
          path: 'orders',
          module: 'src/backoffice/fulfilment/AdminOrdersPage.tsx',
          load: async () => (await import('../backoffice/fulfilment/AdminOrdersPage.tsx')).AdminOrdersPage,
          loader: loaderOf('orders'),
        }),
        adminPage({
          path: 'orders/:orderId',
          module: 'src/backoffice/fulfilment/AdminOrderPage.tsx',
          load: async () => (await import('../backoffice/fulfilment/AdminOrderPage.tsx')).AdminOrderPage,
          loader: loaderOf('order'),
          ErrorBoundary: AdminOrderErrorPage,
        }),
        adminPage({
          path: 'withdrawals',
          module: 'src/shop/withdrawals/AdminWithdrawalsPage.tsx',
          load: async () =>
            (await import('../shop/withdrawals/AdminWithdrawalsPage.tsx')).AdminWithdrawalsPage,
          loader: loaderOf('withdrawals'),
        }),
        adminPage({
          path: 'messages',
          module: 'src/shop/support/AdminMessagesPage.tsx',
          load: async () => (await import('../shop/support/AdminMessagesPage.tsx')).AdminMessagesPage,
          loader: loaderOf('conversations'),
        }),
        adminPage({
          path: 'messages/:conversationId',
          module: 'src/shop/support/AdminConversationPage.tsx',
          load: async () => (await import('../shop/support/AdminConversationPage.tsx')).AdminConversationPage,
          loader: loaderOf('conversation'),
        }),
        adminPage({
          path: 'content-reports',
          module: 'src/backoffice/contentReports/AdminContentReportsPage.tsx',
          load: async () =>
            (await import('../backoffice/contentReports/AdminContentReportsPage.tsx'))
              .AdminContentReportsPage,
          loader: loaderOf('contentCases'),
        }),
        adminPage({
          path: 'content-reports/numbers',
          module: 'src/backoffice/contentReports/AdminTransparencyReportPage.tsx',
          load: async () =>
            (await import('../backoffice/contentReports/AdminTransparencyReportPage.tsx'))
              .AdminTransparencyReportPage,
        }),
        adminPage({
          path: 'content-reports/:caseId',
          module: 'src/backoffice/contentReports/AdminContentCasePage.tsx',
          load: async () =>
            (await import('../backoffice/contentReports/AdminContentCasePage.tsx')).AdminContentCasePage,
          loader: loaderOf('contentCase'),
        }),
        adminPage({
          path: 'refunds',
          module: 'src/money/payments/AdminRefundsPage.tsx',
          load: async () => (await import('../money/payments/AdminRefundsPage.tsx')).AdminRefundsPage,
          loader: loaderOf('refunds'),
        }),
        adminPage({
          path: 'mails',
          module: 'src/backoffice/mails/AdminMailsPage.tsx',
          load: async () => (await import('../backoffice/mails/AdminMailsPage.tsx')).AdminMailsPage,
          loader: loaderOf('mails'),
        }),
        adminPage({
          path: 'products',
          module: 'src/backoffice/products/AdminProductsPage.tsx',
          load: async () => (await import('../backoffice/products/AdminProductsPage.tsx')).AdminProductsPage,
          loader: loaderOf('products'),
        }),
        adminPage({
          path: 'products/new',
          module: 'src/backoffice/products/AdminNewProductPage.tsx',
          load: async () =>
            (await import('../backoffice/products/AdminNewProductPage.tsx')).AdminNewProductPage,
          loader: loaderOf('newProduct'),
        }),
        adminPage({
          path: 'products/:productId',
          module: 'src/backoffice/products/AdminProductPage.tsx',
          load: async () => (await import('../backoffice/products/AdminProductPage.tsx')).AdminProductPage,
          loader: loaderOf('product'),
          ErrorBoundary: AdminProductErrorPage,
        }),
        adminPage({
          path: 'categories',
          module: 'src/backoffice/products/AdminCategoriesPage.tsx',
          load: async () =>
            (await import('../backoffice/products/AdminCategoriesPage.tsx')).AdminCategoriesPage,
          loader: loaderOf('categories'),
        }),
        adminPage({
          path: 'products/import',
          module: 'src/backoffice/products/AdminImportPage.tsx',
          load: async () => (await import('../backoffice/products/AdminImportPage.tsx')).AdminImportPage,
        }),
        adminPage({
          path: 'products/bulk/:bulkId',
          module: 'src/backoffice/products/AdminBulkEditPage.tsx',
          load: async () => (await import('../backoffice/products/AdminBulkEditPage.tsx')).AdminBulkEditPage,
          loader: loaderOf('bulkEdit'),
        }),
        adminPage({
          path: 'users',
          module: 'src/backoffice/customers/AdminCustomersPage.tsx',
          load: async () =>
            (await import('../backoffice/customers/AdminCustomersPage.tsx')).AdminCustomersPage,
          loader: loaderOf('customers'),
        }),
        adminPage({
          path: 'users/:userId',
          module: 'src/backoffice/customers/AdminCustomerPage.tsx',
          load: async () => (await import('../backoffice/customers/AdminCustomerPage.tsx')).AdminCustomerPage,
          loader: loaderOf('customer'),
        }),
        adminPage({
          path: 'devices',
          module: 'src/app/pages/AdminDevicesPage.tsx',
          load: async () => (await import('./pages/AdminDevicesPage.tsx')).AdminDevicesPage,
          loader: loaderOf('devices'),
        }),
        adminPage({
          path: 'provider',
          module: 'src/live/toys/AdminProviderPage.tsx',
          load: async () => (await import('../live/toys/AdminProviderPage.tsx')).AdminProviderPage,
          loader: loaderOf('provider'),
        }),
        adminPage({
          path: 'settings',
          module: 'src/money/settings/AdminSettingsPage.tsx',
          load: async () => (await import('../money/settings/AdminSettingsPage.tsx')).AdminSettingsPage,
          loader: loaderOf('settings'),
        }),
        adminPage({
          path: 'vat',
          module: 'src/backoffice/vat/AdminVatPage.tsx',
          load: async () => (await import('../backoffice/vat/AdminVatPage.tsx')).AdminVatPage,
          loader: loaderOf('vat'),
        }),
        adminPage({
          path: 'notifications',
          module: 'src/people/notifications/AdminNotificationsPage.tsx',
          load: async () =>
            (await import('../people/notifications/AdminNotificationsPage.tsx')).AdminNotificationsPage,
          loader: loaderOf('notifications'),
        }),
        adminPage({
          path: 'shipping',
          module: 'src/shop/shipping/AdminShippingPage.tsx',
          load: async () => (await import('../shop/shipping/AdminShippingPage.tsx')).AdminShippingPage,
          loader: loaderOf('shipping'),
        }),
        adminPage({
          path: 'jobs',
          module: 'src/backoffice/jobs/AdminJobsPage.tsx',
          load: async () => (await import('../backoffice/jobs/AdminJobsPage.tsx')).AdminJobsPage,
          loader: loaderOf('jobs'),
        }),
        adminPage({
          path: 'books',
          module: 'src/backoffice/reconciliation/AdminReconciliationPage.tsx',
          load: async () =>
            (await import('../backoffice/reconciliation/AdminReconciliationPage.tsx'))
              .AdminReconciliationPage,
          loader: loaderOf('reconciliation'),
        }),
        adminPage({
          path: 'reports',
          module: 'src/backoffice/reports/AdminReportsPage.tsx',
          load: async () => (await import('../backoffice/reports/AdminReportsPage.tsx')).AdminReportsPage,
          loader: loaderOf('reports'),
        }),
        adminPage({
          path: 'promotions',
          module: 'src/backoffice/promotions/AdminPromotionsPage.tsx',
          load: async () =>
            (await import('../backoffice/promotions/AdminPromotionsPage.tsx')).AdminPromotionsPage,
          loader: loaderOf('promotions'),
        }),
        adminPage({
          path: 'gift-cards',
          module: 'src/money/credit/AdminGiftCardsPage.tsx',
          load: async () => (await import('../money/credit/AdminGiftCardsPage.tsx')).AdminGiftCardsPage,
          loader: loaderOf('giftCards'),
        }),
        adminPage({
          path: 'gift-cards/:cardId',
          module: 'src/money/credit/AdminGiftCardPage.tsx',
          load: async () => (await import('../money/credit/AdminGiftCardPage.tsx')).AdminGiftCardPage,
          loader: loaderOf('giftCard'),
        }),
        adminPage({
          path: 'recalls',
          module: 'src/backoffice/recalls/AdminRecallsPage.tsx',
          load: async () => (await import('../backoffice/recalls/AdminRecallsPage.tsx')).AdminRecallsPage,
          loader: loaderOf('recalls'),
        }),
        adminPage({
          path: 'gifts',
          module: 'src/live/gifts/AdminGiftsPage.tsx',
          load: async () => (await import('../live/gifts/AdminGiftsPage.tsx')).AdminGiftsPage,
          loader: loaderOf('gifts'),
        }),
        adminPage({
          path: 'reviews',
          module: 'src/shop/reviews/AdminReviewsPage.tsx',
          load: async () => (await import('../shop/reviews/AdminReviewsPage.tsx')).AdminReviewsPage,
          loader: loaderOf('reviews'),
        }),
        adminPage({
          path: 'minute-packages',
          module: 'src/money/minutes/AdminMinutePackagesPage.tsx',
          load: async () =>
            (await import('../money/minutes/AdminMinutePackagesPage.tsx')).AdminMinutePackagesPage,
          loader: loaderOf('minutePackages'),
        }),
        adminPage({
          path: 'content',
          module: 'src/people/content/AdminContentListPage.tsx',
          load: async () => (await import('../people/content/AdminContentListPage.tsx')).AdminContentListPage,
          loader: loaderOf('contentList'),
        }),
        adminPage({
          path: 'content/:key',
          module: 'src/app/pages/AdminContentPage.tsx',
          load: async () => (await import('./pages/AdminContentPage.tsx')).AdminContentPage,
          loader: loaderOf('content'),
        }),
        adminPage({
          path: 'audit',
          module: 'src/app/pages/AdminAuditPage.tsx',
          load: async () => (await import('./pages/AdminAuditPage.tsx')).AdminAuditPage,
          loader: loaderOf('audit'),
        }),
      ],
    },
  ],
}
