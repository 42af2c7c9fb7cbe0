import { randomUUIDv7 } from 'node:crypto'
import sharp from 'sharp'
import { desc, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { controlFixture } from '../../../tests/support/controlFixture.ts'
import { startGiftPurchase, addGiftToList } from '../../../tests/support/gifts.ts'
import { buyQuickMinutes, placeOrderFor } from '../../../tests/support/payments.ts'
import { addRate, addZone } from '../../shop/shipping/admin.contract.ts'
import { addProduct, buyProduct, completePayment } from '../../../tests/support/fixtures.ts'
import type { TestUser } from '../../../tests/support/shop.ts'
import { createBulkEdit, importProducts } from '../../backoffice/products/bulk.contract.ts'
import { setOrderStatus } from '../../backoffice/fulfilment/contract.ts'
import { gifts } from '../../live/gifts/table.ts'
import { readOrder, refundOrder } from '../../shop/orders/contract.ts'
import { mails } from '../../platform/table.ts'
import { reviews } from '../../shop/reviews/table.ts'
import { readMinutePackages } from '../../money/minutes/contract.ts'
import { readSettings } from '../../money/settings/contract.ts'
import { withdrawals } from '../../shop/withdrawals/table.ts'
import { requestWithdrawal } from '../../shop/withdrawals/contract.ts'
import { previewMail, readContent, saveDraft } from '../content/contract.ts'
import { auditEntries } from './table.ts'

const control = controlFixture()
let admin: TestUser
let customer: TestUser
beforeAll(async () => {
  admin = await control.shop.newUser('ADMIN')
  customer = await control.shop.newUser()
})

const { db } = control
const entries = () => db().select().from(auditEntries).orderBy(desc(auditEntries.at), desc(auditEntries.id))

const stranger = async () => ({ userId: (await control.shop.newUser()).user.id })

async function paidOrder() {
  const { id: productId } = await addProduct(control.shop)
  const orderId = await buyProduct(customer, productId, 'paid')
  const { items, number } = (await customer.call(readOrder, { orderId })).body
  return { orderId, productId, number, itemId: items[0]?.id as string }
}

async function withdrawal(): Promise<{ withdrawalId: string; itemId: string }> {
  const { number, itemId } = await paidOrder()
  const said = { name: 'Sam de Wit', email: customer.user.email, orderNumber: number }
  await customer.call(requestWithdrawal, said)
  const [kept] = await db().select().from(withdrawals).where(eq(withdrawals.orderNumber, number))
  return { withdrawalId: kept?.id as string, itemId }
}

async function category(): Promise<string> {
  const { categoryId, id } = await addProduct(control.shop)
  await admin.request('DELETE', `/api/admin/products/${id}`)
  return categoryId
}

/** A session in its countdown; its toy is free again after the session. */
async function session(): Promise<string> {
  const { customer: player, toyId } = await control.scene()
  return (await control.start(player, toyId)).body.session.id
}

async function openRefund(): Promise<string> {
  const { orderId } = await placeOrderFor(control.shop, customer)
  await admin.call(setOrderStatus, { orderId, status: 'PAID' })
  return (await admin.call(refundOrder, { orderId })).body.refundId
}

async function givenUpMail(): Promise<string> {
  const kept = { recipient: 'lezer@gloed.test', template: 'order-paid', props: {}, failedAt: control.now() }
  const [mail] = await db().insert(mails).values(kept).returning({ id: mails.id })
  return mail?.id as string
}

async function review(): Promise<string> {
  const { productId } = await paidOrder()
  const kept = { productId, userId: customer.user.id, rating: 4, text: null }
  const [made] = await db().insert(reviews).values(kept).returning({ id: reviews.id })
  return made?.id as string
}

async function purchase(): Promise<string> {
  const { purchaseId, paymentUrl } = await buyQuickMinutes(control.shop, customer)
  await customer.request('GET', await completePayment(paymentUrl, 'paid'))
  return purchaseId
}

async function preparedBulk(): Promise<string> {
  const { id } = await addProduct(control.shop)
  const change = { kind: 'ACTIVE', active: false }
  const { body } = await admin.call(createBulkEdit, { productIds: [id], change })
  return body.id
}

const gift = async () => (await addGiftToList(admin, admin.user.id)).id
const zone = { name: 'Nederland', countries: ['NL'], carrier: 'PostNL', isActive: true }
const rate = {
  serviceName: 'Pakket',
  deliveryTime: '1-2 werkdagen',
  weightFrom: 0,
  weightTo: 2000,
  maxLength: null,
  maxWidth: null,
  maxHeight: null,
  price: 695,
  isActive: true,
}
const madeZone = async () => ({ zoneId: (await admin.call(addZone, zone)).body.id })
const madeRate = async () => {
  const { zoneId } = await madeZone()
  return { zoneId, rateId: (await admin.call(addRate, { ...rate, zoneId })).body.id }
}

/** The editor of a text, as it is opened. */
async function openedFaq() {
  const { key, version, revision, published: body } = (await admin.call(readContent, { key: 'faq' })).body
  return { key, version, revision, body }
}

/** A failed job, as the job queue stores it. */
async function failedJob() {
  const kept = sql`insert into pgboss.job (name, state, completed_on) values ('mail', 'failed', now())`
  await db().execute(kept)
  return { queue: 'mail' }
}

const product = async () => (await addProduct(control.shop)).id
const newProduct = async () => ({
  name: 'Zijden sjaal',
  sku: randomUUIDv7(),
  price: 1999,
  stock: 3,
  categoryId: await category(),
})

/** The input for each endpoint that changes something. Add an entry for a new endpoint here. */
const scenes: Record<string, () => Promise<object>> = {
  'PUT /api/admin/users/:userId': async () => ({ ...(await stranger()), role: 'MODEL' }),
  'DELETE /api/admin/users/:userId': async () => stranger(),
  'POST /api/admin/users/:userId/minutes': async () => ({
    ...(await stranger()),
    minutes: 5,
    reason: 'Voor mevrouw de Wit',
  }),
  'PUT /api/admin/orders/:orderId/status': async () => ({ ...(await paidOrder()), status: 'PROCESSING' }),
  'PUT /api/admin/orders/:orderId/tracking': async () => {
    const { orderId, itemId } = await paidOrder()
    await admin.request('PUT', `/api/admin/orders/${orderId}/items/${itemId}`, { picked: true })
    return { orderId, trackingCode: '3SGLOED1', shippingCarrier: 'postnl' }
  },
  'POST /api/admin/orders/ship': async () => {
    const { orderId, itemId } = await paidOrder()
    await admin.request('PUT', `/api/admin/orders/${orderId}/items/${itemId}`, { picked: true })
    return { orderIds: [orderId] }
  },
  'PUT /api/admin/orders/:orderId/items/:itemId': async () => ({ ...(await paidOrder()), picked: true }),
  'POST /api/admin/orders/:orderId/refund': async () => ({ ...(await paidOrder()), amount: 100 }),
  'POST /api/admin/refunds/:refundId/mend': async () => ({ refundId: await openRefund(), how: 'BY_HAND' }),
  'POST /api/admin/minute-purchases/:purchaseId/refund': async () => ({ purchaseId: await purchase() }),
  'POST /api/admin/products': newProduct,
  'PUT /api/admin/products/:productId': async () => ({ productId: await product(), price: 1234, stock: 9 }),
  'DELETE /api/admin/products/:productId': async () => ({ productId: await product() }),
  'POST /api/admin/pictures': async () => {
    const form = new FormData()
    const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#8a2a4a' } })
    form.append('images', new Blob([new Uint8Array(await picture.png().toBuffer())]), 'foto.png')
    return form
  },
  'POST /api/admin/categories': async () => ({ name: `Rubriek ${randomUUIDv7()}` }),
  'PUT /api/admin/categories/:categoryId': async () => ({ categoryId: await category(), name: 'Anders' }),
  'DELETE /api/admin/categories/:categoryId': async () => ({ categoryId: await category() }),
  'PUT /api/admin/reviews/:reviewId': async () => ({ reviewId: await review(), approved: true }),
  'POST /api/admin/reviews/moderate': async () => ({ reviewIds: [await review()], approved: false }),
  'POST /api/admin/gifts': async () => ({ name: 'Kaars', price: 1500, ownerId: admin.user.id }),
  'PUT /api/admin/gifts/:giftId': async () => ({ giftId: await gift(), price: 1600 }),
  'DELETE /api/admin/gifts/:giftId': async () => ({ giftId: await gift() }),
  'POST /api/admin/gifts/order': async () => ({ giftIds: [await gift()] }),
  'DELETE /api/admin/gifts/:giftId/picture': async () => {
    const giftId = await gift()
    await db().update(gifts).set({ imageUrl: '/media/demo/lumi/800.webp' }).where(eq(gifts.id, giftId))
    return { giftId }
  },
  'POST /api/admin/gift-purchases/:purchaseId/refund': async () => {
    const { purchaseId, paymentUrl } = await startGiftPurchase(control.shop, customer, await gift())
    await completePayment(paymentUrl, 'paid')
    return { purchaseId }
  },
  'POST /api/admin/books/check': async () => ({}),
  'POST /api/admin/jobs/retry': failedJob,
  'POST /api/admin/jobs/discard': failedJob,
  'POST /api/admin/shipping-zones': async () => zone,
  'PUT /api/admin/shipping-zones/:zoneId': async () => ({ ...zone, ...(await madeZone()), name: 'Elders' }),
  'DELETE /api/admin/shipping-zones/:zoneId': madeZone,
  'POST /api/admin/shipping-rates': async () => ({ ...rate, ...(await madeZone()) }),
  'PUT /api/admin/shipping-rates/:rateId': async () => ({ ...rate, ...(await madeRate()), price: 999 }),
  'DELETE /api/admin/shipping-rates/:rateId': madeRate,
  'PUT /api/admin/settings': async () => {
    const { settings, version } = (await admin.call(readSettings)).body
    return { ...settings, version, trackingCost: 395 }
  },
  'PUT /api/admin/content/:key/draft': openedFaq,
  'DELETE /api/admin/content/:key/draft': async () => {
    const opened = await openedFaq()
    await admin.call(saveDraft, opened)
    return { ...opened, revision: opened.revision + 1 }
  },
  'POST /api/admin/content/:key/publish': openedFaq,
  'PUT /api/admin/minute-packages': async () => {
    const { version, packages } = (await admin.call(readMinutePackages)).body
    return { version, packages: packages.toReversed() }
  },
  'PUT /api/admin/withdrawals/:withdrawalId': async () => ({
    ...(await withdrawal()),
    accepted: true,
    answer: 'Stuur het maar terug.',
  }),
  'PUT /api/admin/withdrawals/:withdrawalId/lines': async () => {
    const { withdrawalId, itemId } = await withdrawal()
    return { withdrawalId, lines: [{ itemId, accepted: true }] }
  },
  'POST /api/admin/bulk-edits/:bulkId/apply': async () => ({ bulkId: await preparedBulk() }),
  'POST /api/admin/mails/:mailId/send': async () => ({ mailId: await givenUpMail() }),
  'POST /api/admin/sessions/:sessionId/stop': async () => ({ sessionId: await session() }),
  'POST /api/admin/sessions/:sessionId/force-stop': async () => ({ sessionId: await session() }),
  'POST /api/admin/toys/:toyId/toggle': async () => ({ toyId: control.toyIds[1], active: false }),
  'POST /api/admin/lovense/generate-qr': async () => ({}),
  'POST /api/studio/lovense/generate-qr': async () => ({}),
  'PUT /api/studio/toys/:toyId': async () => ({ toyId: control.toyIds[2], maxIntensity: 7, onAir: false }),
  'POST /api/studio/decline': async () => ({ sessionId: await session() }),
  'POST /api/studio/stop': async () => ({ sessionId: await session() }),
  'POST /api/studio/blocks': async () => ({ userId: customer.user.id }),
  'DELETE /api/studio/blocks/:userId': async () => {
    await admin.request('POST', '/api/studio/blocks', { userId: customer.user.id })
    return { userId: customer.user.id }
  },
}

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
/** Forms with a picture are tested with their own slice. */
const isForm = ({ method, path }: { method: string; path: string }) =>
  method === 'POST' && path.endsWith('/picture')
/** Preparing a change does not change anything yet. */
const isDraft = ({ path }: { path: string }) =>
  [createBulkEdit.path, importProducts.path, previewMail.path].includes(path)
const changing = () =>
  control.shop.node.app.endpoints.filter(
    call =>
      call.method !== 'GET' &&
      (call.access === 'admin' || call.access === 'model') &&
      !isForm(call) &&
      !isDraft(call),
  )

describe('the audit log', () => {
  it('covers every endpoint by which an admin or a creator changes something', () => {
    expect(Object.keys(scenes).toSorted()).toEqual(changing().map(nameOf).toSorted())
  })

  it.each(Object.keys(scenes))('has an entry of %s', async name => {
    const endpoint = changing().find(each => nameOf(each) === name)
    if (!endpoint) throw new Error(`no such call: ${name}`)
    const input = await scenes[name]?.()
    const before = await db().$count(auditEntries, eq(auditEntries.actorId, admin.user.id))
    const { method, path } = endpoint
    const { status, body } =
      input instanceof FormData ? await admin.request(method, path, input) : await admin.call(endpoint, input)
    expect(status, JSON.stringify(body)).toBeLessThan(300)
    expect(await db().$count(auditEntries, eq(auditEntries.actorId, admin.user.id))).toBeGreaterThan(before)
  })

  it('has no entry for a refused change', async () => {
    // Requesting a TOTP secret and running the reconciliation need no input, and are never refused.
    const refusable = changing().filter(({ path }) => !/\/(generate-qr|books\/check)$/.test(path))
    const before = await db().$count(auditEntries)
    for (const endpoint of refusable) {
      const ids = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, id]) => [id, randomUUIDv7()])
      const input = { ...Object.fromEntries(ids), sessionId: randomUUIDv7() }
      const { status } = await admin.call(endpoint, input)
      expect(status, nameOf(endpoint)).toBeGreaterThanOrEqual(400)
    }
    expect(await db().$count(auditEntries)).toBe(before)
  })

  it('has the old and new values, and no personal data', async () => {
    const { id: productId } = await addProduct(control.shop, { price: 1000, stock: 5 })
    await admin.request('PUT', `/api/admin/products/${productId}`, { price: 900, stock: 4 })
    const [entry] = await entries()
    expect(entry).toMatchObject({
      actorId: admin.user.id,
      action: 'PRODUCT_CHANGED',
      subjectKind: 'PRODUCT',
      subjectId: productId,
      details: { price: { from: 1000, to: 900 }, stock: { from: 5, to: 4 } },
    })
    const kept = JSON.stringify(await entries())
    for (const word of [customer.user.email, 'de Wit', 'Stuur het maar terug', '3SGLOED1'])
      expect(kept).not.toContain(word)
  })
})
