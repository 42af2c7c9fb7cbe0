import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCustomers, type TestCustomer } from '../../../../tests/support/customers.ts'
import { openShop, type TestShop } from '../../../../tests/support/shop.ts'
import { openSocketClient } from '../../../../tests/support/socketClient.ts'
import { addTestMinutes, linkToys } from '../../../../tests/support/toys.ts'
import { startControl } from '../contract.ts'

/** The queries that commands to a toy cost. */
const asked: string[] = []
let shop: TestShop
beforeAll(async () => void (shop = await openShop({ onStatement: sql => asked.push(sql) })))
afterAll(() => shop.close())

/** Queries a second of the clock and the heartbeats, at most, with or without commands. */
const BY_THE_CLOCK = 20

it('a command reads nothing from the database, and writes nothing to it', async () => {
  const [toyDeviceId] = await linkToys(shop, await shop.newUser('MODEL'))
  const [customer] = (await createCustomers(shop, 1)) as [TestCustomer]
  await addTestMinutes(shop, customer.userId, 20)
  expect((await customer.call(startControl, { toyDeviceId })).status).toBe(201)
  const tab = await openSocketClient(shop.origin, { cookie: customer.cookie() })
  await tab.until('session', { session: { status: 'ACTIVE' } })
  const send = (intensity: number) => tab.command({ toyDeviceId, command: 'vibrate', intensity })
  expect(await send(1)).toMatchObject({ type: 'ack' })

  const before = asked.length
  const startedAt = performance.now()
  // More than a hundred frames a second are no person's.
  for (let round = 0; round < 4; round += 1) {
    tab.send({ type: 'heartbeat' })
    // The last one wins: those before it are answered with it.
    const answers = await Promise.all(Array.from({ length: 20 }, (_, each) => send(1 + each)))
    expect(answers.filter(({ type }) => type !== 'ack')).toEqual([])
  }
  const seconds = Math.ceil((performance.now() - startedAt) / 1000)
  // The provider's simulator keeps what it does in the same database.
  const ours = asked.slice(before).filter(sql => !sql.includes('simulator_') && !/^(begin|commit)/i.test(sql))
  expect(ours.length).toBeLessThanOrEqual(BY_THE_CLOCK * seconds)
  tab.close()
})
