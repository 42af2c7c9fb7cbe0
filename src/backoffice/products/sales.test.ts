import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addProduct } from '../../../tests/support/fixtures.ts'
import { iso, MINUTE, openSaleShop, type SaleShop } from '../../../tests/support/sales.ts'
import { applyBulkEdit, createBulkEdit } from './bulk.contract.ts'
import { changeProduct, readAdminProduct } from './contract.ts'

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

  it('that is unlike what was read is told, also when a sale began meanwhile', async () => {
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

  it('misses what is over when it is applied', async () => {
    const { id } = await addProduct(office.shop, { price: 2000 })
    const change = { kind: 'SALE', basisPoints: 2000, rounding: 'CENT', endsAt: iso(office.end) }
    const { body } = await office.admin.call(createBulkEdit, { productIds: [id], change })
    office.clock.at = office.end
    const applied = await office.admin.call(applyBulkEdit, { bulkId: body.id })
    expect(applied.body.counts).toMatchObject({ MISSED: 1 })
    expect((await office.shown(id)).price).toBe(2000)
  })
})
