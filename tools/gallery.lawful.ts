import type { Page } from '@playwright/test'
import type { Screen } from './gallery.screen.ts'

const TOY = '/shop/nova-duo'

/** Below the bar that stays. */
const showSafety = async (page: Page) => {
  const heading = page.getByRole('heading', { name: 'Veiligheid en fabrikant' })
  await heading.evaluate(element => window.scrollTo(0, element.getBoundingClientRect().top + scrollY - 90))
}

/** Recalls a product of the demo that was bought; the shop keeps one a key. */
const recall = async (page: Page) => {
  const products = (await (await page.request.get('/api/products')).json()) as { id: string; slug: string }[]
  const notice = {
    productId: products.find(({ slug }) => slug.startsWith('massageolie'))?.id,
    startsOn: '2020-01-01',
    endsOn: '2026-12-31',
    hazard: 'Het glas kan barsten, met kans op snijwonden.',
    action: 'Gebruik de olie niet meer. Antwoord op onze mail: we halen haar op.',
    identification: 'Partij 2026-08, onder op de fles',
    remedies: ['REPLACEMENT', 'REFUND'],
  }
  await page.request.post('/api/admin/recalls', { headers: { 'idempotency-key': 'gallery' }, data: notice })
  await page.reload()
}

const desk = { group: 'Back office', as: 'admin', device: 'desktop', scheme: 'light' } as const

/** The screens that the law requires, and the back office of it. */
export const lawfulShopScreens: readonly Screen[] = [
  {
    group: 'Shop',
    name: 'safety',
    title: 'Who makes a product, and what to watch out for',
    device: 'phone',
    scheme: 'light',
    as: 'klant',
    path: TOY,
    prepare: showSafety,
  },
  {
    group: 'Shop',
    name: 'recall',
    title: 'A recall',
    device: 'phone',
    scheme: 'light',
    as: 'admin',
    path: '/terugroepacties',
    prepare: recall,
  },
  {
    group: 'Shop',
    name: 'complaints',
    title: 'Complaints and disputes',
    device: 'phone',
    scheme: 'light',
    path: '/klachten',
  },
  {
    group: 'Shop',
    name: 'complaints',
    title: 'Complaints and disputes',
    device: 'desktop',
    scheme: 'light',
    path: '/klachten',
  },
]

export const lawfulAdminScreens: readonly Screen[] = [
  { ...desk, name: 'recalls', title: 'Recalls', path: '/admin/recalls', prepare: recall },
  { ...desk, name: 'reported', title: 'What was reported', path: '/admin/content-reports' },
  { ...desk, name: 'reports', title: 'Reports for the accountant', path: '/admin/reports' },
  { ...desk, name: 'vat', title: 'VAT', path: '/admin/vat' },
]
