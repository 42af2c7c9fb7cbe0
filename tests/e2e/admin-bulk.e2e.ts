import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { AdminProduct } from '../../src/backoffice/products/contract.ts'
import {
  desktopOnly,
  expect,
  expectAccessible,
  test,
  expectNoHorizontalScrollAtBothWidths,
} from '../support/screen.ts'

/** An admin, and inactive products of this test that one search finds. */
async function stock(page: Page, count: number): Promise<{ mark: string; products: AdminProduct[] }> {
  const account = { email: 'admin@gloed.test', password: 'gloed-demo-2026' }
  expect((await page.request.post('/api/login', { data: account })).status()).toBe(200)
  const [category] = (await (await page.request.get('/api/categories')).json()) as [{ id: string }]
  const mark = `bulk${randomUUID().slice(-8)}`
  const products: AdminProduct[] = []
  for (let at = 1; at <= count; at += 1) {
    const product = { name: `Proef ${mark} ${at}`, sku: `${mark}-${at}`, price: 1000 * at, stock: 5 }
    const answer = await page.request.post('/api/admin/products', {
      // Inactive products change nothing for the shoppers of other tests.
      data: { ...product, categoryId: category.id, isActive: false },
    })
    expect(answer.status()).toBe(201)
    products.push((await answer.json()) as AdminProduct)
  }
  return { mark, products }
}

const shown = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test(
  'an admin lowers the price of selected products after a preview of old and new prices',
  desktopOnly,
  async ({ page }) => {
    const { mark, products } = await stock(page, 3)
    await page.goto(`/admin/products?q=${mark}`)
    for (const at of [1, 2]) await page.getByRole('checkbox', { name: `Kies Proef ${mark} ${at}` }).check()
    await page.getByRole('button', { name: 'Bewerken', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: '2 producten bewerken' })
    await dialog.getByRole('button', { name: 'Bekijk vooraf' }).click()
    await expect(dialog.getByText('Vul een percentage in, zoals 10 of -12,5.')).toBeVisible()
    await dialog.getByLabel('Percentage').fill('-15')
    await dialog.getByLabel('Afronding').selectOption('Eindigend op ,95')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Bekijk vooraf' }).click()

    await expect(page.getByRole('heading', { level: 1 })).toContainText('Prijs -15%, eindigend op ,95')
    await expect(shown(page, `${mark}-1`)).toContainText(/€\s10,00.*€\s8,95/)
    await expect(shown(page, `${mark}-2`)).toContainText(/€\s20,00.*€\s16,95/)
    await expect(shown(page, `${mark}-3`)).toHaveCount(0)
    await expectAccessible(page)
    await page.getByRole('button', { name: '2 wijzigingen toepassen' }).click()
    await expect(page.getByText('2 producten gewijzigd')).toBeVisible()
    await page.getByRole('link', { name: `Proef ${mark} 1` }).click()
    await page.getByRole('tab', { name: 'Prijs' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Bulkbewerking' })).toContainText(/€\s8,95/)
    const answer = await page.request.get(`/api/admin/products/${products[0]?.id}`)
    expect(await answer.json()).toMatchObject({ price: 895 })
  },
)

test(
  'an import reports what is wrong with which line, and is applied once it is corrected',
  desktopOnly,
  async ({ page }) => {
    const { mark, products } = await stock(page, 2)
    const bring = async (rows: string[]) => {
      await page.goto('/admin/products/import')
      const file = { name: 'levering.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\r\n')) }
      await page.getByLabel('CSV-bestand').setInputFiles(file)
      await page.getByLabel('Reden van de voorraadwijziging').selectOption('Geleverd')
      await page.getByRole('button', { name: 'Controleer bestand' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toContainText('levering.csv')
    }
    const head = 'SKU;Prijs;Voorraad;Voorraad bij export'
    await bring([head, `${mark}-1;12,50;9;5`, `${mark}-2;duur;9;5`])
    await expect(page.getByText('1 regel kan niet')).toBeVisible()
    await expect(shown(page, `${mark}-2`)).toContainText('Prijs: Schrijf een bedrag, zoals 14,95.')
    await expectAccessible(page)
    await expectNoHorizontalScrollAtBothWidths(page)
    await page.getByRole('link', { name: 'Wijzigt 1' }).click()
    await expect(shown(page, `${mark}-1`)).toContainText(/€\s10,00.*€\s12,50/)

    await page.getByRole('link', { name: 'Importeren' }).click()
    await expectAccessible(page)
    await expectNoHorizontalScrollAtBothWidths(page)
    await bring([head, `${mark}-1;12,50;9;5`, `${mark}-2;21;9;5`])
    await page.getByRole('button', { name: '2 wijzigingen toepassen' }).click()
    await expect(page.getByText('2 producten gewijzigd')).toBeVisible()
    const read = await page.request.get(`/api/admin/products/${products[1]?.id}/history`)
    expect(await read.json()).toMatchObject({
      stock: [{ pieces: 4, stockAfter: 9, cause: 'DELIVERED' }, { kind: 'INTAKE' }],
      prices: [{ oldCents: 2000, newCents: 2100, source: 'IMPORT' }, { newCents: 2000 }],
    })
  },
)
