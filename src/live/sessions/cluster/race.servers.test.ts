import { setTimeout as pause } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createLoginSession } from '../../../people/accounts/login/session.service.ts'
import { createCustomers, type TestCustomer } from '../../../../tests/support/customers.ts'
import { openTwoNodes, type TwoNodes } from '../../../../tests/support/shopOnPostgres.ts'
import type { TestShop } from '../../../../tests/support/shop.ts'
import { addTestMinutes, linkToys, simulatorOf } from '../../../../tests/support/toys.ts'
import { users } from '../../../people/accounts/table.ts'
import { minuteEntries } from '../../../money/minutes/table.ts'
import { readControlSession, sendCommand, startControl, stopControl } from '../contract.ts'
import { sessions, toyControlSessions } from '../table.ts'

/** Races that a single connection can't show: two nodes on one PostgreSQL, with one clock that moves only when the test moves it. */
let time = Date.parse('2026-11-20T20:00:00Z')
let nodes: TwoNodes
let one: TestShop
let two: TestShop
let toyIds: string[]
let simulator: ReturnType<typeof simulatorOf>
beforeAll(async () => {
  nodes = await openTwoNodes({ now: () => new Date(time) })
  ;({ one, two } = nodes)
  simulator = simulatorOf(one)
  toyIds = await linkToys(one, await one.newUser('MODEL'))
})
afterAll(() => nodes.close())

const db = () => one.node.platform.db
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 10_000, interval: 50 })
const countOf = (answers: { status: number }[], status: number) =>
  answers.filter(answer => answer.status === status).length

async function newCustomers(count: number, minutes: number): Promise<TestCustomer[]> {
  const crowd = await createCustomers(one, count)
  for (const { userId } of crowd) await addTestMinutes(one, userId, minutes)
  return crowd
}

/** The same user at the other node. */
async function atNodeTwo({ userId }: TestCustomer): Promise<TestCustomer['call']> {
  const cookie = `gloed_session=${await createLoginSession(db(), userId, new Date(time))}`
  const visitor = two.newClient()
  return (endpoint, input, headers) => visitor.call(endpoint, input, { cookie, ...headers })
}

/** A user in control of the first toy at node one. */
async function inControl(minutes: number) {
  const [customer] = (await newCustomers(1, minutes)) as [TestCustomer]
  const [toyDeviceId = ''] = toyIds
  await until(async () => expect((await customer.call(startControl, { toyDeviceId })).status).toBe(201))
  return { customer, toyDeviceId, there: await atNodeTwo(customer) }
}

async function hold(customer: TestCustomer, seconds: number) {
  for (let left = seconds; left > 0; left -= 4) {
    time += Math.min(left, 4) * 1000
    await customer.call(readControlSession)
  }
}

const rowOf = async ({ userId }: TestCustomer) => {
  const [row] = await db().select().from(toyControlSessions).where(eq(toyControlSessions.userId, userId))
  return row as typeof toyControlSessions.$inferSelect
}

/** The balance, which must be the sum of the ledger. */
async function balanceOf({ userId }: TestCustomer): Promise<number> {
  const [user] = await db().select().from(users).where(eq(users.id, userId))
  const [sum] = await db()
    .select({ minutes: sql`sum(${minuteEntries.minutes})`.mapWith(Number) })
    .from(minuteEntries)
    .where(eq(minuteEntries.userId, userId))
  expect(user?.minutesBalance).toBe(sum?.minutes)
  return user?.minutesBalance as number
}

describe('starting', () => {
  it('creates one session for fifty concurrent starts on one toy', async () => {
    const crowd = await newCustomers(50, 20)
    const calls = await Promise.all(
      crowd.map(async (customer, index) => (index % 2 ? customer.call : atNodeTwo(customer))),
    )
    const answers = await Promise.all(calls.map(call => call(startControl, { toyDeviceId: toyIds[0] })))
    expect(countOf(answers, 201)).toBe(1)
    expect(countOf(answers, 409)).toBe(49)
    for (const { status, body } of answers) {
      if (status === 409) expect(body).toMatchObject({ code: 'TOY_BUSY' })
    }
    await Promise.all(crowd.map(({ call }) => call(stopControl)))
  })

  it('creates one session for twenty concurrent starts by one user, on any toys', async () => {
    const [customer] = (await newCustomers(1, 20)) as [TestCustomer]
    const there = await atNodeTwo(customer)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 ? customer.call : there)(startControl, { toyDeviceId: toyIds[index % 4] }),
      ),
    )
    expect(countOf(answers, 201)).toBe(1)
    expect(countOf(answers, 409)).toBe(19)
    for (const { status, body } of answers) {
      if (status === 409) expect(body).toMatchObject({ code: 'SESSION_EXISTS' })
    }
    await customer.call(stopControl)
  })

  it('creates one session for twenty concurrent starts with one key, and gives the same answer twenty times', async () => {
    const [customer] = (await newCustomers(1, 20)) as [TestCustomer]
    const there = await atNodeTwo(customer)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 ? customer.call : there)(
          startControl,
          { toyDeviceId: toyIds[0] },
          { 'idempotency-key': 'k' },
        ),
      ),
    )
    expect(countOf(answers, 201)).toBe(20)
    expect(new Set(answers.map(({ body }) => body.session.id)).size).toBe(1)
    await customer.call(stopControl)
  })
})

describe('a minute', () => {
  it('is charged once for any number of concurrent stops and heartbeats at both nodes', async () => {
    const { customer, there } = await inControl(20)
    await hold(customer, 60)
    time += 1000
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => {
        const call = index % 2 ? customer.call : there
        return index % 3 ? call(readControlSession) : call(stopControl)
      }),
    )
    for (const { status } of answers) expect([200, 204]).toContain(status)
    expect(await rowOf(customer)).toMatchObject({ status: 'STOPPED', stoppedBy: 'USER', minutesUsed: 2 })
    expect(await balanceOf(customer)).toBe(18)
    const history = await db().select().from(sessions).where(eq(sessions.userId, customer.userId))
    expect(history).toMatchObject([{ minutesPurchased: 2, cost: 400 }])
  })

  it('pauses the meter when 2 are left, also for a transaction that read an older balance while it waited for the lock', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { customer, there } = await inControl(3)
      await hold(customer, 56)
      time += 4000
      const beats = Array.from({ length: 4 }, (_, index) =>
        (index % 2 ? customer.call : there)(readControlSession),
      )
      for (const { body } of await Promise.all(beats)) {
        expect(body).toMatchObject({ status: 'ACTIVE', minutesUsed: 1, lowBalance: true })
      }
      const { pausedAt, meteredAt } = await rowOf(customer)
      expect(pausedAt).toEqual(meteredAt)
      expect(await balanceOf(customer)).toBe(2)
      await customer.call(stopControl)
    }
  })
})

describe('a stop that waits for the database', () => {
  it('has stopped the toy already, and lets no command run in between', async () => {
    const { customer, toyDeviceId } = await inControl(20)
    const command = { toyDeviceId, command: 'vibrate', intensity: 9 }
    expect((await customer.call(sendCommand, command)).status).toBe(200)
    const other = new pg.Client({ connectionString: nodes.databaseUrl })
    await other.connect()
    await other.query('begin')
    await other.query('select * from toy_control_sessions where user_id = $1 for update', [customer.userId])
    const stopping = customer.call(stopControl)
    await simulator.untilLevel(toyDeviceId, 0)
    expect((await customer.call(sendCommand, command)).status).toBe(409)
    expect(await simulator.levelOf(toyDeviceId)).toBe(0)
    await other.query('rollback')
    await other.end()
    expect((await stopping).status).toBe(200)
    expect(await simulator.levelOf(toyDeviceId)).toBe(0)
  })
})

describe('concurrent heartbeats', () => {
  it('do not wait for a session whose row is locked', async () => {
    const { customer, toyDeviceId } = await inControl(20)
    const [neighbour] = (await newCustomers(1, 20)) as [TestCustomer]
    const at = { toyDeviceId: toyIds[1] as string }
    await until(async () => expect((await neighbour.call(startControl, at)).status).toBe(201))
    expect((await neighbour.call(readControlSession)).body).toMatchObject({ status: 'ACTIVE' })
    const other = new pg.Client({ connectionString: nodes.databaseUrl })
    await other.connect()
    await other.query('begin')
    await other.query('select * from users where id = $1 for update', [customer.userId])
    time += 1000
    let isHeard = false
    const held = customer.call(readControlSession).finally(() => void (isHeard = true))
    expect((await neighbour.call(readControlSession)).status).toBe(200)
    expect((await rowOf(neighbour)).heartbeatAt.getTime()).toBe(time)
    expect(isHeard).toBe(false)
    await other.query('rollback')
    await other.end()
    expect((await held).body).toMatchObject({ status: 'ACTIVE', toyDeviceId })
    expect((await rowOf(customer)).heartbeatAt.getTime()).toBe(time)
    await Promise.all([customer, neighbour].map(({ call }) => call(stopControl)))
  })
})

describe('another node', () => {
  it('stops the toy of a session that it ends, although this node renews the lease', async () => {
    const { customer, toyDeviceId, there } = await inControl(20)
    const command = { toyDeviceId, command: 'vibrate', intensity: 9 }
    expect((await customer.call(sendCommand, command)).status).toBe(200)
    await simulator.untilLevel(toyDeviceId, 9)
    const heard = (await simulator.asked(toyDeviceId)).length
    expect((await there(stopControl)).status).toBe(200)
    // Each sends one: by then this node has read the end, and renews no more.
    await until(async () => {
      const later = (await simulator.asked(toyDeviceId)).slice(heard)
      expect(later.filter(asked => asked === 'Stop').length).toBeGreaterThan(1)
    })
    expect(await simulator.levelOf(toyDeviceId)).toBe(0)
    const still = (await simulator.asked(toyDeviceId)).length
    await pause(1200)
    const after = (await simulator.asked(toyDeviceId)).slice(still)
    expect(after.filter(asked => asked !== 'Stop')).toEqual([])
    expect((await customer.call(sendCommand, command)).status).toBe(409)
  })

  it('takes commands for a session that began at this node', async () => {
    const { toyDeviceId, there } = await inControl(20)
    expect((await there(readControlSession)).body).toMatchObject({ status: 'ACTIVE' })
    const command = { toyDeviceId, command: 'vibrate', intensity: 4 }
    expect((await there(sendCommand, command)).status).toBe(200)
    await simulator.untilLevel(toyDeviceId, 4)
    expect((await there(stopControl)).status).toBe(200)
    await simulator.untilLevel(toyDeviceId, 0)
  })

  it('has its commands carried out when the lease of a still toy is about to end', async () => {
    const { customer, toyDeviceId, there } = await inControl(20)
    const command = { toyDeviceId, command: 'vibrate', intensity: 9 }
    expect((await customer.call(sendCommand, command)).status).toBe(200)
    expect((await customer.call(sendCommand, { toyDeviceId, command: 'stop' })).status).toBe(200)
    const left = sql`extract(epoch from ${toyControlSessions.controlledUntil} - statement_timestamp()) * 1000`
    const lease = db()
      .select({ left: left.mapWith(Number) })
      .from(toyControlSessions)
      .where(eq(toyControlSessions.userId, customer.userId))
    await until(async () => expect((await lease)[0]?.left).toBeLessThan(500))
    expect((await there(sendCommand, { ...command, intensity: 6 })).status).toBe(200)
    await simulator.untilLevel(toyDeviceId, 6)
    expect((await there(stopControl)).status).toBe(200)
  })

  it('ends the sessions of a node that is gone', async () => {
    const third = await nodes.openThird()
    const [customer] = (await newCustomers(1, 20)) as [TestCustomer]
    const cookie = `gloed_session=${await createLoginSession(db(), customer.userId, new Date(time))}`
    const [, toyDeviceId] = toyIds
    await until(async () =>
      expect((await third.newClient().call(startControl, { toyDeviceId }, { cookie })).status).toBe(201),
    )
    await third.close()
    time += 65_000
    await until(async () =>
      expect(await rowOf(customer)).toMatchObject({ status: 'STOPPED', stopReason: 'CONTROLLER_LOST' }),
    )
  })
})
