import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import { users } from '../../people/accounts/table.ts'
import { listNotifications } from '../../people/notifications/contract.ts'
import { blockPerson, unblockPerson } from '../blocks/service.ts'
import { listContacts, listMessages, markMessagesRead, muteContact, sendMessage } from './contract.ts'
import { addContacts } from './service.ts'

let shop: TestShop
let clock = Date.now()
beforeAll(async () => void (shop = await openShop({ now: () => new Date(clock) })))
afterAll(() => shop.close())

const db = () => shop.node.platform.db

async function met(): Promise<{ customer: TestUser; creator: TestUser }> {
  const [customer, creator] = [await shop.newUser(), await shop.newUser('MODEL')]
  await db().transaction(tx => addContacts(tx, customer.user.id, creator.user.id, new Date(clock)))
  return { customer, creator }
}
const write = (from: TestUser, to: TestUser, content: unknown) => {
  clock += 1000
  return from.call(sendMessage, { toUserId: to.user.id, content })
}
const read = async (who: TestUser, other: TestUser) =>
  (await who.call(listMessages, { with: other.user.id })).body.map(({ content, read }) => ({ content, read }))
const contacts = async (who: TestUser) => (await who.call(listContacts)).body

describe('two contacts', () => {
  it('write to each other, in order, and see which messages were read', async () => {
    const { customer, creator } = await met()
    expect(await write(customer, creator, '  Dag  ')).toMatchObject({
      status: 201,
      body: { fromUserId: customer.user.id, toUserId: creator.user.id, content: 'Dag', read: false },
    })
    await write(customer, creator, 'Ben je er?')
    await write(creator, customer, 'Ja <b>hoor</b>')
    expect(await contacts(creator)).toMatchObject([
      { userId: customer.user.id, displayName: customer.user.displayName, unread: 2, muted: false },
    ])
    expect((await contacts(customer))[0]?.last).toMatchObject({
      content: 'Ja <b>hoor</b>',
      isOwn: false,
    })
    const marked = await creator.call(markMessagesRead, { fromUserId: customer.user.id })
    expect(marked).toMatchObject({ status: 200, body: { read: 2 } })
    expect(await read(customer, creator)).toEqual([
      { content: 'Dag', read: true },
      { content: 'Ben je er?', read: true },
      { content: 'Ja <b>hoor</b>', read: false },
    ])
    expect((await contacts(creator))[0]?.unread).toBe(0)
  })

  it('see whether they may view the other’s profile', async () => {
    const { customer, creator } = await met()
    const mayLook = async () => [
      (await contacts(customer))[0]?.hasProfile,
      (await contacts(creator))[0]?.hasProfile,
    ]
    expect(await mayLook()).toEqual([false, true])
    await db().update(users).set({ profileVisibility: 'PUBLIC' }).where(eq(users.id, creator.user.id))
    expect(await mayLook()).toEqual([true, true])
  })

  it('are notified of the first unread message, and not of those after it', async () => {
    const { customer, creator } = await met()
    const told = async () => (await creator.call(listNotifications)).body
    for (const content of ['Een', 'Twee']) await write(customer, creator, content)
    expect(await told()).toMatchObject([
      {
        type: 'MESSAGE',
        message: `${customer.user.displayName} schreef je iets.`,
        path: `/messages/${customer.user.id}`,
      },
    ])
    await creator.call(markMessagesRead, { fromUserId: customer.user.id })
    expect((await told())[0]?.readAt).not.toBeNull()
    await write(customer, creator, 'Drie')
    expect(await told()).toHaveLength(2)
  })

  it('can each mute the other, and unmute', async () => {
    const { customer, creator } = await met()
    for (const [one, other] of [
      [customer, creator],
      [creator, customer],
    ] as const) {
      const mute = (muted: unknown) => one.call(muteContact, { userId: other.user.id, muted })
      expect(await mute(true)).toMatchObject({ status: 200, body: { muted: true } })
      expect((await contacts(one))[0]).toMatchObject({ muted: true })
      expect(await write(other, one, 'Hallo?')).toMatchObject({ status: 403, body: { code: 'MUTED' } })
      expect(await write(one, other, 'Nu even niet')).toMatchObject({ status: 201 })
      expect(await mute('ja')).toMatchObject({ status: 400 })
      expect(await mute(false)).toMatchObject({ status: 200 })
      expect(await write(other, one, 'Hallo')).toMatchObject({ status: 201 })
    }
  })

  it('can’t write while one has blocked the other', async () => {
    const { customer, creator } = await met()
    await blockPerson(db(), creator.user.id, customer.user.id, new Date(clock))
    expect(await write(customer, creator, 'Dag')).toMatchObject({ status: 404 })
    expect(await write(creator, customer, 'Dag')).toMatchObject({ status: 404 })
    await unblockPerson(db(), creator.user.id, customer.user.id)
    expect(await write(customer, creator, 'Dag')).toMatchObject({ status: 201 })
  })
})

describe('users who are no contacts', () => {
  it('can’t write, read, mute or mark as read', async () => {
    const { customer, creator } = await met()
    await write(customer, creator, 'Onder ons')
    const stranger = await shop.newUser('MODEL')
    expect(await write(stranger, customer, 'Dag')).toMatchObject({ status: 404 })
    expect(await write(customer, customer, 'Dag')).toMatchObject({ status: 404 })
    expect(await read(stranger, customer)).toEqual([])
    const marked = await stranger.call(markMessagesRead, { fromUserId: customer.user.id })
    expect(marked).toMatchObject({ status: 200, body: { read: 0 } })
    const mute = { userId: customer.user.id, muted: true }
    expect(await stranger.call(muteContact, mute)).toMatchObject({ status: 404 })
    expect(await contacts(stranger)).toEqual([])
  })
})

it('accepts text of 1 to 500 characters, and nothing else', async () => {
  const { customer, creator } = await met()
  for (const wrong of ['', '   ', 'x'.repeat(501), 5, null, 'a\u0000b'])
    expect(await write(customer, creator, wrong), String(wrong).slice(0, 9)).toMatchObject({ status: 400 })
  expect(await write(customer, creator, '🌙'.repeat(250))).toMatchObject({ status: 201 })
  expect(await write(customer, creator, 'x'.repeat(500))).toMatchObject({ status: 201 })
})

it('limits the rate of messages', async () => {
  const strict = await openShop({ env: { RATE_LIMIT_FACTOR: '1' } })
  try {
    const [customer, creator] = [await strict.newUser(), await strict.newUser('MODEL')]
    await strict.node.platform.db.transaction(tx =>
      addContacts(tx, customer.user.id, creator.user.id, new Date()),
    )
    const statuses = []
    for (let count = 0; count < 31; count += 1) statuses.push((await write(customer, creator, 'Dag')).status)
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 201), 429])
    expect(await write(creator, customer, 'Rustig')).toMatchObject({ status: 201 })
  } finally {
    await strict.close()
  }
})
