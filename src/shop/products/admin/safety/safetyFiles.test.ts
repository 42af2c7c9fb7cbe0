import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { addProduct } from '../../../../../tests/support/fixtures.ts'
import { drawn, formOf, patience, storedFiles } from '../../../../../tests/support/pictureUploads.ts'
import { openShop, type TestShop, type TestUser } from '../../../../../tests/support/shop.ts'
import { addProductWithVariants } from '../../../../../tests/support/variants.ts'
import { auditEntries } from '../../../../people/audit/table.ts'
import { readProduct } from '../../catalog/contract.ts'
import { MAX_MANUAL_BYTES } from '../../safety/contract.ts'
import { manualPath } from '../../safety/rules.ts'
import { deleteOrphanedManuals } from '../../safety/manual.service.ts'
import { readPictures } from '../../../pictures/admin/contract.ts'
import { pictures } from '../../../pictures/table.ts'
import { changeProduct, listAdminProducts, removeProduct } from '../contract.ts'
import {
  type AdminProductSafety,
  createOperator,
  readProductSafety,
  removeManual,
  MissingSafetyInfo,
  setLabelPictures,
  setProductSafety,
} from './contract.ts'
import type { PictureProgress } from '../../../pictures/contract.ts'

let shop: TestShop
let admin: TestUser
let manufacturerId: string
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
  const maker = { name: 'Maker', address: 'Straat 1', country: 'BE', electronicAddress: 'a@maker.example' }
  manufacturerId = (await admin.call(createOperator, maker)).body.id
})
afterAll(() => shop.close())

const safe = (productId: string) =>
  admin.call(setProductSafety, { productId, manufacturerId, model: 'M-1', version: null })
const shown = async (idOrSlug: string) => (await shop.newClient().call(readProduct, { idOrSlug })).body.safety
const pdf = (text = 'x') => new TextEncoder().encode(`%PDF-1.7\n${text}\n%%EOF\n`)

async function sendManual(productId: string, content: Uint8Array, fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(content)]), 'handleiding.pdf')
  const answer = await admin.request('POST', `/api/admin/products/${productId}/manuals`, form)
  return answer as {
    status: number
    body: AdminProductSafety & { message?: string; fields?: Record<string, string> }
  }
}

/** A picture that is wider than 4:5, as labels are. */
async function label(whole: 'true' | 'false' = 'true'): Promise<string> {
  const content = await drawn(600, 100).jpeg().toBuffer()
  const sent = await admin.request('POST', '/api/admin/pictures', formOf([content], { whole }))
  const [{ id }] = sent.body as [PictureProgress]
  return vi.waitFor(async () => {
    const [picture] = (await admin.call(readPictures, { id })).body
    expect(picture?.url).toMatch(/^\/media/)
    return picture!.url as string
  }, patience)
}

it('shows pictures of the label in order, also at a variant, and lets those that are removed go', async () => {
  const options = [{ name: 'maat', values: ['S'] }]
  const { product, variants } = await addProductWithVariants(shop, options, [{ values: ['S'] }])
  const productId = product.id
  const [front, back] = [await label(), await label()]
  const set = (list: { url: string; alt: string }[]) =>
    admin.call(setLabelPictures, { productId, pictures: list })
  const both = [
    { url: back, alt: 'De achterkant, met de waarschuwingen' },
    { url: front, alt: 'De voorkant' },
  ]
  expect(await set(both)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Vul eerst') },
  })
  await safe(productId)
  expect(await shown(productId)).toMatchObject({ labelPictures: [], manuals: [] })
  expect(await set(both)).toMatchObject({ status: 200, body: { labelPictures: both } })
  expect((await shown(productId))?.labelPictures).toEqual(both)
  expect((await shown(variants[0]!.slug))?.labelPictures).toEqual(both)

  expect((await set(both.slice(1))).body.labelPictures).toEqual(both.slice(1))
  const rowOf = async (address: string) =>
    (await shop.node.platform.db.select().from(pictures).where(eq(pictures.address, address)))[0]
  expect([(await rowOf(back))?.ownerId, (await rowOf(front))?.ownerId]).toEqual([null, expect.any(String)])
  const [entry] = await shop.node.platform.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.subjectId, productId))
    .orderBy(desc(auditEntries.at), desc(auditEntries.id))
  expect(entry).toMatchObject({ action: 'PRODUCT_CHANGED', details: { labelPictures: expect.anything() } })

  // Another product can't have it, and an unknown one is refused.
  const other = (await addProduct(shop)).id
  await safe(other)
  expect((await admin.call(readProductSafety, { productId: other })).body).toMatchObject({
    labelPictures: [],
  })
  for (const url of [front, '/media/pictures/none/800.webp'])
    expect(
      (await admin.call(setLabelPictures, { productId: other, pictures: [{ url, alt: 'x' }] })).status,
    ).toBe(400)
  expect((await set([{ url: front, alt: ' ' }])).status).toBe(400)
  await admin.call(removeProduct, { productId })
  expect((await rowOf(front))?.ownerId).toBeNull()
})

it('never crops a label', async () => {
  const url = await label()
  const { default: sharp } = await import('sharp')
  const picture = sharp(Buffer.from(await (await fetch(new URL(url, shop.origin))).arrayBuffer()))
  expect(await picture.metadata()).toMatchObject({ width: 800, height: 1000 })
})

it('offers a manual as a PDF for each language, replaces it and removes it', async () => {
  const { id: productId, slug } = await addProduct(shop)
  expect((await sendManual(productId, pdf(), { language: 'nl' })).status).toBe(409)
  await safe(productId)
  const french = await sendManual(productId, pdf('un'), { language: 'fr' })
  const first = await sendManual(productId, pdf('een'), { language: 'nl' })
  expect([french.status, first.status]).toEqual([201, 201])
  expect((await shown(productId))?.manuals).toEqual([
    { id: expect.any(String), language: 'nl', bytes: pdf('een').length },
    { id: expect.any(String), language: 'fr', bytes: pdf('un').length },
  ])
  const get = (id: string) => fetch(new URL(manualPath(id), shop.origin))
  const [dutch] = first.body.manuals
  const answer = await get(dutch!.id)
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(pdf('een'))
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="handleiding-${slug}-nl.pdf"`,
    'content-length': String(pdf('een').length),
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  const second = await sendManual(productId, pdf('twee'), { language: 'nl' })
  expect(second.body.manuals.map(({ language }) => language)).toEqual(['nl', 'fr'])
  expect((await get(dutch!.id)).status).toBe(404)
  const manualId = second.body.manuals[0]!.id
  expect((await admin.call(removeManual, { productId, manualId })).status).toBe(204)
  expect((await admin.call(removeManual, { productId, manualId })).status).toBe(404)
  expect((await admin.call(readProductSafety, { productId })).body?.manuals).toHaveLength(1)

  const late = () => new Date(Date.now() + 48 * 3600_000)
  await deleteOrphanedManuals({ ...shop.node.platform, now: late })
  expect((await storedFiles(shop)).filter(name => name.endsWith('.pdf'))).toHaveLength(1)
  expect((await get(french.body.manuals[0]!.id)).status).toBe(200)
})

it('is found by its missing fields, by the list and the checklist, while it is on sale and sent', async () => {
  const { id: productId, categoryId } = await addProduct(shop)
  const lacking = async () => {
    const lists = await Promise.all(
      MissingSafetyInfo.options.map(async lacks => ({
        lacks,
        body: (await admin.call(listAdminProducts, { categoryId, lacks, page: 1 })).body,
      })),
    )
    return lists.flatMap(({ lacks, body }) => (JSON.stringify(body).includes(productId) ? [lacks] : []))
  }
  expect(await lacking()).toEqual(['safety'])
  const fields = { productId, manufacturerId, model: 'M-1' }
  await admin.call(setProductSafety, { ...fields, version: null })
  expect(await lacking()).toEqual(['label'])
  await admin.call(setProductSafety, { ...fields, warnings: 'Let op.', battery: 'Lithium', version: 1 })
  expect(await lacking()).toEqual(['label', 'manual', 'french'])
  await sendManual(productId, pdf(), { language: 'fr' })
  await admin.call(setLabelPictures, { productId, pictures: [{ url: await label(), alt: 'Het etiket' }] })
  expect(await lacking()).toEqual(['manual', 'french'])
  await sendManual(productId, pdf(), { language: 'nl' })
  await admin.call(setProductSafety, { ...fields, warnings: 'Let op.', warningsFr: 'Attention.', version: 2 })
  expect(await lacking()).toEqual([])
  await admin.call(setProductSafety, { ...fields, warnings: 'Let op.', version: 3 })
  expect(await lacking()).toEqual(['french'])
  await admin.call(changeProduct, { productId, showShippingOptions: false, shippingCost: 0 })
  expect(await lacking()).toEqual([])
})

it('refuses a file that is no PDF, is too large or has no language', async () => {
  const { id: productId } = await addProduct(shop)
  await safe(productId)
  const before = await storedFiles(shop)
  const nl = { language: 'nl' }
  const text = (content: string) => new TextEncoder().encode(content)
  expect(await sendManual(productId, text('<script>alert(1)</script>'), nl)).toMatchObject({
    status: 415,
    body: { message: 'Kies een PDF: dit bestand is er geen.' },
  })
  expect((await sendManual(productId, text('%PDF-1.7 cut off'), nl)).status).toBe(415)
  expect((await sendManual(productId, new Uint8Array(MAX_MANUAL_BYTES + 2), nl)).status).toBe(413)
  expect((await sendManual(productId, pdf(), { language: 'xx' })).body.fields).toEqual({
    language: 'Kies een taal.',
  })
  expect(await storedFiles(shop)).toEqual(before)
})
