import type { Locator, Page } from '@playwright/test'
import { expect } from '../support/e2e.ts'
import { addByButton, dialog, parcelProduct, signUpCustomer, startOrdering } from '../support/e2eCustomer.ts'
import { placePaidOrder } from '../support/e2eOrders.ts'
import { closeByEscape, desktopOnly, phoneOnly, test } from '../support/screen.ts'

const signInAs = async (page: Page, who: string) => {
  const account = { email: `${who}@gloed.test`, password: 'gloed-demo-2026' }
  expect((await page.request.post('/api/login', { data: account })).status()).toBe(200)
}

/** Opens by keyboard, closes with Escape, and is back where it began. */
async function expectReturn(page: Page, opener: Locator, title: string | RegExp) {
  await expect(opener).toBeVisible()
  // A link or button may be there before it is hydrated. Pressed again only where nothing opened: the dialog has the focus.
  await expect(async () => {
    if (!(await dialog(page, title as string).isVisible())) {
      await opener.focus()
      await page.keyboard.press('Enter')
    }
    await expect(dialog(page, title as string)).toBeVisible({ timeout: 3000 })
  }).toPass()
  await closeByEscape(dialog(page, title as string))
  await expect(opener).toBeFocused()
}

/** The user, the page, the button, and the title of its dialog. */
const table: [string, string, string | RegExp, string | RegExp][] = [
  ['klant', '/profile?tab=addresses', 'Adres toevoegen', 'Adres toevoegen'],
  ['klant', '/profile?tab=addresses', /^Bewerken van/, 'Adres bewerken'],
  ['klant', '/profile?tab=settings', 'Account sluiten', 'Je account sluiten'],
  ['klant', '/security', 'Instellen', /tweede stap|Twee/i],
  ['klant', '/gifts', /^Geven.*: Een geurkaars$/, 'Een geurkaars'],
  ['klant', '/dashboard', /^Saldo/, 'Minuten kopen'],
  ['klant', '/dashboard', /^Winkelwagen/, 'Winkelwagen'],
  ['klant', '/dashboard', 'Cookie-instellingen', 'Cookie-instellingen'],
  ['model', '/studio', 'Toy verbinden', 'Toy verbinden'],
  ['model', '/studio', 'Via Intiface', 'Via Intiface'],
  ['admin', '/admin/visitors', 'Toon alle: Pagina’s', 'Pagina’s'],
  ['admin', '/admin/products', 'Alles bewerken', /producten bewerken$/],
  ['admin', '/admin/categories', 'Nieuwe categorie', 'Nieuwe categorie'],
  ['admin', '/admin/categories', /^Bewerk /, 'Categorie bewerken'],
  ['admin', '/admin/categories', /^Verwijder /, 'Categorie verwijderen'],
  ['admin', '/admin/devices', 'QR-code maken', 'Toy verbinden'],
  ['admin', '/admin/gifts', 'Wens toevoegen', 'Nieuwe wens'],
  ['admin', '/admin/gifts', /^Bewerk /, 'Wens bewerken'],
  ['admin', '/admin/gifts', /^Verwijder /, 'Wens verwijderen'],
  ['admin', '/admin/withdrawals', /herroeping van/, /^Herroeping van/],
  ['admin', '/admin/shipping', 'Zone toevoegen', 'Zone toevoegen'],
  ['admin', '/admin/shipping', /^Tarief toevoegen aan/, 'Tarief toevoegen'],
  ['admin', '/admin/shipping', /^Wijzig zone/, 'Zone wijzigen'],
  ['admin', '/admin/shipping', /^Verwijder zone/, 'Zone verwijderen'],
]

test('the focus returns to the opener of a dialog', desktopOnly, async ({ page }) => {
  test.setTimeout(table.length * 30_000)
  let [user, shown] = ['', '']
  for (const [who, path, name, title] of table)
    await test.step(`${who}: ${path}, ${name}`, async () => {
      if (who !== user) await signInAs(page, (user = who))
      if (path !== shown) await page.goto((shown = path))
      await expectReturn(page, page.getByRole('button', { name }).first(), title)
    })
})

test(
  'the focus returns to the opener of a dialog of an order, a choice too',
  desktopOnly,
  async ({ page }, { project }) => {
    const { orderId } = await placePaidOrder(page, project.name)
    await page.goto(`/order-confirmation/${orderId}`)
    await expectReturn(page, page.getByRole('button', { name: /^Annuleren/ }), 'Bestelling annuleren')
    await signInAs(page, 'admin')
    await page.goto(`/admin/orders/${orderId}`)
    await expectReturn(page, page.getByRole('button', { name: 'Terugbetalen' }), 'Terugbetalen')
    // To a choice that opened a dialog, too.
    const status = page.getByLabel('Status', { exact: true })
    await status.focus()
    await status.selectOption((await status.inputValue()) === 'PAID' ? 'CANCELLED' : 'PAID')
    await closeByEscape(page.getByRole('dialog'))
    await expect(status).toBeFocused()
  },
)

test('from the cart to the checkout and back to the cart', phoneOnly, async ({ page }, { project }) => {
  await signUpCustomer(page, project.name)
  await page.goto('/shop')
  await addByButton(page, parcelProduct, '1 stuk')
  const filter = page.getByRole('button', { name: /^Filter/ })
  await expectReturn(page, filter, /Filter/)
  await startOrdering(page)
  await expect(dialog(page, 'Bestellen').getByLabel('Voornaam')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page, 'Bestellen')).toBeHidden()
  await expect(page.getByRole('button', { name: /^Winkelwagen/ })).toBeFocused()
})

test('where the opener is gone, the focus goes to the element around it', desktopOnly, async ({ page }) => {
  await signInAs(page, 'admin')
  await page.goto('/admin/categories')
  await page.getByRole('button', { name: 'Nieuwe categorie' }).click()
  await dialog(page, 'Nieuwe categorie').getByLabel('Naam').fill('Weg ermee')
  await dialog(page, 'Nieuwe categorie')
    .getByRole('button', { name: /toevoegen|opslaan/i })
    .click()
  const remove = page.getByRole('button', { name: /^Verwijder Weg ermee/ })
  await remove.focus()
  await page.keyboard.press('Enter')
  await dialog(page, 'Categorie verwijderen').getByRole('button', { name: 'Verwijderen' }).focus()
  await page.keyboard.press('Enter')
  await expect(remove).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
