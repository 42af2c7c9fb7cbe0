import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addProduct } from '../../../../../tests/support/fixtures.ts'
import {
  openShop,
  type TestResponse,
  type TestShop,
  type TestUser,
} from '../../../../../tests/support/shop.ts'
import { addProductWithVariants } from '../../../../../tests/support/variants.ts'
import { categories, products } from '../../catalog/table.ts'
import { findDiscrepancies } from '../../../../backoffice/reconciliation/service.ts'
import {
  applyBulkEdit,
  createBulkEdit,
  exportProducts,
  importProducts,
  listBulkLines,
  type BulkChange,
  type BulkEdit,
} from '../bulk/contract.ts'
import { readAdminProduct } from '../contract.ts'

let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

async function bring(content: string): Promise<BulkEdit> {
  const form = new FormData()
  form.append('addsNew', 'true')
  form.append('file', new Blob([content]), 'producten.csv')
  return ((await admin.request('POST', importProducts.path, form)) as TestResponse<BulkEdit>).body
}
const refusals = async (bulkId: string) => {
  const { body } = await admin.call(listBulkLines, { bulkId, verdict: 'REFUSED', pageSize: 100 })
  return body.map(({ line, errors }) => [
    line,
    errors.map(({ column, message }) => `${column}: ${message}`).join(' '),
  ])
}
const read = async (productId: string) => (await admin.call(readAdminProduct, { productId })).body
const bySku = async (sku: string) => {
  const [row] = await shop.node.platform.db
    .select()
    .from(products)
    .where(sql`sku = ${sku}`)
  return row
}
const options = [{ name: 'maat', values: ['S', 'M'] }]
const addRobe = () =>
  addProductWithVariants(
    shop,
    options,
    [
      { values: ['S'], stock: 2 },
      { values: ['M'], price: 3000, stock: 4 },
    ],
    { price: 2000 },
  )
const head = 'SKU;Hoofdproduct;Opties;Naam;Categorie;Prijs;Voorraad;Barcode'

describe('a file', () => {
  it('adds a product with its variants, and comes back unchanged', async () => {
    const { categoryId } = await addProduct(shop)
    const [category] = await shop.node.platform.db
      .select()
      .from(categories)
      .where(sql`id = ${categoryId}`)
    const file = [
      head,
      `V-1-M;V-1;"maat: M; kleur: rood";;;;3;`,
      `V-1;;;Kimono;${category!.slug};20,00;0;`,
      `V-1-L;V-1;"Kleur: rood; maat: L";;;25,00;4;87123`,
    ].join('\n')
    const edit = await bring(file)
    expect(await refusals(edit.id)).toEqual([])
    expect((await admin.call(applyBulkEdit, { bulkId: edit.id })).body.counts).toMatchObject({ ADDED: 3 })
    const parent = await bySku('V-1')
    expect(await read(parent!.id)).toMatchObject({
      price: 2000,
      stock: 7,
      options: [
        { name: 'maat', values: ['M', 'L'] },
        { name: 'kleur', values: ['rood'] },
      ],
      variants: [
        { sku: 'V-1-M', values: ['M', 'rood'], price: null, stock: 3 },
        { sku: 'V-1-L', values: ['L', 'rood'], price: 2500, stock: 4, barcode: '87123' },
      ],
    })
    const { body: exported } = await admin.request('GET', `${exportProducts.path}?q=V-1`)
    expect(exported).toContain('"87123";;;"V-1";"maat: L; kleur: rood"')
    const again = await bring(exported as string)
    expect(again.counts).toMatchObject({ SAME: 3, CHANGE: 0, REFUSED: 0 })
    expect(await findDiscrepancies(shop.node.platform.db, new Date())).toEqual([])
  })

  it('with half a family names the missing fields per line, and adds none of it', async () => {
    const plain = await addProduct(shop)
    const edit = await bring(
      [
        head,
        `H-1;${plain.sku};"maat: S; kleur: rood";;;;1;`,
        `H-2;${plain.sku};maat: M;;;;1;`,
        `H-3;${plain.sku};"maat: S; kleur: rood";;;;1;`,
        `H-4;${plain.sku};"maat: L; kleur: rood";;;;;`,
        `H-5;onbekend;maat: S;;;;1;`,
        `H-6;;maat: S;Los;;;1;`,
      ].join('\n'),
    )
    expect(await refusals(edit.id)).toEqual([
      [2, 'null: Dit product komt er als geheel in, en regel 3 klopt niet.'],
      [3, 'Opties: Hier ontbreekt kleur: dit product heeft maat en kleur.'],
      [4, 'Opties: Deze variant staat ook op regel 2.'],
      [5, 'Voorraad: Voor een nieuw product is dit nodig.'],
      [6, 'Hoofdproduct: We kennen geen product met SKU onbekend, ook niet in dit bestand.'],
      [7, expect.stringContaining('Vul de SKU in van het product waarvan dit een variant is.')],
    ])
    await admin.call(applyBulkEdit, { bulkId: edit.id })
    expect(await read(plain.id)).not.toHaveProperty('variants')
  })

  it('can’t give a variant a field of its product, nor its product a stock', async () => {
    const { product, variants } = await addRobe()
    const edit = await bring(
      [
        head,
        `${variants[0]!.sku};${product.sku};maat: L;Iets anders;;;2;`,
        `${product.sku};;;;;;5;`.replace(';;;;;;5', `;;;${product.name};x;20,00;5`),
      ].join('\n'),
    )
    const [first, second] = await refusals(edit.id)
    expect(first?.[1]).toContain('Opties: Dit is maat: S.')
    expect(first?.[1]).toContain('Naam: Dit heeft een variant van zijn product.')
    expect(second?.[1]).toContain('Voorraad: Vul de voorraad in bij de varianten.')
  })
})

describe('an edit of many products', () => {
  async function edit(productIds: string[], change: BulkChange) {
    const { body } = await admin.call(createBulkEdit, { productIds, change })
    await admin.call(applyBulkEdit, { bulkId: body.id })
  }

  it('changes the prices of variants with that of their product, and of those with a price of their own', async () => {
    const { product, variants } = await addRobe()
    await edit([product.id], { kind: 'PRICE_PERCENT', basisPoints: 1000, rounding: 'CENT' })
    expect(await read(product.id)).toMatchObject({
      price: 2200,
      variants: [{ price: null, effectivePrice: 2200 }, { price: 3300 }],
    })
    expect(await bySku(product.sku)).toMatchObject({ price: 2200, maxPrice: 3300 })
    await edit([variants[0]!.id], { kind: 'PRICE_SET', cents: 2000 })
    expect((await read(product.id)).variants?.[0]).toMatchObject({ price: 2000 })
    expect(await bySku(product.sku)).toMatchObject({ price: 2000, basePrice: 2200 })
  })

  it('sets the stock and sales of variants, and takes a product off as a whole', async () => {
    const { product, variants } = await addRobe()
    await edit([product.id], { kind: 'STOCK_AMOUNT', pieces: 5, cause: 'DELIVERED', note: null })
    expect((await read(product.id)).variants?.map(({ stock }) => stock)).toEqual([7, 9])
    const endsAt = new Date(Date.now() + 60_000).toISOString()
    await edit([product.id], { kind: 'SALE', basisPoints: 5000, rounding: 'CENT', endsAt })
    expect(await bySku(product.sku)).toMatchObject({ price: 1000, regularPrice: 2000, maxPrice: 3000 })
    await edit([variants[1]!.id], { kind: 'SALE', basisPoints: 5000, rounding: 'CENT', endsAt })
    await edit([product.id], { kind: 'SALE_END' })
    expect(await bySku(product.sku)).toMatchObject({ price: 1500, regularPrice: 3000, maxPrice: 2000 })
    await edit([variants[1]!.id], { kind: 'SALE_END' })
    expect(await bySku(product.sku)).toMatchObject({ price: 2000, regularPrice: null, maxPrice: 3000 })
    await edit([product.id], { kind: 'ACTIVE', active: false })
    expect(await read(product.id)).toMatchObject({
      isActive: false,
      variants: [{ isActive: true }, { isActive: true }],
    })
    expect(await findDiscrepancies(shop.node.platform.db, new Date())).toEqual([])
  })
})

describe('a file of another shop', () => {
  const applied = async (content: string) => {
    const { id: bulkId } = await bring(content)
    expect(await refusals(bulkId)).toEqual([])
    await admin.call(applyBulkEdit, { bulkId })
  }
  const named = (prefix: string) => {
    const name = `${prefix} ${randomUUIDv7().slice(-8)}`
    return shop.node.platform.db
      .insert(categories)
      .values({ name, slug: name.toLowerCase().replaceAll(' ', '-') })
      .then(() => name)
  }

  it('puts no draft on sale, and has text, measures and barcode as that shop meant them', async () => {
    const category = await named('Uit WooCommerce')
    await applied(
      [
        'ID,Type,SKU,Name,Published,Visibility in catalog,Description,Stock,Weight (kg),Length (mm),Prijs,Categorie,Barcode',
        `13,simple,OLIE,Olie,1,visible,"<p>Lang &eacute;n &ndash; zacht.</p><ul><li>Zijde</li></ul>",12,"1.2",245,"24,95",${category},'8712345678906`,
        `14,simple,GEHEIM,Nog niet,0,hidden,,3,"0,35",,"9,95",${category},`,
        `15,simple,HALF,Half,1,hidden,,3,1,,"9,95",${category},`,
      ].join('\n'),
    )
    expect(await bySku('OLIE')).toMatchObject({
      isActive: true,
      description: 'Lang én – zacht.\n\n• Zijde',
      weight: 1200,
      length: 25,
      barcode: '8712345678906',
    })
    expect(await bySku('GEHEIM')).toMatchObject({ isActive: false, weight: 350 })
    expect(await bySku('HALF')).toMatchObject({ isActive: false })
  })

  it('is refused as a whole for a unit that nobody knows, and per line for pieces that may be thousands', async () => {
    const category = await named('Uit een ERP')
    expect(await bring('SKU;Naam;Gewicht (stone)\nA;B;2')).toMatchObject({
      state: 'FAILED',
      problem: 'De kolom Gewicht (stone) heeft een eenheid die we niet kennen. Gebruik g, kg, lbs of oz.',
    })
    const { id } = await bring(
      `SKU;Naam;Prijs;Voorraad;Categorie\nERP-2;Uit een ERP;19,95;12.000;${category}`,
    )
    expect(await refusals(id)).toEqual([[2, 'Voorraad: Schrijf 12.000 als 12000 of als 12.']])
  })
})

it('an export of an option value with a semicolon, of HTML and of an SKU like a number comes back unchanged', async () => {
  const { product: parent } = await addProductWithVariants(
    shop,
    [{ name: 'kleur', values: ['rood; blauw', '"wit"'] }],
    [
      { values: ['rood; blauw'], stock: 2 },
      { values: ['"wit"'], stock: 4 },
    ],
  )
  const own = sql`id = ${parent.id} or parent_id = ${parent.id}`
  const { db } = shop.node.platform
  await db
    .update(products)
    .set({ sku: '24E+8', description: '<b>Dit</b> stond er &amp; blijft' })
    .where(sql`id = ${parent.id}`)
  await db
    .update(products)
    .set({ sku: sql`'24E+9' || position` })
    .where(sql`parent_id = ${parent.id}`)
  const before = await db.select().from(products).where(own).orderBy(products.id)
  const file = await admin.request('GET', `${exportProducts.path}?categoryId=${parent.categoryId}`)
  const edit = await bring(file.body as string)
  expect(await refusals(edit.id)).toEqual([])
  expect(edit.counts).toMatchObject({ SAME: before.length, CHANGE: 0 })
})
