import { readAnyOrder } from '../../src/backoffice/fulfilment/contract.ts'
import { placeOrderFor, type Placed } from './provider.ts'
import { payAt } from './scenes.ts'
import { openShop, type Member, type Shop } from './shop.ts'

/** A shop with someone at the desk, and a clock that a test moves. */
export async function openOffice() {
  const clock = { at: Date.now() }
  const shop: Shop = await openShop({ now: () => new Date(clock.at) })
  const admin = await shop.member('ADMIN')
  const office = {
    shop,
    admin,
    clock,
    /** Whose order it is: the last one's, until someone new comes. */
    customer: admin,
    /** Someone new. */
    async welcome(): Promise<Member> {
      return (office.customer = await shop.member())
    },
    /** An order of two pieces at 10 euros each, of 5, by someone new. */
    placed: async (): Promise<Placed> => placeOrderFor(shop, await office.welcome()),
    async paid(): Promise<Placed> {
      const order = await office.placed()
      await office.customer.request('GET', await payAt(order.paymentUrl, 'paid'))
      return order
    },
    /** As it is seen at the desk. */
    read: async (orderId: string) => (await admin.call(readAnyOrder, { orderId })).body,
  }
  return office
}

export type Office = Awaited<ReturnType<typeof openOffice>>
