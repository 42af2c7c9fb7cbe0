import { eq } from 'drizzle-orm'
import { shippingLabels } from '../../src/shop/orders/admin/shippingLabels/table.ts'
import { orders } from '../../src/shop/orders/table.ts'
import type { controlFixture } from './controlFixture.ts'
import { addProduct, buyProduct } from './fixtures.ts'
import type { TestUser } from './shop.ts'
import { changeSettings, readSettings } from '../../src/money/settings/admin/contract.ts'

/** The changes of `auditedChanges` around labels. */
export function auditedLabelChanges(
  control: ReturnType<typeof controlFixture>,
  who: { admin: TestUser; customer: TestUser },
): Record<string, () => Promise<object>> {
  const paidOrder = async () => buyProduct(who.customer, (await addProduct(control.shop)).id, 'paid')

  /** The sender on labels. */
  async function withCompanyAddress() {
    const { settings, version } = (await who.admin.call(readSettings)).body
    const company = { ...settings.company, street: 'Kaai 1', postalCode: '9000', city: 'Gent' }
    await who.admin.call(changeSettings, { ...settings, company, version })
  }

  return {
    'POST /api/admin/labels': async () => {
      await withCompanyAddress()
      return { orderIds: [await paidOrder()], carrier: 'postnl' }
    },
    'POST /api/admin/labels/:labelId/cancel': async () => {
      const kept = {
        orderId: await paidOrder(),
        kind: 'SHIPMENT' as const,
        carrier: 'dhl' as const,
        weightGrams: 500,
      }
      const [made] = await control
        .db()
        .insert(shippingLabels)
        .values(kept)
        .returning({ id: shippingLabels.id })
      return { labelId: made?.id }
    },
    'POST /api/admin/orders/:orderId/return-label': async () => {
      await withCompanyAddress()
      const orderId = await paidOrder()
      await control.db().update(orders).set({ status: 'SHIPPED' }).where(eq(orders.id, orderId))
      return { orderId, carrier: 'postnl' }
    },
  }
}
