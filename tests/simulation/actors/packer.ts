import { inArray } from 'drizzle-orm'
import {
  requestCancellation,
  requestLabels,
} from '../../../src/shop/orders/admin/shippingLabels/request.service.ts'
import { shippingLabels } from '../../../src/shop/orders/admin/shippingLabels/table.ts'
import { markPicked, updateOrderStatus } from '../../../src/shop/orders/admin/service.ts'
import { listItemsOfOrder } from '../../../src/shop/orders/service.ts'
import { attempt, type ActorContext } from './actor.ts'

/** An admin who packs: has labels made and cancelled, and sends orders; and the carrier, which brings them. */
export async function pack(context: ActorContext): Promise<void> {
  const { random, plan } = context
  for (let count = 0; count < plan.actions; count += 1) {
    await context.wait(random.int(0, 4000))
    await random.pick([label, label, label, cancel, send, send, bring, bring])(context)
  }
}

/** Some orders, among them perhaps the same that another one packs. */
const someOrders = ({ random, known }: ActorContext): string[] =>
  known.orders.filter(() => random.chance(0.4)).map(({ id }) => id)

async function label(context: ActorContext): Promise<void> {
  const { random, world } = context
  const orderIds = someOrders(context)
  if (orderIds.length === 0) return
  const input = { orderIds, carrier: 'dhl' as const, serviceCode: null, weight: null }
  const ask = () =>
    attempt(context, 'labels', () =>
      context.call(({ platform, carrier }) => requestLabels(platform, carrier, world.adminId, input)),
    )
  await Promise.all([ask(), random.chance(0.3) ? ask() : null])
}

async function cancel(context: ActorContext): Promise<void> {
  const { random, world, known } = context
  if (known.orders.length === 0) return
  await attempt(context, 'cancelling a label', () =>
    context.call(async ({ platform }) => {
      const ids = known.orders.map(({ id }) => id)
      const labels = await platform.db
        .select({ id: shippingLabels.id })
        .from(shippingLabels)
        .where(inArray(shippingLabels.orderId, ids))
        .orderBy(shippingLabels.id)
      if (labels.length > 0) await requestCancellation(platform, world.adminId, random.pick(labels).id)
    }),
  )
}

async function send(context: ActorContext): Promise<void> {
  const { random, world, known } = context
  if (known.orders.length === 0) return
  const { id: orderId } = random.pick(known.orders)
  const shipment = random.chance(0.5) ? { trackingCode: '3S123', shippingCarrier: 'PostNL' } : {}
  await attempt(context, 'sending', () =>
    context.call(async ({ platform }) => {
      for (const { id: itemId } of await listItemsOfOrder(platform.db, orderId))
        await markPicked(platform, world.adminId, { orderId, itemId, picked: true })
      await updateOrderStatus(platform, world.adminId, orderId, 'SHIPPED', shipment)
    }),
  )
}

async function bring({ random, carrier }: ActorContext): Promise<void> {
  if (carrier.parcels.length > 0) carrier.advance(random.pick(carrier.parcels).id)
}
