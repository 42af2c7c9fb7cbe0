import { readConfig } from '../../src/platform/config.ts'
import { buildShopInfo } from '../../src/money/settings/rules.ts'
import type { ShopInfo, ApiTransport, PageRequest } from '../../src/wire/ssr.ts'
import { roles } from '../../src/wire/roles.ts'
import type { Boot } from '../../src/ui/page/boot.ts'
import { homeContent } from '../../src/people/content/home.rules.ts'
import { privacyContent } from '../../src/people/legal/privacy.rules.ts'
import { termsContent } from '../../src/people/legal/terms.rules.ts'
import { render } from '../../src/app/render.tsx'

export const user = {
  id: 'u-1',
  email: 'klant@gloed.test',
  role: 'USER',
  displayName: '</script><script>alert(1)</script>',
  minutesBalance: 20,
  policyVersion: '1.0',
  avatarUrl: null,
  createdAt: '2026-01-05T12:00:00Z',
}
export const order = {
  id: 'o-1',
  number: '2026-000042',
  status: 'PAID',
  total: 5990,
  createdAt: '2026-11-20T12:00:00Z',
}

export const nothing = {
  items: [],
  total: 0,
  page: 1,
  pageSize: 9,
  facets: { categories: [], price: { min: 0, max: 0 } },
}

export const rose = {
  id: 'p-1',
  sku: 'GL-001',
  slug: 'roos',
  name: 'Roos </script><script>alert(1)</script>',
  description: 'Zacht.',
  price: 2995,
  shippingCost: 439,
  imageUrl: '/media/roos/800.webp',
  images: ['/media/roos/800.webp'],
  categoryId: 'c-1',
  stock: 3,
  rating: 4.5,
  reviewCount: 0,
}

const legal = (body: object) => ({ label: '1.0', publishedAt: null, body, isCurrent: true, versions: [] })

/** Answers like the API, for the viewer of the page request. */
const answers: Record<string, unknown> = {
  '/api/user': user,
  '/api/cart': [{ id: 'l-1', productId: 'p-1', quantity: 3, product: { name: 'Roos', price: 2995 } }],
  '/api/products/search': nothing,
  '/api/products/search?pageSize=4': nothing,
  '/api/categories': [],
  '/api/content/home': homeContent.defaults,
  '/api/legal/terms': legal(termsContent.defaults),
  '/api/legal/privacy': legal(privacyContent.defaults),
  '/api/products/roos': rose,
  '/api/products/p-1': rose,
  '/api/products/p-1/reviews': [],
  '/api/orders': [order],
  '/api/sessions': [],
  '/api/orders/o-1': order,
  '/api/profile': { ...user, profileVisibility: 'PRIVATE', preferredCategories: [] },
  '/api/wishlist': [],
}
export const api: ApiTransport = path =>
  Promise.resolve(
    path in answers
      ? Response.json(answers[path])
      : Response.json({ code: 'NOT_FOUND', message: 'Niet gevonden.' }, { status: 404 }),
  )

export const shopFacts: ShopInfo = {
  ...buildShopInfo(readConfig({}).settings, '1.0', new Date()),
  origin: 'https://gloed.example',
  retentionYears: 10,
  demoAccounts: roles.map(role => ({ email: `${role}@gloed.test`, password: 'x', role })),
}

export const visit = (url: string, changes: Partial<PageRequest> = {}) =>
  render({
    url,
    cookies: undefined,
    nonce: 'abc123',
    viewer: { role: 'USER' },
    isSearchEngine: false,
    shop: shopFacts,
    assets: {
      scripts: ['/assets/main.js'],
      styles: ['/assets/main.css'],
      modules: { 'src/app/pages/HomePage.tsx': ['/assets/home.js'] },
    },
    transport: api,
    ...changes,
  })

export async function page(url: string, changes?: Partial<PageRequest>) {
  const rendered = await visit(url, changes)
  if (!('html' in rendered)) throw new Error(`${url} went to ${rendered.location}`)
  return { ...rendered, html: rendered.html.toString() }
}

export const bootIn = (html: string) =>
  JSON.parse(/window\.__BOOT__=(.*?);\{const start=/s.exec(html)?.[1] ?? 'null') as Boot

export const publicShop: ShopInfo = { ...shopFacts, storefrontAccess: 'public' }
export const adult = { viewer: null, cookies: 'gloed_age=stated', shop: publicShop }
