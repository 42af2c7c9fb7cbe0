import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createCustomers, type TestCustomer } from '../../../tests/support/customers.ts'
import { someAddress } from '../../../tests/support/fixtures.ts'
import { openSharedPostgres, type SharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { addTestMinutes, linkToys } from '../../../tests/support/toys.ts'
import { saveContactDigests } from '../../people/accounts/contactDigest.service.ts'
import { users } from '../../people/accounts/table.ts'
import { createAddress } from '../../people/addresses/contract.ts'
import { notifications } from '../../people/notifications/table.ts'
import { openPostgres } from '../../platform/db/postgres/openPostgres.ts'
import { startControl, stopControl } from '../sessions/contract.ts'
import { findLiveSessionsByOwner } from '../sessions/engine/creatorSession.service.ts'
import { joinQueue } from '../sessions/queue/contract.ts'
import { toyQueue } from '../sessions/table.ts'
import { blockUser, hideInArea, replaceContacts } from './contract.ts'
import { hashContacts } from './hooks.ts'
import { blockedAreas, blockedContacts, blockedUsers } from './table.ts'

/** Races that a single connection can't show: between a block and the start or the offer that it forbids. */
const ROUNDS = 6
let postgres: SharedPostgres
let shop: TestShop
let creator: TestUser
let toyDeviceId: string
beforeAll(async () => {
  postgres = openSharedPostgres()
  shop = await openShop({ database: await openPostgres(await postgres.create()) })
  creator = await shop.newUser('MODEL')
  ;[toyDeviceId = ''] = await linkToys(shop, creator)
})
afterAll(async () => {
  await shop.close()
  await postgres.close()
})

const db = () => shop.node.platform.db
const live = () => findLiveSessionsByOwner(db(), creator.user.id)
const apart = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 10_000, interval: 25 })

async function newCustomer(): Promise<TestCustomer> {
  const [customer] = (await createCustomers(shop, 1)) as [TestCustomer]
  await addTestMinutes(shop, customer.userId, 20)
  return customer
}

const kinds: [string, (customer: TestCustomer) => Promise<{ status: number }>][] = [
  ['a person', ({ userId }) => creator.call(blockUser, { userId })],
  ['a country', () => creator.call(hideInArea, { country: 'NL' })],
  [
    'a list of contacts',
    async ({ userId, email }) => {
      await db().update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, userId))
      await db().transaction(tx => saveContactDigests(tx, shop.node.platform, userId))
      return creator.call(replaceContacts, { hashes: await hashContacts([email]) })
    },
  ],
]
const laterAddress: (typeof kinds)[number] = [
  'a country, by an address that is added',
  async customer => {
    await creator.call(hideInArea, { country: 'DE' })
    return customer.call(createAddress, { ...someAddress, country: 'DE', postalCode: '10115' })
  },
]
const showAll = async () => {
  await db().delete(blockedAreas)
  await db().delete(blockedContacts)
  await db().delete(blockedUsers)
}

it.each([...kinds, laterAddress])(
  'a start during a block of %s is either refused or stopped',
  async (_, hide) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const customer = await newCustomer()
      const [started, hidden] = await Promise.all([
        customer.call(startControl, { toyDeviceId }),
        apart(round * 2).then(() => hide(customer)),
      ])
      expect([[201, 204].includes(hidden.status), [201, 404].includes(started.status)]).toEqual([true, true])
      await until(async () => expect(await live()).toEqual([]))
      expect((await customer.call(startControl, { toyDeviceId })).status).toBe(404)
      await showAll()
    }
  },
)

it('a queue offers no toy to somebody after a block of a country', async () => {
  const { userId } = await newCustomer()
  for (let round = 0; round < ROUNDS; round += 1) {
    const [player, waiting] = [await newCustomer(), await newCustomer()]
    await until(async () => expect((await player.call(startControl, { toyDeviceId })).status).toBe(201))
    expect((await waiting.call(joinQueue, { toyId: toyDeviceId })).status).toBe(201)
    const [, hidden] = await Promise.all([
      player.call(stopControl),
      apart(round * 10).then(() => creator.call(hideInArea, { country: 'NL' })),
    ])
    expect(hidden.status).toBe(204)
    await until(async () => expect(await db().$count(toyQueue)).toBe(0))
    // An offer of before is gone with its notification, and none comes after it.
    const offered = await db().select().from(notifications).where(eq(notifications.kind, 'TOY_FREE'))
    expect(offered.filter(row => row.userId !== userId)).toEqual([])
    expect((await waiting.call(startControl, { toyDeviceId })).status).toBe(404)
    await showAll()
  }
})
