import type { RouteObject } from 'react-router'
import { AdminProductErrorPage } from '../assortment/AdminProductErrorPage.tsx'
import { loadShelved, shelfLooks, shelfQuery, shelvedCategoriesQuery } from '../assortment/hooks.ts'
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
