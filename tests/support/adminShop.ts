import { readAdminOrder } from '../../src/shop/orders/admin/contract.ts'
import { placeOrderFor, type PlacedOrder } from './payments.ts'
import { completePayment } from './fixtures.ts'
import { openShop, type TestUser, type TestShop } from './shop.ts'

/** A shop with an admin, and a clock that a test advances. */
export async function openAdminShop() {
  const clock = { at: Date.now() }
  const shop: TestShop = await openShop({ now: () => new Date(clock.at) })
  const admin = await shop.newUser('ADMIN')
  const office = {
    shop,
    admin,
    clock,
    /** The customer of the next order: the last one created. */
    customer: admin,
    /** Creates a new customer. */
    async welcome(): Promise<TestUser> {
      return (office.customer = await shop.newUser())
    },
    /** An order by a new customer: two units at 10 euros each, of a stock of 5. */
    placed: async (): Promise<PlacedOrder> => placeOrderFor(shop, await office.welcome()),
    async paid(): Promise<PlacedOrder> {
      const order = await office.placed()
      await office.customer.request('GET', await completePayment(order.paymentUrl, 'paid'))
      return order
    },
    /** The order detail as an admin sees it. */
    read: async (orderId: string) => (await admin.call(readAdminOrder, { orderId })).body,
  }
  return office
}

export type AdminShop = Awaited<ReturnType<typeof openAdminShop>>
