import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { simulatorParcels } from '../../../../../simulators/sendcloud/table.ts'
import { companyAddress } from '../../../../../tests/support/carrier.ts'
import { addAddressFor, addProduct, buyProduct } from '../../../../../tests/support/fixtures.ts'
import { labelFixture } from '../../../../../tests/support/labels.ts'
import { openShop } from '../../../../../tests/support/shop.ts'
import { checkout } from '../../../checkout/contract.ts'
import { readAdminOrder, setOrderStatus, setPicked, setTracking } from '../contract.ts'
import { cancelLabel, makeLabels, makeReturnLabel, printLabels, readLabelOptions } from './contract.ts'
import { makeLabel } from './make.service.ts'
import { shippingLabels } from './table.ts'

const {
  shop,
  admin,
  customer,
  carrier,
  gateway,
  paidOrder,
  request,
  requestOne,
  labelOf,
  reaches,
  orderOf,
  isMailed,
  sentOrder,
} = labelFixture()

describe('a label', () => {
  it('is made by a job with the neutral sender, and its code comes onto the order', async () => {
    const orderId = await paidOrder()
    const options = (await admin().call(readLabelOptions, { orderId })).body
    expect(options.weight).toBe(400)
    expect(options.services.map(({ code }) => code)).toContain('dhl:home')
    const labelId = await requestOne(orderId)
    await reaches(labelId, 'MADE')
    const [parcel] = await carrier().parcelsOf(labelId)
    expect(parcel).toMatchObject({
      serviceCode: 'postnl:mailbox',
      weight: '0.400',
      fromAddress: { name: 'Magazijn', city: 'Gent', country_code: 'BE' },
      toAddress: { name: 'Sam de Wit', house_number: '12', postal_code: '3512 AB', country_code: 'NL' },
    })
    expect(JSON.stringify(parcel)).not.toMatch(/gloed/i)
    expect(parcel?.toAddress).not.toHaveProperty('email')
    const order = await orderOf(orderId)
    expect(order).toMatchObject({
      status: 'PAID',
      trackingCode: parcel?.trackingNumber,
      shippingCarrier: 'PostNL',
    })
    expect(order.labels).toMatchObject([{ id: labelId, status: 'MADE', state: 'ANNOUNCED' }])
  })

  it('is made once for each of up to fifty orders, and refused with why', async () => {
    const [one, other, unpaid] = [await paidOrder(), await paidOrder(), await paidOrder()]
    await admin().call(setOrderStatus, { orderId: unpaid, status: 'CANCELLED' })
    const missing = '00000000-0000-7000-8000-000000000000'
    const results = await request([one, other, unpaid, missing])
    expect(results.map(({ reason }) => reason)).toEqual([
      null,
      null,
      'Deze bestelling is geannuleerd.',
      'Bestelling niet gevonden',
    ])
    const ids = results.flatMap(({ label }) => (label ? [label.id] : []))
    for (const id of ids) await reaches(id, 'MADE')
    expect((await request([one])).map(({ reason }) => reason)).toEqual([
      'Er is al een label voor deze bestelling.',
    ])
    const tooMany = Array.from({ length: 51 }, () => one)
    expect((await admin().call(makeLabels, { orderIds: tooMany, carrier: 'postnl' })).status).toBe(400)
    for (const paper of ['A6', 'A4']) {
      const printed = await admin().request(
        'GET',
        `/api/admin/labels/print?${ids.map(id => `labelId=${id}&`).join('')}paper=${paper}`,
      )
      expect(printed.status).toBe(200)
      expect(printed.headers.get('content-type')).toBe('application/pdf')
    }
    expect((await labelOf(ids[0] as string))?.printedAt).not.toBeNull()
  })

  it('is not made again when the carrier made it and answered 500', async () => {
    await carrier().setFaults({ statusAfterwards: 500 })
    const orderId = await paidOrder()
    const labelId = await requestOne(orderId)
    await reaches(labelId, 'MADE')
    expect(await carrier().parcelsOf(labelId)).toHaveLength(1)
    expect((await labelOf(labelId))?.failure).toBeNull()
  })

  it('fails with the reason of a carrier that refuses it, and can then be asked for anew', async () => {
    const { db } = shop().node.platform
    const orderId = await paidOrder()
    await db.execute(`update orders set shipping_city = 'Nergenshuizen' where id = '${orderId}'`)
    const labelId = await requestOne(orderId)
    await reaches(labelId, 'FAILED')
    expect((await labelOf(labelId))?.failure).toContain('The address is not valid.')
    await db.execute(`update orders set shipping_city = 'Utrecht' where id = '${orderId}'`)
    await reaches(await requestOne(orderId), 'MADE')
  })

  it('waits while the keys are not taken', async () => {
    await carrier().setFaults({ unauthorized: true })
    const orderId = await paidOrder()
    expect(await admin().call(readLabelOptions, { orderId })).toMatchObject({
      status: 503,
      body: { code: 'PROVIDER_UNAVAILABLE' },
    })
    const labelId = await requestOne(orderId)
    await expect.poll(async () => (await labelOf(labelId))?.failure, { timeout: 20_000 }).not.toBeNull()
    await carrier().setFaults()
    await reaches(labelId, 'MADE')
  })

  it('is not made too light when one of its products has no weight', async () => {
    const [heavy, unknown] = [await addProduct(shop(), { weight: 2500 }), await addProduct(shop())]
    const addressId = await addAddressFor(customer())
    const items = [heavy, unknown].map(({ id: productId }) => ({ productId, quantity: 1 }))
    const { body } = await customer().call(checkout, { items, addressId })
    const { orderId } = body
    await admin().call(setOrderStatus, { orderId, status: 'PAID' })
    expect((await admin().call(readLabelOptions, { orderId })).body.isWeightKnown).toBe(false)
    const [refused] = await request([orderId])
    expect(refused).toMatchObject({ label: null, reason: expect.stringMatching(/gewicht niet bekend/) })
    const [made] = (await admin().call(makeLabels, { orderIds: [orderId], carrier: 'postnl', weight: 4000 }))
      .body
    await reaches(made?.label?.id as string, 'MADE')
    expect((await carrier().parcelsOf(made?.label?.id as string))[0]?.weight).toBe('4.000')
  })

  it('is cancelled at the carrier, and its code leaves the order', async () => {
    const orderId = await paidOrder()
    const labelId = await requestOne(orderId)
    await reaches(labelId, 'MADE')
    expect((await admin().call(cancelLabel, { labelId })).body.status).toBe('CANCELLING')
    await reaches(labelId, 'CANCELLED')
    expect((await carrier().parcelsOf(labelId))[0]?.statusId).toBe(2000)
    expect(await orderOf(orderId)).toMatchObject({ trackingCode: null, shippingCarrier: null })
    expect((await admin().call(cancelLabel, { labelId })).body.status).toBe('CANCELLED')
    await reaches(await requestOne(orderId), 'MADE')
  })

  it('stays when the carrier does not cancel it', async () => {
    const { labelId, parcelId } = await sentOrder()
    await carrier().setFaults({ dropWebhooks: true })
    await carrier().setStatus(parcelId, 11)
    await admin().call(cancelLabel, { labelId })
    await reaches(labelId, 'MADE')
    expect((await labelOf(labelId))?.failure).toContain('was delivered')
  })

  it('is taken back when its order was cancelled while it was made', async () => {
    const orderId = await paidOrder()
    const { platform } = shop().node
    const [row] = await platform.db
      .insert(shippingLabels)
      .values({ orderId, kind: 'SHIPMENT', carrier: 'dhl', weightGrams: 500 })
      .returning()
    const labelId = row?.id as string
    await admin().call(cancelLabel, { labelId })
    await makeLabel(platform, gateway(), labelId)
    await reaches(labelId, 'CANCELLED')
    expect(await carrier().parcelsOf(labelId)).toHaveLength(0)
  })
})

describe('a return label', () => {
  it('is made for sent lines, once, and mailed as a PDF', async () => {
    const { orderId } = await sentOrder()
    const unsent = await paidOrder()
    expect(await admin().call(makeReturnLabel, { orderId: unsent, carrier: 'postnl' })).toMatchObject({
      status: 409,
      body: { code: 'NOT_SENT' },
    })
    const made = await admin().call(makeReturnLabel, { orderId, carrier: 'bpost' })
    expect(made.status).toBe(201)
    expect(await admin().call(makeReturnLabel, { orderId, carrier: 'bpost' })).toMatchObject({
      status: 409,
      body: { code: 'LABEL_EXISTS' },
    })
    await reaches(made.body.id, 'MADE')
    const [parcel] = await carrier().parcelsOf(made.body.id)
    expect(parcel).toMatchObject({
      isReturn: true,
      toAddress: { name: 'Magazijn' },
      fromAddress: { name: 'Sam de Wit' },
    })
    const { number } = await orderOf(orderId)
    await isMailed('return-label', number)
  })

  it('is not made again when the carrier made it and answered 500', async () => {
    const { orderId } = await sentOrder()
    await carrier().setFaults({ statusAfterwards: 502 })
    const { id: labelId } = (await admin().call(makeReturnLabel, { orderId, carrier: 'dhl' })).body
    await reaches(labelId, 'MADE')
    expect(await carrier().parcelsOf(labelId)).toHaveLength(1)
  })
})

describe('a return label that the carrier made long before', () => {
  it('is found behind more than a page of others, and not made again', async () => {
    const { orderId } = await sentOrder()
    const { id: labelId } = (await admin().call(makeReturnLabel, { orderId, carrier: 'postnl' })).body
    await reaches(labelId, 'MADE')
    const [parcel] = await carrier().parcelsOf(labelId)
    const { db, now } = shop().node.platform
    const isOwn = eq(simulatorParcels.externalReference, labelId)
    const [row] = await db.select().from(simulatorParcels).where(isOwn)
    const { id: _, ...made } = row as typeof simulatorParcels.$inferSelect
    await db.insert(simulatorParcels).values(
      Array.from({ length: 230 }, (_each, index) => ({
        ...made,
        shipmentId: `other-${index}`,
        orderNumber: `R-other-${index}`,
        externalReference: null,
      })),
    )
    expect((await gateway().findReturn(labelId, now()))?.parcelId).toBe(String(parcel?.id))
    expect(await gateway().findReturn('unknown', now())).toBeNull()
  })
})

describe('without a carrier', () => {
  it('everything goes by hand', async () => {
    const bare = await openShop({ env: { ...companyAddress, CARRIER_PROVIDER: 'off' } })
    const owner = await bare.newUser('ADMIN')
    const buyer = await bare.newUser()
    const orderId = await buyProduct(buyer, (await addProduct(bare)).id, 'paid')
    expect(await owner.call(makeLabels, { orderIds: [orderId], carrier: 'dpd' })).toMatchObject({
      status: 409,
      body: { code: 'LABELS_NOT_READY' },
    })
    expect((await owner.call(printLabels, { labelId: orderId })).status).toBe(404)
    const [item] = (await owner.call(readAdminOrder, { orderId })).body.items
    await owner.call(setPicked, { orderId, itemId: item?.id as string, picked: true })
    const shipment = { orderId, trackingCode: '3S123', shippingCarrier: 'DHL' }
    expect((await owner.call(setTracking, shipment)).body).toMatchObject({ status: 'SHIPPED', labels: [] })
    await bare.close()
  })
})
