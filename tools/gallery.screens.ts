import type { Page } from '@playwright/test'
import type { Screen } from './gallery.screen.ts'
import { lawfulAdminScreens, lawfulShopScreens } from './gallery.lawful.ts'
import { sellingScreens } from './gallery.selling.ts'

const PRODUCT = '/shop?sort=rating'

/** Opens the first product of the list. */
const openProduct = async (page: Page) => {
  await page.getByRole('main').getByRole('article').first().getByRole('link').first().click()
  await page.waitForURL(/\/shop\/.+/)
}

const openCart = async (page: Page) => {
  const products = (await (await page.request.get('/api/products')).json()) as { id: string; stock: number }[]
  for (const { id } of products.filter(({ stock }) => stock > 5).slice(0, 2))
    await page.request.post('/api/cart', { data: { productId: id, quantity: 1 } })
  await page.reload()
  await page.getByRole('button', { name: /^Winkelwagen/ }).click()
  await page.getByRole('dialog').waitFor()
}

const startSession = async (page: Page) => {
  await page
    .getByRole('button', { name: /^Start met/ })
    .first()
    .click()
  const slider = page.getByRole('slider', { name: 'Intensiteit' })
  await slider.focus()
  await page.getByRole('timer', { name: 'Aftellen' }).waitFor({ state: 'hidden' })
  await page.keyboard.press('End')
}

const endSession = (page: Page) => page.request.post('/api/toy-control/stop')

/** A picture of a running session; the session ends with the page. */
const playing = async (page: Page) => {
  await endSession(page)
  await page.reload()
  await startSession(page)
  await page.getByRole('button', { name: 'Sluit melding' }).click()
  await page.getByText('Sterk, speelt nu').waitFor()
}

const openFirst = async (page: Page) => {
  await page.getByRole('table').getByRole('rowheader').first().getByRole('link').first().click()
  await page.waitForURL(/\/admin\/\w+\/.+/)
}

const openPalette = async (page: Page) => {
  await page.getByRole('button', { name: 'Zoek en ga naar' }).click()
  await page.getByRole('combobox', { name: /^Bestelling/ }).fill('klant')
  await page.getByRole('group', { name: 'Gebruikers' }).waitFor()
}

const shop = { group: 'Shop' } as const
const admin = { group: 'Back office', as: 'admin' } as const

export const screens: readonly Screen[] = [
  { ...shop, name: 'age', title: 'The 18+ question', device: 'phone', scheme: 'light', path: '/' },
  { ...shop, name: 'home', title: 'Home', device: 'desktop', scheme: 'light', as: 'klant', path: '/' },
  { ...shop, name: 'home', title: 'Home', device: 'phone', scheme: 'light', as: 'klant', path: '/' },
  {
    ...shop,
    name: 'shop',
    title: 'The shop',
    device: 'desktop',
    scheme: 'light',
    as: 'klant',
    path: '/shop',
  },
  { ...shop, name: 'shop', title: 'The shop', device: 'phone', scheme: 'dark', as: 'klant', path: '/shop' },
  {
    ...shop,
    name: 'product',
    title: 'A product',
    device: 'desktop',
    scheme: 'dark',
    as: 'klant',
    path: PRODUCT,
    prepare: openProduct,
  },
  {
    ...shop,
    name: 'product',
    title: 'A product',
    device: 'phone',
    scheme: 'light',
    as: 'klant',
    path: PRODUCT,
    prepare: openProduct,
  },
  {
    ...shop,
    name: 'cart',
    title: 'The cart',
    device: 'phone',
    scheme: 'light',
    as: 'klant',
    path: '/shop',
    prepare: openCart,
  },
  ...lawfulShopScreens,
  ...sellingScreens,
  {
    group: 'Live',
    name: 'live',
    title: 'A live session',
    device: 'phone',
    scheme: 'dark',
    as: 'klant',
    path: '/live',
    prepare: playing,
  },
  {
    group: 'Live',
    name: 'live',
    title: 'A live session',
    device: 'desktop',
    scheme: 'dark',
    as: 'klant',
    path: '/live',
    prepare: playing,
  },
  {
    group: 'Live',
    name: 'studio',
    title: 'The creator’s studio',
    device: 'phone',
    scheme: 'dark',
    as: 'model',
    path: '/studio',
  },
  {
    group: 'Live',
    name: 'studio',
    title: 'The creator’s studio',
    device: 'desktop',
    scheme: 'dark',
    as: 'model',
    path: '/studio',
  },
  {
    group: 'Account',
    name: 'dashboard',
    title: 'A customer’s dashboard',
    device: 'desktop',
    scheme: 'light',
    as: 'klant',
    path: '/dashboard',
  },
  {
    group: 'Account',
    name: 'settings',
    title: 'Settings, with discretion',
    device: 'phone',
    scheme: 'dark',
    as: 'klant',
    path: '/profile?tab=settings',
    prepare: page => page.getByRole('heading', { name: 'Discretie' }).scrollIntoViewIfNeeded(),
  },
  { ...admin, name: 'admin', title: 'The dashboard', device: 'desktop', scheme: 'light', path: '/admin' },
  {
    ...admin,
    name: 'visitors',
    title: 'Visitors',
    device: 'desktop',
    scheme: 'light',
    path: '/admin/visitors',
  },
  { ...admin, name: 'orders', title: 'Orders', device: 'desktop', scheme: 'light', path: '/admin/orders' },
  {
    ...admin,
    name: 'palette',
    title: 'The palette',
    device: 'desktop',
    scheme: 'dark',
    path: '/admin/orders',
    prepare: openPalette,
  },
  {
    ...admin,
    name: 'order',
    title: 'An order',
    device: 'phone',
    scheme: 'light',
    path: '/admin/orders?status=PAID',
    prepare: openFirst,
  },
  {
    ...admin,
    name: 'edit-product',
    title: 'Editing a product',
    device: 'desktop',
    scheme: 'light',
    path: '/admin/products',
    prepare: openFirst,
  },
  ...lawfulAdminScreens,
]
