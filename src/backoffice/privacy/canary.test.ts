import { createECDH } from 'node:crypto'
import { eq, getTableName } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { addProduct, completePayment } from '../../../tests/support/fixtures.ts'
import { openShop, type TestShop, type TestClient } from '../../../tests/support/shop.ts'
import { tracesInFiles, tracesInTables } from '../../../tests/support/personalDataTraces.ts'
import { login, register, forgotPassword } from '../../people/accounts/contract.ts'
import { users } from '../../people/accounts/table.ts'
import { createAddress } from '../../people/addresses/contract.ts'
import { findDiscrepancies } from '../reconciliation/service.ts'
import { addToCart } from '../../shop/cart/contract.ts'
import { checkout } from '../../shop/checkout/contract.ts'
import { purchaseGift } from '../../live/gifts/contract.ts'
import { gifts } from '../../live/gifts/table.ts'
import { invoices } from '../../money/invoices/table.ts'
import { purchaseMinutes } from '../../money/minutes/contract.ts'
import { addMinuteEntry } from '../../money/minutes/service.ts'
import { readOrder } from '../../shop/orders/contract.ts'
import { orders } from '../../shop/orders/table.ts'
import { createLog } from '../../platform/telemetry/log.ts'
import { mails } from '../../platform/db/table.ts'
import { products } from '../../shop/products/catalog/table.ts'
import { sendMessage } from '../../live/messages/contract.ts'
import { addContacts } from '../../live/messages/service.ts'
import { messages } from '../../live/messages/table.ts'
import { writeReview } from '../../shop/reviews/contract.ts'
import { reviews } from '../../shop/reviews/table.ts'
import { blockPerson } from '../../live/blocks/service.ts'
import { blockedUsers } from '../../live/blocks/table.ts'
import { addFavourite } from '../../live/menu/service.ts'
import { creatorFavourites } from '../../live/menu/table.ts'
import { fileAppeal, suspendCreator } from '../../live/creators/suspension.service.ts'
import { creators, creatorSuspensions } from '../../live/creators/table.ts'
import { subscribeToPush } from '../../people/notifications/contract.ts'
import { passkeys } from '../../people/security/table.ts'
import { addToWishlist } from '../../shop/wishlist/contract.ts'
import { listConversations, replyToConversation } from '../../shop/support/admin/contract.ts'
import { sendContactMessage } from '../../shop/support/contract.ts'
import { supportMessages } from '../../shop/support/table.ts'
import { internalNotes } from '../notes/table.ts'
import { addCustomerNote, addOrderNote } from '../notes/contract.ts'
import { requestWithdrawal } from '../../shop/withdrawals/contract.ts'
import { withdrawals } from '../../shop/withdrawals/table.ts'
import { deleteAccount, readPersonalData, readExportState, requestExport } from './contract.ts'
import { eraseClosedAccounts } from './erase.service.ts'
import { anonymizeInvoices } from './eraseInvoices.service.ts'
import { answerWithdrawal, decideLines } from '../../shop/withdrawals/admin/contract.ts'
import { setReviewApproved } from '../../shop/reviews/admin/service.ts'

const person = {
  email: 'kanarie.vogelaar@gloed.test',
  password: 'Kanarie-wachtwoord-1',
  displayName: 'Kanariegeel',
  firstName: 'Kanariena',
  lastName: 'Vogelaar-Kwinkel',
  dateOfBirth: '1987-03-09',
}
const address = {
  firstName: 'Kanariena',
  lastName: 'Vogelaar-Kwinkel',
  company: 'Volière Kwinkel',
  street: 'Kwinkeleerstraat',
  houseNumber: '4711',
  city: 'Vogelwaarde',
  postalCode: '4568 XQ',
}
const told = {
  bio: 'Ik hou van kwinkeleren',
  phone: '+31 6 8747 1100',
  comments: 'Graag bij de kwikstaart bezorgen',
  review: 'Mijn kanarie zong erbij',
  remark: 'De kanarie schrok ervan',
  tracking: '3SKANARIE4711',
  message: 'Ik zing als een kanarie',
  reply: 'Wat een zangvogel ben je',
  answer: 'Dag mevrouw Vogelaar-Kwinkel',
  adjusted: 'Excuus aan de kanarie',
  passkey: 'Sleutel van de kanarie',
  push: 'https://push.example/kanarie',
  giver: 'Je kanarietje',
  question: 'Waar blijft mijn kanarie',
  solved: 'Uw kanarie zit in de doos',
  noted: 'Klant heeft een kanarie',
  suspended: 'De kanarie zong te hard',
  appealed: 'Een kanarie hoort te zingen',
}
/** The values that identify the person. */
const canaries = [
  person.email,
  person.displayName,
  person.firstName,
  person.lastName,
  person.dateOfBirth,
  address.street,
  address.company,
  address.postalCode,
  address.city,
  ...Object.values(told),
]

/** The texts that are encrypted before they are stored, and so are readable nowhere. */
const encrypted = [
  told.message,
  told.reply,
  told.question,
  told.solved,
  told.noted,
  told.suspended,
  told.appealed,
  told.comments,
  told.remark,
  told.answer,
]
const readable = canaries.filter(canary => !encrypted.includes(canary))

/** Orders, mails and a file are made by jobs, one after another. */
const PATIENT = { timeout: 120_000 }

let shop: TestShop
let time = new Date('2026-11-21T12:00:00Z')
const lines: string[] = []
beforeAll(async () => {
  const log = createLog('trace', { write: line => void lines.push(line) })
  shop = await openShop({ now: () => time, log })
})
afterAll(() => shop.close())

const db = () => shop.node.platform.db
const later = (days: number) => (time = new Date(time.getTime() + days * 86_400_000))

/** Creates every kind of data that a user can leave in the shop. */
async function leaveTraces(one: TestClient): Promise<{ orderId: string; productId: string }> {
  const { body: user } = await one.call(register, person)
  await db()
    .update(users)
    .set({ bio: told.bio, phone: told.phone, avatarUrl: '/media/kanariegeel.webp' })
    .where(eq(users.id, user.id))
  const { id: productId } = await addProduct(shop, { showCommentsField: true })
  const { body: home } = await one.call(createAddress, address)
  const order = async (outcome: 'paid' | 'failed') => {
    const items = [{ productId, quantity: 1 }]
    const { body } = await one.call(checkout, { items, addressId: home.id, comments: told.comments })
    await one.request('GET', await completePayment(body.paymentUrl as string, outcome))
    return body.orderId
  }
  const orderId = await order('paid')
  await order('failed')
  await db().update(orders).set({ trackingCode: told.tracking }).where(eq(orders.id, orderId))
  const { body: bought } = await one.call(purchaseMinutes, { packageId: 'quick', minutes: 5, price: 1000 })
  await one.request('GET', await completePayment(bought.paymentUrl as string, 'paid'))
  const adjustment = { userId: user.id, kind: 'ADJUSTMENT', minutes: 3, reason: told.adjusted } as const
  await db().transaction(tx => addMinuteEntry(tx, adjustment))
  await give(one)
  await one.call(addToCart, { productId, quantity: 1 })
  await one.call(addToWishlist, { productId })
  expect((await one.call(writeReview, { productId, rating: 2, text: told.review })).status).toBe(201)
  const [review] = await db().select().from(reviews)
  await setReviewApproved(db(), null, { reviewId: review?.id as string, approved: true }, time)
  await withdraw(one, orderId)
  await askForHelp(one, user.id, orderId)
  await ownDevices(one, user.id)
  await talk(one, user.id)
  await one.call(forgotPassword, { email: person.email })
  await shop.newClient().call(login, { email: person.email, password: 'verkeerd' })
  return { orderId, productId }
}

/** Writes to the shop, which answers, and makes notes. */
async function askForHelp(one: TestClient, userId: string, orderId: string): Promise<void> {
  await one.call(sendContactMessage, { topic: 'ORDER', orderId, text: told.question })
  const admin = await shop.newUser('ADMIN')
  const [found] = (await admin.call(listConversations)).body.items
  const reply = { conversationId: found?.id, version: 1, text: told.solved }
  expect((await admin.call(replyToConversation, reply)).status).toBe(201)
  expect((await admin.call(addOrderNote, { orderId, text: told.noted })).status).toBe(201)
  expect((await admin.call(addCustomerNote, { userId, text: told.noted })).status).toBe(201)
}

/** Gives to a creator, whose notification names the giver. */
async function give(one: TestClient): Promise<void> {
  const { user } = await shop.newUser('MODEL')
  const [gift] = await db().insert(gifts).values({ ownerId: user.id, name: 'Kaars', price: 1500 }).returning()
  const { body } = await one.call(purchaseGift, { giftId: gift?.id, buyerName: told.giver })
  await one.request('GET', await completePayment(body.paymentUrl, 'paid'))
}

/** A named passkey, and a push subscription. */
async function ownDevices(one: TestClient, userId: string): Promise<void> {
  const key = { credentialId: 'x', publicKey: 'x', counter: 0, isSynced: false }
  await db()
    .insert(passkeys)
    .values({ userId, name: told.passkey, ...key })
  const p256dh = createECDH('prime256v1').generateKeys('base64url')
  const keys = { p256dh, auth: 'A'.repeat(22) }
  expect((await one.call(subscribeToPush, { endpoint: told.push, keys })).status).toBe(204)
}

/** Exchanges messages with a creator, who then blocks the user. */
async function talk(one: TestClient, userId: string): Promise<void> {
  const creator = await shop.newUser('MODEL')
  await db().transaction(tx => addContacts(tx, userId, creator.user.id, time))
  const say = { toUserId: creator.user.id, content: told.message }
  expect((await one.call(sendMessage, say)).status).toBe(201)
  expect((await creator.call(sendMessage, { toUserId: userId, content: told.reply })).status).toBe(201)
  await blockPerson(db(), creator.user.id, userId, time)
  await addFavourite(db(), creator.user.id, userId, time)
  const { platform } = shop.node
  await db().insert(creators).values({ userId, acceptedAt: time })
  await db().transaction(async tx => {
    await suspendCreator(tx, platform, { userId, by: null, caseId: null, reason: told.suspended }, time)
    const [suspension] = await tx.select().from(creatorSuspensions)
    const appeal = { userId, suspensionId: suspension?.id ?? '', text: told.appealed }
    await fileAppeal(tx, platform, appeal, time)
  })
}

async function withdraw(one: TestClient, orderId: string): Promise<void> {
  const { body: order } = await one.call(readOrder, { orderId })
  const name = `${person.firstName} ${person.lastName}`
  const itemIds = [person.lastName]
  const said = { name, email: person.email, orderNumber: order.number, itemIds, remark: told.remark }
  expect((await one.call(requestWithdrawal, said)).status).toBe(202)
  const [withdrawal] = await db().select().from(withdrawals)
  const admin = await shop.newUser('ADMIN')
  const answer = { withdrawalId: withdrawal?.id, accepted: true, answer: told.answer }
  expect((await admin.call(answerWithdrawal, answer)).status).toBe(200)
  const itemId = order.items[0]?.id
  const lines = [{ itemId, accepted: false, reason: 'OTHER', note: told.answer }]
  expect((await admin.call(decideLines, { withdrawalId: withdrawal?.id, lines })).status).toBe(200)
}

const untilBilled = () =>
  vi.waitFor(async () => expect(await db().$count(invoices)).toBe(3), { timeout: 30_000, interval: 50 })

it(
  'removes the user’s data from every table, file and log line except the records that the law requires',
  PATIENT,
  async () => {
    const one = shop.newClient()
    const { orderId, productId } = await leaveTraces(one)
    await untilBilled()
    const before = await tracesInTables(db(), canaries)
    for (const canary of readable)
      expect(before.join('\n'), 'the search finds what there is').toContain(canary)
    expect(await tracesInTables(db(), encrypted)).toEqual([])
    expect(await db().$count(mails, eq(mails.recipient, person.email))).toBeGreaterThan(5)

    const held = JSON.stringify((await one.call(readPersonalData)).body)
    for (const canary of canaries) expect(held, 'the export holds all that there is').toContain(canary)
    await one.call(requestExport)
    const isReady = async () => expect((await one.call(readExportState)).body.state).toBe('READY')
    await vi.waitFor(isReady, { timeout: 30_000, interval: 50 })

    expect((await one.call(deleteAccount, { password: person.password })).status).toBe(202)
    later(27)
    await eraseClosedAccounts(shop.node.platform)

    const { street } = address
    expect(await tracesInTables(db(), [street]), 'it is still to be sent').toContain(`orders: ${street}`)
    const delivered = { status: 'DELIVERED' as const, shippedAt: time, deliveredAt: time }
    await db().update(orders).set(delivered).where(eq(orders.id, orderId))
    await eraseClosedAccounts(shop.node.platform)

    const left = await tracesInTables(db(), canaries)
    expect(left.filter(trace => !trace.startsWith('invoices: '))).toEqual([])
    expect(left).toContain(`invoices: ${address.street}`)
    expect(await tracesInFiles(shop.node.platform.config.dataDir, canaries)).toEqual([])
    const { storage } = shop.node.platform
    for (const folder of ['avatars', 'exports'])
      expect(await storage.listWrittenBefore(folder, new Date('2100-01-01')), folder).toEqual([])
    for (const table of [
      blockedUsers,
      creatorFavourites,
      creators,
      creatorSuspensions,
      messages,
      supportMessages,
      internalNotes,
    ])
      expect(await db().$count(table), getTableName(table)).toBe(0)
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.filter(line => canaries.some(canary => line.includes(canary)))).toEqual([])

    const [order] = await db().select().from(orders).where(eq(orders.id, orderId))
    expect(order, 'the books keep what was sold').toMatchObject({
      status: 'DELIVERED',
      shippingCountry: 'Nederland',
    })
    expect(await findDiscrepancies(db(), new Date(time.getTime() + 3_600_000))).toEqual([])
    const [product] = await db().select().from(products).where(eq(products.id, productId))
    expect(product).toMatchObject({ reviewCount: 0, ratingSum: 0 })
  },
)

it('keeps invoices unchanged for the legal period and then removes the buyer', async () => {
  time = new Date('2033-12-31T12:00:00Z')
  await anonymizeInvoices(shop.node.platform)
  expect(await tracesInTables(db(), [address.street])).toEqual([`invoices: ${address.street}`])
  time = new Date('2034-01-01T12:00:00Z')
  await anonymizeInvoices(shop.node.platform)
  expect(await tracesInTables(db(), canaries)).toEqual([])
  expect(await findDiscrepancies(db(), time)).toEqual([])
})

it('removes the buyer from no other invoice, whatever is requested', async () => {
  const member = await shop.newUser()
  const { body } = await member.call(purchaseMinutes, { packageId: 'quick', minutes: 5, price: 1000 })
  await member.request('GET', await completePayment(body.paymentUrl as string, 'paid'))
  const own = eq(invoices.userId, member.user.id)
  const [invoice] = await vi.waitFor(
    async () => {
      const found = await db().select().from(invoices).where(own)
      expect(found).toHaveLength(1)
      return found
    },
    { timeout: 30_000, interval: 50 },
  )
  time = new Date('2060-01-01T12:00:00Z')
  await anonymizeInvoices(shop.node.platform)
  expect(await db().select().from(invoices).where(own)).toEqual([invoice])
  const content = { ...(invoice as typeof invoices.$inferSelect).content, buyer: [] }
  await expect(db().update(invoices).set({ content }).where(own)).rejects.toThrow(
    expect.objectContaining({ cause: expect.objectContaining({ message: 'invoices is append-only' }) }),
  )
})
