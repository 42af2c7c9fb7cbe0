import { randomUUIDv7 } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest'
import { buyProduct } from '../../../../../tests/support/fixtures.ts'
import {
  openShop,
  type TestResponse,
  type TestUser,
  type TestShop,
} from '../../../../../tests/support/shop.ts'
import { findDiscrepancies } from '../../../../backoffice/reconciliation/service.ts'
import { readProduct } from '../../catalog/contract.ts'
import { products } from '../../catalog/table.ts'
import {
  applyBulkEdit,
  exportProducts,
  importProducts,
  listBulkLines,
  readBulkEdit,
  type BulkEdit,
  type BulkLineStatus,
} from '../bulk/contract.ts'
import {
  createCategory,
  createProduct,
  readAdminProduct,
  removeCategory,
  type AdminProduct,
} from '../contract.ts'
import { readProductHistory } from '../history.contract.ts'
import { readCsv } from '../../../../platform/text/csvReader.ts'
import { cleanUpBulkEdits } from './service.ts'
import { bulkEdits, bulkLines } from '../table.ts'

let shop: TestShop
let admin: TestUser
const unique = () => randomUUIDv7().slice(-12)
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

const addCategory = async () => (await admin.call(createCategory, { name: `Rek ${unique()}` })).body
const make = async (categoryId: string, changes: object = {}): Promise<AdminProduct> => {
  const product = { name: 'Kaars', sku: `I-${unique()}`, price: 1000, stock: 8, categoryId }
  return (await admin.call(createProduct, { ...product, ...changes })).body
}
function send(content: string | Uint8Array<ArrayBuffer>, options: Record<string, string> = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries(options)) form.append(name, value)
  form.append('file', new Blob([content]), 'producten.csv')
  return admin.request('POST', importProducts.path, form) as Promise<TestResponse<BulkEdit>>
}
const bring = async (content: string | Uint8Array<ArrayBuffer>, options?: Record<string, string>) =>
  (await send(content, options)).body
const lines = async (bulkId: string, verdict: BulkLineStatus) =>
  (await admin.call(listBulkLines, { bulkId, verdict })).body
const apply = async (bulkId: string) => (await admin.call(applyBulkEdit, { bulkId })).body
const exported = async (categoryId: string): Promise<string> => {
  const { body } = await admin.request('GET', `${exportProducts.path}?categoryId=${categoryId}`)
  return body as string
}
const shelf = async (productId: string) => (await admin.call(readAdminProduct, { productId })).body
const expectBooks = async () =>
  expect(await findDiscrepancies(shop.node.platform.db, new Date(0))).toEqual([])

describe('product export', () => {
  it('opens in a Dutch spreadsheet and contains no formulas', async () => {
    const { id: categoryId, slug } = await addCategory()
    await make(categoryId, { sku: '=1+1', name: '@SUM("A1"); of\nniet', price: 123456, description: '-2' })
    const answer = await fetch(`${shop.origin}${exportProducts.path}?categoryId=${categoryId}`, {
      headers: { cookie: admin.cookie() },
    })
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="producten-[\d-]+\.csv"$/,
    )
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const [head, ...rest] = new TextDecoder().decode(bytes).split('\r\n')
    expect(head).toMatch(/^"SKU";"Naam";"Omschrijving";"Categorie";"Prijs";/)
    expect(rest.join('\r\n')).toBe(
      `"'=1+1";"'@SUM(""A1""); of\nniet";"'-2";"${slug}";"1234,56";;"0,00";"8";"8";"ja";"ja";"nee";"nee";"nee";"gewoon";"0";;;;;;;;;;;;;;;;\r\n`,
    )
  })

  test('imported again changes nothing, whatever the product names', async () => {
    const { id: categoryId } = await addCategory()
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    const texts = fc.oneof(
      text,
      fc.constantFrom('=1', "'=1", '+31', '-', '@a', 'a;b', '"', 'a\nb', 'Crème — 手'),
    )
    const some = fc.sample(texts, 60).map(name => name.replaceAll('\0', '').trim() || 'x')
    await shop.node.platform.db.insert(products).values(
      some.map((name, at) => ({
        name,
        description: some.at(-at) ?? '',
        sku: `R-${unique()}-${name}`.trim().slice(0, 60).trim(),
        slug: `r-${unique()}-${at}`,
        price: at * 999,
        categoryId,
        length: at || null,
      })),
    )
    const bulk = await bring(await exported(categoryId))
    expect(await lines(bulk.id, 'CHANGE')).toEqual([])
    expect(await lines(bulk.id, 'REFUSED')).toEqual([])
    expect(bulk).toMatchObject({ state: 'READY', total: 60, counts: { SAME: 60 } })
  })

  it('imported again does not restore stock sold since', async () => {
    const { id: categoryId } = await addCategory()
    const product = await make(categoryId)
    const file = (await exported(categoryId)).replace('"8";"8"', '"11";"8"')
    await buyProduct(await shop.newUser(), product.id, 'paid')
    const bulk = await bring(file, { cause: 'DELIVERED', note: 'Bon 7' })
    expect((await lines(bulk.id, 'CHANGE'))[0]?.changes).toEqual({
      stock: { from: 7, to: 10, isRelative: true },
    })
    await apply(bulk.id)
    const { body } = await admin.call(readProductHistory, { productId: product.id })
    expect(body.stock[0]).toMatchObject({ pieces: 3, stockAfter: 10, cause: 'DELIVERED', note: 'Bon 7' })
    await expectBooks()
  })
})

describe('product import', () => {
  it('reports every error by line and column first, and applies the valid lines on request', async () => {
    const { id: categoryId, slug } = await addCategory()
    const product = await make(categoryId)
    const fresh = `N-${unique()}`
    const file = [
      'sku,naam,prijs,voorraad,categorie,kleur',
      `${product.sku},"Kaars, groot","12,50",8,${slug},rood`,
      `${fresh},"Nieuw`,
      `op twee regels",9.95,4,${slug},`,
      `X-${unique()},Los,gratis,-1,nergens,`,
      `${fresh},Nogmaals,1,1,${slug},`,
      `Y-${unique()},Kort`,
    ].join('\n')
    const bulk = await bring(file, { addsNew: 'true' })
    expect(bulk).toMatchObject({
      state: 'READY',
      fileName: 'producten.csv',
      ignored: ['kleur'],
      counts: { CHANGE: 1, NEW: 1, REFUSED: 3 },
    })
    const refused = (await lines(bulk.id, 'REFUSED')).map(({ line, errors }) => [
      line,
      ...errors.map(({ column, message }) => `${column}: ${message}`),
    ])
    expect(refused).toEqual([
      [
        5,
        'Prijs: Schrijf een bedrag, zoals 14,95.',
        'Voorraad: Schrijf een heel getal vanaf 0.',
        'Categorie: We kennen geen categorie nergens.',
      ],
      [6, 'SKU: Deze SKU staat ook op regel 3.'],
      [7, 'null: Deze regel heeft 2 cellen, en de eerste regel 6.'],
    ])
    expect((await shelf(product.id)).price).toBe(1000)
    expect(await apply(bulk.id)).toMatchObject({ state: 'DONE', counts: { DONE: 1, ADDED: 1, REFUSED: 3 } })
    expect(await shelf(product.id)).toMatchObject({ name: 'Kaars, groot', price: 1250, stock: 8 })
    const [added] = await lines(bulk.id, 'ADDED')
    expect(await shelf(added?.productId as string)).toMatchObject({
      sku: fresh,
      name: 'Nieuw\nop twee regels',
      price: 995,
      stock: 4,
      slug: 'nieuw-op-twee-regels',
    })
    const { body } = await shop.newClient().call(readProduct, { idOrSlug: product.slug })
    expect(body).toMatchObject({ name: 'Kaars, groot', price: 1250 })
    await expectBooks()
  })

  it('refuses an unknown SKU unless new products are allowed', async () => {
    const bulk = await bring(`SKU;Prijs\nniets-${unique()};1`)
    expect(await lines(bulk.id, 'REFUSED')).toMatchObject([
      { line: 2, errors: [{ column: 'SKU', message: 'We kennen geen product met deze SKU.' }] },
    ])
  })

  it('reads the encoding of older spreadsheets', async () => {
    const { id } = await addCategory()
    const { sku } = await make(id)
    const bytes = new Uint8Array([...new TextEncoder().encode(`SKU\tNaam\r\n${sku}\tCr`), 0xe8, 0x6d, 0x65])
    const bulk = await bring(bytes)
    expect((await lines(bulk.id, 'CHANGE'))[0]?.changes).toEqual({ name: { from: 'Kaars', to: 'Crème' } })
  })

  it.each([
    ['', /is leeg/],
    ['SKU;Prijs', /staat niets/],
    ['Naam;Prijs\nKaars;1', /SKU ontbreekt/],
    ['SKU;Prijs\nA;"1\nB;2', /aanhalingstekens/],
    ['SKU;Prijs\nA;x"1"', /aanhalingstekens op regel 2/],
    ['PK\u0003\u0004xyz', /rekenblad/],
    ['SKU;Prijs\nA\0;1', /geen tekstbestand/],
  ])('refuses %o with the reason', async (content, reason) => {
    expect(await bring(content)).toMatchObject({ state: 'FAILED', problem: expect.stringMatching(reason) })
  })

  it('requires a file', async () => {
    const form = new FormData()
    form.append('addsNew', 'true')
    expect(await admin.request('POST', importProducts.path, form)).toMatchObject({
      status: 400,
      body: { fields: { file: 'Kies een CSV-bestand.' } },
    })
    expect((await admin.request('POST', importProducts.path, 'SKU;Prijs')).status).toBe(415)
    expect((await send('SKU;Prijs\nA;1', { cause: 'ZOMAAR' })).status).toBe(400)
  })

  it('skips a line whose category was deleted meanwhile', async () => {
    const [{ id }, gone] = [await addCategory(), await addCategory()]
    const { sku } = await make(id)
    const content = `SKU;Naam;Prijs;Voorraad;Categorie\n${sku};K;1;8;${gone.slug}\nZ-${unique()};K;1;1;${gone.slug}`
    const bulk = await bring(content, { addsNew: 'true' })
    await admin.call(removeCategory, { categoryId: gone.id })
    expect((await apply(bulk.id)).counts).toMatchObject({ MISSED: 2, DONE: 0, ADDED: 0 })
    const missed = await lines(bulk.id, 'MISSED')
    for (const { errors } of missed)
      expect(errors).toEqual([{ column: 'Categorie', message: 'Deze categorie bestaat niet meer.' }])
  })

  it('of many lines runs as a job from start to end', async () => {
    const { slug, id: categoryId } = await addCategory()
    const made = Array.from(
      { length: 1300 },
      (_, at) => `M-${slug}-${at};Zelfde naam;${at},50;${at % 7};${slug};${'x'.repeat(80)}`,
    )
    const asked = await bring(['SKU;Naam;Prijs;Voorraad;Categorie;Omschrijving', ...made].join('\n'), {
      addsNew: 'true',
    })
    const reach = (state: string) =>
      vi.waitFor(
        async () => {
          const { body } = await admin.call(readBulkEdit, { bulkId: asked.id })
          expect(body.state).toBe(state)
          return body
        },
        { timeout: 45_000, interval: 100 },
      )
    expect((await reach('READY')).counts).toMatchObject({ NEW: 1300 })
    await apply(asked.id)
    expect(await reach('DONE')).toMatchObject({ done: 1300, counts: { ADDED: 1300, MISSED: 0 } })
    const { db } = shop.node.platform
    const slugs = await db
      .select({ slug: products.slug })
      .from(products)
      .where(eq(products.categoryId, categoryId))
    expect(new Set(slugs.map(row => row.slug)).size).toBe(1300)
    await expectBooks()
  })

  it('is deleted with its file after a week', async () => {
    const { platform } = shop.node
    const bulk = await bring('SKU;Prijs\nA;1')
    const later = new Date(Date.now() + 8 * 24 * 3600_000)
    await cleanUpBulkEdits({ ...platform, now: () => later })
    const own = and(eq(bulkLines.bulkId, bulk.id), inArray(bulkLines.line, [2]))
    expect(await platform.db.select().from(bulkLines).where(own)).toEqual([])
    expect(await platform.db.$count(bulkEdits)).toBe(0)
    expect(await platform.storage.listWrittenBefore('imports', new Date('2100-01-01'))).toEqual([])
    expect((await admin.call(readBulkEdit, { bulkId: bulk.id })).status).toBe(404)
  })
})

test('reads the same table however the file is split into chunks', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ';', ',', '\n', 'è', "'"), maxLength: 8 })
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(cell, cell), { maxLength: 5 }),
      fc.integer({ min: 1, max: 20 }),
      async (rows, size) => {
        const table = [['sku', 'naam'], ...rows.map(row => ['x', ...row])]
        const bytes = new TextEncoder().encode(table.map(row => row.map(quoted).join(';')).join('\r\n'))
        const cut = async function* () {
          for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
        }
        const read = []
        for await (const { cells } of readCsv(cut())) read.push(cells)
        expect(read).toEqual(table)
      },
    ),
    { numRuns: 60 },
  )
})
