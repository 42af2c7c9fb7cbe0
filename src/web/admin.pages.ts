import type { RouteObject } from 'react-router'
import { AdminProductErrorPage } from '../assortment/AdminProductErrorPage.tsx'
import { loadShelved, shelfLooks, shelfQuery, shelvedCategoriesQuery } from '../assortment/hooks.ts'
import { bulkQuery } from '../assortment/bulk.hooks.ts'
import { auditLooks, auditQuery } from '../audit/hooks.ts'
import { mailLooks, mailsQuery } from '../correspondence/hooks.ts'
import { choresQuery, figuresQuery } from '../figures/hooks.ts'
import { AdminOrderErrorPage } from '../fulfilment/AdminOrderErrorPage.tsx'
import { adminOrderQuery, allOrdersQuery, orderLooks } from '../fulfilment/hooks.ts'
import { openRefundsQuery } from '../payments/admin.hooks.ts'
import { withdrawalLooks, withdrawalsQuery } from '../withdrawals/admin.hooks.ts'
import { activeSessionsQuery, allToysQuery } from '../live/admin.hooks.ts'
import { memberLooks, memberQueries, membersQuery, pastOf } from '../members/hooks.ts'
import { connectionQuery, providerQuery } from '../toys/provider.hooks.ts'
import { booksQuery } from '../books/hooks.ts'
import { settingsQuery } from '../settings/hooks.ts'
import { jobLooks, jobsQuery } from '../queues/hooks.ts'
import { ratesQuery, zonesQuery } from '../shipping/zone.hooks.ts'
import { allGiftsQuery, givingLooks, givingsQuery } from '../gifts/admin.hooks.ts'
import { moderationQuery, reviewLooks } from '../reviews/admin.hooks.ts'
import { analyticsQuery } from '../visits/hooks.ts'
import { preload } from './cache.ts'
import { page } from './page.ts'
import { ErrorPage } from './shell/ErrorPage.tsx'

/** The back office: a rail beside whichever of these is open. What fails of one leaves the rail where it is. */
export const adminPages: RouteObject = {
  path: 'admin',
  handle: { module: 'src/pages/AdminLayout.tsx' },
  lazy: { Component: async () => (await import('../pages/AdminLayout.tsx')).AdminLayout },
  children: [
    {
      ErrorBoundary: ErrorPage,
      children: [
        page({
          access: 'admin',
          module: 'src/pages/AdminPage.tsx',
          load: async () => (await import('../pages/AdminPage.tsx')).AdminPage,
          loader: preload(() => [figuresQuery, choresQuery]),
        }),
        page({
          path: 'visitors',
          access: 'admin',
          module: 'src/pages/AdminVisitorsPage.tsx',
          load: async () => (await import('../pages/AdminVisitorsPage.tsx')).AdminVisitorsPage,
          loader: preload(() => [analyticsQuery]),
        }),
        page({
          path: 'orders',
          access: 'admin',
          module: 'src/fulfilment/AdminOrdersPage.tsx',
          load: async () => (await import('../fulfilment/AdminOrdersPage.tsx')).AdminOrdersPage,
          loader: preload(({ url }) => [allOrdersQuery(orderLooks.in(url.searchParams))]),
        }),
        page({
          path: 'orders/:orderId',
          access: 'admin',
          module: 'src/fulfilment/AdminOrderPage.tsx',
          load: async () => (await import('../fulfilment/AdminOrderPage.tsx')).AdminOrderPage,
          loader: preload(({ params: { orderId = '' } }) => [adminOrderQuery(orderId)]),
          ErrorBoundary: AdminOrderErrorPage,
        }),
        page({
          path: 'withdrawals',
          access: 'admin',
          module: 'src/withdrawals/AdminWithdrawalsPage.tsx',
          load: async () => (await import('../withdrawals/AdminWithdrawalsPage.tsx')).AdminWithdrawalsPage,
          loader: preload(({ url }) => [withdrawalsQuery(withdrawalLooks.in(url.searchParams))]),
        }),
        page({
          path: 'refunds',
          access: 'admin',
          module: 'src/payments/AdminRefundsPage.tsx',
          load: async () => (await import('../payments/AdminRefundsPage.tsx')).AdminRefundsPage,
          loader: preload(() => [openRefundsQuery]),
        }),
        page({
          path: 'mails',
          access: 'admin',
          module: 'src/correspondence/AdminMailsPage.tsx',
          load: async () => (await import('../correspondence/AdminMailsPage.tsx')).AdminMailsPage,
          loader: preload(({ url }) => [mailsQuery(mailLooks.in(url.searchParams))]),
        }),
        page({
          path: 'products',
          access: 'admin',
          module: 'src/assortment/AdminProductsPage.tsx',
          load: async () => (await import('../assortment/AdminProductsPage.tsx')).AdminProductsPage,
          loader: preload(({ url }) => [shelfQuery(shelfLooks.in(url.searchParams)), shelvedCategoriesQuery]),
        }),
        page({
          path: 'products/new',
          access: 'admin',
          module: 'src/assortment/AdminNewProductPage.tsx',
          load: async () => (await import('../assortment/AdminNewProductPage.tsx')).AdminNewProductPage,
          loader: preload(() => [shelvedCategoriesQuery]),
        }),
        page({
          path: 'products/:productId',
          access: 'admin',
          module: 'src/assortment/AdminProductPage.tsx',
          load: async () => (await import('../assortment/AdminProductPage.tsx')).AdminProductPage,
          loader: loadShelved,
          ErrorBoundary: AdminProductErrorPage,
        }),
        page({
          path: 'categories',
          access: 'admin',
          module: 'src/assortment/AdminCategoriesPage.tsx',
          load: async () => (await import('../assortment/AdminCategoriesPage.tsx')).AdminCategoriesPage,
          loader: preload(() => [shelvedCategoriesQuery]),
        }),
        page({
          path: 'products/import',
          access: 'admin',
          module: 'src/assortment/AdminImportPage.tsx',
          load: async () => (await import('../assortment/AdminImportPage.tsx')).AdminImportPage,
        }),
        page({
          path: 'products/bulk/:bulkId',
          access: 'admin',
          module: 'src/assortment/AdminBulkPage.tsx',
          load: async () => (await import('../assortment/AdminBulkPage.tsx')).AdminBulkPage,
          loader: preload(({ params }) => [bulkQuery(params['bulkId'] ?? '')]),
        }),
        page({
          path: 'users',
          access: 'admin',
          module: 'src/members/AdminUsersPage.tsx',
          load: async () => (await import('../members/AdminUsersPage.tsx')).AdminUsersPage,
          loader: preload(({ url }) => [membersQuery(memberLooks.in(url.searchParams))]),
        }),
        page({
          path: 'users/:userId',
          access: 'admin',
          module: 'src/members/AdminUserPage.tsx',
          load: async () => (await import('../members/AdminUserPage.tsx')).AdminUserPage,
          loader: preload(({ url, params: { userId = '' } }) =>
            memberQueries(userId, pastOf(userId).in(url.searchParams)),
          ),
        }),
        page({
          path: 'devices',
          access: 'admin',
          module: 'src/pages/AdminDevicesPage.tsx',
          load: async () => (await import('../pages/AdminDevicesPage.tsx')).AdminDevicesPage,
          loader: preload(() => [allToysQuery, activeSessionsQuery]),
        }),
        page({
          path: 'provider',
          access: 'admin',
          module: 'src/toys/AdminProviderPage.tsx',
          load: async () => (await import('../toys/AdminProviderPage.tsx')).AdminProviderPage,
          loader: preload(() => [connectionQuery, providerQuery]),
        }),
        page({
          path: 'settings',
          access: 'admin',
          module: 'src/settings/AdminSettingsPage.tsx',
          load: async () => (await import('../settings/AdminSettingsPage.tsx')).AdminSettingsPage,
          loader: preload(() => [settingsQuery]),
        }),
        page({
          path: 'shipping',
          access: 'admin',
          module: 'src/shipping/AdminShippingPage.tsx',
          load: async () => (await import('../shipping/AdminShippingPage.tsx')).AdminShippingPage,
          loader: preload(() => [zonesQuery, ratesQuery]),
        }),
        page({
          path: 'jobs',
          access: 'admin',
          module: 'src/queues/AdminJobsPage.tsx',
          load: async () => (await import('../queues/AdminJobsPage.tsx')).AdminJobsPage,
          loader: preload(({ url }) => [jobsQuery(jobLooks.in(url.searchParams))]),
        }),
        page({
          path: 'books',
          access: 'admin',
          module: 'src/books/AdminBooksPage.tsx',
          load: async () => (await import('../books/AdminBooksPage.tsx')).AdminBooksPage,
          loader: preload(() => [booksQuery]),
        }),
        page({
          path: 'gifts',
          access: 'admin',
          module: 'src/gifts/AdminGiftsPage.tsx',
          load: async () => (await import('../gifts/AdminGiftsPage.tsx')).AdminGiftsPage,
          loader: preload(
            () => [allGiftsQuery],
            ({ url }) => [givingsQuery(givingLooks.in(url.searchParams))],
          ),
        }),
        page({
          path: 'reviews',
          access: 'admin',
          module: 'src/reviews/AdminReviewsPage.tsx',
          load: async () => (await import('../reviews/AdminReviewsPage.tsx')).AdminReviewsPage,
          loader: preload(({ url }) => [moderationQuery(reviewLooks.in(url.searchParams))]),
        }),
        page({
          path: 'audit',
          access: 'admin',
          module: 'src/pages/AdminAuditPage.tsx',
          load: async () => (await import('../pages/AdminAuditPage.tsx')).AdminAuditPage,
          loader: preload(({ url }) => [auditQuery(auditLooks.in(url.searchParams))]),
        }),
      ],
    },
  ],
}
