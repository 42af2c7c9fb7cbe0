import type { RouteObject } from 'react-router'
import { auditLooks, auditQuery } from '../audit/hooks.ts'
import { choresQuery, figuresQuery } from '../figures/hooks.ts'
import { booksQuery } from '../books/hooks.ts'
import { settingsQuery } from '../settings/hooks.ts'
import { jobLooks, jobsQuery } from '../queues/hooks.ts'
import { ratesQuery, zonesQuery } from '../shipping/zone.hooks.ts'
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
