import type { Page } from '@playwright/test'
import { checkScreens, type Screen } from '../support/checkedScreens.ts'
import { clearLoginCookies } from '../support/e2e.ts'
import {
  applyCode,
  askForRecipient,
  cartOfDownload,
  cartOfGiftCard,
  chooseMinutes,
  choosePoint,
  enterBusiness,
  filledCart,
  giveAddress,
  openGiftCard,
  order,
  orderNothing,
  payByGiftCard,
  tryVatNumber,
} from '../support/orderingSteps.ts'
import {
  endSession,
  leaveSession,
  listOfToys,
  makeStopLink,
  raiseLevel,
  seeAllPatterns,
  startSession,
  studio,
  tryAddress,
} from '../support/playingSteps.ts'
import { placePaidOrder, placeTestOrder } from '../support/e2eOrders.ts'
import {
  dialog,
  downloadProduct,
  parcelProduct,
  signUpCustomer,
  type StockedProduct,
} from '../support/e2eCustomer.ts'
import { mailedToken } from '../support/devMails.ts'
import { phoneOnly, expect, test } from '../support/screen.ts'

/** Their forms and texts are tested in `tests/screens`. */
const screensOfShop: Screen[] = [
  { path: '/', states: [/^Bereken verzendkosten/, weigh(1500), weigh(0)] },
  { path: '/cadeaubon#DEMO-BON2-5EVR-0005' },
  { path: '/gifts', states: [/^Geven.*: Een geurkaars$/] },
  { path: '/herroepen', states: [press('Verder'), announceWithdrawal, press('Herroeping bevestigen')] },
  { path: '/messages' },
  { path: '/order-confirmation/0197a000-0000-7000-8000-000000000000' },
  { path: '/orders' },
  { path: '/privacy-policy' },
  { path: '/shop?q=slipdress', states: [openFilters] },
  { path: '/shop?q=slipdress&option=kleur%3Awijnrood' },
  { path: '/shop?option=maat%3AXXL' },
  { path: '/shop?category=bestaat-niet' },
  { path: '/shop?q=xqzw' },
  { path: '/shop/bestaat-niet' },
  { path: '/shop/cadeaubon' },
  { path: '/shop/slipdress-aurore' },
  { path: '/shop/slipdress-aurore-l-roze' },
  { path: '/shop/zachte-gel-op-waterbasis', states: [press('Schrijf een beoordeling')] },
  { path: '/shop/geurkaars-gloed' },
  { path: '/terms-of-service' },
  { path: '/wettelijke-garantie' },
  { path: '/wishlist' },
  { path: filledWishlist },
  { path: unpaidOrder },
  { path: ordersWithUnpaid },
  { path: orderThatCanBeCancelled, states: [/^Annuleren/] },
  { path: orderOnItsWay },
  { path: paidDownload },
  { path: returnFromPayment },
  { path: filledCart, states: [/^Winkelwagen, 1/, applyCode, press(`Verwijder ${parcelProduct.name}`)] },
  {
    path: filledCart,
    states: [
      order,
      press('Adres opslaan en verder'),
      giveAddress,
      press('Verder'),
      tryVatNumber,
      enterBusiness,
    ],
  },
  { path: cartOfDownload, states: [order, press('Verder'), openGiftCard, payByGiftCard] },
  { path: filledCart, states: [order, giveAddress, choosePoint] },
  { path: cartOfGiftCard, states: [order, askForRecipient] },
  {
    path: listOfToys,
    states: [startSession, raiseLevel, press('wave'), seeAllPatterns, leaveSession, endSession],
  },
  { path: productOnSale },
  { path: '/shop', states: [tellNotice, endNotice] },
]

const screensOfAccount: Screen[] = [
  { path: '/dashboard', states: [/^Saldo: /, orderNothing, chooseMinutes, tryVatNumber, enterBusiness] },
  { path: '/dashboard', states: [/^Cookie-instellingen$/, press('Sluiten'), /^Discretie$/] },
  { path: '/notifications' },
  { path: '/profile?tab=addresses', states: [/^Adres toevoegen$/, press('Opslaan')] },
  { path: linkOfStranger, states: [askPassword, /^Ik heb dit account niet gemaakt/] },
  { path: '/profile', states: [press('Bewerken'), saveWrongProfile] },
  { path: '/profile?tab=orders' },
  { path: '/profile?tab=wishlist' },
  { path: '/profile?tab=settings', states: [/^Account sluiten$/, tryToClose] },
  { path: '/profile?tab=privacy' },
  { path: '/contact', states: [press('Versturen')] },
  { path: '/melden', states: [press('Versturen')] },
  { path: '/security', states: [/^Instellen$/, givePassword] },
  { path: '/sessions' },
  { path: studio, states: [/^Toy verbinden$/, press('Sluiten'), /^Via Intiface$/, tryAddress] },
  { path: studio, states: [/^Stoplink maken$/, press('Maken'), makeStopLink] },
  { path: async page => `${await studio(page)}/blokkeren` },
  { path: '/tegoed' },
  { path: '/terugroepacties' },
  { path: linkOfMember, states: [confirmAddress] },
  { path: asVisitor('/auth?next=%2Forders'), states: [tryToRegister] },
  { path: asVisitor('/bestelling') },
  { path: asVisitor('/forgot-password'), states: [press('Stuur de link'), askForLink] },
  { path: asVisitor('/reset-password?token=bestaat-niet'), states: [press('Wachtwoord opslaan')] },
  { path: asVisitor('/verify-email') },
  { path: unknownPath },
]

const signIn = (page: Page, name: string) =>
  page.request.post('/api/login', { data: { email: `${name}@gloed.test`, password: 'gloed-demo-2026' } })

/** Presses a button that opens no dialog. */
function press(name: string) {
  return (page: Page) => page.getByRole('button', { name, exact: true }).last().click()
}

function weigh(grams: number) {
  return async (page: Page) => {
    await page.getByLabel('Gewicht in gram').fill(String(grams))
    const result = page.getByRole('radio').first()
    await expect(grams > 0 ? result : page.getByText('Voer een geldig gewicht in (grammen)')).toBeVisible()
  }
}

/** On a desktop they are beside the products. */
async function openFilters(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Filters' })
  if (await button.isVisible()) await button.click()
  await page.getByRole('group', { name: 'Maat' }).getByRole('checkbox', { name: /^M/ }).check()
}

async function announceWithdrawal(page: Page): Promise<void> {
  await page.getByLabel('Naam').fill('Robin Maas')
  await page.getByLabel('E-mailadres').fill('robin@gloed.test')
  await page.getByLabel('Bestelnummer').fill('2026-000042')
  await page.getByRole('button', { name: 'Verder' }).click()
  await expect(page.getByText('De hele bestelling')).toBeVisible()
}

async function paidDownload(page: Page): Promise<string> {
  const products = (await (await page.request.get('/api/products')).json()) as StockedProduct[]
  const productId = products.find(({ name }) => name === downloadProduct.name)?.id
  const { orderId } = await placePaidOrder(page, 'schermen', { items: [{ productId, quantity: 1 }] })
  return `/order-confirmation/${orderId}`
}

async function returnFromPayment(page: Page): Promise<string> {
  return `/?payment=success&orderId=${(await placePaidOrder(page, 'schermen')).orderId}`
}

async function saveWrongProfile(page: Page): Promise<void> {
  await page.getByLabel('Weergavenaam').fill('R')
  await page.getByLabel('Telefoonnummer').fill('geen')
  await page.getByRole('button', { name: 'Opslaan' }).click()
  await expect(page.getByText('Gebruik minstens 2 tekens.')).toBeVisible()
}

/** With a link to the carrier. */
async function orderOnItsWay(page: Page): Promise<string> {
  await signIn(page, 'klant')
  await page.goto('/orders')
  await page
    .getByRole('link', { name: /^Bekijken van bestelling/ })
    .first()
    .click()
  await expect(page.getByRole('link', { name: /Waar is mijn pakket/ })).toBeVisible()
  return new URL(page.url()).pathname
}

async function tryToClose(page: Page): Promise<void> {
  const closing = dialog(page, 'Je account sluiten')
  await closing.getByLabel('Wachtwoord', { exact: true }).fill('niet-dit-wachtwoord')
  await closing.getByRole('button', { name: 'Account sluiten' }).click()
  await expect(closing.getByText('Dit wachtwoord klopt niet.')).toBeVisible()
}

async function givePassword(page: Page): Promise<void> {
  await page.getByLabel('Je wachtwoord').fill('een lang wachtwoord')
  await page.getByRole('button', { name: 'Verder' }).click()
  await expect(page.getByRole('img', { name: 'QR-code voor je app' })).toBeVisible()
}

async function tryToRegister(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Registreren' }).click()
  await page.getByRole('button', { name: 'Account maken' }).click()
  await expect(page.getByText('Bevestig dat je 18 jaar of ouder bent.')).toBeVisible()
}

async function filledWishlist(page: Page): Promise<string> {
  const products = (await (await page.request.get('/api/products')).json()) as { id: string }[]
  for (const { id } of products.slice(0, 2))
    await page.request.post('/api/wishlist', { data: { productId: id } })
  return '/wishlist'
}

async function unpaidOrder(page: Page): Promise<string> {
  return `/order-confirmation/${(await placeTestOrder(page, 'schermen')).orderId}`
}

async function ordersWithUnpaid(page: Page): Promise<string> {
  await placeTestOrder(page, 'schermen')
  return '/orders'
}

async function orderThatCanBeCancelled(page: Page): Promise<string> {
  return `/order-confirmation/${(await placePaidOrder(page, 'schermen')).orderId}`
}

async function productOnSale(page: Page): Promise<string> {
  await signIn(page, 'admin')
  const [category] = (await (await page.request.get('/api/categories')).json()) as [{ id: string }]
  const sku = crypto.randomUUID()
  const product = {
    name: `Schermkaars ${sku.slice(0, 8)}`,
    sku,
    price: 1000,
    stock: 4,
    categoryId: category.id,
  }
  const made = await page.request.post('/api/admin/products', { data: product })
  const { id, slug } = (await made.json()) as { id: string; slug: string }
  await page.goto(`/admin/products/${id}`)
  await page.getByLabel('Actieprijs in euro').fill('1')
  await page.getByLabel('Tot', { exact: true }).fill('2099-01-01T00:00')
  await page.getByRole('button', { name: 'Actie instellen' }).click()
  await expect(page.getByText('Loopt', { exact: true })).toBeVisible()
  return `/shop/${slug}`
}

interface Stored {
  version: number
  settings: object
}

/** Shows a notice of the shop to everyone, or none. */
async function setNotice(page: Page, hasNotice: boolean): Promise<void> {
  const admin = await page.context().browser()?.newContext()
  if (!admin) throw new Error('the page has no browser')
  const { origin } = new URL(page.url())
  await admin.request.post(`${origin}/api/login`, {
    data: { email: 'admin@gloed.test', password: 'gloed-demo-2026' },
  })
  const path = `${origin}/api/admin/settings`
  const { version, settings } = (await (await admin.request.get(path)).json()) as Stored
  const notice = { text: 'We versturen weer op 4 januari.', from: '2020-01-01', until: '2099-12-31' }
  const data = { ...settings, holidayNotice: hasNotice ? notice : null, version }
  expect((await admin.request.put(path, { data })).status()).toBe(200)
  await admin.close()
  await page.reload()
}

async function tellNotice(page: Page): Promise<void> {
  await setNotice(page, true)
  await expect(page.getByRole('complementary', { name: 'Bericht van de winkel' })).toBeVisible()
}

async function endNotice(page: Page): Promise<void> {
  await setNotice(page, false)
}

/** The link in the welcome mail of a new member. */
async function linkOfMember(page: Page): Promise<string> {
  const { email } = await signUpCustomer(page, 'schermen')
  const { origin } = new URL(page.url())
  await expect.poll(() => mailedToken(origin, email, '/verify-email')).not.toBeNull()
  return `/verify-email#token=${await mailedToken(origin, email, '/verify-email')}`
}

async function confirmAddress(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'E-mailadres bevestigen' }).click()
  await expect(page.getByRole('heading', { name: 'Je e-mailadres is bevestigd' })).toBeVisible()
}

/** The same in a browser without that account. */
async function linkOfStranger(page: Page): Promise<string> {
  const path = await linkOfMember(page)
  await clearLoginCookies(page.context())
  return path
}

async function askPassword(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'E-mailadres bevestigen' }).click()
  await expect(page.getByRole('heading', { name: 'Is dit jouw account?' })).toBeVisible()
}

function asVisitor(path: string) {
  return async (page: Page) => {
    await clearLoginCookies(page.context())
    return path
  }
}

async function askForLink(page: Page): Promise<void> {
  await page.getByLabel('E-mailadres').fill('klant@gloed.test')
  await page.getByRole('button', { name: 'Stuur de link' }).click()
  await expect(page.getByRole('heading', { name: 'Kijk in je mailbox' })).toBeVisible()
}

async function unknownPath(page: Page): Promise<string> {
  expect((await page.request.get('/bestaat/niet')).status()).toBe(404)
  // The back office is not unknown, but closed to members.
  expect((await page.request.get('/admin')).status()).toBe(403)
  return '/bestaat/niet'
}

test.describe.configure({ mode: 'parallel' })

const signInMember = (page: Page) => signUpCustomer(page, 'schermen')

test(
  'the screens of the shop and its orders are accessible and no wider than the device',
  phoneOnly,
  ({ page }) => checkScreens(page, screensOfShop, signInMember),
)

test('the screens of an account are accessible and no wider than the device', phoneOnly, ({ page }) =>
  checkScreens(page, screensOfAccount, signInMember),
)
