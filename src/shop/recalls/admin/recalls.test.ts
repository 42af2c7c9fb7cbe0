import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  addAddressFor,
  addProduct,
  completePayment,
  someAddress,
} from '../../../../tests/support/fixtures.ts'
import { mailsTo } from '../../../../tests/support/payments.ts'
import { openShop, type TestShop, type TestUser } from '../../../../tests/support/shop.ts'
import { createAddress } from '../../../people/addresses/contract.ts'
import { queryRows } from '../../../platform/db/sql.ts'
import { deleteUnownedPictures } from '../../pictures/service.ts'
import { readPictures } from '../../pictures/admin/contract.ts'
import { changeProduct, readAdminProduct, removeProduct } from '../../products/admin/contract.ts'
import { changeOperator, createOperator, setProductSafety } from '../../products/admin/safety/contract.ts'
import { addProductWithVariants } from '../../../../tests/support/variants.ts'
import { drawn, formOf, patience } from '../../../../tests/support/pictureUploads.ts'
import { checkout } from '../../checkout/contract.ts'
import { orders } from '../../orders/table.ts'
import { listRecalls, openRecall, type Remedy } from '../contract.ts'
import { recallNotices } from '../table.ts'
import { recallToken } from '../token.service.ts'
import {
  countRecallBuyers,
  listAdminRecalls,
  listRecallNotices,
  publishRecall,
  remindBuyers,
} from './contract.ts'
import type { PictureProgress } from '../../pictures/contract.ts'

let shop: TestShop
let admin: TestUser
let clock = Date.parse('2026-11-25T12:00:00Z')
beforeAll(async () => {
  shop = await openShop({ now: () => new Date(clock) })
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

async function buy(customer: TestUser, productId: string, address?: string) {
  const addressId = address ?? (await addAddressFor(customer))
  const { body } = await customer.call(checkout, { items: [{ productId, quantity: 1 }], addressId })
  await customer.request('GET', await completePayment(body.paymentUrl as string, 'paid'))
}
const texts = {
  hazard: 'Het kan te warm worden.',
  action: 'Laad het niet meer.',
  brand: 'Sintel',
  identification: 'Partij 2026-08',
  remedies: ['REPAIR', 'REFUND'] satisfies Remedy[],
}
const today = { startsOn: '2026-11-25', endsOn: '2026-11-25' }
const noticesOf = (recallId: string) =>
  shop.node.platform.db.select().from(recallNotices).where(eq(recallNotices.recallId, recallId))

describe('a recall', () => {
  it('mails each buyer of these days once, is public, and knows who read it', async () => {
    const { id: productId, name } = await addProduct(shop)
    const [buyer, twice, later] = [await shop.newUser(), await shop.newUser(), await shop.newUser()]
    await buy(buyer, productId)
    await buy(twice, productId)
    await buy(twice, productId)
    clock += 24 * 3_600_000
    await buy(later, productId)
    const sold = { productId, ...today }
    expect((await admin.call(countRecallBuyers, sold)).body).toEqual({ buyers: 2 })
    const key = { 'idempotency-key': `recall-${productId}` }
    const [published, again] = [
      await admin.call(publishRecall, { ...sold, ...texts }, key),
      await admin.call(publishRecall, { ...sold, ...texts }, key),
    ]
    expect(published).toMatchObject({ status: 201, body: { productName: name, buyers: 2, readers: 0 } })
    expect(again.body.id).toBe(published.body.id)
    const { id: recallId } = published.body
    const { body: list } = await shop.newClient().call(listRecalls)
    expect(list).toEqual([expect.objectContaining({ id: recallId, ...texts })])
    for (const [who, mails] of [
      [buyer, 1],
      [twice, 1],
      [later, 0],
    ] as const)
      await vi.waitFor(
        async () =>
          expect((await mailsTo(shop, who.user.email)).filter(each => each === 'recall')).toHaveLength(mails),
        10_000,
      )
    const [notice] = await noticesOf(recallId)
    const token = recallToken(shop.node.platform, notice?.id ?? '')
    for (let visit = 0; visit < 2; visit += 1)
      expect((await shop.newClient().call(openRecall, { token })).body).toMatchObject({ id: recallId })
    expect((await admin.call(listAdminRecalls)).body).toMatchObject([{ id: recallId, buyers: 2, readers: 1 }])
    const { body: notices } = await admin.call(listRecallNotices, { recallId })
    expect(notices).toMatchObject({ total: 2, items: [{ readAt: null }, { readAt: expect.any(String) }] })
  })

  it('reaches whoever was sent it before the order was cancelled, and nobody who was not', async () => {
    const { id: productId } = await addProduct(shop)
    const [sent, unsent] = [await shop.newUser(), await shop.newUser()]
    for (const buyer of [sent, unsent]) await buy(buyer, productId)
    const { db } = shop.node.platform
    await db
      .update(orders)
      .set({ shippedAt: new Date(clock) })
      .where(eq(orders.userId, sent.user.id))
    await db.update(orders).set({ status: 'CANCELLED' })
    const days = { startsOn: '2026-11-01', endsOn: '2026-12-31' }
    expect((await admin.call(countRecallBuyers, { productId, ...days })).body).toEqual({ buyers: 1 })
    const { body } = await admin.call(publishRecall, { productId, ...days, ...texts })
    expect(await noticesOf(body.id)).toMatchObject([{ userId: sent.user.id }])
  })

  it('reminds those who have not read it, at most once a day', async () => {
    const { id: productId } = await addProduct(shop)
    const buyer = await shop.newUser()
    await buy(buyer, productId)
    const days = { startsOn: '2026-11-01', endsOn: '2026-12-31' }
    const { body } = await admin.call(publishRecall, { productId, ...days, ...texts })
    const remind = async () => (await admin.call(remindBuyers, { recallId: body.id })).body.mailed
    expect(await remind()).toBe(0)
    clock += 24 * 3_600_000
    expect((await Promise.all([remind(), remind()])).toSorted((one, other) => one - other)).toEqual([0, 1])
    clock += 24 * 3_600_000
    const [notice] = await noticesOf(body.id)
    await shop.newClient().call(openRecall, { token: recallToken(shop.node.platform, notice?.id ?? '') })
    expect(await remind()).toBe(0)
  })

  it('keeps its text when the product, its maker and its picture change, and the product goes', async () => {
    const picture = async () => {
      const sent = await admin.request(
        'POST',
        '/api/admin/pictures',
        formOf([await drawn(80, 100).png().toBuffer()]),
      )
      const [{ id }] = sent.body as [PictureProgress]
      return vi.waitFor(async () => {
        const [{ url } = { url: null }] = (await admin.call(readPictures, { id })).body
        expect(url).toMatch(/^\/media/)
        return url as string
      }, patience)
    }
    const [before, after] = [await picture(), await picture()]
    const { product, variants } = await addProductWithVariants(
      shop,
      [{ name: 'maat', values: ['S'] }],
      [{ values: ['S'] }],
    )
    const { id: productId, name } = product
    const change = async (input: object) => {
      const { version } = (await admin.call(readAdminProduct, { productId })).body
      expect((await admin.call(changeProduct, { productId, version, ...input })).status).toBe(200)
    }
    await change({ images: [before] })
    const operator = { address: 'Straat 1', country: 'BE', electronicAddress: 'a@maker.example' }
    const { body: maker } = await admin.call(createOperator, { ...operator, name: 'Oude maker' })
    const safety = { productId, manufacturerId: maker.id }
    await admin.call(setProductSafety, { ...safety, model: 'M-1', version: null })
    await buy(await shop.newUser(), variants[0]!.id)
    const days = { startsOn: '2026-11-01', endsOn: '2026-12-31' }
    const { body } = await admin.call(publishRecall, { productId, ...days, ...texts, brand: '' })
    const notice = {
      id: body.id,
      productName: name,
      imageUrl: before,
      brand: 'Oude maker',
      model: 'M-1',
      ...days,
    }
    expect(body).toMatchObject(notice)

    await change({ images: [after], name: 'Iets anders' })
    await admin.call(setProductSafety, { ...safety, model: 'M-2', version: 1 })
    await admin.call(changeOperator, { ...operator, name: 'Nieuwe maker', operatorId: maker.id })
    expect((await admin.call(removeProduct, { productId })).status).toBe(204)
    const twoDaysLater = () => new Date(Date.now() + 48 * 3_600_000)
    await deleteUnownedPictures({ ...shop.node.platform, now: twoDaysLater })
    const { body: list } = await shop.newClient().call(listRecalls)
    expect(list.find(({ id }) => id === body.id)).toMatchObject(notice)
    expect((await fetch(new URL(before, shop.origin))).status).toBe(200)
  })

  it('offers at least two remedies, or says why there is one, and softens nothing', async () => {
    const { id: productId } = await addProduct(shop)
    await buy(await shop.newUser(), productId)
    const days = { startsOn: '2026-11-01', endsOn: '2026-12-31' }
    const publish = async (changes: object) => {
      const { status, body } = await admin.call(publishRecall, { productId, ...days, ...texts, ...changes })
      return [status, (body as { fields?: object }).fields]
    }
    expect(await publish({ remedies: [] })).toEqual([400, { remedies: 'Kies wat je klant kan krijgen.' }])
    expect(await publish({ remedies: ['REFUND', 'REFUND'] })).toEqual([
      400,
      { remedies: 'Kies elk één keer.' },
    ])
    expect(await publish({ remedies: ['REFUND'] })).toEqual([
      400,
      { remedyException: 'Laat je klant uit minstens twee kiezen. Kan er maar één, schrijf dan waarom.' },
    ])
    for (const words of [
      'Uit voorzorg halen we het terug.',
      'In zeldzame gevallen wordt het warm.',
      'Er waren nog geen ongelukken.',
    ])
      expect(await publish({ hazard: words })).toEqual([
        400,
        { hazard: expect.stringContaining('weg: een terugroeping') },
      ])
    expect(await publish({ brand: '' })).toEqual([
      400,
      { brand: 'Vul het merk in: bij dit product staat nog niet wie het maakt.' },
    ])
    expect(await publish({ remedies: ['REFUND'], remedyException: 'Het wordt niet meer gemaakt.' })).toEqual([
      201,
      undefined,
    ])
  })

  it('is told in French too to buyers in Belgium, and to nobody else', async () => {
    const { id: productId } = await addProduct(shop)
    const [dutch, belgian] = [await shop.newUser(), await shop.newUser()]
    await buy(dutch, productId)
    const address = { ...someAddress, postalCode: '5000', city: 'Namur', country: 'België' }
    await buy(belgian, productId, (await belgian.call(createAddress, address)).body.id)
    const days = { startsOn: '2026-11-01', endsOn: '2026-12-31' }
    const french = { hazardFr: 'Il peut chauffer.', actionFr: 'Ne le chargez plus.' }
    const publish = async (changes: object) =>
      admin.call(publishRecall, { productId, ...days, ...texts, ...french, ...changes })
    for (const [changes, fields] of [
      [{ actionFr: '' }, { actionFr: expect.stringContaining('in het Frans wat je klant moet doen') }],
      [{ hazardFr: ' ' }, { hazardFr: expect.stringContaining('in het Frans wat er mis is') }],
      [
        { hazardFr: 'Par précaution, il est repris.' },
        { hazardFr: expect.stringContaining('“Par précaution”') },
      ],
      [
        { remedies: ['REFUND'], remedyException: 'Het wordt niet meer gemaakt.' },
        { remedyExceptionFr: 'Schrijf ook in het Frans waarom er niets te kiezen is.' },
      ],
    ] as const)
      expect(await publish(changes)).toMatchObject({ status: 400, body: { fields } })
    const { status, body } = await publish({})
    expect(status).toBe(201)
    expect(body).toMatchObject({ ...french, identificationFr: null })
    const { body: list } = await shop.newClient().call(listRecalls)
    expect(list.find(({ id }) => id === body.id)).toMatchObject(french)
    const frenchOf = async (who: TestUser) => {
      const found = await queryRows<{ props: { french: object | null } }>(
        shop.node.platform.db,
        sql`select props from mails where template = 'recall' and recipient = ${who.user.email}`,
      )
      return found.at(0)?.props.french
    }
    expect(await frenchOf(dutch)).toBe(null)
    expect(await frenchOf(belgian)).toMatchObject({
      hazard: 'Il peut chauffer.',
      identification: ['Marque : Sintel', 'Partij 2026-08'],
      remedy: expect.stringContaining('À votre choix'),
    })
  })

  it('is refused for impossible values, in Dutch', async () => {
    const { id: productId } = await addProduct(shop)
    const publish = (change: object) =>
      admin.call(publishRecall, { productId, ...today, ...texts, ...change })
    expect(await publish({ endsOn: '2026-11-24' })).toMatchObject({
      status: 400,
      body: { fields: { endsOn: 'De laatste dag ligt voor de eerste.' } },
    })
    expect((await publish({ hazard: ' ' })).body).toMatchObject({
      fields: { hazard: 'Schrijf wat er mis is.' },
    })
    expect((await publish({ productId: '01890000-0000-7000-8000-000000000001' })).status).toBe(404)
    expect((await publish({})).body).toMatchObject({
      fields: { productId: 'Niemand kocht dit in deze dagen.' },
    })
    for (const token of ['x', `${productId}.x`, `${productId}.`])
      expect(await shop.newClient().call(openRecall, { token })).toMatchObject({
        status: 400,
        body: { code: 'TOKEN_INVALID' },
      })
  })
})
