import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { carrierOf, companyAddress } from '../../../tests/support/carrier.ts'
import { addAddressFor, addProduct } from '../../../tests/support/fixtures.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { readAdminOrder, setOrderStatus } from '../orders/admin/contract.ts'
import { makeLabels } from '../orders/admin/shippingLabels/contract.ts'
import { readOrder } from '../orders/contract.ts'
import { listPickupPoints } from '../shipping/pickup.contract.ts'
import { checkout } from './contract.ts'

let shop: TestShop
let customer: TestUser
let carrier: ReturnType<typeof carrierOf>
beforeAll(async () => {
  shop = await openShop({ env: companyAddress })
  customer = await shop.newUser()
  carrier = carrierOf(shop)
})
afterEach(() => carrier.setFaults())
afterAll(() => shop.close())

const list = (postalCode: string, country = 'Nederland') =>
  customer.call(listPickupPoints, { postalCode, country })

describe('pick-up points', () => {
  it('are listed by postcode, of carriers that the shop knows, with their opening hours', async () => {
    const { status, body } = await list('3512ab')
    expect(status).toBe(200)
    expect(body.map(({ carrier: code }) => code)).toEqual(['postnl', 'dhl', 'postnl', 'dpd'])
    expect(body[0]).toMatchObject({
      name: 'Boekhandel De Linde',
      postalCode: '3512 AB',
      country: 'NL',
      isLocker: false,
      distance: 210,
    })
    expect(body[0]?.openingHours.at(-1)).toEqual({ day: 5, from: '10:00', until: '17:00' })
    expect((await list('9000', 'België')).body.map(({ carrier: code }) => code)).toContain('bpost')
  })

  it.each([
    ['12', 'Nederland', /zoals 1234 AB/],
    ['3512 AB', 'België', /zoals 1000/],
    ['', 'Nederland', /Vul een postcode in/],
  ])('refuse the postcode %j in %s at its field', async (postalCode, country, message) => {
    const { status, body } = await list(postalCode, country)
    expect(status).toBe(400)
    expect((body as unknown as { fields: Record<string, string> }).fields['postalCode']).toMatch(message)
  })

  it('are none where there are none, nor where nothing is shipped to', async () => {
    expect(await list('9999 ZZ')).toMatchObject({ status: 200, body: [] })
    expect(await list('10115', 'Duitsland')).toMatchObject({
      status: 409,
      body: { code: 'NOT_SHIPPED_THERE' },
    })
  })

  it('are kept for a while, and say so when the carrier is away', async () => {
    await list('1011 AB')
    await carrier.setFaults({ httpStatus: 503 })
    expect((await list('1011 AB')).status).toBe(200)
    expect(await list('1012 AB')).toMatchObject({ status: 503, body: { code: 'PROVIDER_UNAVAILABLE' } })
    await carrier.setFaults()
    expect((await list('1012 AB')).status).toBe(200)
  })
})

describe('an order that is collected', () => {
  const items = async () => [{ productId: (await addProduct(shop)).id, quantity: 1 }]

  it('keeps its point, also when the carrier is away, and its label goes there', async () => {
    const [, point] = (await list('3512 AB')).body
    await carrier.setFaults({ httpStatus: 503 })
    const addressId = await addAddressFor(customer)
    const input = { items: await items(), addressId, pickupToken: point?.token }
    const { status, body } = await customer.call(checkout, input)
    expect(status).toBe(201)
    await carrier.setFaults()
    const { orderId } = body
    const { token: _, distance: __, ...kept } = point as NonNullable<typeof point>
    expect((await customer.call(readOrder, { orderId })).body.pickupPoint).toEqual(kept)
    const admin = await shop.newUser('ADMIN')
    await admin.call(setOrderStatus, { orderId, status: 'PAID' })
    const [made] = (await admin.call(makeLabels, { orderIds: [orderId], carrier: 'postnl' })).body
    const labelId = made?.label?.id as string
    await expect.poll(() => carrier.parcelsOf(labelId), { timeout: 20_000 }).toHaveLength(1)
    expect((await carrier.parcelsOf(labelId))[0]).toMatchObject({
      serviceCode: 'dhl:servicepoint',
      servicePointId: kept.id,
      toAddress: { email: customer.user.email },
    })
    const read = (await admin.call(readAdminOrder, { orderId })).body
    expect(read.pickupPoint).toEqual(kept)
    expect(read.labels).toMatchObject([{ carrier: 'dhl' }])
  })

  it('is refused with a point in another country than the address', async () => {
    const [point] = (await list('9000', 'België')).body
    const addressId = await addAddressFor(customer)
    const refused = await customer.call(checkout, {
      items: await items(),
      addressId,
      pickupToken: point?.token,
    })
    expect(refused).toMatchObject({
      status: 400,
      body: { fields: { pickupToken: expect.stringContaining('niet in Nederland') as string } },
    })
  })

  it('is refused with a point that the shop did not find, and then holds nothing', async () => {
    const [point] = (await list('3512 AB')).body
    const [payload = '', signature = ''] = (point?.token ?? '').split('.')
    const changed = Buffer.from(
      Buffer.from(payload, 'base64url').toString().replace('Boekhandel', 'Achterdeur'),
    ).toString('base64url')
    const addressId = await addAddressFor(customer)
    for (const pickupToken of ['onzin', `${payload}.${payload}`, `${changed}.${signature}`]) {
      const refused = await customer.call(checkout, { items: await items(), addressId, pickupToken })
      expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
      expect(Object.keys((refused.body as unknown as { fields: object }).fields)).toEqual(['pickupToken'])
    }
  })
})
