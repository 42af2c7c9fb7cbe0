import { createHmac } from 'node:crypto'
import { eq, like, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { labelFixture } from '../../../../../tests/support/labels.ts'
import { readOrder } from '../../contract.ts'
import { setPicked, setTracking } from '../contract.ts'
import { cancelAtCarrier } from './cancel.service.ts'
import { sendcloudWebhook } from './contract.ts'
import { shippingLabels } from './table.ts'
import { pollParcels } from './track.service.ts'

const {
  shop,
  admin,
  customer,
  carrier,
  gateway,
  paidOrder,
  requestOne,
  labelOf,
  reaches,
  orderOf,
  mailsAbout,
  isMailed,
  sentOrder,
} = labelFixture()

describe('a parcel', () => {
  it('is followed by webhooks, and delivers its order', async () => {
    const { orderId, labelId, parcelId } = await sentOrder()
    await carrier().setStatus(parcelId, 12)
    await expect.poll(async () => (await labelOf(labelId))?.state, { timeout: 20_000 }).toBe('AT_POINT')
    await carrier().setStatus(parcelId, 93)
    await expect.poll(async () => (await orderOf(orderId)).status, { timeout: 20_000 }).toBe('DELIVERED')
    const { number } = await orderOf(orderId)
    await isMailed('order-delivered', number)
    expect((await customer().call(readOrder, { orderId })).body.deliveredAt).not.toBeNull()
  })

  it('is asked for when its webhooks are lost', async () => {
    const { orderId, parcelId } = await sentOrder()
    await carrier().setFaults({ dropWebhooks: true })
    await carrier().setStatus(parcelId, 11)
    await pollParcels(shop().node.platform, gateway())
    expect((await orderOf(orderId)).status).toBe('DELIVERED')
  })

  it('is asked for as well when the answer of its label was lost, and the carrier did not cancel it any more', async () => {
    const { labelId, parcelId } = await sentOrder()
    const { platform } = shop().node
    const unheard = { providerId: null, parcelId: null, trackingCode: null, state: null, madeAt: null }
    await platform.db
      .update(shippingLabels)
      .set({ ...unheard, status: 'CANCELLING' })
      .where(eq(shippingLabels.id, labelId))
    await carrier().setFaults({ dropWebhooks: true })
    await carrier().setStatus(parcelId, 11)
    await cancelAtCarrier(platform, gateway(), labelId)
    expect((await labelOf(labelId))?.status).toBe('MADE')
    await pollParcels(platform, gateway())
    expect((await labelOf(labelId))?.state).toBe('DELIVERED')
  })

  it('believes no webhook without the signature, and none twice', async () => {
    const { orderId, labelId, parcelId } = await sentOrder()
    const body = (status: number, at: number) =>
      JSON.stringify({
        action: 'parcel_status_changed',
        timestamp: at,
        parcel: { id: parcelId, status: { id: status, message: 'x' } },
      })
    const send = (payload: string, key: string) =>
      shop()
        .newClient()
        .request('POST', sendcloudWebhook.path, payload, {
          'content-type': 'application/json',
          'sendcloud-signature': createHmac('sha256', key).update(payload).digest('hex'),
        })
    const now = Date.now()
    expect((await send(body(11, now), 'iemand anders')).status).toBe(404)
    expect((await orderOf(orderId)).status).toBe('SHIPPED')
    expect((await send('{"action":"test"}', 'simulator')).status).toBe(200)
    expect((await send('geen json', 'simulator')).status).toBe(200)
    const [early, delivered] = [body(3, now - 5000), body(11, now)]
    for (const payload of [delivered, early, delivered])
      expect((await send(payload, 'simulator')).status).toBe(200)
    expect((await labelOf(labelId))?.state).toBe('DELIVERED')
    const { number, status } = await orderOf(orderId)
    expect(status).toBe('DELIVERED')
    expect(await mailsAbout('order-delivered', number)).toHaveLength(1)
  })

  it('leaves an order alone that was not sent yet, and delivers it once it is', async () => {
    const orderId = await paidOrder()
    const labelId = await requestOne(orderId)
    await reaches(labelId, 'MADE')
    const [parcel] = await carrier().parcelsOf(labelId)
    await carrier().setStatus(parcel?.id as number, 11)
    await expect.poll(async () => (await labelOf(labelId))?.state, { timeout: 20_000 }).toBe('DELIVERED')
    const { status, items, trackingCode } = await orderOf(orderId)
    expect(status).toBe('PAID')
    await admin().call(setPicked, { orderId, itemId: items[0]?.id as string, picked: true })
    const shipment = { orderId, trackingCode: trackingCode as string, shippingCarrier: 'PostNL' }
    expect((await admin().call(setTracking, shipment)).status).toBe(200)
    await pollParcels(shop().node.platform, gateway())
    expect((await orderOf(orderId)).status).toBe('DELIVERED')
  })

  it('is asked for however many there are, and one that the carrier fails at holds up no other', async () => {
    const { orderId, labelId, parcelId } = await sentOrder()
    const { db } = shop().node.platform
    // More than are asked for at once, which were asked for an hour ago.
    await addLabelsLike(labelId, 130)
    const isCopy = like(shippingLabels.providerId, 'gone-%')
    for (const status of [400, 410, 500]) {
      await carrier().setFaults({
        dropWebhooks: true,
        broken: { shipmentId: 'gone-1', status },
      })
      await db
        .update(shippingLabels)
        .set({ polledAt: new Date(0) })
        .where(isCopy)
      await db.update(shippingLabels).set({ polledAt: null }).where(eq(shippingLabels.id, labelId))
      await carrier().setStatus(parcelId, status === 500 ? 11 : 3)
      await pollParcels(shop().node.platform, gateway())
    }
    expect((await orderOf(orderId)).status).toBe('DELIVERED')
    expect(await db.$count(shippingLabels, eq(shippingLabels.polledAt, new Date(0)))).toBe(0)
  })

  it('whose label was cancelled at the carrier leaves no code on its order', async () => {
    const orderId = await paidOrder()
    const labelId = await requestOne(orderId)
    await reaches(labelId, 'MADE')
    expect((await orderOf(orderId)).trackingCode).not.toBeNull()
    const [parcel] = await carrier().parcelsOf(labelId)
    await carrier().setStatus(parcel?.id as number, 2000)
    await reaches(labelId, 'CANCELLED')
    expect(await orderOf(orderId)).toMatchObject({ trackingCode: null, shippingCarrier: null })
  })

  it('keeps its code when its label is cancelled after it was sent', async () => {
    const { orderId, labelId, parcelId } = await sentOrder()
    const { trackingCode } = await orderOf(orderId)
    await carrier().setStatus(parcelId, 2000)
    await reaches(labelId, 'CANCELLED')
    expect(await orderOf(orderId)).toMatchObject({ status: 'SHIPPED', trackingCode })
  })
})

/** Labels of orders that were sent, which the carrier does not know any more. */
async function addLabelsLike(labelId: string, count: number): Promise<void> {
  const { db } = shop().node.platform
  const copy = sql`md5(${labelId} || n)::uuid`
  await db.execute(sql`insert into orders select (jsonb_populate_record(o, jsonb_build_object(
      'id', ${copy}, 'number', o.number || '-' || n))).* from orders o, generate_series(1, ${count}) n
    where o.id = (select order_id from shipping_labels where id = ${labelId})`)
  await db.execute(sql`insert into shipping_labels select (jsonb_populate_record(l, jsonb_build_object(
      'id', ${copy}, 'order_id', ${copy}, 'provider_id', 'gone-' || n, 'parcel_id', 'gone-' || n,
      'polled_at', to_timestamp(0)))).* from shipping_labels l, generate_series(1, ${count}) n
    where l.id = ${labelId}`)
}
