import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addProduct } from '../../../../../tests/support/fixtures.ts'
import { iso, MINUTE, openSaleShop, type SaleShop } from '../../../../../tests/support/sales.ts'
import { addProductWithVariants } from '../../../../../tests/support/variants.ts'
import { products } from '../../catalog/table.ts'
import { applyBulkEdit, createBulkEdit } from '../bulk/contract.ts'
import { changeProduct, endProductSale, readAdminProduct } from '../contract.ts'
import { setProductVariants } from '../variants/contract.ts'

let office: SaleShop
beforeAll(async () => {
  office = await openSaleShop()
})
beforeEach(() => office.nextDay())
afterAll(() => office.shop.close())

describe('an edit of the price while a sale runs', () => {
  const running = async () => {
    const product = await office.planned()
    office.clock.at = office.start
    await office.shown(product.id)
    return product
  }
  const edit = (productId: string, price: number) => office.admin.call(changeProduct, { productId, price })

  it('is for after the sale', async () => {
    const { id } = await running()
    expect((await edit(id, 2500)).body).toMatchObject({ price: 2500, salePrice: 1500 })
    expect(await office.shown(id)).toMatchObject({ price: 1500, priorPrice: 2000 })
    office.clock.at = office.end
    expect((await office.shown(id)).price).toBe(2500)
    expect((await office.historyOf(id)).map(({ to }) => to)).toEqual([2500, 1500])
  })

  it('ends the sale when it is not above its price', async () => {
    const { id } = await running()
    const { body } = await edit(id, 1200)
    expect(body).toMatchObject({ price: 1200 })
    expect(body).not.toHaveProperty('salePrice')
    expect(await office.shown(id)).not.toHaveProperty('saleEndsAt')
    expect(await office.statesOf(id)).toEqual(['ENDED'])
    office.clock.at = office.end
    expect((await office.shown(id)).price).toBe(1200)
  })

  it('that is unlike the one that was read is told, also when a sale began meanwhile', async () => {
    const { id } = await office.planned()
    const { version } = (await office.admin.call(readAdminProduct, { productId: id })).body
    office.clock.at = office.start
    const { status } = await office.admin.call(changeProduct, { productId: id, price: 2100, version })
    expect(status).toBe(409)
  })

  it('before a sale begins cancels it when nothing would get cheaper', async () => {
    const { id } = await office.planned()
    await edit(id, 1500)
    office.clock.at = office.start
    expect((await office.shown(id)).price).toBe(1500)
    expect(await office.statesOf(id)).toEqual(['CANCELLED'])
  })
})

describe('an edit of many products', () => {
  const bulk = async (productIds: string[], change: object) => {
    const { body } = await office.admin.call(createBulkEdit, { productIds, change })
    return (await office.admin.call(applyBulkEdit, { bulkId: body.id })).body
  }

  it('gives each a sale, ends them, and raises the price that comes after', async () => {
    const [one, two] = [
      await addProduct(office.shop, { price: 2000 }),
      await addProduct(office.shop, { price: 999 }),
    ]
    const ids = [one.id, two.id]
    const sale = { kind: 'SALE', basisPoints: 2000, rounding: 'CENT', endsAt: iso(office.end) }
    expect((await bulk(ids, sale)).counts).toMatchObject({ DONE: 2 })
    expect(await office.shown(one.id)).toMatchObject({ price: 1600, priorPrice: 2000 })
    expect(await office.shown(two.id)).toMatchObject({ price: 799, priorPrice: 999 })
    const dearer = await bulk(ids, { kind: 'PRICE_PERCENT', basisPoints: 1000, rounding: 'CENT' })
    expect(dearer.counts).toMatchObject({ DONE: 2 })
    expect(await office.shown(one.id)).toMatchObject({ price: 1600, priorPrice: 2000 })
    // The same price for longer is a change too.
    expect(
      (await bulk([two.id], { ...sale, basisPoints: 2730, endsAt: iso(office.end + MINUTE) })).counts,
    ).toMatchObject({ DONE: 1 })
    expect((await office.shown(two.id)).saleEndsAt).toBe(iso(office.end + MINUTE))
    expect((await bulk(ids, { kind: 'SALE_END' })).counts).toMatchObject({ DONE: 2 })
    expect((await office.shown(one.id)).price).toBe(2200)
    expect((await bulk(ids, { kind: 'SALE_END' })).counts).toMatchObject({ SAME: 2 })
  })

  it('misses a sale that is over when it is applied', async () => {
    const { id } = await addProduct(office.shop, { price: 2000 })
    const change = { kind: 'SALE', basisPoints: 2000, rounding: 'CENT', endsAt: iso(office.end) }
    const { body } = await office.admin.call(createBulkEdit, { productIds: [id], change })
    office.clock.at = office.end
    const applied = await office.admin.call(applyBulkEdit, { bulkId: body.id })
    expect(applied.body.counts).toMatchObject({ MISSED: 1 })
    expect((await office.shown(id)).price).toBe(2000)
  })
})

describe('a sale of a product with variants', () => {
  const options = [{ name: 'maat', values: ['S', 'M', 'L'] }]
  const robe = (sizes: { values: string[]; price?: number }[]) =>
    addProductWithVariants(office.shop, options, sizes, { price: 2000 })
  const pricesOf = async (slug: string) =>
    (await office.shown(slug)).variants?.map(({ price, priorPrice }) => [price, priorPrice])
  const atOnce = { startsAt: undefined }
  const end = (productId: string) => office.admin.call(endProductSale, { productId })

  it('is one of those that have the price of their product, and of no other', async () => {
    const { product, variants } = await robe([
      { values: ['S'] },
      { values: ['M'], price: 900 },
      { values: ['L'], price: 6000 },
    ])
    const { body } = await office.setSale(product.id, 1000, atOnce)
    expect(body.sale).toMatchObject({ salePrice: 1000, isRunning: true })
    await office.setSale(variants[2]!.id, 5000, atOnce)
    const own = [
      [900, undefined],
      [5000, 6000],
    ]
    expect(await pricesOf(product.slug)).toEqual([[1000, 2000], ...own])
    expect((await end(product.id)).body).not.toHaveProperty('sale')
    expect(await pricesOf(product.slug)).toEqual([[2000, undefined], ...own])
    expect((await end(product.id)).status).toBe(404)
  })

  it('is refused when all have a price of their own', async () => {
    const { product } = await robe([{ values: ['S'], price: 6000 }])
    expect(await office.setSale(product.id, 1000, atOnce)).toMatchObject({
      status: 400,
      body: { fields: { salePrice: expect.stringContaining('eigen prijs') } },
    })
    expect(await pricesOf(product.slug)).toEqual([[6000, undefined]])
  })

  it.each(['from the product', 'in bulk'])(
    'ends %s also for variants with a price of their own that got it before such variants were left out',
    async how => {
      const endIt = async (productId: string) => {
        if (how === 'from the product') return expect((await end(productId)).status).toBe(200)
        const edit = { productIds: [productId], change: { kind: 'SALE_END' } as const }
        const { body } = await office.admin.call(createBulkEdit, edit)
        return office.admin.call(applyBulkEdit, { bulkId: body.id })
      }
      const { product, variants } = await robe([{ values: ['S'] }, { values: ['M'] }, { values: ['L'] }])
      const [small, medium] = variants.map(({ id }) => id) as [string, string]
      for (const startsAt of [undefined, iso(office.start)]) {
        await office.setSale(product.id, 1000, { startsAt })
        await office.db.update(products).set({ followsPrice: false }).where(eq(products.id, medium))
        await endIt(product.id)
        expect(await office.statesOf(medium)).toEqual(await office.statesOf(small))
        await office.db.update(products).set({ followsPrice: true }).where(eq(products.id, medium))
      }
      expect(await office.statesOf(medium)).toEqual(['ENDED', 'CANCELLED'])
    },
  )

  it('is ended from a product of which all variants have a price of their own', async () => {
    const { product, variants } = await robe([{ values: ['S'] }, { values: ['M'] }])
    await office.setSale(product.id, 1000)
    for (const { id } of variants)
      await office.db.update(products).set({ followsPrice: false }).where(eq(products.id, id))
    const { body } = await office.admin.call(readAdminProduct, { productId: product.id })
    expect(body.sale).toMatchObject({ salePrice: 1000, isRunning: false })
    expect((await end(product.id)).status).toBe(200)
    for (const { id } of variants) expect(await office.statesOf(id)).toEqual(['CANCELLED'])
  })

  it('loses a variant that gets a price of its own, by the grid while it runs or by its form while it is planned', async () => {
    const { product, variants } = await robe([{ values: ['S'] }, { values: ['M'] }, { values: ['L'] }])
    const [small, medium, large] = variants.map(({ id }) => id) as [string, string, string]
    await office.setSale(product.id, 1000, atOnce)
    const { version } = (await office.admin.call(readAdminProduct, { productId: product.id })).body
    const rows = variants.map(({ id, optionValues: values }) => ({
      id,
      values,
      price: id === small ? 6000 : null,
      stock: 10,
      isActive: true,
    }))
    const grid = { productId: product.id, version, options, variants: rows }
    expect((await office.admin.call(setProductVariants, grid)).status).toBe(200)
    expect(await pricesOf(product.slug)).toEqual([
      [6000, undefined],
      [1000, 2000],
      [1000, 2000],
    ])
    await office.setSale(product.id, 1000)
    await office.admin.call(changeProduct, { productId: medium, price: 7000 })
    office.clock.at = office.start
    expect((await pricesOf(product.slug))?.map(([price]) => price)).toEqual([6000, 7000, 1000])
    expect(await office.statesOf(small)).toEqual(['ENDED'])
    expect(await office.statesOf(medium)).toEqual(['ENDED', 'CANCELLED'])
    expect(await office.statesOf(large)).toEqual(['ENDED', 'RUNNING'])
  })
})
