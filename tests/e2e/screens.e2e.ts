import type { Page } from '@playwright/test'
import { checkScreens, type Screen } from '../support/checkedScreens.ts'
import {
  answerMessage,
  chooseDecision,
  contentReport,
  conversation,
  decide,
  decidedReport,
  linkedConversation,
  productThatWarns,
  publishNothing,
  recallOfBuyer,
  recalls,
  safetyOfProduct,
  showBuyers,
} from '../support/correspondence.ts'
import { answerAsOldLogin } from '../support/e2eConfirmation.ts'
import { placePaidOrder, signInAsAdmin } from '../support/e2eOrders.ts'
import { parcelProduct, productWithVariants, signUpCustomer } from '../support/e2eCustomer.ts'
import { desktopOnly, expect, test } from '../support/screen.ts'

/** The tests of their behaviour are in `tests/screens`. */
const screensOfGoods: Screen[] = [
  { path: '/admin/categories', states: [/^Nieuwe categorie$/] },
  { path: '/admin/content' },
  { path: '/admin/content/faq' },
  { path: '/admin/content/home' },
  { path: '/admin/content/mail.order-paid' },
  { path: '/admin/devices', states: [/^QR-code maken$/] },
  { path: '/admin/gifts', states: [/^Wens toevoegen$/] },
  { path: '/admin/products?sort=stock-low', states: [editInBulk, previewBulkEdit] },
  { path: '/admin/products/import' },
  { path: '/admin/products/new' },
  { path: '/admin/promotions', states: [/^Nieuwe actie$/] },
  { path: '/admin/reviews' },
  { path: '/admin/settings' },
  { path: '/admin/shipping', states: [/^Wijzig Pakket tot 10 kg$/] },
  { path: productPage, states: [changeTwice] },
  { path: pageOfVariants, states: [takeSku] },
  { path: digitalProduct, states: [chooseCodes] },
  { path: safetyOfProduct, states: [/^Nieuwe/] },
  { path: productThatWarns, states: [/^Vergroot: De achterkant/] },
  { path: '/admin/recalls', states: [/^Product terugroepen$/, publishNothing] },
  { path: recalls, states: [showBuyers] },
  { path: recallOfBuyer },
]

const screensOfSales: Screen[] = [
  { path: '/admin', states: [/^Zoek en ga naar/, searchPalette] },
  { path: '/admin/audit' },
  { path: '/admin/audit?action=TOY_SWITCHED' },
  { path: '/admin/books' },
  { path: '/admin/compliance' },
  { path: '/admin/creators' },
  { path: '/admin/content-reports' },
  { path: contentReport, states: [chooseDecision, decide] },
  { path: decidedReport },
  { path: '/admin/gift-cards' },
  { path: giftCard },
  { path: '/admin/jobs' },
  { path: '/admin/mails' },
  { path: '/admin/messages' },
  { path: conversation, states: [answerMessage] },
  { path: linkedConversation },
  { path: '/admin/notifications' },
  { path: '/admin/orders' },
  { path: '/admin/orders?status=SHIPPED', states: [/^Bewaar dit filter$/] },
  { path: '/admin/provider' },
  { path: '/admin/refunds' },
  { path: '/admin/reports' },
  { path: '/admin/reports?report=vat' },
  { path: '/admin/reports?report=payments' },
  { path: '/admin/users' },
  { path: customerPage, states: [/^Account verwijderen$/] },
  { path: customerPage, states: [confirmLogin] },
  { path: customerWhoOwes, states: [/^Afhandelen$/] },
  { path: '/admin/vat', states: [/^Tarieven van Cyprus wijzigen$/] },
  { path: '/admin/visitors', states: [/^Toon alle: Pagina/] },
  { path: '/admin/withdrawals', states: [/^Behandelen/] },
  { path: orderWithChargedVat, states: [/^Btw corrigeren$/] },
  { path: paidOrder, states: [expectLargeTick, /^Terugbetalen$/] },
  { path: paidOrder, states: [/^Label maken$/] },
]

async function searchPalette(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox').fill('instel')
  await expect(page.getByRole('dialog').getByRole('option', { name: 'Instellingen' })).toBeVisible()
}

/** The first card of the demo. */
async function giftCard(page: Page): Promise<string> {
  await page.goto('/admin/gift-cards?q=0005')
  const link = page.getByRole('link', { name: '…0005' })
  await expect(link).toBeVisible()
  return (await link.getAttribute('href')) ?? ''
}

async function customerPage(page: Page): Promise<string> {
  await signUpCustomer(page, 'schermen')
  const { id } = (await (await page.request.get('/api/user')).json()) as { id: string }
  await signInAsAdmin(page)
  return `/admin/users/${id}`
}

async function confirmLogin(page: Page): Promise<void> {
  await answerAsOldLogin(page, '**/api/admin/users/*/minutes', ['PASSWORD'])
  await page.getByRole('textbox', { name: 'Aantal minuten' }).fill('12')
  await page.getByRole('textbox', { name: 'Reden' }).fill('Storing van gisteren')
  await page.getByRole('button', { name: 'Minuten aanpassen' }).click()
  await expect(page.getByRole('dialog', { name: 'Bevestig dat jij het bent' })).toBeVisible()
}

/** The page of a customer who played with minutes that were charged back. */
async function customerWhoOwes(page: Page): Promise<string> {
  const { request } = page
  await signUpCustomer(page, 'teruggeboekt')
  const { id } = (await (await request.get('/api/user')).json()) as { id: string }
  const offer = { packageId: 'quick', minutes: 5, price: 1000 }
  const bought = await request.post('/api/purchase-minutes', { data: offer })
  const { paymentUrl } = (await bought.json()) as { paymentUrl: string }
  await request.post(paymentUrl, { form: { outcome: 'paid' }, maxRedirects: 0 })
  const [toy] = (await (await request.get('/api/toys')).json()).slice(-1)
  await request.post('/api/toy-control/start', { data: { toyDeviceId: toy.id } })
  const session = async () => (await (await request.get('/api/toy-control/session')).json()).status
  await expect.poll(session).toBe('ACTIVE')
  await request.post('/api/toy-control/stop')
  await request.post('/simulator/mollie/chargeback', { data: { id: paymentUrl.split('/').at(-1) } })
  await expect.poll(async () => (await (await request.get('/api/user')).json()).minutesBalance).toBe(0)
  await signInAsAdmin(page)
  return `/admin/users/${id}`
}

async function orderWithChargedVat(page: Page): Promise<string> {
  const vatNumber = 'NL004495445B08'
  const setVies = (isAway: boolean) => page.request.post('/simulator/vies/faults', { data: { isAway } })
  await setVies(true)
  const business = { name: 'Sintel bv', vatNumber }
  const { orderId } = await placePaidOrder(page, 'schermen', { business })
  await setVies(false)
  await page.request.post('/api/vat-number', { data: { vatNumber } })
  await signInAsAdmin(page)
  return `/admin/orders/${orderId}`
}

async function paidOrder(page: Page): Promise<string> {
  const { orderId } = await placePaidOrder(page, 'schermen')
  await signInAsAdmin(page)
  return `/admin/orders/${orderId}`
}

/** For a thumb, with a parcel in the other hand. */
async function expectLargeTick(page: Page): Promise<void> {
  const box = page.getByRole('checkbox', { name: `${parcelProduct.name} Gepickt` })
  expect((await page.locator('label', { has: box }).boundingBox())?.height).toBeGreaterThanOrEqual(64)
  await box.click()
  await expect(page.getByText('1 van 1 gepickt')).toBeVisible()
}

async function editInBulk(page: Page): Promise<void> {
  await page
    .getByRole('checkbox', { name: /^Kies / })
    .nth(1)
    .check()
  await page.getByRole('button', { name: 'Bewerken', exact: true }).click()
  await page.getByLabel('Percentage').fill('-15')
}

async function previewBulkEdit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Bekijk vooraf' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Prijs -15%')
}

async function makeProduct(page: Page, changes: object = {}): Promise<string> {
  await signInAsAdmin(page)
  const [category] = (await (await page.request.get('/api/categories')).json()) as [{ id: string }]
  const sku = crypto.randomUUID()
  const product = {
    name: 'Schermkaars',
    sku,
    price: 1000,
    stock: 4,
    categoryId: category.id,
    isActive: false,
  }
  const made = await page.request.post('/api/admin/products', { data: { ...product, ...changes } })
  return ((await made.json()) as { id: string }).id
}

async function productPage(page: Page): Promise<string> {
  return `/admin/products/${await makeProduct(page)}`
}

/** By this admin and another. */
async function changeTwice(page: Page): Promise<void> {
  await page.getByLabel('Prijs in euro', { exact: true }).fill('11')
  await page.request.put(`/api${new URL(page.url()).pathname}`, { data: { price: 900, weight: 300 } })
  await page.getByRole('button', { name: 'Opslaan', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Iemand anders was je voor' })).toBeVisible()
}

async function pageOfVariants(page: Page): Promise<string> {
  await signInAsAdmin(page)
  const query = encodeURIComponent(productWithVariants.name)
  const answer = await page.request.get(`/api/admin/products?page=1&q=${query}`)
  const { items } = (await answer.json()) as { items: [{ id: string }] }
  return `/admin/products/${items[0].id}`
}

async function takeSku(page: Page): Promise<void> {
  const card = page.getByRole('region', { name: 'Varianten' })
  const sku = card.getByLabel(/^SKU: /).first()
  await sku.fill('GL-001')
  await card.getByRole('button', { name: 'Varianten opslaan' }).click()
  await expect(sku).toHaveAccessibleDescription(/de SKU GL-001 is al van /)
}

async function digitalProduct(page: Page): Promise<string> {
  const id = await makeProduct(page, { showShippingOptions: false, shippingCost: 0 })
  return `/admin/products/${id}`
}

async function chooseCodes(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Codes', exact: true }).click()
}

test.describe.configure({ mode: 'parallel' })

test('the screens of goods and texts are accessible and no wider than the device', desktopOnly, ({ page }) =>
  checkScreens(page, screensOfGoods, signInAsAdmin),
)

test('the screens of sales and people are accessible and no wider than the device', desktopOnly, ({ page }) =>
  checkScreens(page, screensOfSales, signInAsAdmin),
)
