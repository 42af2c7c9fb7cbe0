import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { readAdminOrder, setPicked, shipOrders } from '../../src/shop/orders/admin/contract.ts'
import { listLabels, makeLabels } from '../../src/shop/orders/admin/shippingLabels/contract.ts'
import { mails } from '../../src/platform/db/table.ts'
import { sendcloudGateway } from '../../src/shop/shipping/sendcloud.gateway.ts'
import { carrierOf, companyAddress } from './carrier.ts'
import { addProduct, buyProduct } from './fixtures.ts'
import { openShop, type TestShop, type TestUser } from './shop.ts'

/** A shop with a carrier, an admin who makes labels and a customer who buys. */
export function labelFixture() {
  let shop: TestShop
  let admin: TestUser
  let customer: TestUser
  let carrier: ReturnType<typeof carrierOf>
  beforeAll(async () => {
    shop = await openShop({ env: companyAddress })
    admin = await shop.newUser('ADMIN')
    customer = await shop.newUser()
    carrier = carrierOf(shop)
  })
  afterEach(() => carrier.setFaults())
  afterAll(() => shop.close())

  const paidOrder = async () => buyProduct(customer, (await addProduct(shop, { weight: 400 })).id, 'paid')
  const request = async (orderIds: string[]) =>
    (await admin.call(makeLabels, { orderIds, carrier: 'postnl' })).body
  const requestOne = async (orderId: string) => {
    const [result] = await request([orderId])
    return result?.label?.id as string
  }
  const labelOf = async (labelId: string) => (await admin.call(listLabels, { labelId })).body[0]
  const reaches = async (labelId: string, status: string) => {
    await expect.poll(async () => (await labelOf(labelId))?.status, { timeout: 20_000 }).toBe(status)
  }
  const orderOf = async (orderId: string) => (await admin.call(readAdminOrder, { orderId })).body
  const mailsAbout = async (template: string, number: string) =>
    (await shop.node.platform.db.select().from(mails).where(eq(mails.template, template))).filter(mail =>
      JSON.stringify(mail.props).includes(number),
    )
  return {
    shop: () => shop,
    admin: () => admin,
    customer: () => customer,
    carrier: () => carrier,
    gateway: () =>
      sendcloudGateway({
        apiBase: () => `${shop.origin}/simulator/sendcloud`,
        publicKey: 'simulator',
        secretKey: 'simulator',
        webhookKey: 'simulator',
        log: shop.node.platform.log,
      }),
    paidOrder,
    request,
    requestOne,
    labelOf,
    reaches,
    orderOf,
    mailsAbout,
    isMailed: async (template: string, number: string) => {
      await expect
        .poll(async () => (await mailsAbout(template, number)).map(({ sentAt }) => sentAt !== null), {
          timeout: 20_000,
        })
        .toEqual([true])
    },
    /** An order that was sent with a label. */
    sentOrder: async () => {
      const orderId = await paidOrder()
      const labelId = await requestOne(orderId)
      await reaches(labelId, 'MADE')
      const [item] = (await orderOf(orderId)).items
      await admin.call(setPicked, { orderId, itemId: item?.id as string, picked: true })
      const [shipped] = (await admin.call(shipOrders, { orderIds: [orderId] })).body
      expect(shipped).toMatchObject({ isShipped: true })
      const [parcel] = await carrier.parcelsOf(labelId)
      return { orderId, labelId, parcelId: parcel?.id as number }
    },
  }
}
