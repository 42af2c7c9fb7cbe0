import { readFile } from 'node:fs/promises'
import {
  addByButton,
  cartButton,
  dialog,
  formatEuros,
  orderButton,
  parcelProduct,
  typeAddress,
} from '../support/e2eCustomer.ts'
import { expect, test, phoneOnly } from '../support/screen.ts'

test.use({ serviceWorkers: 'allow' })

test('goes from registration to a paid order', phoneOnly, async ({ page }, { project }) => {
  test.slow()
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Registreren' }).click()
  await page.getByLabel('Weergavenaam').fill('Robin')
  await page.getByLabel('E-mailadres').fill(`robin-${project.name}@gloed.test`)
  await page.getByLabel('Wachtwoord', { exact: true }).fill('een lang wachtwoord')
  await page.getByLabel('Herhaal je wachtwoord').fill('een lang wachtwoord')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Account maken' }).click()
  await expect(page).toHaveURL('/')

  await page.goto('/shop')
  // Tests of the same worker add products too.
  await expect(page.getByRole('heading', { level: 1, name: /\d+ producten$/ })).toBeVisible()
  await addByButton(page, parcelProduct, '1 stuk')

  await cartButton(page, '1 stuk').click()
  const cart = dialog(page, 'Winkelwagen')
  await cart.getByRole('button', { name: `Eén meer: ${parcelProduct.name}` }).click()
  await expect(cart.getByRole('definition').last()).toHaveText(formatEuros(2 * parcelProduct.price))
  await cart.getByRole('button', { name: 'Verder naar bestellen' }).click()

  const order = dialog(page, 'Bestellen')
  const due = order.getByRole('definition').last()
  await expect(order.getByRole('listitem').filter({ hasText: 'Adres' })).toHaveAttribute(
    'aria-current',
    'step',
  )
  await order.getByRole('button', { name: 'Adres opslaan en verder' }).click()
  for (const field of ['Voornaam', 'Achternaam', 'Straat', 'Huisnummer', 'Postcode', 'Stad']) {
    await expect(order.getByText(`${field} is verplicht`)).toBeVisible()
  }
  await typeAddress(page)
  await order.getByRole('button', { name: 'Adres opslaan en verder' }).click()

  await expect(page.getByText('Adres toegevoegd', { exact: true })).toBeVisible()
  await expect(due).toHaveText(formatEuros(2 * parcelProduct.price))
  await order.getByRole('radio', { name: /track & trace/ }).check()
  await expect(due).toHaveText(formatEuros(2 * parcelProduct.price + 250))
  await order.getByRole('button', { name: 'Verder', exact: true }).click()

  await expect(order.getByText('Robin Maas, Lindelaan 12 bis, 3512 AB Utrecht, Nederland')).toBeVisible()
  await expect(order.getByText(/14 dagen bedenktijd/)).toBeVisible()
  await expect(due).toHaveText(formatEuros(2 * parcelProduct.price + 250))
  await orderButton(page).click()

  await page.getByRole('button', { name: 'Betaald' }).click()
  await expect(page).toHaveURL('/')
  const banner = page.getByRole('status').filter({ hasText: 'Bestelnummer' })
  await expect(banner).toContainText('Bedankt')
  const number = /\d{4}-\d{6}/.exec(await banner.innerText())?.[0] ?? 'geen nummer'
  await expect(cartButton(page, '0 stuks')).toBeVisible()

  await page.goto('/orders')
  await page.getByRole('link', { name: `Bekijken van bestelling ${number}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Bestelling ${number}`)
  await expect(page.getByText('Betaald', { exact: true })).toBeVisible()
  await expect(page.getByText(`2 × ${formatEuros(parcelProduct.price)}`)).toBeVisible()
  await expect(page.getByRole('main').getByRole('definition').last()).toHaveText(
    formatEuros(2 * parcelProduct.price + 250),
  )
  await expect(page.getByText('Lindelaan 12 bis')).toBeVisible()

  // The invoice follows a moment after the payment.
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('link', { name: /^Factuur F\d{4}-\d{6}$/ })).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(page.getByRole('link', { name: 'Herroepen' }).first()).toHaveAttribute(
    'href',
    `/herroepen?order=${number}`,
  )

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Downloaden' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe(`bestelling-${number}.txt`)
  const text = await readFile(await download.path(), 'utf8')
  expect(text).toContain(parcelProduct.name)
  expect(text).toContain(formatEuros(2 * parcelProduct.price + 250))
})
