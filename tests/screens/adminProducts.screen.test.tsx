import { screen, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { visitShop } from '../support/renderScreen.tsx'
import { placeOrder, signUpCustomer } from '../support/screenOrders.ts'
import { changeSettings, makeProduct, SHELF } from '../support/screenProducts.ts'
import { currentUrl, stepsIn, stepsInDialog, textOf, textOfRow } from '../support/screenSteps.ts'

const admin = () => visitShop('admin@gloed.test')

it('a product whose shipping was calculated once is saved as digital', async () => {
  const owner = await admin()
  const { id } = await makeProduct(owner, { shippingCost: 439, weight: 500 })
  const { press, labelled } = stepsIn(await owner.open(`/admin/products/${id}`))
  expect((await labelled(/^Verzendkosten/)) as HTMLInputElement).toHaveProperty(
    'value',
    expect.stringContaining('4,39'),
  )
  await press('Verzendopties tonen', 'switch')
  await press('Verzendkosten wissen')
  await press(/^Opslaan$/)
  await expect
    .poll(() => owner.send('GET', `${SHELF}/${id}`))
    .toMatchObject({ shippingCost: 0, showShippingOptions: false })
})

it('the second of two admins who change a product compares the fields, chooses, and then removes it', async () => {
  const owner = await admin()
  const { id, name } = await makeProduct(owner)
  const user = await owner.open(`/admin/products/${id}`)
  const { press, fill, labelled } = stepsIn(user)
  await fill(/^Prijs in euro/, '11')
  await fill(/^Inkoopprijs/, '4')
  await screen.findByRole('textbox', {
    name: /^Inkoopprijs/,
    description: /Marge na btw: €\s5,09 \(56%\)/,
  })
  await fill(/^SKU/, `${name} nieuw`)
  await owner.send('PUT', `${SHELF}/${id}`, { price: 900, description: 'Van de ander.', weight: 300 })
  await press(/^Opslaan$/)

  const dialog = await stepsInDialog(user, 'Iemand anders was je voor')
  const price = dialog.in.getByRole('group', { name: /^Prijs/ })
  expect(textOf(price)).toContain('€ 10,00')
  expect(within(price).getByRole('radio', { name: /Van de ander/ })).toHaveProperty('checked', false)
  expect(within(price).getByRole('radio', { name: /Van jou.*11,00/ })).toHaveProperty('checked', true)
  const weight = within(dialog.in.getByRole('group', { name: /^Gewicht/ }))
  expect(weight.getByRole('radio', { name: /Van de ander.*300/ })).toHaveProperty('checked', true)
  await user.click(weight.getByRole('radio', { name: /Zoals het was/ }))
  await dialog.press('Keuze opslaan')
  await screen.findByText('Product bijgewerkt')
  const chosen = { sku: `${name} nieuw`, price: 1100, description: 'Van de ander.', weight: 0 }
  expect(await owner.send('GET', `${SHELF}/${id}`)).toMatchObject(chosen)
  expect(await labelled(/^Beschrijving/)).toHaveProperty('value', 'Van de ander.')

  await press('Verwijderen')
  const remove = await stepsInDialog(user, 'Product verwijderen')
  remove.in.getByText(/Dit product is nooit besteld\./)
  await remove.press('Verwijderen')
  await screen.findByText('Product verwijderd')
  await expect(owner.send('GET', `${SHELF}/${id}`)).rejects.toThrow('404')
})

it('the product list is searched, sorted and filtered in the address; an ordered product can’t be deleted', async () => {
  const owner = await admin()
  const kept = await makeProduct(owner, { isActive: true, stock: 2 })
  await placeOrder(await signUpCustomer(), { items: [{ productId: kept.id, quantity: 1 }] })
  const user = await owner.open('/admin/products')
  const { press, choose } = stepsIn(user)
  await user.type(await screen.findByRole('searchbox', { name: 'Zoek op naam of SKU' }), kept.name)
  await expect.poll(() => screen.getAllByRole('row').length).toBe(2)
  expect(textOfRow(kept.name)).toContain('1 gereserveerd')
  expect(textOfRow(kept.name)).toContain('Bijna op')
  await choose(/^Status/, 'Niet actief')
  await screen.findByRole('heading', { name: 'Niets gevonden' })
  await press('Toon alle producten', 'link')
  await expect.poll(currentUrl).toBe('/admin/products')
  const column = await screen.findByRole('columnheader', { name: /^Voorraad/ })
  await user.click(within(column).getByRole('link'))
  await expect.poll(currentUrl).toBe('/admin/products?sort=stock-low')
  await expect.poll(() => textOf(screen.getAllByRole('row')[1])).toContain('Uitverkocht')
  await choose(/^Sorteren/, 'Voorraad, hoogste eerst')
  await expect.poll(currentUrl).toBe('/admin/products?sort=stock-high')

  const again = await owner.open(`/admin/products/${kept.id}`)
  await stepsIn(again).press('Verwijderen')
  const dialog = await stepsInDialog(again, 'Product verwijderen')
  dialog.in.getByText(/Dit product is ooit besteld/)
  await dialog.press('Uit de verkoop halen')
  await screen.findByText('Product uit de verkoop gehaald')
  const now = await owner.send('GET', `${SHELF}/${kept.id}`)
  expect(now).toMatchObject({ isActive: false, wasOrdered: true })
})

it('a category gets its slug from its name, and can’t be deleted while it is used', async () => {
  const owner = await admin()
  const user = await owner.open('/admin/categories')
  const { press, fill, labelled } = stepsIn(user)
  await press('Nieuwe categorie')
  await fill(/^Naam/, 'Proefrubriek twee')
  expect(await labelled('Webadres')).toHaveProperty('value', 'proefrubriek-twee')
  await fill('Webadres', 'kaarsen-en-sfeer')
  await press('Opslaan')
  await screen.findByText(/Er is al een categorie/)
  await fill('Webadres', 'proefrubriek-twee')
  await press('Opslaan')
  const row = await screen.findByRole('row', { name: /Proefrubriek twee/ })
  within(row).getByRole('link', { name: '0' })

  const categories = await owner.send<{ id: string; name: string }[]>('GET', '/api/admin/categories')
  const categoryId = categories.find(({ name }) => name === 'Proefrubriek twee')?.id
  const inside = await makeProduct(owner, { categoryId })
  await press('Verwijder Proefrubriek twee')
  const dialog = await stepsInDialog(user, 'Categorie verwijderen')
  await dialog.press('Verwijderen')
  await dialog.in.findByText(/Er zit nog 1 product in deze categorie\./)
  await owner.send('DELETE', `${SHELF}/${inside.id}`)
  await dialog.press('Verwijderen')
  await screen.findByText('Categorie verwijderd')
  await expect.poll(() => textOfRow('Proefrubriek twee')).toBe('')
})

it('a product is low from the number of the settings', async () => {
  const owner = await admin()
  const { name, sku } = await makeProduct(owner, { stock: 12 })
  const path = `/admin/products?q=${encodeURIComponent(sku)}`
  await changeSettings(owner, { lowStockThreshold: 11 })
  await owner.open(path)
  await screen.findByRole('row', { name: new RegExp(name) })
  expect(textOfRow(name)).toContain('12')
  expect(textOfRow(name)).not.toContain('Bijna op')
  await changeSettings(owner, { lowStockThreshold: 12 })
  const { choose } = stepsIn(await owner.open(path))
  await expect.poll(() => textOfRow(name)).toContain('Bijna op')
  await choose(/^Voorraad$/, 'Bijna op (1 tot 12)')
  await expect.poll(currentUrl).toContain('stock=low')
  await expect.poll(() => textOfRow(name)).toContain('Bijna op')
})

it('an admin lowers the price of selected products after a preview of old and new prices', async () => {
  const owner = await admin()
  const mark = `bulk${crypto.randomUUID().slice(-8)}`
  const products = []
  for (const at of [1, 2, 3])
    products.push(
      await makeProduct(owner, { name: `Proef ${mark} ${at}`, sku: `${mark}-${at}`, price: 1000 * at }),
    )
  const user = await owner.open(`/admin/products?q=${mark}`)
  const { press } = stepsIn(user)
  for (const at of [1, 2]) await press(`Kies Proef ${mark} ${at}`, 'checkbox')
  await press(/^Bewerken$/)
  const dialog = await stepsInDialog(user, '2 producten bewerken')
  await dialog.press('Bekijk vooraf')
  await dialog.in.findByText('Vul een percentage in, zoals 10 of -12,5.')
  await dialog.fill('Percentage', '-15')
  await dialog.choose('Afronding', 'Eindigend op ,95')
  await dialog.press('Bekijk vooraf')

  await screen.findByRole('heading', { level: 1, name: /Prijs -15%, eindigend op ,95/ })
  await expect.poll(() => textOfRow(`${mark}-1`)).toMatch(/€ 10,00.*€ 8,95/)
  expect(textOfRow(`${mark}-2`)).toMatch(/€ 20,00.*€ 16,95/)
  expect(textOfRow(`${mark}-3`)).toBe('')
  await press('2 wijzigingen toepassen')
  await screen.findByText('2 producten gewijzigd')
  await press(`Proef ${mark} 1`, 'link')
  await press('Prijs', 'tab')
  await expect.poll(() => textOfRow('Bulkbewerking', 'listitem')).toContain('€ 8,95')
  expect(await owner.send('GET', `${SHELF}/${products[0]?.id}`)).toMatchObject({ price: 895 })
})

it('an import reports what is wrong with which line, and is applied once it is corrected', async () => {
  const owner = await admin()
  const first = await makeProduct(owner, { price: 1000, stock: 5 })
  const second = await makeProduct(owner, { price: 2000, stock: 5 })
  const check = async (user: UserEvent, rows: string[]) => {
    const { press, choose, labelled } = stepsIn(user)
    const file = new File([rows.join('\r\n')], 'levering.csv', { type: 'text/csv' })
    await user.upload(await labelled(/^CSV-bestand/), file)
    await choose(/^Reden van de voorraadwijziging/, 'Geleverd')
    await press('Controleer bestand')
    await screen.findByRole('heading', { level: 1, name: /levering\.csv/ })
  }
  const head = 'SKU;Prijs;Voorraad;Voorraad bij export'
  const user = await owner.open('/admin/products/import')
  await check(user, [head, `${first.sku};12,50;9;5`, `${second.sku};duur;9;5`])
  await screen.findByText('1 regel kan niet')
  await expect.poll(() => textOfRow(second.sku)).toContain('Prijs: Schrijf een bedrag, zoals 14,95.')
  await stepsIn(user).press('Wijzigt 1', 'link')
  await expect.poll(() => textOfRow(first.sku)).toMatch(/€\s10,00.*€\s12,50/)

  await stepsIn(user).press('Importeren', 'link')
  await expect.poll(currentUrl).toBe('/admin/products/import')
  await check(user, [head, `${first.sku};12,50;9;5`, `${second.sku};21;9;5`])
  await stepsIn(user).press('2 wijzigingen toepassen')
  await screen.findByText('2 producten gewijzigd')
  expect(await owner.send('GET', `${SHELF}/${second.id}/history`)).toMatchObject({
    stock: [{ pieces: 4, stockAfter: 9, cause: 'DELIVERED' }, { kind: 'INTAKE' }],
    prices: [{ oldCents: 2000, newCents: 2100, source: 'IMPORT' }, { newCents: 2000 }],
  })
})
