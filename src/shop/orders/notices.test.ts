import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addFileProduct, buy } from '../../../tests/support/downloads.ts'
import { addProduct, buyProduct } from '../../../tests/support/fixtures.ts'
import { mailsTo } from '../../../tests/support/payments.ts'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import { setOrderStatus } from './admin/contract.ts'
import { users } from '../../people/accounts/table.ts'
import { deliveryRules } from '../../people/notifications/delivery.rules.ts'
import { mailUnreadNotifications } from '../../people/notifications/delivery.service.ts'
import { notifications } from '../../people/notifications/table.ts'
import { mails } from '../../platform/db/table.ts'
import { writeReview } from '../reviews/contract.ts'
import { requestWithdrawal } from '../withdrawals/contract.ts'
import { readOrder } from './contract.ts'

let ahead = 0
let shop: TestShop
let admin: TestUser
let customer: TestUser
beforeAll(async () => {
  shop = await openShop({ now: () => new Date(Date.now() + ahead) })
  admin = await shop.newUser('ADMIN')
  customer = await shop.newUser()
})
afterAll(() => shop.close())

const db = () => shop.node.platform.db
const told = () => db().select().from(notifications).where(eq(notifications.userId, admin.user.id))
const toldOf = async (orderId: string) =>
  (await told()).filter(({ kind, about }) => kind === 'NEW_ORDER' && about === orderId)

it('tells admins of a paid order by its number and amount, and of no other', async () => {
  const { id: productId } = await addProduct(shop, { price: 1250 })
  for (const outcome of ['failed', null] as const)
    expect(await toldOf(await buyProduct(customer, productId, outcome))).toEqual([])
  const orderId = await buyProduct(customer, productId, 'paid')
  const { number } = (await customer.call(readOrder, { orderId })).body
  expect(await toldOf(orderId)).toMatchObject([
    {
      text: expect.stringMatching(new RegExp(`^Bestelling ${number} is betaald: €\\s12,50\\.$`)),
      path: `/admin/orders/${orderId}`,
    },
  ])
})

it('tells of one that an admin marks as paid, and not again after a cancellation', async () => {
  const { id: productId } = await addProduct(shop)
  const orderId = await buyProduct(customer, productId, null)
  for (const status of ['PAID', 'CANCELLED', 'PAID'])
    expect((await admin.call(setOrderStatus, { orderId, status })).status).toBe(200)
  expect(await toldOf(orderId)).toHaveLength(1)
})

it('tells of a digital order and of one that costs nothing', async () => {
  const file = await addFileProduct(shop, admin)
  const free = await addProduct(shop, { price: 0 })
  expect(await toldOf(await buy(customer, [{ productId: file.id, quantity: 1 }]))).toHaveLength(1)
  expect(await toldOf(await buyProduct(customer, free.id, null))).toHaveLength(1)
})

it('tells nothing of the person they are about, by any channel', async () => {
  const person = { firstName: 'Roodborst', lastName: 'Kwartelkoning', displayName: 'Zilverreiger' }
  await db().update(users).set(person).where(eq(users.id, customer.user.id))
  const { id: productId, name } = await addProduct(shop, { stock: 1 })
  const orderId = await buyProduct(customer, productId, 'paid')
  const { number } = (await customer.call(readOrder, { orderId })).body
  const review = { productId, rating: 4, text: 'Groet, Roodborst' }
  expect((await customer.call(writeReview, review)).status).toBe(201)
  expect((await customer.call(writeReview, review)).status).toBe(409)
  const { email } = customer.user
  await customer.call(requestWithdrawal, {
    name: 'Roodborst Kwartelkoning',
    email,
    orderNumber: number,
  })
  const mine = (await told()).filter(
    ({ about, path }) => about === orderId || /reviews|products/.test(path) || path.endsWith(orderId),
  )
  expect(mine.map(({ kind }) => kind).toSorted()).toEqual([
    'NEW_ORDER',
    'REVIEW_WAITING',
    'SOLD_OUT',
    'WITHDRAWAL',
  ])
  ahead = 11 * 60_000
  await mailUnreadNotifications(shop.node.platform, admin.user.id)
  expect(await mailsTo(shop, admin.user.email)).toEqual(['news-waiting'])
  const [mail] = await db()
    .select()
    .from(mails)
    .where(and(eq(mails.recipient, admin.user.email), eq(mails.template, 'news-waiting')))
  const outside = JSON.stringify([mail?.props, mine.map(({ kind }) => deliveryRules[kind].push)])
  expect(outside).toContain('Beoordeling te keuren')
  const texts = JSON.stringify(mine.map(({ title, text }) => [title, text]))
  for (const word of [...Object.values(person), email]) expect(texts + outside).not.toContain(word)
  // Which product is sold out is for the shop alone.
  expect(texts).toContain(name)
  expect(outside).not.toContain(name)
})
