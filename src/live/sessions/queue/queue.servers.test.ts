import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createLoginSession } from '../../../people/accounts/login/session.service.ts'
import { createCustomers, type TestCustomer } from '../../../../tests/support/customers.ts'
import { openTwoNodes, type TwoNodes } from '../../../../tests/support/shopOnPostgres.ts'
import type { TestShop } from '../../../../tests/support/shop.ts'
import { addTestMinutes, linkToys } from '../../../../tests/support/toys.ts'
import { notifications } from '../../../people/notifications/table.ts'
import { startControl, stopControl } from '../contract.ts'
import { joinQueue, leaveQueue, readQueuePosition } from './contract.ts'
import { CLAIM_WINDOW_MS } from './rules.ts'
import { toyQueue } from '../table.ts'

/** Races that a single connection can't show: two nodes on one PostgreSQL, with one clock that moves only when the test moves it. */
let time = Date.parse('2026-11-20T20:00:00Z')
let nodes: TwoNodes
let one: TestShop
let two: TestShop
let toyDeviceId: string
beforeAll(async () => {
  nodes = await openTwoNodes({ now: () => new Date(time) })
  ;({ one, two } = nodes)
  toyDeviceId = (await linkToys(one, await one.newUser('MODEL')))[0] as string
})
afterAll(() => nodes.close())

const db = () => one.node.platform.db
const turnsNotified = () => db().$count(notifications, eq(notifications.kind, 'TOY_FREE'))
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 10_000, interval: 50 })

type Call = TestCustomer['call']

/** Users at the two nodes alternately. */
async function crowdOf(count: number): Promise<Call[]> {
  const crowd = await createCustomers(one, count)
  return Promise.all(
    crowd.map(async ({ userId, call }, index) => {
      await addTestMinutes(one, userId, 20)
      if (index % 2) return call
      const cookie = `gloed_session=${await createLoginSession(db(), userId, new Date(time))}`
      const visitor = two.newClient()
      return (endpoint, input, headers) => visitor.call(endpoint, input, { cookie, ...headers })
    }),
  )
}

async function takenToy(): Promise<Call> {
  const [player] = (await crowdOf(1)) as [Call]
  await until(async () => expect((await player(startControl, { toyDeviceId })).status).toBe(201))
  return player
}

const join = (call: Call) => call(joinQueue, { toyId: toyDeviceId })
const placeOf = async (call: Call) => (await call(readQueuePosition)).body
const holdersOf = async (calls: Call[]) =>
  (await Promise.all(calls.map(placeOf))).flatMap((place, index) => (place?.claimUntil ? [index] : []))

describe('a queue of twenty at two nodes', () => {
  it('gives each user one position when all join at once, some of them twice', async () => {
    const player = await takenToy()
    const crowd = await crowdOf(20)
    const answers = await Promise.all([...crowd, ...crowd.slice(0, 10)].map(join))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    const places = await Promise.all(crowd.map(placeOf))
    expect(places.map(place => place?.place).sort((a, b) => Number(a) - Number(b))).toEqual(
      crowd.map((_, index) => index + 1),
    )
    await Promise.all(crowd.map(call => call(leaveQueue, { toyId: toyDeviceId })))
    expect(await db().$count(toyQueue)).toBe(0)
    await player(stopControl)
  })

  it('is served in order: of all concurrent starts, outsiders included, only that of the first in the queue succeeds', async () => {
    let player = await takenToy()
    const crowd = await crowdOf(20)
    for (const call of crowd) expect((await join(call)).status).toBe(201)
    const strangers = await crowdOf(4)
    for (const turn of crowd.keys()) {
      if (turn % 2) {
        // Either the queue was advanced before, or the start itself advances it.
        await player(stopControl)
        await until(async () => expect(await holdersOf(crowd)).toEqual([turn]))
      }
      const starts = [...crowd.slice(turn), ...strangers].map(call => call(startControl, { toyDeviceId }))
      const stopped = turn % 2 ? null : player(stopControl)
      const answers = await Promise.all(starts)
      await stopped
      const started = answers.findIndex(({ status }) => status === 201)
      for (const { status, body } of answers)
        if (status !== 201)
          expect([status, (body as unknown as { code: string }).code]).toEqual([409, 'TOY_BUSY'])
      if (started === -1) {
        await until(async () =>
          expect((await (crowd[turn] as Call)(startControl, { toyDeviceId })).status).toBe(201),
        )
      } else expect(started).toBe(0)
      player = crowd[turn] as Call
    }
    expect(await db().$count(toyQueue)).toBe(0)
    await player(stopControl)
  })

  it('passes a claim window on once when it expires, for any number of readers, and notifies each user once', async () => {
    const player = await takenToy()
    const crowd = await crowdOf(20)
    for (const call of crowd) expect((await join(call)).status).toBe(201)
    const before = await turnsNotified()
    await player(stopControl)
    for (const turn of [0, 1, 2, 3]) {
      await until(async () => expect(await holdersOf(crowd)).toEqual([turn]))
      // The end of the window coincides with the starts of an outsider and of the next in the queue.
      time += CLAIM_WINDOW_MS
      const looks = crowd.map(placeOf)
      const [stranger] = (await crowdOf(1)) as [Call]
      expect((await stranger(startControl, { toyDeviceId })).status).toBe(409)
      await Promise.all(looks)
    }
    await until(async () => expect(await holdersOf(crowd)).toEqual([4]))
    expect(await db().$count(toyQueue)).toBe(16)
    expect((await turnsNotified()) - before).toBe(5)
    await Promise.all(crowd.map(call => call(leaveQueue, { toyId: toyDeviceId })))
  })

  it('is not advanced while a start holds the toy’s lock', async () => {
    const player = await takenToy()
    const [first] = (await crowdOf(1)) as [Call]
    expect((await join(first)).status).toBe(201)
    const starting = new pg.Client({ connectionString: nodes.databaseUrl })
    await starting.connect()
    await starting.query('begin')
    await starting.query('select * from toys where id = $1 for share', [toyDeviceId])
    await player(stopControl)
    await pause(1200)
    expect(await db().select().from(toyQueue)).toMatchObject([{ claimUntil: null }])
    await starting.query('rollback')
    await starting.end()
    await until(async () => expect(await holdersOf([first])).toEqual([0]))
    await first(leaveQueue, { toyId: toyDeviceId })
  })

  it('never gives the toy to two users when the claim window ends during a start', async () => {
    for (let round = 0; round < 6; round += 1) {
      const player = await takenToy()
      const [first, second, stranger] = (await crowdOf(3)) as [Call, Call, Call]
      for (const call of [first, second]) expect((await join(call)).status).toBe(201)
      await player(stopControl)
      await until(async () => expect(await holdersOf([first, second])).toEqual([0]))
      const starting = first(startControl, { toyDeviceId })
      time += CLAIM_WINDOW_MS
      const others = [second, stranger].map(call => call(startControl, { toyDeviceId }))
      const [one, two, three] = (await Promise.all([starting, ...others])).map(({ status }) => status)
      expect(three).toBe(409)
      expect([one, two].filter(status => status === 201).length).toBeLessThanOrEqual(1)
      for (const call of [first, second, stranger]) {
        await call(stopControl)
        await call(leaveQueue, { toyId: toyDeviceId })
      }
    }
  })
})
