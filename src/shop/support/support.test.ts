import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { mailsTo, placeOrderFor } from '../../../tests/support/payments.ts'
import { openSmtpServer, type TestSmtpServer } from '../../../tests/support/smtpServer.ts'
import { openShop, type TestClient, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { readTaskCounts } from '../../backoffice/stats/contract.ts'
import { listNotifications } from '../../people/notifications/contract.ts'
import { createLog } from '../../platform/telemetry/log.ts'
import { readOrder } from '../orders/contract.ts'
import * as admin from './admin/contract.ts'
import * as contract from './contract.ts'
import { cleanUpConversations } from './service.ts'
import { supportConversations } from './table.ts'

let mailbox: TestSmtpServer
let shop: TestShop
let desk: TestUser
let customer: TestUser
let now = new Date('2026-11-16T09:00:00Z')
const lines: string[] = []
beforeAll(async () => {
  mailbox = await openSmtpServer()
  const log = createLog('trace', { write: line => void lines.push(line) })
  shop = await openShop({ now: () => now, log, env: { SMTP_URL: mailbox.url } })
  desk = await shop.newUser('ADMIN')
  customer = await shop.newUser()
})
afterAll(async () => {
  await shop.close()
  await mailbox.close()
})

const db = () => shop.node.platform.db
const soon = { timeout: 15_000, interval: 50 }
const QUESTION = 'Mag ik iets vragen over de zilverreiger?'
let writers = 0
const visitor = (more: object = {}) => ({
  name: 'Sam de Wit',
  email: `sam-${(writers += 1)}@gloed.test`,
  topic: 'OTHER',
  text: QUESTION,
  ...more,
})
const send = (from: Pick<TestClient, 'call'>, input: object, headers?: Record<string, string>) =>
  from.call(contract.sendContactMessage, input, headers)

/** The newest conversation, as an admin reads it. */
async function newest(): Promise<admin.AdminConversation> {
  const [row] = await db().select().from(supportConversations).orderBy(desc(supportConversations.id)).limit(1)
  return (await desk.call(admin.readConversation, { conversationId: row?.id })).body
}
const reply = ({ id, version }: admin.AdminConversation, more: object = {}) =>
  desk.call(admin.replyToConversation, { conversationId: id, version, text: 'Natuurlijk mag dat.', ...more })

/** The token of the newest mailed link to an address. */
async function mailedToken(email: string, heading: string): Promise<string> {
  const find = () =>
    mailbox.received.findLast(({ to, text }) => to?.[0]?.address === email && text?.includes(heading))
  await vi.waitFor(() => expect(find()).toBeDefined(), soon)
  return /token=([\w-]{43})/.exec(find()?.text ?? '')?.[1] ?? ''
}

describe('a message to the shop', () => {
  it('of a visitor is stored, told to the admins, and confirmed without being repeated', async () => {
    const input = visitor()
    const { status, body } = await send(shop.newClient(), input)
    expect(status).toBe(201)
    expect(body.reference).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)
    expect(await newest()).toMatchObject({
      reference: body.reference,
      userId: null,
      email: input.email,
      status: 'OPEN',
      dueAt: '2026-11-23T23:00:00.000Z',
      messages: [{ isFromShop: false, text: QUESTION, author: null }],
    })
    const { body: told } = await desk.call(listNotifications)
    expect(told[0]).toMatchObject({ type: 'CONTACT_MESSAGE', path: '/admin/messages' })
    await mailedToken(input.email, 'We hebben je bericht ontvangen')
    const mail = mailbox.received.findLast(({ to }) => to?.[0]?.address === input.email)
    expect(mail?.subject).toContain(body.reference)
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toContain('zilverreiger')
    expect(lines.join('\n')).not.toContain('zilverreiger')
  })

  it('needs a name, an address, a subject and a text of a visitor, and only the last two of a customer', async () => {
    const { fields } = (await send(shop.newClient(), { topic: 'ORDER', text: 'Hallo' })).body as never
    expect(fields).toEqual({ name: 'Vul je naam in.', email: 'Vul je e-mailadres in.' })
    expect((await send(shop.newClient(), {})).body).toMatchObject({
      fields: { topic: 'Kies waar het over gaat.', text: 'Schrijf waar we je mee kunnen helpen.' },
    })
    expect((await send(customer, { topic: 'ORDER', text: 'Hallo' })).status).toBe(201)
    expect(await newest()).toMatchObject({ userId: customer.user.id, email: customer.user.email })
  })

  it('is linked to an order of one’s own, and tells a visitor nothing about one', async () => {
    const { orderId } = await placeOrderFor(shop, customer)
    const { number } = (await customer.call(readOrder, { orderId })).body
    expect((await send(customer, { topic: 'ORDER', text: 'Hallo', orderId })).status).toBe(201)
    expect(await newest()).toMatchObject({ orderId, orderNumber: number })
    const stranger = await shop.newUser()
    expect((await send(stranger, { topic: 'ORDER', text: 'Hallo', orderId })).status).toBe(404)
    const answers = [
      await send(shop.newClient(), visitor({ orderNumber: number })),
      await send(shop.newClient(), visitor({ orderNumber: '1999-000001' })),
      await send(shop.newClient(), visitor({ orderNumber: number, email: customer.user.email })),
    ]
    expect(answers.map(({ status, body }) => [status, Object.keys(body)])).toEqual(
      answers.map(() => [201, ['reference']]),
    )
    expect(await newest()).toMatchObject({ orderId, userId: null })
  })

  it('that is sent twice at once is stored once', async () => {
    const input = visitor()
    const key = { 'idempotency-key': 'dubbelklik' }
    const client = shop.newClient()
    const answers = await Promise.all([1, 2, 3].map(() => send(client, input, key)))
    expect(new Set(answers.map(({ body }) => body.reference)).size).toBe(1)
    const where = eq(supportConversations.email, input.email)
    expect(await db().$count(supportConversations, where)).toBe(1)
    expect(await mailsTo(shop, input.email)).toEqual(['contact-received'])
    expect(await send(client, { ...input, text: 'Iets anders' }, key)).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_REUSED' },
    })
  })

  it('of a program that fills in every field is dropped, and answered as any other', async () => {
    const before = await db().$count(supportConversations)
    const { status, body } = await send(shop.newClient(), visitor({ website: 'https://spam.example' }))
    expect([status, Object.keys(body)]).toEqual([201, ['reference']])
    expect(await db().$count(supportConversations)).toBe(before)
  })

  it('is limited for one address', async () => {
    const careful = await openShop({ env: { RATE_LIMIT_FACTOR: '1' } })
    const input = visitor()
    const statuses = []
    for (let time = 0; time < 11; time += 1) statuses.push((await send(careful.newClient(), input)).status)
    await careful.close()
    expect(statuses).toEqual([...Array<number>(10).fill(201), 429])
  })
})

describe('the inbox', () => {
  it('answers by mail; the customer reads it by the link, and writes back', async () => {
    const input = visitor()
    await send(shop.newClient(), input)
    const asked = await newest()
    const { status, body: answered } = await reply(asked)
    expect(status).toBe(201)
    expect(answered).toMatchObject({ status: 'ANSWERED', dueAt: null, version: asked.version + 1 })
    expect(answered.messages.at(-1)).toMatchObject({ isFromShop: true, author: desk.user.displayName })

    const token = await mailedToken(input.email, 'Natuurlijk mag dat.')
    const client = shop.newClient()
    const { body: thread } = await client.call(contract.openConversation, { token })
    expect(thread.messages.map(({ text }) => text)).toEqual([QUESTION, 'Natuurlijk mag dat.'])
    expect(JSON.stringify(thread)).not.toContain(desk.user.displayName)

    now = new Date('2026-11-18T09:00:00Z')
    const back = await client.call(contract.writeLinkMessage, { token, text: 'Dank je.' })
    expect(back).toMatchObject({ status: 201, body: { status: 'OPEN' } })
    expect(await newest()).toMatchObject({ status: 'OPEN', dueAt: '2026-11-25T23:00:00.000Z' })
    expect((await client.call(contract.openConversation, { token: 'x'.repeat(43) })).body).toMatchObject({
      code: 'TOKEN_INVALID',
    })
  })

  it('refuses an answer to messages that were read before someone else wrote', async () => {
    await send(customer, { topic: 'OTHER', text: 'Nog iets' })
    const asked = await newest()
    const { id: conversationId } = asked
    await customer.call(contract.writeOwnMessage, { conversationId, text: 'O, en dit ook' })
    expect(await reply(asked)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    const answers = await Promise.all([await newest()].flatMap(read => [reply(read), reply(read)]))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    const sent = (await mailsTo(shop, customer.user.email)).filter(name => name === 'contact-answered')
    expect(sent).toHaveLength(1)
  })

  it('closes and opens again, with the clock that ran', async () => {
    await send(customer, { topic: 'OTHER', text: 'Wanneer?' })
    const asked = await newest()
    const set = async (isClosed: boolean) => {
      const { id: conversationId, version } = await newest()
      return (await desk.call(admin.setConversationStatus, { conversationId, version, isClosed })).body
    }
    expect(await set(true)).toMatchObject({ status: 'CLOSED', dueAt: null })
    expect(await set(false)).toMatchObject({ status: 'OPEN', dueAt: asked.dueAt })
    await reply(await newest(), { closes: true })
    expect(await newest()).toMatchObject({ status: 'CLOSED' })
    expect(await set(false)).toMatchObject({ status: 'ANSWERED', dueAt: null })
  })

  it('lists conversations that are due first, by status and by words, and counts those that wait', async () => {
    const list = async (filters: object = {}) => (await desk.call(admin.listConversations, filters)).body
    const { items } = await list({ pageSize: 100 })
    const due = items.flatMap(({ dueAt }) => (dueAt === null ? [] : [dueAt]))
    expect(due).toEqual(due.toSorted())
    expect(items.slice(0, due.length).every(({ status }) => status === 'OPEN')).toBe(true)
    expect((await list({ status: 'OPEN', pageSize: 1 })).total).toBe(due.length)
    expect((await desk.call(readTaskCounts)).body.messages).toBe(due.length)
    const last = items.at(-1) as admin.AdminConversationSummary
    expect((await list({ q: last.reference.toLowerCase() })).items).toMatchObject([{ id: last.id }])
    expect((await list({ q: '%' })).total).toBe(0)
  })
})

describe('a customer', () => {
  it('reads their own conversations only', async () => {
    const { body: own } = await customer.call(contract.listOwnConversations)
    expect(own.length).toBeGreaterThan(0)
    const conversationId = own[0]?.id
    expect((await customer.call(contract.readOwnConversation, { conversationId })).status).toBe(200)
    const stranger = await shop.newUser()
    expect((await stranger.call(contract.listOwnConversations)).body).toEqual([])
    expect((await stranger.call(contract.readOwnConversation, { conversationId })).status).toBe(404)
    const write = { conversationId, text: 'Hallo' }
    expect((await stranger.call(contract.writeOwnMessage, write)).status).toBe(404)
  })

  it('who sends twice at once writes once, and hears of an answer', async () => {
    await send(customer, { topic: 'LIVE', text: 'Een vraag' })
    const { id: conversationId } = await newest()
    const once = { conversationId, text: 'Eén keer' }
    const key = { 'idempotency-key': 'een-keer' }
    await Promise.all([1, 2, 3].map(() => customer.call(contract.writeOwnMessage, once, key)))
    expect((await newest()).messages.map(({ text }) => text)).toEqual(['Een vraag', 'Eén keer'])
    await reply(await newest())
    const { body: told } = await customer.call(listNotifications)
    expect(told[0]).toMatchObject({ type: 'CONTACT_ANSWERED', path: `/contact/gesprek/${conversationId}` })
  })
})

it('deletes conversations that ended two years ago, and keeps those that wait for an answer', async () => {
  const waiting = await db().$count(supportConversations, eq(supportConversations.status, 'OPEN'))
  expect(await db().$count(supportConversations)).toBeGreaterThan(waiting)
  const today = now
  now = new Date(now.getTime() + 745 * 86_400_000)
  await cleanUpConversations(shop.node.platform)
  now = today
  expect(await db().$count(supportConversations)).toBe(waiting)
  expect(await mailsTo(shop, customer.user.email)).not.toContain('contact-answered')
})
