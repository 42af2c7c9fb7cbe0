import type { Page } from '@playwright/test'
import { demoProducts } from '../../src/app/demo/catalog.ts'
import { drawn } from '../support/pictureUploads.ts'
import { signInAsAdmin } from '../support/e2eOrders.ts'
import {
  closeByEscape,
  expect,
  expectAccessible,
  test,
  desktopOnly,
  expectNoHorizontalScrollAtBothWidths,
} from '../support/screen.ts'

/** One for each project, so that they don't see each other's. */
const productOf = (project: string) => {
  const sent = demoProducts.filter(
    ({ showShippingOptions, slug }) => showShippingOptions && slug !== 'slipdress-aurore',
  )
  const product = project === 'phone' ? sent.at(-1) : sent.at(-2)
  if (!product) throw new Error('the demo data sends nothing')
  return product
}

async function addMaker(page: Page, name: string) {
  await page.getByRole('button', { name: 'Nieuwe' }).first().click()
  const maker = page.getByRole('dialog')
  await maker.getByLabel('Naam').fill(name)
  await maker.getByLabel('Postadres').fill('Voorbeeldstraat 1\n9000 Gent')
  await maker.getByLabel('Land').fill('BE')
  await maker.getByLabel('E-mailadres of website').fill('veiligheid@maker.example')
  await maker.getByRole('button', { name: 'Opslaan' }).click()
  await expect(maker).toBeHidden()
}

test(
  'an admin fills in who makes a product, its label and manual, and a customer reads them before buying',
  desktopOnly,
  async ({ page }, { project }) => {
    test.slow()
    const { name, slug } = productOf(project.name)
    await signInAsAdmin(page)
    await page.goto('/admin')
    await page.getByRole('link', { name: /producten zonder foto van het etiket$/ }).click()
    await expect(page.getByRole('combobox', { name: 'Productveiligheid' })).toHaveValue('label')
    await expectNoHorizontalScrollAtBothWidths(page)
    await page.getByRole('searchbox', { name: 'Zoek op naam of SKU' }).fill(name)
    await expect(page.getByText('1 product', { exact: true })).toBeVisible()
    await page.getByRole('table', { name: 'Producten' }).getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Productveiligheid' })).toBeVisible()
    await addMaker(page, `Maker ${project.name}`)
    await page.getByLabel('Model', { exact: true }).fill('M-1')
    await page.getByLabel('Waarschuwingen', { exact: false }).first().fill('Niet inslikken.')
    await page.getByLabel('Waarschuwingen in het Frans').fill('Ne pas avaler.')
    await page.getByLabel('Batterij').fill('Lithium, niet te vervangen.')
    await page.getByRole('button', { name: 'Veiligheid opslaan' }).click()
    await page.getByLabel('Etiketfoto kiezen').setInputFiles({
      name: 'etiket.png',
      mimeType: 'image/png',
      buffer: await drawn(600, 300).png().toBuffer(),
    })
    await page.getByLabel('Wat er op etiketfoto 1 staat').fill('De achterkant, met het CE-teken')
    await page.getByRole('button', { name: 'Etiketfoto’s opslaan' }).click()
    const manual = Buffer.from('%PDF-1.7\nhandleiding\n%%EOF\n')
    await page
      .getByLabel('PDF kiezen')
      .setInputFiles({ name: 'h.pdf', mimeType: 'application/pdf', buffer: manual })
    await expect(page.getByRole('link', { name: /Nederlands/ })).toBeVisible()
    await expectAccessible(page)
    await expectNoHorizontalScrollAtBothWidths(page)

    await page.goto(`/shop/${slug}`)
    const safety = page.getByRole('region', { name: 'Veiligheid en fabrikant' })
    for (const text of [
      'Niet inslikken.',
      'Ne pas avaler.',
      'Lithium, niet te vervangen.',
      'M-1',
      `Maker ${project.name}`,
    ])
      await expect(safety.getByText(text)).toBeVisible()
    await expectAccessible(page)
    await expectNoHorizontalScrollAtBothWidths(page)
    await safety.getByRole('button', { name: 'Vergroot: De achterkant, met het CE-teken' }).click()
    const label = page.getByRole('dialog', { name: 'Etiket' })
    await expect(label.getByRole('img', { name: 'De achterkant, met het CE-teken' })).toBeVisible()
    await expectAccessible(page)
    await closeByEscape(label)
    const link = safety.getByRole('link', { name: 'Handleiding in het Nederlands' })
    const answer = await page.request.get((await link.getAttribute('href')) ?? '')
    expect([answer.headers()['content-type'], await answer.text()]).toEqual([
      'application/pdf',
      manual.toString(),
    ])
    await page.goto(`/admin/products?lacks=label&q=${encodeURIComponent(name)}`)
    await expect(page.getByRole('heading', { name: 'Niets gevonden' })).toBeVisible()
  },
)
