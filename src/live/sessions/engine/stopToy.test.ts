import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createCustomers, type TestCustomer } from '../../../../tests/support/customers.ts'
import { openTestDatabase } from '../../../../tests/support/database.ts'
import { openShop, type TestShop, type TestClient } from '../../../../tests/support/shop.ts'
import { addTestMinutes, linkToys, simulatorOf } from '../../../../tests/support/toys.ts'
import { createLoginSession } from '../../../people/accounts/login/session.service.ts'
import type { Database } from '../../../platform/db/db.ts'
import {
  listToys,
  listSessions,
  readControlSession,
  sendCommand,
  startControl,
  stopControl,
} from '../contract.ts'
import { toyControlSessions } from '../table.ts'

/**
 * Safety first: when a toy must stop. The clock moves only when a test moves it, so a toy that was not stopped runs on for ever.
 * All tests share one database, with one shop after the other on it.
 */
let time = Date.parse('2026-11-20T20:00:00Z')
let database: Database
let shop: TestShop
let isOpen = false
let controllers: TestClient['call'][] = []
let toyId: string
let simulator: ReturnType<typeof simulatorOf>

beforeAll(async () => {
  database = await openTestDatabase()
  await openAgain()
  toyId = (await linkToys(shop, await shop.newUser('MODEL')))[0] as string
  return async () => {
    await closeShop()
    await database.close()
  }
})
afterEach(async () => {
  if (isOpen) await simulator.inject({})
  await Promise.all(controllers.map(call => call(stopControl)))
  controllers = []
})

async function openAgain(env: Record<string, string> = {}) {
  const lasting = { ...database, close: () => Promise.resolve() }
  shop = await openShop({ database: lasting, now: () => new Date(time), env })
  simulator = simulatorOf(shop)
  isOpen = true
}

async function closeShop() {
  if (isOpen) await shop.close()
  isOpen = false
  controllers = []
}

/** Signs a customer in to the current shop. */
async function signIn(userId: string): Promise<TestClient['call']> {
  const cookie = `gloed_session=${await createLoginSession(database.db, userId, new Date(time))}`
  const visitor = shop.newClient()
  const call: TestClient['call'] = (endpoint, input, headers) =>
    visitor.call(endpoint, input, { cookie, ...headers })
  controllers.push(call)
  return call
}

/** A user in control of a toy that runs at level 9. */
async function running() {
  if (!isOpen) await openAgain()
  const [{ userId }] = (await createCustomers(shop, 1)) as [TestCustomer]
  const call = await signIn(userId)
  await addTestMinutes(shop, userId, 20)
  await vi.waitFor(
    async () => expect(await call(startControl, { toyDeviceId: toyId })).toMatchObject({ status: 201 }),
    { timeout: 8000, interval: 50 },
  )
  const send = (command: object) => call(sendCommand, { toyDeviceId: toyId, ...command })
  const beat = async () => (await call(readControlSession)).body
  expect((await send({ command: 'vibrate', intensity: 9 })).status).toBe(200)
  expect(await simulator.levelOf(toyId)).toBe(9)
  return { userId, call, send, beat }
}

describe('a lost controller', () => {
  it('for 5 s: the toy is stopped, until the first command after the return', async () => {
    const { send, beat } = await running()
    time += 4999
    expect((await send({ command: 'vibrate', intensity: 9 })).status).toBe(200)
    time += 1
    await simulator.untilLast(toyId, 'Stop')
    expect(await send({ command: 'vibrate' })).toMatchObject({
      status: 409,
      body: { code: 'NO_ACTIVE_SESSION' },
    })
    time += 40_000
    expect(await beat()).toMatchObject({ status: 'ACTIVE', output: null, minutesUsed: 0 })
    expect(await simulator.levelOf(toyId)).toBe(0)
    expect((await send({ command: 'vibrate', intensity: 3 })).status).toBe(200)
    expect(await simulator.levelOf(toyId)).toBe(3)
  })

  it('that returns before the loss was noticed: the toy is stopped as well', async () => {
    const { beat } = await running()
    time += 5001
    expect(await beat()).toMatchObject({ status: 'ACTIVE' })
    await simulator.untilLast(toyId, 'Stop')
    expect(await simulator.levelOf(toyId)).toBe(0)
  })

  it('for a minute more: the session ends, and only full minutes are charged', async () => {
    const { userId, call, beat } = await running()
    for (let second = 0; second < 60; second += 4) {
      time += 4000
      await beat()
    }
    time += 5000 + 60_000
    // No request follows: the ticker ends the session.
    await vi.waitFor(async () => {
      const [row] = await database.db
        .select()
        .from(toyControlSessions)
        .where(eq(toyControlSessions.userId, userId))
      expect(row?.status).toBe('STOPPED')
    }, 20_000)
    await simulator.untilLast(toyId, 'Stop')
    expect(await beat()).toMatchObject({
      status: 'STOPPED',
      stoppedBy: 'SYSTEM',
      stopReason: 'CONTROLLER_LOST',
      minutesUsed: 1,
    })
    expect((await call(listSessions)).body).toMatchObject([{ minutesPurchased: 1, cost: 200 }])
    const listed = (await call(listToys)).body.find(({ id }) => id === toyId)
    expect(listed?.busy).toBe(false)
  })
})

describe('a provider that fails', () => {
  it('does not keep a session from ending, and gets the stop as soon as it recovers', async () => {
    const { call } = await running()
    await simulator.inject({ httpStatus: 503 })
    expect(await call(stopControl)).toMatchObject({
      status: 200,
      body: { session: { status: 'STOPPED' } },
    })
    expect(await simulator.levelOf(toyId)).toBe(9)
    await simulator.inject({})
    await simulator.untilLevel(toyId, 0)
  })

  it('that drops stops gets them again until it acknowledges one', async () => {
    const { send } = await running()
    await simulator.inject({ dropStops: true })
    expect((await send({ command: 'stop' })).status).toBe(200)
    await vi.waitFor(
      async () => {
        const stops = (await simulator.asked(toyId)).filter(asked => asked === 'Stop')
        expect(stops.length).toBeGreaterThan(2)
      },
      { timeout: 8000, interval: 50 },
    )
    expect(await simulator.levelOf(toyId)).toBe(9)
    await simulator.inject({})
    await simulator.untilLevel(toyId, 0)
  })

  it.each([
    { offline: true },
    { code: 506 },
    { code: 429 },
    { httpStatus: 500 },
    { timeoutAfterApply: true },
  ])('with %j answers commands with 503 and stops the toy', async faults => {
    const { send } = await running()
    await simulator.inject(faults)
    const refused = await send({ command: 'vibrate', intensity: 4 })
    expect(refused).toMatchObject({ status: 503, body: { code: 'PROVIDER_UNAVAILABLE' } })
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    await simulator.inject({})
    await simulator.untilLevel(toyId, 0)
  })
})

describe('a stop', () => {
  it('is the last request to a toy, whatever is sent concurrently', async () => {
    const { call, send } = await running()
    const commands = Array.from({ length: 15 }, (_, index) =>
      send({ command: 'vibrate', intensity: index + 1 }),
    )
    const stop = call(stopControl)
    const late = Array.from({ length: 15 }, (_, index) => send({ command: 'vibrate', intensity: index + 1 }))
    expect((await stop).status).toBe(200)
    for (const { status } of await Promise.all([...commands, ...late])) expect([200, 409]).toContain(status)
    await simulator.untilLevel(toyId, 0)
    // Longer than the renewal interval: no renewal may be sent.
    const heard = await simulator.asked(toyId)
    await pause(1200)
    const later = (await simulator.asked(toyId)).slice(heard.length)
    expect(later.filter(asked => asked !== 'Stop')).toEqual([])
    expect(await simulator.levelOf(toyId)).toBe(0)
  })

  it('is never rate limited; commands are, past 20 a second', async () => {
    await closeShop()
    await openAgain({ RATE_LIMIT_FACTOR: '1' })
    const { call, send } = await running()
    const heard = (await simulator.asked(toyId)).length
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => send({ command: 'vibrate', intensity: (index % 20) + 1 })),
    )
    const counted = Object.groupBy(answers, ({ status }) => String(status))
    // One of the twenty was sent before.
    expect(counted['200']).toHaveLength(19)
    expect(counted['429']).toHaveLength(181)
    expect(counted['429']?.[0]).toMatchObject({ body: { code: 'RATE_LIMITED' } })
    expect(counted['429']?.[0]?.headers.get('retry-after')).toBe('1')
    expect((await simulator.asked(toyId)).length - heard).toBeLessThan(20)

    const stops = await Promise.all(Array.from({ length: 700 }, () => send({ command: 'stop' })))
    expect(new Set(stops.map(({ status }) => status))).toEqual(new Set([200]))
    await simulator.untilLevel(toyId, 0)
    time += 1000
    expect((await send({ command: 'vibrate', intensity: 2 })).status).toBe(200)
    expect((await call(stopControl)).status).toBe(200)
    await closeShop()
    // Nine hundred calls take a while on a busy machine.
  })
})

describe('a node', () => {
  it('that shuts down stops every run; the next one stops every toy before it listens, and the session continues', async () => {
    const { userId } = await running()
    await closeShop()
    time += 20_000
    await openAgain()
    const heard = await simulator.asked(toyId)
    expect(heard.slice(-2)).toEqual(['Stop', 'Stop'])
    expect(await simulator.levelOf(toyId)).toBe(0)

    const back = await signIn(userId)
    expect(await back(sendCommand, { toyDeviceId: toyId, command: 'vibrate' })).toMatchObject({ status: 409 })
    expect((await back(readControlSession)).body).toMatchObject({ status: 'ACTIVE', minutesUsed: 0 })
    const command = { toyDeviceId: toyId, command: 'vibrate', intensity: 6 }
    expect(await back(sendCommand, command)).toMatchObject({ status: 200 })
    expect(await simulator.levelOf(toyId)).toBe(6)
    expect((await back(stopControl)).body?.session).toMatchObject({ status: 'STOPPED', minutesUsed: 1 })
  })

  it('ends the sessions that became due while no node ran, before it listens', async () => {
    const { userId } = await running()
    await closeShop()
    time += 65_000
    await openAgain()
    const [row] = await database.db
      .select()
      .from(toyControlSessions)
      .where(eq(toyControlSessions.userId, userId))
    expect(row).toMatchObject({
      status: 'STOPPED',
      stopReason: 'CONTROLLER_LOST',
      stoppedAt: new Date(time),
      minutesUsed: 0,
    })
    const seen = await (await signIn(userId))(readControlSession)
    expect(seen.body).toMatchObject({ status: 'STOPPED', stoppedBy: 'SYSTEM' })
  })

  it('finds a session that another node started, and advances it', async () => {
    const { userId, call, beat } = await running()
    await call(stopControl)
    // Written as another node would write it.
    await database.db.insert(toyControlSessions).values({
      userId: userId,
      toyDeviceId: toyId,
      countdownEndsAt: new Date(time),
      heartbeatAt: new Date(time),
      createdAt: new Date(time + 1),
    })
    expect((await call(sendCommand, { toyDeviceId: toyId, command: 'vibrate' })).status).toBe(200)
    expect((await call(stopControl)).status).toBe(200)
    expect(await beat()).toMatchObject({ status: 'STOPPED' })
  })
})
