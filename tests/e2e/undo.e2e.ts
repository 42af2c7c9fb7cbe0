import { parcelProduct, signUpCustomer } from '../support/e2eCustomer.ts'
import { signInAsAdmin } from '../support/e2eOrders.ts'
import { desktopOnly, expect, expectAccessible, phoneOnly, test } from '../support/screen.ts'

const undo = { name: 'Ongedaan maken' }

test('what leaves the cart or the wishlist comes back', phoneOnly, async ({ page }, { project }) => {
  await signUpCustomer(page, `undo-${project.name}`)
  const products = (await (await page.request.get('/api/products')).json()) as { id: string; name: string }[]
  const productId = products.find(({ name }) => name === parcelProduct.name)?.id
  await page.request.post('/api/cart', { data: { productId, quantity: 2 } })
  await page.request.post('/api/wishlist', { data: { productId } })
  await page.goto('/wishlist')
  await page.getByRole('button', { name: `Haal van je verlanglijst: ${parcelProduct.name}` }).click()
  const onList = page.getByRole('link', { name: parcelProduct.name })
  await expect(onList).toBeHidden()
  await expectAccessible(page)
  await page.getByRole('button', undo).click()
  await expect(onList).toBeVisible()

  await page.getByRole('button', { name: 'Winkelwagen, 2 stuks' }).click()
  const cart = page.getByRole('dialog', { name: 'Winkelwagen' })
  await cart.getByRole('button', { name: `Verwijder ${parcelProduct.name}` }).click()
  await expect(cart.getByRole('status')).toContainText(`${parcelProduct.name} verwijderd`)
  await expectAccessible(page)
  // The keyboard reaches it inside the drawer.
  await page.keyboard.press('Tab')
  await expect(cart.getByRole('button', undo)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(cart.getByText('Aantal')).toBeHidden()
  await expect(cart.getByRole('group', { name: `Aantal van ${parcelProduct.name}` })).toContainText('2')
  await expect(cart.getByRole('button', undo)).toBeHidden()
})

test('a note and a saved filter come back, also by keyboard', desktopOnly, async ({ page }) => {
  await signInAsAdmin(page)
  await page.goto('/admin/orders')
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Verzonden')
  await page.getByRole('button', { name: 'Bewaar dit filter' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Naam').fill('Onderweg')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Bewaren' }).click()
  const saved = page.getByRole('region', { name: 'Bewaarde filters' })
  const chip = saved.getByRole('link', { name: 'Onderweg' })
  await expect(chip).toHaveAttribute('aria-current', 'true')
  await expect(saved.getByRole('button', { name: 'Bewaar dit filter' })).toBeDisabled()
  await expect(chip).toBeFocused()
  await expectAccessible(page)

  await page.getByRole('combobox', { name: 'Status' }).selectOption('Betaald')
  await saved.getByRole('button', { name: 'Bewaar dit filter' }).click()
  await dialog.getByLabel('Naam').fill('onderweg')
  await dialog.getByRole('button', { name: 'Bewaren' }).click()
  await expect(dialog.getByText('In deze lijst heb je al een filter met deze naam.')).toBeVisible()
  await page.keyboard.press('Escape')
  await chip.click()
  await expect(page).toHaveURL(/status=SHIPPED/)
  await saved.getByRole('button', { name: 'Wijzig filter Onderweg' }).click()
  await page.getByRole('button', { name: 'Verwijderen' }).click()
  await expect(chip).toBeHidden()
  await expect(page.getByRole('button', undo)).toBeVisible()
  await expect(saved.getByRole('button', { name: 'Bewaar dit filter' })).toBeFocused()
  await page.keyboard.press('F8')
  await expect
    .poll(async () => {
      await page.keyboard.press('Tab')
      return page.getByRole('button', undo).evaluate(button => button === document.activeElement)
    })
    .toBe(true)
  await page.keyboard.press('Enter')
  await expect(chip).toBeVisible()

  await page.getByRole('table').getByRole('rowheader').first().getByRole('link').click()
  await page.getByLabel('Nieuwe notitie').fill('Bel eerst')
  await page.getByRole('button', { name: 'Bewaren' }).click()
  const note = page.getByRole('list', { name: 'Notities' }).getByText('Bel eerst')
  await page.getByRole('button', { name: 'Notitie verwijderen' }).click()
  await expect(note).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Notities' })).toBeFocused()
  await page.getByRole('button', undo).click()
  await expect(note).toBeVisible()
})

test('a question of the FAQ and a picture come back where they were', desktopOnly, async ({ page }) => {
  await signInAsAdmin(page)
  await page.goto('/admin/content/faq')
  const first = page.getByRole('region', { name: 'Vraag 1', exact: true }).getByRole('textbox').first()
  const text = await first.inputValue()
  await page.getByRole('button', { name: 'Verwijder vraag 1', exact: true }).click()
  await expect(first).not.toHaveValue(text)
  // What is typed in the meantime stays.
  await first.fill('Hoe lang duurt het?')
  await page.getByRole('button', undo).click()
  await expect(first).toHaveValue(text)
  const second = page.getByRole('region', { name: 'Vraag 2', exact: true }).getByRole('textbox').first()
  await expect(second).toHaveValue('Hoe lang duurt het?')

  // Products of other tests may have no picture.
  await page.goto('/admin/products?q=Massageolie')
  await page.getByRole('table').getByRole('rowheader').first().getByRole('link').click()
  const photos = page.getByRole('region', { name: 'Foto’s' })
  await expect(photos.getByRole('listitem').first()).toBeVisible()
  const count = await photos.getByRole('listitem').count()
  await photos.getByRole('button', { name: 'Verwijder foto 1' }).click()
  await expect(photos.getByRole('listitem')).toHaveCount(count - 1)
  await page.getByRole('button', undo).click()
  await expect(photos.getByRole('listitem')).toHaveCount(count)
})
