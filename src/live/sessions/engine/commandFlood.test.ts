import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCustomers, type TestCustomer } from '../../../../tests/support/customers.ts'
import { openShop, type TestShop } from '../../../../tests/support/shop.ts'
import { openSocketClient } from '../../../../tests/support/socketClient.ts'
import { addTestMinutes, linkToys } from '../../../../tests/support/toys.ts'
import { startControl, stopControl } from '../contract.ts'
import { findNewestSessions } from '../service.ts'

/** Counts the queries for commands of users who have no session. */
const asked: string[] = []
let shop: TestShop
let toyDeviceId: string
beforeAll(async () => {
  shop = await openShop({ onStatement: sql => asked.push(sql) })
  toyDeviceId = (await linkToys(shop, await shop.newUser('MODEL')))[0] as string
})
afterAll(() => shop.close())

async function open() {
  const [customer] = (await createCustomers(shop, 1)) as [TestCustomer]
  await addTestMinutes(shop, customer.userId, 20)
  const tab = await openSocketClient(shop.origin, { cookie: customer.cookie() })
  await tab.until('toys')
  return { customer, tab, send: (command: string) => tab.command({ toyDeviceId, command }) }
}

const aboutSessions = (statements: string[]) =>
  statements.filter(sql => sql.includes('newest.user_id = asked.user_id')).length

it('commands and stops of a user without a session cost at most one query a second', async () => {
  const { tab, send } = await open()
  expect(await send('vibrate')).toMatchObject({ type: 'error', code: 'NO_ACTIVE_SESSION' })
  expect(aboutSessions(asked)).toBeGreaterThan(0)
  const before = asked.length
  const startedAt = performance.now()
  for (let round = 0; round < 20; round += 1) {
    const answers = await Promise.all([send('vibrate'), send('stop'), send('pattern'), send('stop')])
    for (const answer of answers) expect(answer).toMatchObject({ code: 'NO_ACTIVE_SESSION' })
  }
  const seconds = Math.ceil((performance.now() - startedAt) / 1000)
  expect(aboutSessions(asked.slice(before))).toBeLessThanOrEqual(seconds)
  tab.close()
})

it('a command right after a start is never refused, whatever the number of commands before it', async () => {
  const { customer, tab, send } = await open()
  for (let round = 0; round < 10; round += 1) {
    const early = [send('vibrate'), send('vibrate')]
    await Promise.all([
      ...early,
      expect(customer.call(startControl, { toyDeviceId })).resolves.toMatchObject({ status: 201 }),
    ])
    expect(await send('vibrate')).toMatchObject({ type: 'ack' })
    expect((await customer.call(stopControl)).status).toBe(200)
    expect(await send('vibrate')).toMatchObject({ code: 'NO_ACTIVE_SESSION' })
  }
  tab.close()
})

it('the newest session of each user is found with those of others', async () => {
  const { db } = shop.node.platform
  const [first, second] = [await open(), await open()]
  const startAndStop = async () => {
    const { body } = await first.customer.call(startControl, { toyDeviceId })
    expect((await first.customer.call(stopControl)).status).toBe(200)
    return body.session.id
  }
  await startAndStop()
  const newest = await startAndStop()
  const found = await findNewestSessions(db, [
    second.customer.userId,
    first.customer.userId,
    first.customer.userId,
  ])
  expect([...found].map(([userId, { session }]) => [userId, session.id])).toEqual([
    [first.customer.userId, newest],
  ])
  for (const { tab } of [first, second]) tab.close()
})
