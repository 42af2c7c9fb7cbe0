import type { Page } from '@playwright/test'
import { demoAccounts } from '../../src/app/demo/accounts.ts'
import { mailedGiftCard } from '../support/devMails.ts'
import {
  addByButton,
  cartButton,
  dialog,
  formatEuros,
  orderButton,
  parcelProduct,
  proceedToPayment,
  signUpCustomer,
  startOrdering,
} from '../support/e2eCustomer.ts'
import { expect, test, phoneOnly } from '../support/screen.ts'

const value = 5000
const price = parcelProduct.price

/** Signs another in, without the form. */
async function signIn(page: Page, { email, password }: { email: string; password: string }) {
  expect((await page.request.post('/api/login', { data: { email, password } })).status()).toBe(200)
}

/** Fills in the code of a card where it is paid with. */
async function useCard(page: Page, code: string) {
  await page.getByRole('button', { name: 'Cadeaubon gebruiken' }).click()
  const field = page.getByRole('textbox', { name: 'Code van je cadeaubon' })
  await expect(field).toBeFocused()
  await field.fill(code)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Cadeaubonnen' })).toContainText(code.slice(-4))
}

/** Buys a card of 50 euros for someone. */
async function buyCard(page: Page, recipient: string) {
  await page.goto('/shop/cadeaubon')
  await expect(page.getByText('Komt per mail, en is te printen')).toBeVisible()
  await page.getByRole('radio', { name: /€ 50/ }).check()
  await page.getByRole('button', { name: /^In winkelwagen.*: Cadeaubon, € 50$/ }).click()
  await expect(cartButton(page, '1 stuk')).toBeVisible()
  await startOrdering(page)
  const order = dialog(page, 'Bestellen')
  // Nothing is sent, so nothing is said of shipping.
  await expect(order.getByRole('term').filter({ hasText: 'Te betalen' })).toBeVisible()
  await expect(order.getByRole('term').filter({ hasText: 'Verzending' })).toHaveCount(0)
  // Nothing else is in the cart: no address is asked for.
  await expect(order.getByRole('heading', { name: 'Voor wie is de cadeaubon?' })).toBeVisible()
  await order.getByRole('radio', { name: /Naar iemand anders/ }).check()
  await order.getByRole('button', { name: 'Verder', exact: true }).click()
  await expect(order.getByText('Vul je e-mailadres in.')).toBeVisible()
  await order.getByRole('textbox', { name: 'E-mailadres van de ontvanger' }).fill(recipient)
  await order.getByRole('textbox', { name: /Bericht/ }).fill('Kies iets moois.')
  await order.getByRole('button', { name: 'Verder', exact: true }).click()
  await expect(order.getByText(`${recipient}, meteen na je betaling`)).toBeVisible()
  // A gift card is not paid with one.
  await expect(order.getByRole('button', { name: 'Cadeaubon gebruiken' })).toHaveCount(0)
  await orderButton(page).click()
  await page.getByRole('button', { name: 'Betaald' }).click()
  await page.getByRole('link', { name: 'Bekijk je bestelling' }).click()
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: recipient })
  await expect(card).toContainText('Te besteden')
}

test(
  'a card is bought, mailed, and pays an order and minutes; a refund goes back to it',
  phoneOnly,
  async ({ page, shop, context }, { project }) => {
    test.slow()
    const buyer = await signUpCustomer(page, `bon-${project.name}`)
    const recipient = `ontvanger-${project.name}@gloed.test`
    await buyCard(page, recipient)
    await expect.poll(() => mailedGiftCard(shop.origin, recipient), { timeout: 20_000 }).not.toBeNull()
    const code = (await mailedGiftCard(shop.origin, recipient)) ?? ''

    // The code of the link is sent to nobody but the check, and does not stay in the address.
    const asked: string[] = []
    page.on('request', request => asked.push(request.url()))
    await page.goto(`/cadeaubon#${code}`)
    const paper = page.getByRole('region', { name: 'Je cadeaubon' })
    await expect(paper).toContainText(formatEuros(value))
    await expect(paper).toContainText(code.slice(-4))
    await expect(page).toHaveURL('/cadeaubon')
    expect(asked.filter(url => url.includes(code))).toEqual([])
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('contentinfo')).toBeHidden()
    await expect(paper).toBeVisible()
    await page.emulateMedia({ media: null })

    // Minutes, paid wholly by the card.
    const quick = 1000
    await page.goto('/dashboard')
    await page.getByRole('button', { name: /^Saldo: 0 min/ }).click()
    const offer = dialog(page, 'Minuten kopen')
    await offer.getByRole('radio', { name: /Quick/ }).check()
    await offer.getByRole('checkbox').check()
    await useCard(page, code)
    await expect(offer.getByText(`− ${formatEuros(quick)}`)).toBeVisible()
    await offer.getByRole('button', { name: 'Bestelling plaatsen' }).click()
    await expect(page.getByRole('button', { name: 'Saldo: 5 min, bijkopen' })).toBeVisible()

    // An order, paid partly by it.
    await page.goto('/shop')
    await addByButton(page, parcelProduct, '1 stuk')
    await addByButton(page, parcelProduct, '2 stuks')
    await startOrdering(page)
    await proceedToPayment(page)
    const order = dialog(page, 'Bestellen')
    await order.getByRole('button', { name: 'Cadeaubon gebruiken' }).click()
    await order.getByRole('textbox', { name: 'Code van je cadeaubon' }).fill('ABCD')
    await page.keyboard.press('Enter')
    await expect(order.getByRole('alert')).toHaveText(/^Deze code klopt niet/)
    // Not below the edge of the sheet.
    await expect(order.getByRole('alert')).toBeInViewport({ ratio: 1 })
    await order.getByRole('textbox', { name: 'Code van je cadeaubon' }).fill(code)
    await page.keyboard.press('Enter')
    const paid = value - quick
    const due = 2 * price - paid
    await expect(order.getByText(`− ${formatEuros(paid)}`)).toBeVisible()
    await order.getByRole('button', { name: `Bestellen en ${formatEuros(due)} betalen` }).click()
    await page.getByRole('button', { name: 'Betaald' }).click()
    await page.getByRole('link', { name: 'Bekijk je bestelling' }).click()
    const main = page.getByRole('main')
    await expect(main.getByText(`Cadeaubon …${code.slice(-4)}`)).toBeVisible()
    await expect(main.getByText(`− ${formatEuros(paid)}`)).toBeVisible()
    await expect(main.getByText(formatEuros(due), { exact: true })).toBeVisible()
    const orderId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    await page.goto('/orders')
    await expect(page.getByText(`${formatEuros(paid)} met bon of tegoed`)).toBeVisible()

    // An admin gives the order's money back: to the card.
    const [admin] = demoAccounts
    if (!admin) throw new Error('the demo has no admin')
    await signIn(page, admin)
    await page.goto(`/admin/orders/${orderId}`)
    await page.getByRole('button', { name: 'Terugbetalen' }).click()
    await dialog(page, 'Terugbetalen')
      .getByRole('button', { name: /terugbetalen$/ })
      .click()
    await expect(dialog(page, 'Terugbetalen')).toHaveCount(0)
    await page.goto(`/admin/gift-cards?q=${code.slice(-4)}`)
    const row = page.getByRole('row').filter({ hasText: recipient })
    await expect(row).toContainText('Te besteden')
    await row.getByRole('link', { name: `…${code.slice(-4)}` }).click()
    await expect(page.getByRole('row', { name: /Terugbetaald/ })).toContainText(`+ ${formatEuros(paid)}`)

    await page.getByRole('button', { name: 'Blokkeren' }).click()
    const block = dialog(page, 'Bon blokkeren')
    await block.getByRole('textbox', { name: 'Reden' }).fill('Gestolen mail')
    await block.getByRole('button', { name: 'Blokkeren' }).click()
    await expect(block).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Vrijgeven' })).toBeVisible()
    await signIn(page, buyer)
    await page.goto('/tegoed')
    await page.getByRole('textbox', { name: 'Code' }).fill(code)
    await page.getByRole('button', { name: 'Bekijken' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await context.clearCookies()
  },
)
