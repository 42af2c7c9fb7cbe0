import { readAdminOrder } from '../../src/backoffice/fulfilment/contract.ts'
import { placeOrderFor, type PlacedOrder } from './payments.ts'
import { completePayment } from './fixtures.ts'
import { openShop, type TestUser, type TestShop } from './shop.ts'

/** A shop with someone at the desk, and a clock that a test moves. */
export async function openAdminShop() {
  const clock = { at: Date.now() }
  const shop: TestShop = await openShop({ now: () => new Date(clock.at) })
  const admin = await shop.newUser('ADMIN')
  const office = {
    shop,
    admin,
    clock,
    /** Whose order it is: the last one's, until someone new comes. */
    customer: admin,
    /** Someone new. */
    async welcome(): Promise<TestUser> {
      return (office.customer = await shop.newUser())
    },
    /** An order of two pieces at 10 euros each, of 5, by someone new. */
    placed: async (): Promise<PlacedOrder> => placeOrderFor(shop, await office.welcome()),
    async paid(): Promise<PlacedOrder> {
      const order = await office.placed()
      await office.customer.request('GET', await completePayment(order.paymentUrl, 'paid'))
      return order
    },
    /** As it is seen at the desk. */
    read: async (orderId: string) => (await admin.call(readAdminOrder, { orderId })).body,
  }
  return office
}

export type AdminShop = Awaited<ReturnType<typeof openAdminShop>>
