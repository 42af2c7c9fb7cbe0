import type { RouteObject } from 'react-router'
import { AdminProductErrorPage } from '../backoffice/products/AdminProductErrorPage.tsx'
import { loadShelved, shelfLooks, shelfQuery, shelvedCategoriesQuery } from '../backoffice/products/hooks.ts'
import { bulkQuery } from '../backoffice/products/bulk.hooks.ts'
import { auditListUrl, auditQuery } from '../people/audit/hooks.ts'
import { mailLooks, mailsQuery } from '../backoffice/mails/hooks.ts'
import { choresQuery, figuresQuery } from '../backoffice/stats/hooks.ts'
import { AdminOrderErrorPage } from '../backoffice/fulfilment/AdminOrderErrorPage.tsx'
import { adminOrderQuery, allOrdersQuery, orderLooks } from '../backoffice/fulfilment/hooks.ts'
import { openRefundsQuery } from '../money/payments/admin.hooks.ts'
import { withdrawalListUrl, withdrawalsQuery } from '../shop/withdrawals/admin.hooks.ts'
import { activeSessionsQuery, allToysQuery } from '../live/sessions/admin.hooks.ts'
import { memberLooks, memberQueries, membersQuery, pastOf } from '../backoffice/customers/hooks.ts'
import { providerConnectionQuery, providerStateQuery } from '../live/toys/provider.hooks.ts'
import { booksQuery } from '../backoffice/reconciliation/hooks.ts'
import { settingsQuery } from '../money/settings/hooks.ts'
import { jobLooks, jobsQuery } from '../backoffice/jobs/hooks.ts'
import { shippingRatesQuery, shippingZonesQuery } from '../shop/shipping/admin.hooks.ts'
import { allGiftsQuery, giftPurchaseListAddress, giftPurchasesQuery } from '../live/gifts/admin.hooks.ts'
import { reviewModerationQuery, reviewListUrl } from '../shop/reviews/admin.hooks.ts'
import { analyticsQuery } from '../backoffice/analytics/hooks.ts'
import { preload } from '../ui/cache.ts'
import { page } from '../ui/page.ts'
import { ErrorPage } from '../ui/shell/ErrorPage.tsx'

/** The back office: a rail beside whichever of these is open. What fails of one leaves the rail where it is. */
export const adminPages: RouteObject = {
  path: 'admin',
  handle: { module: 'src/app/pages/AdminLayout.tsx' },
  lazy: { Component: async () => (await import('./pages/AdminLayout.tsx')).AdminLayout },
  children: [
    {
      ErrorBoundary: ErrorPage,
      children: [
        page({
          access: 'admin',
          module: 'src/app/pages/AdminPage.tsx',
          load: async () => (await import('./pages/AdminPage.tsx')).AdminPage,
          loader: preload(() => [figuresQuery, choresQuery]),
        }),
        page({
          path: 'visitors',
          access: 'admin',
          module: 'src/app/pages/AdminVisitorsPage.tsx',
          load: async () => (await import('./pages/AdminVisitorsPage.tsx')).AdminVisitorsPage,
          loader: preload(() => [analyticsQuery]),
        }),
        page({
          path: 'orders',
          access: 'admin',
          module: 'src/backoffice/fulfilment/AdminOrdersPage.tsx',
          load: async () => (await import('../backoffice/fulfilment/AdminOrdersPage.tsx')).AdminOrdersPage,
          loader: preload(({ url }) => [allOrdersQuery(orderLooks.in(url.searchParams))]),
        }),
        page({
          path: 'orders/:orderId',
          access: 'admin',
          module: 'src/backoffice/fulfilment/AdminOrderPage.tsx',
          load: async () => (await import('../backoffice/fulfilment/AdminOrderPage.tsx')).AdminOrderPage,
          loader: preload(({ params: { orderId = '' } }) => [adminOrderQuery(orderId)]),
          ErrorBoundary: AdminOrderErrorPage,
        }),
        page({
          path: 'withdrawals',
          access: 'admin',
          module: 'src/shop/withdrawals/AdminWithdrawalsPage.tsx',
          load: async () =>
            (await import('../shop/withdrawals/AdminWithdrawalsPage.tsx')).AdminWithdrawalsPage,
          loader: preload(({ url }) => [withdrawalsQuery(withdrawalListUrl.in(url.searchParams))]),
        }),
        page({
          path: 'refunds',
          access: 'admin',
          module: 'src/money/payments/AdminRefundsPage.tsx',
          load: async () => (await import('../money/payments/AdminRefundsPage.tsx')).AdminRefundsPage,
          loader: preload(() => [openRefundsQuery]),
        }),
        page({
          path: 'mails',
          access: 'admin',
          module: 'src/backoffice/mails/AdminMailsPage.tsx',
          load: async () => (await import('../backoffice/mails/AdminMailsPage.tsx')).AdminMailsPage,
          loader: preload(({ url }) => [mailsQuery(mailLooks.in(url.searchParams))]),
        }),
        page({
          path: 'products',
          access: 'admin',
          module: 'src/backoffice/products/AdminProductsPage.tsx',
          load: async () => (await import('../backoffice/products/AdminProductsPage.tsx')).AdminProductsPage,
          loader: preload(({ url }) => [shelfQuery(shelfLooks.in(url.searchParams)), shelvedCategoriesQuery]),
        }),
        page({
          path: 'products/new',
          access: 'admin',
          module: 'src/backoffice/products/AdminNewProductPage.tsx',
          load: async () =>
            (await import('../backoffice/products/AdminNewProductPage.tsx')).AdminNewProductPage,
          loader: preload(() => [shelvedCategoriesQuery]),
        }),
        page({
          path: 'products/:productId',
          access: 'admin',
          module: 'src/backoffice/products/AdminProductPage.tsx',
          load: async () => (await import('../backoffice/products/AdminProductPage.tsx')).AdminProductPage,
          loader: loadShelved,
          ErrorBoundary: AdminProductErrorPage,
        }),
        page({
          path: 'categories',
          access: 'admin',
          module: 'src/backoffice/products/AdminCategoriesPage.tsx',
          load: async () =>
            (await import('../backoffice/products/AdminCategoriesPage.tsx')).AdminCategoriesPage,
          loader: preload(() => [shelvedCategoriesQuery]),
        }),
        page({
          path: 'products/import',
          access: 'admin',
          module: 'src/backoffice/products/AdminImportPage.tsx',
          load: async () => (await import('../backoffice/products/AdminImportPage.tsx')).AdminImportPage,
        }),
        page({
          path: 'products/bulk/:bulkId',
          access: 'admin',
          module: 'src/backoffice/products/AdminBulkPage.tsx',
          load: async () => (await import('../backoffice/products/AdminBulkPage.tsx')).AdminBulkPage,
          loader: preload(({ params }) => [bulkQuery(params['bulkId'] ?? '')]),
        }),
        page({
          path: 'users',
          access: 'admin',
          module: 'src/backoffice/customers/AdminUsersPage.tsx',
          load: async () => (await import('../backoffice/customers/AdminUsersPage.tsx')).AdminUsersPage,
          loader: preload(({ url }) => [membersQuery(memberLooks.in(url.searchParams))]),
        }),
        page({
          path: 'users/:userId',
          access: 'admin',
          module: 'src/backoffice/customers/AdminUserPage.tsx',
          load: async () => (await import('../backoffice/customers/AdminUserPage.tsx')).AdminUserPage,
          loader: preload(({ url, params: { userId = '' } }) =>
            memberQueries(userId, pastOf(userId).in(url.searchParams)),
          ),
        }),
        page({
          path: 'devices',
          access: 'admin',
          module: 'src/app/pages/AdminDevicesPage.tsx',
          load: async () => (await import('./pages/AdminDevicesPage.tsx')).AdminDevicesPage,
          loader: preload(() => [allToysQuery, activeSessionsQuery]),
        }),
        page({
          path: 'provider',
          access: 'admin',
          module: 'src/live/toys/AdminProviderPage.tsx',
          load: async () => (await import('../live/toys/AdminProviderPage.tsx')).AdminProviderPage,
          loader: preload(() => [providerConnectionQuery, providerStateQuery]),
        }),
        page({
          path: 'settings',
          access: 'admin',
          module: 'src/money/settings/AdminSettingsPage.tsx',
          load: async () => (await import('../money/settings/AdminSettingsPage.tsx')).AdminSettingsPage,
          loader: preload(() => [settingsQuery]),
        }),
        page({
          path: 'shipping',
          access: 'admin',
          module: 'src/shop/shipping/AdminShippingPage.tsx',
          load: async () => (await import('../shop/shipping/AdminShippingPage.tsx')).AdminShippingPage,
          loader: preload(() => [shippingZonesQuery, shippingRatesQuery]),
        }),
        page({
          path: 'jobs',
          access: 'admin',
          module: 'src/backoffice/jobs/AdminJobsPage.tsx',
          load: async () => (await import('../backoffice/jobs/AdminJobsPage.tsx')).AdminJobsPage,
          loader: preload(({ url }) => [jobsQuery(jobLooks.in(url.searchParams))]),
        }),
        page({
          path: 'books',
          access: 'admin',
          module: 'src/backoffice/reconciliation/AdminBooksPage.tsx',
          load: async () => (await import('../backoffice/reconciliation/AdminBooksPage.tsx')).AdminBooksPage,
          loader: preload(() => [booksQuery]),
        }),
        page({
          path: 'gifts',
          access: 'admin',
          module: 'src/live/gifts/AdminGiftsPage.tsx',
          load: async () => (await import('../live/gifts/AdminGiftsPage.tsx')).AdminGiftsPage,
          loader: preload(
            () => [allGiftsQuery],
            ({ url }) => [giftPurchasesQuery(giftPurchaseListAddress.in(url.searchParams))],
          ),
        }),
        page({
          path: 'reviews',
          access: 'admin',
          module: 'src/shop/reviews/AdminReviewsPage.tsx',
          load: async () => (await import('../shop/reviews/AdminReviewsPage.tsx')).AdminReviewsPage,
          loader: preload(({ url }) => [reviewModerationQuery(reviewListUrl.in(url.searchParams))]),
        }),
        page({
          path: 'audit',
          access: 'admin',
          module: 'src/app/pages/AdminAuditPage.tsx',
          load: async () => (await import('./pages/AdminAuditPage.tsx')).AdminAuditPage,
          loader: preload(({ url }) => [auditQuery(auditListUrl.in(url.searchParams))]),
        }),
      ],
    },
  ],
}
