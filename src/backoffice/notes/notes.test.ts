import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { placeOrderFor } from '../../../tests/support/payments.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { auditEntries } from '../../people/audit/table.ts'
import { listConversations } from '../../shop/support/admin/contract.ts'
import { readPersonalData } from '../privacy/contract.ts'
import * as contract from './contract.ts'

let shop: TestShop
let admin: TestUser
let colleague: TestUser
let customer: TestUser
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
  colleague = await shop.newUser('ADMIN')
  customer = await shop.newUser()
})
afterAll(() => shop.close())

const NOTE = 'Belt liever over de zilverreiger'
const userId = () => customer.user.id
const notesOf = async () => (await admin.call(contract.listCustomerNotes, { userId: userId() })).body
const nowhere = '0197a000-0000-7000-8000-000000000000'

it('adds notes to an order and to a customer, the newest first, once per key', async () => {
  const { orderId } = await placeOrderFor(shop, customer)
  const key = { 'idempotency-key': 'een-notitie' }
  const write = { orderId, text: NOTE }
  const answers = await Promise.all([1, 2].map(() => admin.call(contract.addOrderNote, write, key)))
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  await colleague.call(contract.addOrderNote, { orderId, text: 'Later' })
  const { body } = await admin.call(contract.listOrderNotes, { orderId })
  expect(body.map(({ text, author }) => [text, author.id])).toEqual([
    ['Later', colleague.user.id],
    [NOTE, admin.user.id],
  ])
  expect(await notesOf()).toEqual([])
  expect((await admin.call(contract.addCustomerNote, { userId: userId(), text: NOTE })).status).toBe(201)
  expect(await notesOf()).toMatchObject([{ text: NOTE, editedAt: null }])
})

it('refuses an empty or long text, and an unknown order or customer', async () => {
  const add = (input: object) => admin.call(contract.addCustomerNote, { userId: userId(), ...input })
  expect((await add({ text: ' ' })).body).toMatchObject({ fields: { text: 'Schrijf een notitie.' } })
  expect((await add({ text: 'x'.repeat(2001) })).status).toBe(400)
  expect((await add({ text: 'x', userId: nowhere })).status).toBe(404)
  expect((await admin.call(contract.addOrderNote, { orderId: nowhere, text: 'x' })).status).toBe(404)
  expect((await admin.call(contract.listOrderNotes, { orderId: nowhere })).status).toBe(404)
  expect((await admin.call(contract.listCustomerNotes, { userId: nowhere })).status).toBe(404)
})

it('lets an admin change and delete only their own, and audits both without the text', async () => {
  const { body } = await admin.call(contract.addCustomerNote, { userId: userId(), text: NOTE })
  const noteId = body.id
  const edit = (who: TestUser, text: string) => who.call(contract.editNote, { noteId, text })
  expect(await edit(colleague, 'Anders')).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  expect((await colleague.call(contract.removeNote, { noteId })).status).toBe(403)
  const { body: changed } = await edit(admin, `${NOTE}, na vijven`)
  expect(changed.text).toBe(`${NOTE}, na vijven`)
  expect(changed.editedAt).not.toBeNull()
  expect((await admin.call(contract.removeNote, { noteId })).status).toBe(204)
  expect((await edit(admin, 'Weg')).status).toBe(404)
  const deeds = await shop.node.platform.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.subjectId, noteId))
  expect(deeds.map(({ action }) => action).toSorted()).toEqual(['NOTE_ADDED', 'NOTE_CHANGED', 'NOTE_REMOVED'])
  expect(JSON.stringify(deeds)).not.toContain('zilverreiger')
})

it('is in no answer to the customer except the copy of their data', async () => {
  const { orderId } = await placeOrderFor(shop, customer)
  await admin.call(contract.addOrderNote, { orderId, text: NOTE })
  await admin.call(contract.addCustomerNote, { userId: userId(), text: NOTE })
  const own = shop.node.app.endpoints.filter(
    ({ method, access, path }) =>
      method === 'GET' && (access === 'public' || access === 'customer') && path !== readPersonalData.path,
  )
  expect(own.length).toBeGreaterThan(20)
  for (const endpoint of own) {
    const { body } = await customer.call(endpoint, { orderId, userId: userId() })
    expect(JSON.stringify(body) ?? '', endpoint.path).not.toContain('zilverreiger')
  }
  expect((await customer.call(contract.listOrderNotes, { orderId })).status).toBe(403)
  expect((await customer.call(listConversations)).status).toBe(403)
  const { body: copy } = await customer.call(readPersonalData)
  expect(JSON.stringify(copy)).toContain('zilverreiger')
  expect(JSON.stringify(copy)).not.toContain(admin.user.displayName)
})
