import type { RouteObject } from 'react-router'
import { AdminProductErrorPage } from '../shop/products/admin/AdminProductErrorPage.tsx'
import { AdminOrderErrorPage } from '../shop/orders/admin/AdminOrderErrorPage.tsx'
import { loadWithRetries } from '../ui/page/pageLoads.ts'
import { lazyLoader, pageRoute } from '../ui/page/pageRoute.ts'
import { ErrorPage } from '../ui/shell/ErrorPage.tsx'
import type { adminLoaders } from './pages/admin/adminLoaders.ts'

const loaderOf = (page: keyof typeof adminLoaders) =>
  lazyLoader(async () => (await import('./pages/admin/adminLoaders.ts')).adminLoaders[page])

const adminPage = (page: Omit<Parameters<typeof pageRoute>[0], 'access'>) =>
  pageRoute({ ...page, access: 'admin' })

/** The back office: its navigation next to the open page. The failure of a page does not affect the navigation. */
export const adminPages: RouteObject = {
  path: 'admin',
  handle: { module: 'src/app/pages/admin/AdminLayout.tsx' },
  loader: loaderOf('savedFilters'),
  // Its mutations keep the query up to date.
  shouldRevalidate: () => false,
  lazy: {
    Component: () => loadWithRetries(async () => (await import('./pages/admin/AdminLayout.tsx')).AdminLayout),
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
          module: 'src/shop/orders/admin/AdminOrdersPage.tsx',
          load: async () => (await import('../shop/orders/admin/AdminOrdersPage.tsx')).AdminOrdersPage,
          loader: loaderOf('orders'),
        }),
        adminPage({
          path: 'orders/:orderId',
          module: 'src/app/pages/admin/AdminOrderDetailPage.tsx',
          load: async () => (await import('./pages/admin/AdminOrderDetailPage.tsx')).AdminOrderDetailPage,
          loader: loaderOf('order'),
          ErrorBoundary: AdminOrderErrorPage,
        }),
        adminPage({
          path: 'withdrawals',
          module: 'src/shop/withdrawals/admin/AdminWithdrawalsPage.tsx',
          load: async () =>
            (await import('../shop/withdrawals/admin/AdminWithdrawalsPage.tsx')).AdminWithdrawalsPage,
          loader: loaderOf('withdrawals'),
        }),
        adminPage({
          path: 'messages',
          module: 'src/shop/support/admin/AdminMessagesPage.tsx',
          load: async () => (await import('../shop/support/admin/AdminMessagesPage.tsx')).AdminMessagesPage,
          loader: loaderOf('conversations'),
        }),
        adminPage({
          path: 'messages/:conversationId',
          module: 'src/shop/support/admin/AdminConversationPage.tsx',
          load: async () =>
            (await import('../shop/support/admin/AdminConversationPage.tsx')).AdminConversationPage,
          loader: loaderOf('conversation'),
        }),
        adminPage({
          path: 'content-reports',
          module: 'src/backoffice/moderation/AdminContentReportsPage.tsx',
          load: async () =>
            (await import('../backoffice/moderation/AdminContentReportsPage.tsx')).AdminContentReportsPage,
          loader: loaderOf('contentCases'),
        }),
        adminPage({
          path: 'content-reports/numbers',
          module: 'src/backoffice/moderation/AdminTransparencyReportPage.tsx',
          load: async () =>
            (await import('../backoffice/moderation/AdminTransparencyReportPage.tsx'))
              .AdminTransparencyReportPage,
        }),
        adminPage({
          path: 'content-reports/:caseId',
          module: 'src/backoffice/moderation/AdminContentCasePage.tsx',
          load: async () =>
            (await import('../backoffice/moderation/AdminContentCasePage.tsx')).AdminContentCasePage,
          loader: loaderOf('contentCase'),
        }),
        adminPage({
          path: 'compliance',
          module: 'src/backoffice/moderation/AdminCompliancePage.tsx',
          load: async () =>
            (await import('../backoffice/moderation/AdminCompliancePage.tsx')).AdminCompliancePage,
        }),
        adminPage({
          path: 'refunds',
          module: 'src/money/payments/admin/AdminRefundsPage.tsx',
          load: async () => (await import('../money/payments/admin/AdminRefundsPage.tsx')).AdminRefundsPage,
          loader: loaderOf('refunds'),
        }),
        adminPage({
          path: 'earnings',
          module: 'src/money/earnings/admin/AdminEarningsPage.tsx',
          load: async () => (await import('../money/earnings/admin/AdminEarningsPage.tsx')).AdminEarningsPage,
          loader: loaderOf('earnings'),
        }),
        adminPage({
          path: 'payouts',
          module: 'src/money/payouts/admin/AdminPayoutsPage.tsx',
          load: async () => (await import('../money/payouts/admin/AdminPayoutsPage.tsx')).AdminPayoutsPage,
          loader: loaderOf('payouts'),
        }),
        adminPage({
          path: 'mails',
          module: 'src/backoffice/mails/AdminMailsPage.tsx',
          load: async () => (await import('../backoffice/mails/AdminMailsPage.tsx')).AdminMailsPage,
          loader: loaderOf('mails'),
        }),
        adminPage({
          path: 'products',
          module: 'src/shop/products/admin/AdminProductsPage.tsx',
          load: async () => (await import('../shop/products/admin/AdminProductsPage.tsx')).AdminProductsPage,
          loader: loaderOf('products'),
        }),
        adminPage({
          path: 'products/new',
          module: 'src/shop/products/admin/AdminNewProductPage.tsx',
          load: async () =>
            (await import('../shop/products/admin/AdminNewProductPage.tsx')).AdminNewProductPage,
          loader: loaderOf('newProduct'),
        }),
        adminPage({
          path: 'products/:productId',
          module: 'src/shop/products/admin/AdminProductPage.tsx',
          load: async () => (await import('../shop/products/admin/AdminProductPage.tsx')).AdminProductPage,
          loader: loaderOf('product'),
          ErrorBoundary: AdminProductErrorPage,
        }),
        adminPage({
          path: 'categories',
          module: 'src/shop/products/admin/AdminCategoriesPage.tsx',
          load: async () =>
            (await import('../shop/products/admin/AdminCategoriesPage.tsx')).AdminCategoriesPage,
          loader: loaderOf('categories'),
        }),
        adminPage({
          path: 'products/import',
          module: 'src/shop/products/admin/imports/AdminImportPage.tsx',
          load: async () =>
            (await import('../shop/products/admin/imports/AdminImportPage.tsx')).AdminImportPage,
        }),
        adminPage({
          path: 'products/bulk/:bulkId',
          module: 'src/shop/products/admin/bulk/AdminBulkEditPage.tsx',
          load: async () =>
            (await import('../shop/products/admin/bulk/AdminBulkEditPage.tsx')).AdminBulkEditPage,
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
          path: 'creators',
          module: 'src/live/creators/admin/AdminCreatorsPage.tsx',
          load: async () => (await import('../live/creators/admin/AdminCreatorsPage.tsx')).AdminCreatorsPage,
          loader: loaderOf('creators'),
        }),
        adminPage({
          path: 'creators/:userId',
          module: 'src/live/creators/admin/AdminCreatorPage.tsx',
          load: async () => (await import('../live/creators/admin/AdminCreatorPage.tsx')).AdminCreatorPage,
          loader: loaderOf('creator'),
        }),
        adminPage({
          path: 'creators/pages',
          module: 'src/live/creatorPages/admin/AdminCreatorPagesPage.tsx',
          load: async () =>
            (await import('../live/creatorPages/admin/AdminCreatorPagesPage.tsx')).AdminCreatorPagesPage,
          loader: loaderOf('creatorPages'),
        }),
        adminPage({
          path: 'creators/reviews',
          module: 'src/live/creatorReviews/admin/AdminCreatorReviewsPage.tsx',
          load: async () =>
            (await import('../live/creatorReviews/admin/AdminCreatorReviewsPage.tsx'))
              .AdminCreatorReviewsPage,
          loader: loaderOf('creatorReviews'),
        }),
        adminPage({
          path: 'creators/applications',
          module: 'src/live/applications/admin/AdminApplicationsPage.tsx',
          load: async () =>
            (await import('../live/applications/admin/AdminApplicationsPage.tsx')).AdminApplicationsPage,
          loader: loaderOf('applications'),
        }),
        adminPage({
          path: 'creators/applications/:applicationId',
          module: 'src/live/applications/admin/AdminApplicationPage.tsx',
          load: async () =>
            (await import('../live/applications/admin/AdminApplicationPage.tsx')).AdminApplicationPage,
          loader: loaderOf('application'),
        }),
        adminPage({
          path: 'devices',
          module: 'src/app/pages/admin/AdminDevicesPage.tsx',
          load: async () => (await import('./pages/admin/AdminDevicesPage.tsx')).AdminDevicesPage,
          loader: loaderOf('devices'),
        }),
        adminPage({
          path: 'provider',
          module: 'src/live/toys/admin/AdminProviderPage.tsx',
          load: async () => (await import('../live/toys/admin/AdminProviderPage.tsx')).AdminProviderPage,
          loader: loaderOf('provider'),
        }),
        adminPage({
          path: 'settings',
          module: 'src/money/settings/admin/AdminSettingsPage.tsx',
          load: async () => (await import('../money/settings/admin/AdminSettingsPage.tsx')).AdminSettingsPage,
          loader: loaderOf('settings'),
        }),
        adminPage({
          path: 'vat',
          module: 'src/money/vat/admin/AdminVatPage.tsx',
          load: async () => (await import('../money/vat/admin/AdminVatPage.tsx')).AdminVatPage,
          loader: loaderOf('vat'),
        }),
        adminPage({
          path: 'notifications',
          module: 'src/people/notifications/admin/AdminNotificationsPage.tsx',
          load: async () =>
            (await import('../people/notifications/admin/AdminNotificationsPage.tsx')).AdminNotificationsPage,
          loader: loaderOf('notifications'),
        }),
        adminPage({
          path: 'shipping',
          module: 'src/shop/shipping/admin/AdminShippingPage.tsx',
          load: async () => (await import('../shop/shipping/admin/AdminShippingPage.tsx')).AdminShippingPage,
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
          module: 'src/shop/promotions/admin/AdminPromotionsPage.tsx',
          load: async () =>
            (await import('../shop/promotions/admin/AdminPromotionsPage.tsx')).AdminPromotionsPage,
          loader: loaderOf('promotions'),
        }),
        adminPage({
          path: 'gift-cards',
          module: 'src/money/credit/admin/AdminGiftCardsPage.tsx',
          load: async () => (await import('../money/credit/admin/AdminGiftCardsPage.tsx')).AdminGiftCardsPage,
          loader: loaderOf('giftCards'),
        }),
        adminPage({
          path: 'gift-cards/:cardId',
          module: 'src/money/credit/admin/AdminGiftCardPage.tsx',
          load: async () => (await import('../money/credit/admin/AdminGiftCardPage.tsx')).AdminGiftCardPage,
          loader: loaderOf('giftCard'),
        }),
        adminPage({
          path: 'recalls',
          module: 'src/shop/recalls/admin/AdminRecallsPage.tsx',
          load: async () => (await import('../shop/recalls/admin/AdminRecallsPage.tsx')).AdminRecallsPage,
          loader: loaderOf('recalls'),
        }),
        adminPage({
          path: 'gifts',
          module: 'src/live/gifts/admin/AdminGiftsPage.tsx',
          load: async () => (await import('../live/gifts/admin/AdminGiftsPage.tsx')).AdminGiftsPage,
          loader: loaderOf('gifts'),
        }),
        adminPage({
          path: 'reviews',
          module: 'src/shop/reviews/admin/AdminReviewsPage.tsx',
          load: async () => (await import('../shop/reviews/admin/AdminReviewsPage.tsx')).AdminReviewsPage,
          loader: loaderOf('reviews'),
        }),
        adminPage({
          path: 'minute-packages',
          module: 'src/money/minutes/admin/AdminMinutePackagesPage.tsx',
          load: async () =>
            (await import('../money/minutes/admin/AdminMinutePackagesPage.tsx')).AdminMinutePackagesPage,
          loader: loaderOf('minutePackages'),
        }),
        adminPage({
          path: 'content',
          module: 'src/people/content/admin/AdminContentListPage.tsx',
          load: async () =>
            (await import('../people/content/admin/AdminContentListPage.tsx')).AdminContentListPage,
          loader: loaderOf('contentList'),
        }),
        adminPage({
          path: 'content/:key',
          module: 'src/app/pages/admin/AdminContentPage.tsx',
          load: async () => (await import('./pages/admin/AdminContentPage.tsx')).AdminContentPage,
          loader: loaderOf('content'),
        }),
        adminPage({
          path: 'audit',
          module: 'src/app/pages/admin/AdminAuditPage.tsx',
          load: async () => (await import('./pages/admin/AdminAuditPage.tsx')).AdminAuditPage,
          loader: loaderOf('audit'),
        }),
      ],
    },
  ],
}
