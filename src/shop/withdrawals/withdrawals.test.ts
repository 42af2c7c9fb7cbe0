import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addFileProduct } from '../../../tests/support/downloads.ts'
import { readMails } from '../../../tests/support/renderedMails.ts'
import { mailsTo } from '../../../tests/support/payments.ts'
import { addAddressFor, addProduct, buyProduct, completePayment } from '../../../tests/support/fixtures.ts'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import { createMailTextReader } from '../../app/mailStoredTexts.ts'
import { products } from '../products/catalog/table.ts'
import { checkout } from '../checkout/contract.ts'
import { readAdminOrder } from '../orders/admin/contract.ts'
import { listNotifications } from '../../people/notifications/contract.ts'
import { readOrder } from '../orders/contract.ts'
import { orders } from '../orders/table.ts'
import { mails } from '../../platform/db/table.ts'
import { requestWithdrawal } from './contract.ts'
import { withdrawals } from './table.ts'
import { answerWithdrawal, decideLines, listWithdrawals } from './admin/contract.ts'

const clock = new Date('2026-11-20T12:05:00Z')
let shop: TestShop
let customer: TestUser
let admin: TestUser
beforeAll(async () => {
  shop = await openShop({ now: () => clock })
  customer = await shop.newUser()
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

const bought = async (product: Parameters<typeof addProduct>[1] = {}) => {
  const { id } = await addProduct(shop, product)
  const orderId = await buyProduct(customer, id, 'paid')
  return (await customer.call(readOrder, { orderId })).body
}
const say = (said: object) => shop.newClient().call(requestWithdrawal, { name: 'Robin Maas', ...said })
const mailed = async (email: string, template: string, number?: string) => {
  const { db } = shop.node.platform
  const found = await db
    .select()
    .from(mails)
    .where(and(eq(mails.recipient, email), eq(mails.template, template)))
    .orderBy(mails.createdAt, mails.id)
  return found
    .map(({ props }) => props as { orderNumber: string })
    .filter(({ orderNumber }) => orderNumber === (number ?? orderNumber))
}
const receiptTo = async (email: string, number?: string) =>
  (await mailed(email, 'withdrawal-received', number))[0]
/** The withdrawals of an order, as an admin sees them. */
const aboutOrder = async (orderId: string) => (await admin.call(readAdminOrder, { orderId })).body.withdrawals

describe('withdrawing', () => {
  it('is stored with its order, and receipted with date and time', async () => {
    const order = await bought()
    const itemIds = order.items.map(({ id }) => id)
    const said = { email: customer.user.email.toUpperCase(), orderNumber: order.number, itemIds }
    expect(await say(said)).toMatchObject({ status: 202, body: { receivedAt: clock.toISOString() } })
    expect(await receiptTo(customer.user.email)).toMatchObject({
      orderNumber: order.number,
      receivedAt: clock.toISOString(),
      lines: [`1 × ${order.items[0]?.product.name}`],
      isWhole: false,
    })
    const { body } = await admin.call(listWithdrawals)
    expect(body).toContainEqual(expect.objectContaining({ orderId: order.id, itemIds, name: 'Robin Maas' }))
    const told = { type: 'WITHDRAWAL', path: `/admin/orders/${order.id}` }
    expect((await admin.call(listNotifications)).body).toContainEqual(expect.objectContaining(told))
  })

  it('returns the same for an unknown order and another user’s, without any data', async () => {
    const order = await bought()
    const itemIds = order.items.map(({ id }) => id)
    for (const orderNumber of [order.number, '2099-999999']) {
      const email = `vreemde-${orderNumber}@gloed.test`
      expect(await say({ email, orderNumber, itemIds })).toMatchObject({ status: 202 })
      expect(await receiptTo(email)).toMatchObject({ orderNumber, lines: [], isWhole: false })
    }
    const { db } = shop.node.platform
    const kept = await db
      .select()
      .from(withdrawals)
      .where(eq(withdrawals.email, `vreemde-${order.number}@gloed.test`))
    expect(kept).toMatchObject([{ orderId: null, itemIds: [], unmatched: itemIds }])
  })

  it('covers the whole order only when no lines were named', async () => {
    const { number: orderNumber } = await bought()
    const receipt = async (email: string, said: object = {}) => {
      await say({ orderNumber, email, ...said })
      return receiptTo(email)
    }
    expect(await receipt('alles@gloed.test')).toMatchObject({ isWhole: true, hasRemark: false })
    const remark = 'Alleen de tweede.'
    expect(await receipt('deel@gloed.test', { remark })).toMatchObject({ isWhole: false, hasRemark: true })
    await receipt('prooi@gloed.test', { remark: 'Win op https://boos.test/x' })
    const text = createMailTextReader(shop.node.platform)
    const read = async (email: string) => (await readMails(shop, email, 'withdrawal-received', { text }))[0]
    expect(await read('deel@gloed.test')).toContain(`Je schreef: “${remark}”`)
    expect(await read('prooi@gloed.test')).toContain('Je schreef: “Win op [link]”')
  })

  it('gives the reason for lines that cannot be returned, and stores unmatched text for an admin', async () => {
    const { id: productId } = await addFileProduct(shop, admin)
    const orderId = await buyProduct(customer, productId, 'paid')
    const order = (await customer.call(readOrder, { orderId })).body
    expect(order.items).toMatchObject([{ isDigital: true }])
    const [itemId] = order.items.map(({ id }) => id)
    const stray = "'; drop table orders; --"
    const email = customer.user.email
    expect(await say({ email, orderNumber: order.number, itemIds: [itemId, stray] })).toMatchObject({
      status: 202,
    })
    const line = `1 × ${order.items[0]?.product.name}`
    expect(await receiptTo(email, order.number)).toMatchObject({ lines: [], digital: [line], sealed: [] })
    expect(await aboutOrder(order.id)).toMatchObject([
      { itemIds: [itemId], unmatched: [stray], lines: [{ itemId, isDigital: true, accepted: null }] },
    ])
  })

  it('is possible for a digital line until it is delivered', async () => {
    const order = await bought({ showShippingOptions: false, shippingCost: 0 })
    const email = customer.user.email
    await say({ email, orderNumber: order.number, itemIds: order.items.map(({ id }) => id) })
    const line = `1 × ${order.items[0]?.product.name}`
    expect(await receiptTo(email, order.number)).toMatchObject({ lines: [line], digital: [] })
  })

  it('says that a seal must be intact, also for a whole order', async () => {
    const order = await bought({ hygieneSealed: true })
    expect(order.items).toMatchObject([{ isDigital: false, hygieneSealed: true }])
    const email = customer.user.email
    await say({ email, orderNumber: order.number })
    const line = `1 × ${order.items[0]?.product.name}`
    expect(await receiptTo(email, order.number)).toMatchObject({
      isWhole: true,
      lines: [],
      digital: [],
      sealed: [line],
    })
  })

  it('uses the product’s terms at the time of the order', async () => {
    const product = await addProduct(shop, { hygieneSealed: true })
    const orderId = await buyProduct(customer, product.id, 'paid')
    await shop.node.platform.db
      .update(products)
      .set({ hygieneSealed: false })
      .where(eq(products.id, product.id))
    expect((await customer.call(readOrder, { orderId })).body.items).toMatchObject([{ hygieneSealed: true }])
  })

  it.each([
    [{ name: ' ', email: 'a@gloed.test', orderNumber: '2026-000042' }, 'name'],
    [{ email: 'geen adres', orderNumber: '2026-000042' }, 'email'],
    [{ email: 'a@gloed.test', orderNumber: '42' }, 'orderNumber'],
    [{ email: 'a@gloed.test', orderNumber: '2026-000042', itemIds: 'alles' }, 'itemIds'],
    [{ email: 'a@gloed.test', orderNumber: '2026-000042', remark: 'x'.repeat(1001) }, 'remark'],
  ])('refuses %o and reports the reason at its field', async (said, field) => {
    expect(await say(said)).toMatchObject({ status: 400, body: { fields: { [field]: expect.any(String) } } })
  })

  it('is rate limited for each mailbox', async () => {
    const careful = await openShop({ env: { RATE_LIMIT_FACTOR: '1' } })
    const send = () =>
      careful
        .newClient()
        .call(requestWithdrawal, { name: 'R', email: 'doel@gloed.test', orderNumber: '2026-000042' })
    const statuses = []
    for (let count = 0; count < 6; count += 1) statuses.push((await send()).status)
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429])
    await careful.close()
  })

  it('is rate limited for each network, whatever address in it sends', async () => {
    const careful = await openShop({ env: { RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1' } })
    const send = (email: string, from: string) =>
      careful
        .newClient()
        .call(
          requestWithdrawal,
          { name: 'R', email, orderNumber: '2026-000042' },
          { 'x-forwarded-for': from },
        )
    for (let count = 1; count <= 20; count += 1)
      expect((await send(`doel-${count}@gloed.test`, `2a02:1810:1:2::${count}`)).status).toBe(202)
    expect((await send('doel-21@gloed.test', '2a02:1810:1:2::21')).status).toBe(429)
    expect((await send('doel-21@gloed.test', '2a02:1810:1:3::1')).status).toBe(202)
    await careful.close()
  })
})

describe('answering', () => {
  it('happens once, and the customer is notified', async () => {
    const order = await bought()
    await say({ email: customer.user.email, orderNumber: order.number })
    const waiting = { state: 'OPEN', q: order.number, page: 1 }
    const { body: page } = await admin.call(listWithdrawals, waiting)
    expect(page).toMatchObject({ total: 1, items: [{ orderId: order.id, handledAt: null }] })
    const withdrawalId = 'items' in page ? (page.items[0]?.id as string) : ''
    const typed = withdrawalId?.toUpperCase()
    const answer = { withdrawalId: typed, accepted: true, answer: 'Stuur het terug naar ons.' }
    expect(await admin.call(answerWithdrawal, { ...answer, answer: '' })).toMatchObject({ status: 400 })
    expect(await admin.call(answerWithdrawal, answer)).toMatchObject({
      status: 200,
      body: { accepted: true, handledAt: clock.toISOString() },
    })
    expect((await admin.call(listWithdrawals, waiting)).body).toMatchObject({ total: 0, items: [] })
    const handled = { ...waiting, state: 'HANDLED', q: 'robin MAAS' }
    expect((await admin.call(listWithdrawals, handled)).body).toMatchObject({ items: [{ id: withdrawalId }] })
    expect(await mailsTo(shop, customer.user.email)).toContain('withdrawal-answered')
    expect(await admin.call(answerWithdrawal, answer)).toMatchObject({ status: 409 })
    const nothing = { ...answer, withdrawalId: '0197a000-0000-7000-8000-000000000000' }
    expect(await admin.call(answerWithdrawal, nothing)).toMatchObject({ status: 404 })
  })
})

describe('deciding', () => {
  async function twoLines() {
    const [toy, silk] = [await addProduct(shop, { hygieneSealed: true }), await addProduct(shop)]
    const items = [toy, silk].map(({ id }) => ({ productId: id, quantity: 1 }))
    const { body } = await customer.call(checkout, { items, addressId: await addAddressFor(customer) })
    await customer.request('GET', await completePayment(body.paymentUrl as string, 'paid'))
    const order = (await customer.call(readOrder, { orderId: body.orderId })).body
    await say({ email: customer.user.email, orderNumber: order.number })
    const [withdrawal] = await aboutOrder(order.id)
    const lineOf = ({ id }: { id: string }) => order.items.find(item => item.productId === id)?.id ?? ''
    return {
      order,
      withdrawalId: withdrawal?.id ?? '',
      toy: lineOf(toy),
      silk: lineOf(silk),
      toyName: toy.name,
    }
  }
  const decide = (withdrawalId: string, ...lines: object[]) =>
    admin.call(decideLines, { withdrawalId, lines })
  const told = (number: string) => mailed(customer.user.email, 'withdrawal-decided', number)

  it('accepts a line, refuses another with a reason, and notifies each once', async () => {
    const { order, withdrawalId, toy, silk, toyName } = await twoLines()
    const taken = { itemId: silk, accepted: true }
    expect(await decide(withdrawalId, taken)).toMatchObject({ status: 200, body: { handledAt: null } })
    const broken = { itemId: toy, accepted: false, reason: 'SEAL_BROKEN' }
    for (const _ of [1, 2])
      expect(await decide(withdrawalId, taken, broken)).toMatchObject({
        status: 200,
        body: { handledAt: clock.toISOString(), accepted: true },
      })
    expect(await told(order.number)).toMatchObject([
      { accepted: [expect.stringContaining('1 × ')], refused: [] },
      { accepted: [], refused: [{ line: `1 × ${toyName}`, reason: 'SEAL_BROKEN', noteId: null }] },
    ])
    expect(await aboutOrder(order.id)).toMatchObject([
      {
        lines: expect.arrayContaining([
          expect.objectContaining({ itemId: toy, accepted: false, reason: 'SEAL_BROKEN' }),
          expect.objectContaining({ itemId: silk, accepted: true, reason: null }),
        ]),
      },
    ])
  })

  it('asks only for shipped lines to be sent back', async () => {
    const { order, withdrawalId, toy, silk } = await twoLines()
    await decide(withdrawalId, { itemId: silk, accepted: true })
    const { db } = shop.node.platform
    await db.update(orders).set({ shippedAt: clock }).where(eq(orders.id, order.id))
    await decide(withdrawalId, { itemId: toy, accepted: true })
    const later = { toReturn: [expect.stringContaining('1 × ')] }
    expect(await told(order.number)).toMatchObject([{ toReturn: [] }, later])
    expect(await aboutOrder(order.id)).toMatchObject([{ lines: [{ isShipped: true }, { isShipped: true }] }])
  })

  it('can be changed when the parcel turns out to have a broken seal', async () => {
    const { order, withdrawalId, toy, silk } = await twoLines()
    await decide(
      withdrawalId,
      { itemId: silk, accepted: false, reason: 'TOO_LATE' },
      { itemId: toy, accepted: true },
    )
    const refused = await decide(withdrawalId, { itemId: toy, accepted: false, reason: 'SEAL_BROKEN' })
    expect(refused.body).toMatchObject({ accepted: false })
    expect(await told(order.number)).toHaveLength(2)
  })

  it('refuses a missing reason, and a line of another withdrawal', async () => {
    const { withdrawalId, toy } = await twoLines()
    const stray = (await bought()).items[0]?.id
    const answers = await Promise.all([
      decide(withdrawalId, { itemId: toy, accepted: false }),
      decide(withdrawalId, { itemId: toy, accepted: true, reason: 'SEAL_BROKEN' }),
      decide(withdrawalId, { itemId: toy, accepted: false, reason: 'OTHER', note: ' ' }),
      decide(withdrawalId, { itemId: toy, accepted: false, reason: 'ZOMAAR' }),
      decide(withdrawalId),
      decide(withdrawalId, { itemId: stray, accepted: true }),
      decide('0197a000-0000-7000-8000-000000000000', { itemId: toy, accepted: true }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 404, 404])
  })
})
