import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCustomers, type TestCustomer } from '../../../../tests/support/customers.ts'
import { openShop, type TestShop } from '../../../../tests/support/shop.ts'
import { openSocketClient } from '../../../../tests/support/socketClient.ts'
import { addTestMinutes, linkToys } from '../../../../tests/support/toys.ts'
import { startControl } from '../contract.ts'

/** Counts the queries for commands to a toy. */
const asked: string[] = []
let shop: TestShop
beforeAll(async () => void (shop = await openShop({ onStatement: sql => asked.push(sql) })))
afterAll(() => shop.close())

/** Maximum queries a second by the ticker and the heartbeats, with or without commands. */
const BY_THE_CLOCK = 20

it('a command neither reads nor writes the database', async () => {
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
  // Stays below a hundred frames a second, the limit of a socket.
  for (let round = 0; round < 4; round += 1) {
    tab.send({ type: 'heartbeat' })
    // Only the last command is sent; those before it are answered at the same time.
    const answers = await Promise.all(Array.from({ length: 20 }, (_, each) => send(1 + each)))
    expect(answers.filter(({ type }) => type !== 'ack')).toEqual([])
  }
  const seconds = Math.ceil((performance.now() - startedAt) / 1000)
  // The provider's simulator stores its state in the same database.
  const ours = asked.slice(before).filter(sql => !sql.includes('simulator_') && !/^(begin|commit)/i.test(sql))
  expect(ours.length).toBeLessThanOrEqual(BY_THE_CLOCK * seconds)
  tab.close()
})
