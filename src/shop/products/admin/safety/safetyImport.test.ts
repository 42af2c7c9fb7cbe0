import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addProduct } from '../../../../../tests/support/fixtures.ts'
import {
  openShop,
  type TestResponse,
  type TestShop,
  type TestUser,
} from '../../../../../tests/support/shop.ts'
import { addProductWithVariants } from '../../../../../tests/support/variants.ts'
import { readProduct } from '../../catalog/contract.ts'
import {
  applyBulkEdit,
  exportProducts,
  importProducts,
  listBulkLines,
  type BulkEdit,
} from '../bulk/contract.ts'
import { createCategory } from '../contract.ts'
import { changeOperator, createOperator, readProductSafety, setProductSafety } from './contract.ts'

let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

const unique = () => randomUUIDv7().slice(-12)
const operator = (name: string, country: string) => ({
  name,
  address: 'Straat 1\n9000 Gent',
  country,
  electronicAddress: 'veiligheid@maker.example',
})
const add = async (country: string, name = `Maker ${unique()}`) =>
  (await admin.call(createOperator, operator(name, country))).body
const safetyOf = async (productId: string) => (await admin.call(readProductSafety, { productId })).body
async function bring(...rows: string[]): Promise<BulkEdit> {
  const form = new FormData()
  form.append('addsNew', 'true')
  form.append('file', new Blob([rows.join('\n')]), 'producten.csv')
  return ((await admin.request('POST', importProducts.path, form)) as TestResponse<BulkEdit>).body
}
const apply = async ({ id: bulkId }: BulkEdit) => (await admin.call(applyBulkEdit, { bulkId })).body.counts
const told = async ({ id: bulkId }: BulkEdit, verdict: 'REFUSED' | 'MISSED' = 'REFUSED') => {
  const { body } = await admin.call(listBulkLines, { bulkId, verdict, pageSize: 100 })
  return body.map(({ line, errors }) => [
    line,
    ...errors.map(({ column, message }) => `${column}: ${message}`),
  ])
}
const head =
  'SKU;Fabrikant;Verantwoordelijke in de EU;Model;Waarschuwingen;Waarschuwingen in het Frans;Materialen;Radio;Batterij'

describe('the safety information in a file', () => {
  it('comes back unchanged, also of makers with the same name and of products without', async () => {
    const category = (await admin.call(createCategory, { name: `Veilig ${unique()}` })).body
    const same = `=Gelijk ${unique()}`
    const [first, second, person] = [
      await add('BE', same),
      await add('CN', same.toUpperCase()),
      await add('NL'),
    ]
    const texts = { warnings: 'Niet inslikken;\n"vuur"', warningsFr: '-Ne pas avaler', radio: '2,4 GHz' }
    for (const [manufacturerId, responsiblePersonId] of [
      [first.id, null],
      [second.id, person.id],
    ] as const) {
      const { id: productId } = await addProduct(shop, { categoryId: category.id })
      await admin.call(setProductSafety, {
        productId,
        manufacturerId,
        responsiblePersonId,
        model: '+1',
        ...texts,
        version: null,
      })
    }
    await addProduct(shop, { categoryId: category.id })
    const { body } = await admin.request('GET', `${exportProducts.path}?categoryId=${category.id}`)
    expect(body).toContain(
      `"${second.id}";"${person.name}";"'+1";"Niet inslikken;\n""vuur""";"'-Ne pas avaler";;"2,4 GHz";`,
    )
    const again = await bring(body as string)
    expect(again).toMatchObject({ state: 'READY', ignored: [], counts: { SAME: 3, CHANGE: 0, REFUSED: 0 } })
  })

  it('is added and changed, with a new product too, and seen before buying', async () => {
    const [maker, abroad, person] = [await add('BE'), await add('CN'), await add('EE')]
    const [plain, safe] = [await addProduct(shop), await addProduct(shop)]
    await admin.call(setProductSafety, {
      productId: safe.id,
      manufacturerId: maker.id,
      model: 'M-1',
      battery: 'Lithium',
      version: null,
    })
    const category = (await admin.call(createCategory, { name: `Nieuw ${unique()}` })).body
    const sku = `N-${unique()}`
    const edit = await bring(
      `${head};Naam;Categorie;Prijs;Voorraad`,
      `${plain.sku};${maker.name.toUpperCase()};;P-1;Let op.;Attention.;Katoen;;;${plain.name};${category.slug};10;5`,
      `${safe.sku};${abroad.name};${person.name};M-2;;;;;Lithium;${safe.name};${category.slug};10;5`,
      `${sku};${maker.name};;N-1;Nieuw.;;;;;Nieuw;${category.slug};10;5`,
    )
    expect(await told(edit)).toEqual([])
    expect(await apply(edit)).toMatchObject({ DONE: 2, ADDED: 1, MISSED: 0 })
    expect(await safetyOf(plain.id)).toMatchObject({
      manufacturerId: maker.id,
      responsiblePersonId: null,
      model: 'P-1',
      warnings: 'Let op.',
      warningsFr: 'Attention.',
      materials: 'Katoen',
      radio: null,
      version: 1,
    })
    expect(await safetyOf(safe.id)).toMatchObject({
      manufacturerId: abroad.id,
      responsiblePersonId: person.id,
      model: 'M-2',
      battery: 'Lithium',
      version: 2,
    })
    const { body: added } = await admin.call(listBulkLines, { bulkId: edit.id, verdict: 'ADDED' })
    expect(await safetyOf(added[0]?.productId as string)).toMatchObject({ model: 'N-1', warnings: 'Nieuw.' })
    const shown = await shop.newClient().call(readProduct, { idOrSlug: plain.id })
    expect(shown.body.safety).toMatchObject({ manufacturer: { name: maker.name }, warningsFr: 'Attention.' })
  })

  it('that is half filled in names the missing fields per line, and changes nothing', async () => {
    const [maker, abroad, outside] = [await add('BE'), await add('CN'), await add('US')]
    const plain = async () => (await addProduct(shop)).sku
    const safe = await addProduct(shop)
    await admin.call(setProductSafety, {
      productId: safe.id,
      manufacturerId: maker.id,
      model: 'M-1',
      version: null,
    })
    const { product, variants } = await addProductWithVariants(
      shop,
      [{ name: 'maat', values: ['S'] }],
      [{ values: ['S'] }],
    )
    const edit = await bring(
      `${head};Hoofdproduct;Opties`,
      `${await plain()};;;M-1;Let op.;;;;;;`,
      `${await plain()};${maker.name};;;;;;;;;`,
      `${await plain()};Niemand;;;Let op.;;;;;;`,
      `${await plain()};${abroad.name};;M-1;;;;;;;`,
      `${await plain()};${abroad.name};${outside.name};M-1;;;;;;;`,
      `${safe.sku};;;;;;;;;;`,
      `${await plain()};${maker.name};;${'x'.repeat(121)};${'y'.repeat(4001)};;;;;;`,
      `${variants[0]!.sku};${maker.name};;M-1;;;;;;${product.sku};maat: S`,
    )
    const [noMaker, noModel] = [
      'Fabrikant: Vul in wie het maakt: de rest van de veiligheid kan niet zonder.',
      'Model: Vul een model, type of artikelnummer in: de rest van de veiligheid kan niet zonder.',
    ]
    expect(await told(edit)).toEqual([
      [2, noMaker],
      [3, noModel],
      [4, expect.stringContaining('We kennen geen fabrikant of vertegenwoordiger Niemand.'), noModel],
      [5, expect.stringMatching(/^Verantwoordelijke in de EU: Deze fabrikant zit buiten de EU/)],
      [6, 'Verantwoordelijke in de EU: Kies iemand die in de EU gevestigd is.'],
      [7, noMaker, noModel],
      [8, 'Model: Gebruik hoogstens 120 tekens.', 'Waarschuwingen: Gebruik hoogstens 4000 tekens.'],
      [
        9,
        'Fabrikant: Dit heeft een variant van zijn product.',
        'Model: Dit heeft een variant van zijn product.',
      ],
    ])
    expect(await apply(edit)).toMatchObject({ DONE: 0, REFUSED: 8 })
    expect(await safetyOf(safe.id)).toMatchObject({ model: 'M-1', version: 1 })
  })

  it('that changed since the preview is left alone', async () => {
    const [maker, product, other] = [await add('BE'), await addProduct(shop), await addProduct(shop)]
    const edit = await bring(head, ...[product, other].map(({ sku }) => `${sku};${maker.name};;M-1;;;;;`))
    await admin.call(setProductSafety, {
      productId: product.id,
      manufacturerId: maker.id,
      model: 'Iets anders',
      version: null,
    })
    expect(await apply(edit)).toMatchObject({ MISSED: 1, DONE: 1 })
    expect(await told(edit, 'MISSED')).toEqual([
      [
        2,
        'Fabrikant: Hier is intussen iemand anders gekozen.',
        'Model: Dit is intussen veranderd in Iets anders.',
      ],
    ])
    expect(await safetyOf(product.id)).toMatchObject({ model: 'Iets anders', version: 1 })
  })

  it('is left alone when its maker left the EU since the preview, also of a new product', async () => {
    const [maker, product] = [await add('BE'), await addProduct(shop)]
    const category = (await admin.call(createCategory, { name: `Weg ${unique()}` })).body
    const edit = await bring(
      'SKU;Fabrikant;Model;Naam;Categorie;Prijs;Voorraad',
      `${product.sku};${maker.name};M-1;${product.name};${category.slug};10;5`,
      `W-${unique()};${maker.name};M-1;Nieuw;${category.slug};10;5`,
    )
    await admin.call(changeOperator, { ...operator(maker.name, 'US'), operatorId: maker.id })
    expect(await apply(edit)).toMatchObject({ MISSED: 2, DONE: 0, ADDED: 0 })
    for (const [, message] of await told(edit, 'MISSED')) expect(message).toContain('zit buiten de EU')
    expect(await safetyOf(product.id)).toBeNull()
  })
})
