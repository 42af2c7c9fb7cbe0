import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import { openSocketClient } from '../../../tests/support/socketClient.ts'
import { addTestMinutes, linkToys, simulatorOf } from '../../../tests/support/toys.ts'
import { readControlSession, sendCommand, startControl } from '../../live/sessions/contract.ts'
import { toyControlSessions } from '../../live/sessions/table.ts'
import { isToyOnline } from '../../live/toys/rules.ts'
import { toys } from '../../live/toys/table.ts'
import { deleteAccount } from './contract.ts'

let shop: TestShop
let creator: TestUser
let customer: TestUser
let toyId: string
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

/** A user who controls a creator's toy. */
async function inControl() {
  creator = await shop.newUser('MODEL')
  customer = await shop.newUser()
  await addTestMinutes(shop, customer.user.id, 20)
  const [first = ''] = await linkToys(shop, creator)
  toyId = first
  await untilOnline()
  expect((await customer.call(startControl, { toyDeviceId: toyId })).status).toBe(201)
  expect((await customer.call(readControlSession)).body).toMatchObject({ status: 'ACTIVE' })
  const command = { toyDeviceId: toyId, command: 'vibrate', intensity: 7 }
  expect((await customer.call(sendCommand, command)).status).toBe(200)
}

const untilOnline = () =>
  vi.waitFor(
    async () => {
      const [toy] = await shop.node.platform.db.select().from(toys).where(eq(toys.id, toyId))
      expect(toy && isToyOnline(toy, new Date())).toBe(true)
    },
    { timeout: 8000, interval: 25 },
  )
const close = (member: TestUser) => member.call(deleteAccount, { password: 'een-goed-wachtwoord' })
const endOf = async () => {
  const { db } = shop.node.platform
  const [session] = await db
    .select()
    .from(toyControlSessions)
    .where(eq(toyControlSessions.toyDeviceId, toyId))
  return session
}

it('ends the session that the account controls and stops its toy', async () => {
  await inControl()
  const tab = await openSocketClient(shop.origin, { cookie: customer.cookie() })
  await tab.until('session', { session: expect.objectContaining({ status: 'ACTIVE' }) })
  expect((await close(customer)).status).toBe(202)
  expect(await tab.closed, 'the sockets go with the login').toBe(4401)
  expect(await endOf()).toMatchObject({ stoppedBy: 'USER', stopReason: 'ACCOUNT_CLOSED' })
  await simulatorOf(shop).untilLevel(toyId, 0)
})

it('ends sessions on the account’s toys and removes those toys', async () => {
  await inControl()
  expect((await close(creator)).status).toBe(202)
  expect(await endOf()).toMatchObject({ stoppedBy: 'CREATOR', stopReason: 'ACCOUNT_CLOSED' })
  await simulatorOf(shop).untilLevel(toyId, 0)
  expect((await customer.call(readControlSession)).body).toMatchObject({ status: 'STOPPED' })
  expect((await customer.call(startControl, { toyDeviceId: toyId })).status).toBe(404)
})
