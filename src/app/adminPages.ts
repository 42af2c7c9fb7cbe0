import type { RouteObject } from 'react-router'
import { AdminProductErrorPage } from '../backoffice/products/AdminProductErrorPage.tsx'
import {
  loadAdminProduct,
  productListUrl,
  adminProductsQuery,
  adminCategoriesQuery,
} from '../backoffice/products/hooks.ts'
import { bulkEditQuery } from '../backoffice/products/bulk.hooks.ts'
import { auditListUrl, auditQuery } from '../people/audit/hooks.ts'
import { adminPreferencesQuery } from '../people/notifications/admin.hooks.ts'
import { mailListUrl, mailsQuery } from '../backoffice/mails/hooks.ts'
import { taskCountsQuery, statsQuery } from '../backoffice/stats/hooks.ts'
import { AdminOrderErrorPage } from '../backoffice/fulfilment/AdminOrderErrorPage.tsx'
import { adminOrderQuery, adminOrdersQuery, orderListUrl } from '../backoffice/fulfilment/hooks.ts'
import {
  adminConversationQuery,
  conversationListQuery,
  conversationListUrl,
} from '../shop/support/admin.hooks.ts'
import { openRefundsQuery } from '../money/payments/admin.hooks.ts'
import { withdrawalListUrl, withdrawalsQuery } from '../shop/withdrawals/admin.hooks.ts'
import { activeSessionsQuery, allToysQuery } from '../live/sessions/admin.hooks.ts'
import {
  customerListUrl,
  customerPageQueries,
  customersQuery,
  customerPageUrl,
} from '../backoffice/customers/hooks.ts'
import { providerConnectionQuery, providerStateQuery } from '../live/toys/provider.hooks.ts'
import { reconciliationQuery } from '../backoffice/reconciliation/hooks.ts'
import { contentListQuery, loadAdminContent } from '../people/content/hooks.ts'
import { adminMinutePackagesQuery } from '../money/minutes/hooks.ts'
import { settingsQuery } from '../money/settings/hooks.ts'
import { jobListUrl, jobsQuery } from '../backoffice/jobs/hooks.ts'
import { shippingRatesQuery, shippingZonesQuery } from '../shop/shipping/admin.hooks.ts'
import { allGiftsQuery, giftPurchaseListAddress, giftPurchasesQuery } from '../live/gifts/admin.hooks.ts'
import { reviewModerationQuery, reviewListUrl } from '../shop/reviews/admin.hooks.ts'
import { shopAnalyticsQuery } from '../backoffice/analytics/hooks.ts'
import { savedFiltersQuery } from '../people/savedFilters/hooks.ts'
import { preloadQueries } from '../ui/queryClient.ts'
import { pageRoute } from '../ui/pageRoute.ts'
import { ErrorPage } from '../ui/shell/ErrorPage.tsx'

const adminPage = (page: Omit<Parameters<typeof pageRoute>[0], 'access'>) =>
  pageRoute({ ...page, access: 'admin' })

/** Optional: a list works without them, and pages that are refused load nothing. */
const loadSavedFilters = preloadQueries(
  () => [],
  () => [savedFiltersQuery],
)

/** The back office: its navigation next to the open page. The failure of a page does not affect the navigation. */
export const adminPages: RouteObject = {
  path: 'admin',
  handle: { module: 'src/app/pages/AdminLayout.tsx' },
  loader: loadSavedFilters,
  // Its mutations keep the query up to date.
  shouldRevalidate: () => false,
  lazy: { Component: async () => (await import('./pages/AdminLayout.tsx')).AdminLayout },
  children: [
    {
      ErrorBoundary: ErrorPage,
      children: [
        adminPage({
          module: 'src/backoffice/stats/AdminDashboardPage.tsx',
          load: async () => (await import('../backoffice/stats/AdminDashboardPage.tsx')).AdminDashboardPage,
          loader: preloadQueries(() => [statsQuery, taskCountsQuery]),
        }),
        adminPage({
          path: 'visitors',
          module: 'src/backoffice/analytics/AdminVisitorsPage.tsx',
          load: async () => (await import('../backoffice/analytics/AdminVisitorsPage.tsx')).AdminVisitorsPage,
          loader: preloadQueries(() => [shopAnalyticsQuery]),
        }),
        adminPage({
          path: 'orders',
          module: 'src/backoffice/fulfilment/AdminOrdersPage.tsx',
          load: async () => (await import('../backoffice/fulfilment/AdminOrdersPage.tsx')).AdminOrdersPage,
          loader: preloadQueries(({ url }) => [adminOrdersQuery(orderListUrl.parse(url.searchParams))]),
        }),
        adminPage({
          path: 'orders/:orderId',
          module: 'src/backoffice/fulfilment/AdminOrderPage.tsx',
          load: async () => (await import('../backoffice/fulfilment/AdminOrderPage.tsx')).AdminOrderPage,
          loader: preloadQueries(({ params: { orderId = '' } }) => [adminOrderQuery(orderId)]),
          ErrorBoundary: AdminOrderErrorPage,
        }),
        adminPage({
          path: 'withdrawals',
          module: 'src/shop/withdrawals/AdminWithdrawalsPage.tsx',
          load: async () =>
            (await import('../shop/withdrawals/AdminWithdrawalsPage.tsx')).AdminWithdrawalsPage,
          loader: preloadQueries(({ url }) => [withdrawalsQuery(withdrawalListUrl.parse(url.searchParams))]),
        }),
        adminPage({
          path: 'messages',
          module: 'src/shop/support/AdminMessagesPage.tsx',
          load: async () => (await import('../shop/support/AdminMessagesPage.tsx')).AdminMessagesPage,
          loader: preloadQueries(({ url }) => [
            conversationListQuery(conversationListUrl.parse(url.searchParams)),
          ]),
        }),
        adminPage({
          path: 'messages/:conversationId',
          module: 'src/shop/support/AdminConversationPage.tsx',
          load: async () => (await import('../shop/support/AdminConversationPage.tsx')).AdminConversationPage,
          loader: preloadQueries(({ params: { conversationId = '' } }) => [
            adminConversationQuery(conversationId),
          ]),
        }),
        adminPage({
          path: 'refunds',
          module: 'src/money/payments/AdminRefundsPage.tsx',
          load: async () => (await import('../money/payments/AdminRefundsPage.tsx')).AdminRefundsPage,
          loader: preloadQueries(() => [openRefundsQuery]),
        }),
        adminPage({
          path: 'mails',
          module: 'src/backoffice/mails/AdminMailsPage.tsx',
          load: async () => (await import('../backoffice/mails/AdminMailsPage.tsx')).AdminMailsPage,
          loader: preloadQueries(({ url }) => [mailsQuery(mailListUrl.parse(url.searchParams))]),
        }),
        adminPage({
          path: 'products',
          module: 'src/backoffice/products/AdminProductsPage.tsx',
          load: async () => (await import('../backoffice/products/AdminProductsPage.tsx')).AdminProductsPage,
          loader: preloadQueries(({ url }) => [
            adminProductsQuery(productListUrl.parse(url.searchParams)),
            adminCategoriesQuery,
          ]),
        }),
        adminPage({
          path: 'products/new',
          module: 'src/backoffice/products/AdminNewProductPage.tsx',
          load: async () =>
            (await import('../backoffice/products/AdminNewProductPage.tsx')).AdminNewProductPage,
          loader: preloadQueries(() => [adminCategoriesQuery]),
        }),
        adminPage({
          path: 'products/:productId',
          module: 'src/backoffice/products/AdminProductPage.tsx',
          load: async () => (await import('../backoffice/products/AdminProductPage.tsx')).AdminProductPage,
          loader: loadAdminProduct,
          ErrorBoundary: AdminProductErrorPage,
        }),
        adminPage({
          path: 'categories',
          module: 'src/backoffice/products/AdminCategoriesPage.tsx',
          load: async () =>
            (await import('../backoffice/products/AdminCategoriesPage.tsx')).AdminCategoriesPage,
          loader: preloadQueries(() => [adminCategoriesQuery]),
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
          loader: preloadQueries(({ params }) => [bulkEditQuery(params['bulkId'] ?? '')]),
        }),
        adminPage({
          path: 'users',
          module: 'src/backoffice/customers/AdminCustomersPage.tsx',
          load: async () =>
            (await import('../backoffice/customers/AdminCustomersPage.tsx')).AdminCustomersPage,
          loader: preloadQueries(({ url }) => [customersQuery(customerListUrl.parse(url.searchParams))]),
        }),
        adminPage({
          path: 'users/:userId',
          module: 'src/backoffice/customers/AdminCustomerPage.tsx',
          load: async () => (await import('../backoffice/customers/AdminCustomerPage.tsx')).AdminCustomerPage,
          loader: preloadQueries(({ url, params: { userId = '' } }) =>
            customerPageQueries(userId, customerPageUrl(userId).parse(url.searchParams)),
          ),
        }),
        adminPage({
          path: 'devices',
          module: 'src/app/pages/AdminDevicesPage.tsx',
          load: async () => (await import('./pages/AdminDevicesPage.tsx')).AdminDevicesPage,
          loader: preloadQueries(() => [allToysQuery, activeSessionsQuery]),
        }),
        adminPage({
          path: 'provider',
          module: 'src/live/toys/AdminProviderPage.tsx',
          load: async () => (await import('../live/toys/AdminProviderPage.tsx')).AdminProviderPage,
          loader: preloadQueries(() => [providerConnectionQuery, providerStateQuery]),
        }),
        adminPage({
          path: 'settings',
          module: 'src/money/settings/AdminSettingsPage.tsx',
          load: async () => (await import('../money/settings/AdminSettingsPage.tsx')).AdminSettingsPage,
          loader: preloadQueries(() => [settingsQuery]),
        }),
        adminPage({
          path: 'notifications',
          module: 'src/people/notifications/AdminNotificationsPage.tsx',
          load: async () =>
            (await import('../people/notifications/AdminNotificationsPage.tsx')).AdminNotificationsPage,
          loader: preloadQueries(() => [adminPreferencesQuery]),
        }),
        adminPage({
          path: 'shipping',
          module: 'src/shop/shipping/AdminShippingPage.tsx',
          load: async () => (await import('../shop/shipping/AdminShippingPage.tsx')).AdminShippingPage,
          loader: preloadQueries(() => [shippingZonesQuery, shippingRatesQuery]),
        }),
        adminPage({
          path: 'jobs',
          module: 'src/backoffice/jobs/AdminJobsPage.tsx',
          load: async () => (await import('../backoffice/jobs/AdminJobsPage.tsx')).AdminJobsPage,
          loader: preloadQueries(({ url }) => [jobsQuery(jobListUrl.parse(url.searchParams))]),
        }),
        adminPage({
          path: 'books',
          module: 'src/backoffice/reconciliation/AdminReconciliationPage.tsx',
          load: async () =>
            (await import('../backoffice/reconciliation/AdminReconciliationPage.tsx'))
              .AdminReconciliationPage,
          loader: preloadQueries(() => [reconciliationQuery]),
        }),
        adminPage({
          path: 'gifts',
          module: 'src/live/gifts/AdminGiftsPage.tsx',
          load: async () => (await import('../live/gifts/AdminGiftsPage.tsx')).AdminGiftsPage,
          loader: preloadQueries(
            () => [allGiftsQuery],
            ({ url }) => [giftPurchasesQuery(giftPurchaseListAddress.parse(url.searchParams))],
          ),
        }),
        adminPage({
          path: 'reviews',
          module: 'src/shop/reviews/AdminReviewsPage.tsx',
          load: async () => (await import('../shop/reviews/AdminReviewsPage.tsx')).AdminReviewsPage,
          loader: preloadQueries(({ url }) => [reviewModerationQuery(reviewListUrl.parse(url.searchParams))]),
        }),
        adminPage({
          path: 'minute-packages',
          module: 'src/money/minutes/AdminMinutePackagesPage.tsx',
          load: async () =>
            (await import('../money/minutes/AdminMinutePackagesPage.tsx')).AdminMinutePackagesPage,
          loader: preloadQueries(() => [adminMinutePackagesQuery]),
        }),
        adminPage({
          path: 'content',
          module: 'src/people/content/AdminContentListPage.tsx',
          load: async () => (await import('../people/content/AdminContentListPage.tsx')).AdminContentListPage,
          loader: preloadQueries(() => [contentListQuery]),
        }),
        adminPage({
          path: 'content/:key',
          module: 'src/app/pages/AdminContentPage.tsx',
          load: async () => (await import('./pages/AdminContentPage.tsx')).AdminContentPage,
          loader: loadAdminContent,
        }),
        adminPage({
          path: 'audit',
          module: 'src/app/pages/AdminAuditPage.tsx',
          load: async () => (await import('./pages/AdminAuditPage.tsx')).AdminAuditPage,
          loader: preloadQueries(({ url }) => [auditQuery(auditListUrl.parse(url.searchParams))]),
        }),
      ],
    },
  ],
}
