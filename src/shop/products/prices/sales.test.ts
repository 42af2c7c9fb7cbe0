import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endProductSale } from '../admin/contract.ts'
import { readProductHistory } from '../admin/history.contract.ts'
import { listAuditEntries } from '../../../people/audit/admin/contract.ts'
import { addAddressFor, addProduct } from '../../../../tests/support/fixtures.ts'
import { iso, MINUTE, openSaleShop, type SaleShop } from '../../../../tests/support/sales.ts'
import type { TestUser } from '../../../../tests/support/shop.ts'
import { addToCart, readCart } from '../../cart/contract.ts'
import { checkout } from '../../checkout/contract.ts'
import { readOrder } from '../../orders/contract.ts'
import { addToWishlist, readWishlist } from '../../wishlist/contract.ts'
import { listProducts, searchProducts } from '../catalog/contract.ts'
import { applyDueSales } from './dueSales.service.ts'

let office: SaleShop
let customer: TestUser
let addressId: string
beforeAll(async () => {
  office = await openSaleShop()
  customer = await office.shop.newUser()
  addressId = await addAddressFor(customer)
})
beforeEach(() => office.nextDay())
afterAll(() => office.shop.close())

describe('a sale', () => {
  it('is shown from its first millisecond until its last, and then leaves no key behind', async () => {
    const { id } = await office.planned()
    const before = await office.shown(id)
    expect(before).toMatchObject({ price: 2000 })
    expect(before).not.toHaveProperty('priorPrice')
    expect(before).not.toHaveProperty('saleEndsAt')
    office.clock.at = office.start - 1
    expect(await office.shown(id)).toEqual(before)
    office.clock.at = office.start
    expect(await office.shown(id)).toEqual({
      ...before,
      price: 1500,
      priorPrice: 2000,
      saleEndsAt: iso(office.end),
    })
    office.clock.at = office.end - 1
    expect((await office.shown(id)).price).toBe(1500)
    office.clock.at = office.end
    expect(await office.shown(id)).toEqual(before)
    expect((await office.historyOf(id)).map(({ from, to }) => [from, to])).toEqual([
      [1500, 2000],
      [2000, 1500],
    ])
    expect((await office.historyOf(id)).map(entry => entry.at.getTime())).toEqual([office.end, office.start])
  })

  it('moves in the list, the search and its price facet when it begins', async () => {
    const { id, categoryId } = await office.planned(2000, 700)
    await addProduct(office.shop, { price: 1000, categoryId })
    const client = office.shop.newClient()
    const found = async () =>
      (await client.call(searchProducts, { category: categoryId, sort: 'price-low' })).body
    expect((await found()).items.map(({ price }) => price)).toEqual([1000, 2000])
    office.clock.at = office.start
    const during = await found()
    expect(during.items.map(({ price }) => price)).toEqual([700, 1000])
    expect(during.facets.price).toEqual({ min: 700, max: 1000 })
    const listed = (await client.call(listProducts)).body.find(product => product.id === id)
    expect(listed).toMatchObject({ price: 700, priorPrice: 2000 })
    office.clock.at = office.end
    expect((await found()).facets.price).toEqual({ min: 1000, max: 2000 })
  })

  it('is found by a cart or a wishlist that looks first', async () => {
    const [inCart, wished] = [await office.planned(), await office.planned()]
    await customer.call(addToCart, { productId: inCart.id })
    await customer.call(addToWishlist, { productId: wished.id })
    const prices = async () => {
      const line = (await customer.call(readCart)).body.find(({ productId }) => productId === inCart.id)
      const wish = (await customer.call(readWishlist)).body.find(({ productId }) => productId === wished.id)
      return [line, wish].map(item => [item?.product.price, item?.product.priorPrice])
    }
    const regular = [2000, undefined]
    expect(await prices()).toEqual([regular, regular])
    office.clock.at = office.start
    expect(await prices()).toEqual([
      [1500, 2000],
      [1500, 2000],
    ])
    office.clock.at = office.end
    expect(await prices()).toEqual([regular, regular])
  })

  it('is the price of an order that looks first, at both edges', async () => {
    const { id: productId } = await office.planned()
    const order = async (expectedTotal: number) =>
      customer.call(checkout, { items: [{ productId, quantity: 1 }], addressId, expectedTotal })
    office.clock.at = office.start - 1
    expect((await order(2000)).status).toBe(201)
    office.clock.at = office.start
    expect(await order(2000)).toMatchObject({ status: 409, body: { code: 'PRICE_CHANGED', total: 1500 } })
    const placed = await order(1500)
    office.clock.at = office.end
    expect(await order(1500)).toMatchObject({ status: 409, body: { code: 'PRICE_CHANGED', total: 2000 } })
    const { body } = await customer.call(readOrder, { orderId: placed.body.orderId })
    expect(body).toMatchObject({ total: 1500 })
  })

  it('begins at once without a beginning, and ends when an admin says so', async () => {
    const { id } = await addProduct(office.shop, { price: 2000 })
    const { body } = await office.setSale(id, 1500, { startsAt: undefined })
    expect(body).toMatchObject({ price: 2000, salePrice: 1500, priorPrice: 2000 })
    expect((await office.shown(id)).price).toBe(1500)
    expect((await office.admin.call(endProductSale, { productId: id })).body).toMatchObject({ price: 2000 })
    expect((await office.shown(id)).price).toBe(2000)
    expect((await office.admin.call(endProductSale, { productId: id })).status).toBe(404)
    const { items } = (await office.admin.call(listAuditEntries, { subjectId: id })).body
    expect(items.map(({ action }) => action)).toEqual(['PRODUCT_SALE_ENDED', 'PRODUCT_SALE_SET'])
  })

  it('strikes nothing through when the product was as cheap within 30 days', async () => {
    const { id } = await office.planned(2000, 1500)
    office.clock.at = office.start
    await office.shown(id)
    office.clock.at = office.end
    await office.shown(id)
    const next = office.end + 24 * 60 * MINUTE
    await office.setSale(id, 1500, { startsAt: iso(next), endsAt: iso(next + MINUTE) })
    office.clock.at = next
    expect(await office.shown(id)).toMatchObject({ price: 1500, saleEndsAt: iso(next + MINUTE) })
    expect(await office.shown(id)).not.toHaveProperty('priorPrice')
    office.clock.at = next + MINUTE
    expect((await office.shown(id)).price).toBe(2000)
    const lower = next + 2 * MINUTE
    await office.setSale(id, 1200, { startsAt: iso(lower), endsAt: iso(lower + MINUTE) })
    office.clock.at = lower
    expect(await office.shown(id)).toMatchObject({ price: 1200, priorPrice: 1500 })
    office.clock.at = lower + MINUTE
  })

  it('is as if it had not been when nobody looked while it ran', async () => {
    const { id } = await office.planned()
    office.clock.at = office.end
    expect((await office.shown(id)).price).toBe(2000)
    expect(await office.historyOf(id)).toEqual([])
    expect(await office.statesOf(id)).toEqual(['ENDED'])
  })

  it('begins by the job when nobody looks', async () => {
    const { id } = await office.planned()
    office.clock.at = office.start
    await applyDueSales(office.db, new Date(office.start))
    expect(await office.statesOf(id)).toEqual(['RUNNING'])
    const { body } = await office.admin.call(readProductHistory, { productId: id })
    expect(body.prices[0]).toMatchObject({ oldCents: 2000, newCents: 1500, source: 'SALE', actor: null })
    office.clock.at = office.end
    await applyDueSales(office.db, new Date(office.end))
  })

  it('that goes on gets another end, and stays announced against the same price', async () => {
    const { id } = await office.planned()
    office.clock.at = office.start
    await office.shown(id)
    const { body } = await office.setSale(id, 1500, { startsAt: undefined, endsAt: iso(office.end + MINUTE) })
    expect(body).toMatchObject({ salePrice: 1500, priorPrice: 2000, saleEndsAt: iso(office.end + MINUTE) })
    office.clock.at = office.end
    expect((await office.shown(id)).price).toBe(1500)
    office.clock.at = office.end + MINUTE
    expect((await office.shown(id)).price).toBe(2000)
    expect(await office.statesOf(id)).toEqual(['ENDED'])
  })

  it('that is planned is replaced by another', async () => {
    const { id } = await office.planned()
    await office.setSale(id, 900, { startsAt: iso(office.start + MINUTE) })
    expect(await office.statesOf(id)).toEqual(['CANCELLED', 'PLANNED'])
    office.clock.at = office.start
    expect((await office.shown(id)).price).toBe(2000)
    office.clock.at = office.start + MINUTE
    expect((await office.shown(id)).price).toBe(900)
    office.clock.at = office.end
  })

  it.each([
    [2000, {}, 'salePrice', 'De actieprijs moet lager zijn dan de prijs.'],
    [0, {}, 'salePrice', 'Vul een actieprijs in, vanaf 1 cent.'],
    [1500, { endsAt: '2020-01-01T00:00:00Z' }, 'endsAt', 'Kies een einde dat nog moet komen.'],
    [1500, { startsAt: '2099-01-01T00:00:00Z' }, 'endsAt', 'Kies een einde na het begin.'],
    [1500, { endsAt: 'morgen' }, 'endsAt', 'Kies wanneer de actie eindigt.'],
  ])('for %i cents and %j is refused', async (price, period, field, message) => {
    const { id } = await addProduct(office.shop, { price: 2000 })
    const { status, body } = await office.setSale(id, price, period)
    expect({ status, body }).toMatchObject({ status: 400, body: { fields: { [field]: message } } })
  })
})
