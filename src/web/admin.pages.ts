import type { RouteObject } from 'react-router'
import { auditLooks, auditQuery } from '../audit/hooks.ts'
import { choresQuery, figuresQuery } from '../figures/hooks.ts'
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
