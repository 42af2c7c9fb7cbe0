import { asc, eq, or } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { tracesInTables } from '../../../tests/support/personalDataTraces.ts'
import { UNREADABLE } from '../../platform/crypto/dataCipher.ts'
import { createLog } from '../../platform/telemetry/log.ts'
import { dataKeys } from '../../platform/db/table.ts'
import { listContacts, listMessages, sendMessage } from './contract.ts'
import { addContacts } from './service.ts'
import { messages } from './table.ts'

const lines: string[] = []
let shop: TestShop
let clock = Date.parse('2026-11-24T12:00:00Z')
beforeAll(async () => {
  const log = createLog('error', { write: line => void lines.push(line) })
  shop = await openShop({ log, now: () => new Date(clock) })
})
afterAll(() => shop.close())

const db = () => shop.node.platform.db

/** Two contacts, of whom one wrote these texts. */
async function written(...texts: string[]): Promise<{ customer: TestUser; creator: TestUser }> {
  const [customer, creator] = [await shop.newUser(), await shop.newUser('MODEL')]
  await db().transaction(tx => addContacts(tx, customer.user.id, creator.user.id, new Date(clock)))
  for (const content of texts) {
    clock += 1000
    expect((await customer.call(sendMessage, { toUserId: creator.user.id, content })).status).toBe(201)
  }
  return { customer, creator }
}

const contentsFor = async (reader: TestUser, other: TestUser) =>
  (await reader.call(listMessages, { with: other.user.id })).body.map(({ content }) => content)

const rowsOf = ({ user: { id } }: TestUser) =>
  db()
    .select()
    .from(messages)
    .where(or(eq(messages.fromUserId, id), eq(messages.toUserId, id)))
    .orderBy(asc(messages.createdAt))

it('is stored encrypted, with the key that it names', async () => {
  const { customer, creator } = await written('Een zin die nergens staat')
  expect(await tracesInTables(db(), ['zin die nergens'])).toEqual([])
  const [row] = await rowsOf(customer)
  expect(row).toMatchObject({ content: '…', keyId: expect.any(Number) })
  expect(await contentsFor(creator, customer)).toEqual(['Een zin die nergens staat'])
  expect((await creator.call(listContacts)).body[0]?.last?.content).toBe('Een zin die nergens staat')
})

it('is readable in rows of before', async () => {
  const { customer, creator } = await written('Nieuw')
  const old = {
    fromUserId: creator.user.id,
    toUserId: customer.user.id,
    content: 'Oud',
    createdAt: new Date(0),
  }
  await db().insert(messages).values(old)
  expect(await contentsFor(customer, creator)).toEqual(['Oud', 'Nieuw'])
  const [, newest] = await rowsOf(customer)
  const change = db().update(messages).set({ content: 'Gewijzigd door de versie ervoor' })
  await change.where(eq(messages.id, newest?.id as string))
  expect((await contentsFor(customer, creator))[1]).toBe('Gewijzigd door de versie ervoor')
})

it('can’t be read from another row, and the others stay readable', async () => {
  const { customer, creator } = await written('Eerste', 'Tweede', 'Derde')
  const [first, second] = await rowsOf(customer)
  const put = (row: typeof first, { encrypted = null } = { ...second }) =>
    db()
      .update(messages)
      .set({ encrypted })
      .where(eq(messages.id, row?.id as string))
  await put(first)
  await put(second, { ...first })
  lines.length = 0
  expect(await contentsFor(creator, customer)).toEqual([UNREADABLE, UNREADABLE, 'Derde'])
  expect(lines.join('')).toContain('a text is unreadable')
  expect(lines.join('')).not.toMatch(/Eerste|Tweede/)
})

it('whose key is lost is said to be unreadable, and no other one', async () => {
  const { customer, creator } = await written('Van een andere sleutel')
  const [row] = await rowsOf(customer)
  const [lost] = await db()
    .insert(dataKeys)
    .values({ id: 0, wrappedKey: 'van een ander geheim', createdAt: new Date(0) })
    .returning()
  await db()
    .update(messages)
    .set({ keyId: lost?.id })
    .where(eq(messages.id, row?.id as string))
  expect(await contentsFor(creator, customer)).toEqual([UNREADABLE])
  expect((await creator.call(listContacts)).body[0]?.last?.content).toBe(UNREADABLE)
})
