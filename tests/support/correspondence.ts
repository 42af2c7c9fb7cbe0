import type { Page } from '@playwright/test'
import type { PictureProgress } from '../../src/shop/pictures/contract.ts'
import { mailedRecallLink, mailedToken } from './devMails.ts'
import { clearLoginCookies, expect } from './e2e.ts'
import { parcelProduct, type StockedProduct } from './e2eCustomer.ts'
import { placePaidOrder, signInAsAdmin } from './e2eOrders.ts'
import { drawn } from './pictureUploads.ts'

// Screens of letters and reports to the shop, and of recalls and warnings for buyers, made by calls.

const sender = () => ({ name: 'Robin Maas', email: `brief-${crypto.randomUUID()}@gloed.test` })

async function post(page: Page, path: string, data: object): Promise<unknown> {
  const answer = await page.request.post(path, { data })
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
  return answer.json()
}

/** The page of a mailed link. */
async function mailedPage(page: Page, email: string, path: string): Promise<string> {
  const { origin } = new URL(page.url())
  await expect.poll(() => mailedToken(origin, email, path)).not.toBeNull()
  return `${path}#token=${await mailedToken(origin, email, path)}`
}

/** Goes from a list of the back office to the item with this reference. */
async function openItem(page: Page, path: string, reference: string): Promise<string> {
  await signInAsAdmin(page)
  await page.goto(path)
  await page.getByRole('link', { name: new RegExp(reference) }).click()
  await expect(page).not.toHaveURL(path)
  return new URL(page.url()).pathname
}

async function write(page: Page) {
  await clearLoginCookies(page.context())
  const { name, email } = sender()
  const message = { topic: 'ORDER', text: 'Past de kaars in de brievenbus?', name, email }
  const { reference } = (await post(page, '/api/contact', message)) as { reference: string }
  return { email, reference }
}

export async function conversation(page: Page): Promise<string> {
  return openItem(page, '/admin/messages', (await write(page)).reference)
}

export async function answerMessage(page: Page): Promise<void> {
  await page.getByLabel('Antwoord', { exact: true }).fill('Ja, die past erin.')
  await page.getByRole('button', { name: 'Antwoord versturen' }).click()
  await expect(page.getByText('Beantwoord', { exact: true })).toBeVisible()
}

/** The same for the visitor who wrote. */
export async function linkedConversation(page: Page): Promise<string> {
  const { email, reference } = await write(page)
  await page.goto(await openItem(page, '/admin/messages', reference))
  await answerMessage(page)
  return mailedPage(page, email, '/contact/gesprek')
}

async function report(page: Page) {
  await clearLoginCookies(page.context())
  const { name, email } = sender()
  const content = { kind: 'PAGE', contentId: `/shop/${crypto.randomUUID()}`, reason: 'ABUSE' }
  const told = { text: 'Hier staat iets lelijks.', isGoodFaith: true, name, email }
  const answer = await post(page, '/api/content-reports', { ...content, ...told })
  return { email, reference: (answer as { reference: string }).reference }
}

export async function contentReport(page: Page): Promise<string> {
  return openItem(page, '/admin/content-reports', (await report(page)).reference)
}

export async function chooseDecision(page: Page): Promise<void> {
  await page.getByLabel('Wat gebeurt er').selectOption('Blijft staan')
  await page.getByLabel('Waarom', { exact: true }).fill('Het is een mening.')
}

export async function decide(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Beslissen' }).click()
  await expect(page.getByText('Beslist', { exact: true }).first()).toBeVisible()
}

/** The same for the visitor who reported. */
export async function decidedReport(page: Page): Promise<string> {
  const { email, reference } = await report(page)
  await page.goto(await openItem(page, '/admin/content-reports', reference))
  await chooseDecision(page)
  await decide(page)
  return mailedPage(page, email, '/melding')
}

export async function publishNothing(page: Page): Promise<void> {
  const form = page.getByRole('dialog', { name: 'Product terugroepen' })
  await form.getByLabel('Zoek een product').fill(parcelProduct.name)
  await form.getByRole('button', { name: parcelProduct.name }).first().click()
  await form.getByLabel('Verkocht van').fill('2020-01-01')
  await form.getByLabel('Tot en met').fill('2020-01-31')
  await form.getByRole('button', { name: /^Publiceren/ }).click()
  await expect(form.getByText('Schrijf wat er mis is.')).toBeVisible()
}

/** @returns the address of its buyer */
async function recallOrder(page: Page): Promise<string> {
  const { email } = await placePaidOrder(page, 'terug')
  await signInAsAdmin(page)
  const products = (await (await page.request.get('/api/products')).json()) as StockedProduct[]
  await post(page, '/api/admin/recalls', {
    productId: products.find(({ name }) => name === parcelProduct.name)?.id,
    startsOn: '2020-01-01',
    endsOn: '2099-12-31',
    hazard: 'Het glas kan barsten, met kans op snijwonden.',
    action: 'Steek haar niet meer aan.',
    identification: 'Partij 12, onder de bodem',
    remedies: ['REPLACEMENT', 'REFUND'],
    hazardFr: 'Le verre peut se briser.',
    actionFr: 'Ne l’allumez plus.',
  })
  return email
}

export async function recalls(page: Page): Promise<string> {
  await recallOrder(page)
  return '/admin/recalls'
}

export async function showBuyers(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Toon de kopers' }).first().click()
  await expect(page.getByRole('table', { name: /Kopers/ })).toBeVisible()
}

/** As its buyer reads it. */
export async function recallOfBuyer(page: Page): Promise<string> {
  const email = await recallOrder(page)
  const { origin } = new URL(page.url())
  await expect.poll(() => mailedRecallLink(origin, email)).not.toBeNull()
  return (await mailedRecallLink(origin, email)) ?? ''
}

const productBySlug = async (page: Page, slug: string) => {
  const products = (await (await page.request.get('/api/products')).json()) as (StockedProduct & {
    slug: string
  })[]
  const product = products.find(each => each.slug === slug)
  if (!product) throw new Error(`the shop does not sell ${slug}`)
  return product
}

/** A product with the maker, warnings and a picture of its label. */
async function productWithLabel(page: Page) {
  await signInAsAdmin(page)
  const product = await productBySlug(page, 'cadeauverpakking')
  const maker = await post(page, '/api/admin/economic-operators', {
    name: 'Maker in Gent',
    address: 'Voorbeeldstraat 1\n9000 Gent',
    country: 'BE',
    electronicAddress: 'veiligheid@maker.example',
  })
  const path = `/api/admin/products/${product.id}`
  const kept = (await (await page.request.get(`${path}/safety`)).json()) as { version: number } | null
  const data = {
    manufacturerId: (maker as { id: string }).id,
    model: 'M-1',
    warnings: 'Niet inslikken.',
    warningsFr: 'Ne pas avaler.',
    battery: 'Lithium, niet te vervangen.',
    version: kept?.version ?? null,
  }
  const safety = await page.request.put(`${path}/safety`, { data })
  expect(safety.ok(), await safety.text()).toBe(true)
  const images = { name: 'etiket.png', mimeType: 'image/png', buffer: await drawn(600, 300).png().toBuffer() }
  const sent = await page.request.post('/api/admin/pictures', { multipart: { images, whole: 'true' } })
  const [picture] = (await sent.json()) as { id: string }[]
  const progress = async () =>
    ((await (await page.request.get(`/api/admin/pictures?id=${picture?.id}`)).json()) as PictureProgress[])[0]
  await expect.poll(async () => (await progress())?.url).toBeTruthy()
  const pictures = [{ url: (await progress())?.url, alt: 'De achterkant, met het CE-teken' }]
  const label = await page.request.put(`${path}/label-pictures`, { data: { pictures } })
  expect(label.ok(), await label.text()).toBe(true)
  return product
}

export async function safetyOfProduct(page: Page): Promise<string> {
  return `/admin/products/${(await productWithLabel(page)).id}`
}

export async function productThatWarns(page: Page): Promise<string> {
  return `/shop/${(await productWithLabel(page)).slug}`
}
