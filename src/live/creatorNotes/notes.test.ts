import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, PASSWORD, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { deleteAccount, readPersonalData } from '../../backoffice/privacy/contract.ts'
import { addContacts } from '../messages/service.ts'
import { listCreatorNotes, removeCreatorNote, saveCreatorNote } from './contract.ts'
import { deleteExpiredNotes, findCreatorNotes } from './service.ts'
import { creatorNotes } from './table.ts'

let shop: TestShop
let creator: TestUser
let time = new Date('2026-12-01T12:00:00Z')
beforeAll(async () => {
  shop = await openShop({ now: () => time })
  creator = await shop.newUser('MODEL')
})
afterAll(() => shop.close())

const db = () => shop.node.platform.db
const notes = async (who = creator) => (await who.call(listCreatorNotes)).body
const save = (customer: TestUser, text: unknown, reason: unknown = '', who = creator) =>
  who.call(saveCreatorNote, { userId: customer.user.id, text, reason })

async function met(): Promise<TestUser> {
  const customer = await shop.newUser()
  await db().transaction(tx => addContacts(tx, customer.user.id, creator.user.id, time))
  return customer
}

it('a note is hers alone, encrypted, in her export and not in that of its subject', async () => {
  const customer = await met()
  expect((await save(customer, 'Houdt zich aan afspraken')).status).toBe(204)
  expect((await save(customer, 'Belde bij me aan', 'Weet waar ik woon')).status).toBe(204)
  const { user } = customer
  expect(await notes()).toMatchObject([
    { userId: user.id, text: 'Belde bij me aan', reason: 'Weet waar ik woon', expiresAt: null },
  ])
  const [row] = await db().select().from(creatorNotes)
  expect(JSON.stringify(row)).not.toMatch(/Belde|woon/)
  expect(await notes(await shop.newUser('MODEL'))).toEqual([])
  expect(await notes(await shop.newUser('ADMIN'))).toEqual([])
  expect(JSON.stringify((await creator.call(readPersonalData)).body)).toContain('Belde bij me aan')
  expect(JSON.stringify((await customer.call(readPersonalData)).body)).not.toContain('Belde')
  expect((await creator.call(removeCreatorNote, { userId: user.id })).status).toBe(204)
  expect((await creator.call(removeCreatorNote, { userId: user.id })).status).toBe(404)
})

it('a note is refused about a stranger, and without a text', async () => {
  expect((await save(await shop.newUser(), 'Onbekend')).status).toBe(404)
  expect((await creator.call(saveCreatorNote, { userId: 'niets', text: 'x', reason: '' })).status).toBe(404)
  expect(await save(await met(), '  ')).toMatchObject({
    status: 400,
    body: { fields: { text: 'Schrijf een notitie.' } },
  })
})

it('a note ends after a year, unless it has a reason, and with the account of either', async () => {
  const [one, other, third] = [await met(), await met(), await met()]
  // Without a login, which ends before the note does.
  const kept = () => findCreatorNotes(shop.node.platform, creator.user.id)
  await save(one, 'Gaat voorbij')
  await save(other, 'Blijft', 'Dreigde')
  time = new Date('2027-12-01T11:59:00Z')
  await deleteExpiredNotes(shop.node.platform)
  expect(await kept()).toHaveLength(2)
  time = new Date('2027-12-01T12:00:00Z')
  await deleteExpiredNotes(shop.node.platform)
  expect(await kept()).toMatchObject([{ text: 'Blijft' }])
  time = new Date('2026-12-01T12:00:00Z')
  expect((await other.call(deleteAccount, { password: PASSWORD })).status).toBe(202)
  expect(await notes()).toEqual([])
  await save(third, 'Nog een')
  expect((await creator.call(deleteAccount, { password: PASSWORD })).status).toBe(202)
  expect(await db().$count(creatorNotes, eq(creatorNotes.creatorId, creator.user.id))).toBe(0)
})
