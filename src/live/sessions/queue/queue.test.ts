import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { controlFixture } from '../../../../tests/support/controlFixture.ts'
import type { TestCustomer } from '../../../../tests/support/customers.ts'
import { HEARTBEAT_INTERVAL_MS } from '../../../../simulators/lovense/service.ts'
import { openSocketClient } from '../../../../tests/support/socketClient.ts'
import { createBus } from '../../../platform/cluster/bus.ts'
import { users } from '../../../people/accounts/table.ts'
import { listNotifications } from '../../../people/notifications/contract.ts'
import { changeToy } from '../../studio/contract.ts'
import { blockUser, unblockUser } from '../../blocks/contract.ts'
import { listToys, stopControl } from '../contract.ts'
import { toys } from '../../toys/table.ts'
import { joinQueue, leaveQueue, readQueuePosition } from './contract.ts'
import { QueueWatcher } from './queueWatcher.service.ts'
import { PRESENCE_TIMEOUT_MS, POSITION_TIMEOUT_MS } from './rules.ts'
import { toyControlSessions, toyQueue } from '../table.ts'

const control = controlFixture()
afterEach(async () => void (await control.db().delete(toyQueue)))

const until = (check: () => unknown) => vi.waitFor(check, { timeout: 8000, interval: 25 })
const join = (customer: TestCustomer, toyId: string) => customer.call(joinQueue, { toyId })
const placeOf = async (customer: TestCustomer) => (await customer.call(readQueuePosition)).body
const toyFor = async (customer: TestCustomer, toyId: string) =>
  (await customer.call(listToys)).body.find(({ id }) => id === toyId)

/** A toy with a live session, and users in its queue, in their order. */
async function queued(count: number) {
  const { customer: player, toyId } = await control.inControl()
  await control.untilOnline(toyId)
  const waiting = []
  for (let number = 0; number < count; number += 1) {
    const customer = await control.newCustomer(20)
    expect((await join(customer, toyId)).status).toBe(201)
    waiting.push(customer)
  }
  return { player, toyId, waiting: waiting as [TestCustomer, TestCustomer, TestCustomer] }
}

const isOffered = (customer: TestCustomer) =>
  until(async () => expect((await placeOf(customer))?.claimUntil).toEqual(expect.any(String)))

describe('a queue position', () => {
  it('is given in the order of arrival, once, with the expected wait', async () => {
    const { toyId, waiting } = await queued(2)
    const [first, second] = waiting
    expect((await join(first, toyId)).body).toEqual({
      toyId,
      toyName: 'lush',
      place: 1,
      ahead: 0,
      expectedWaitMs: expect.any(Number) as number,
      claimUntil: null,
      serverNow: control.now().toISOString(),
    })
    const [one, two] = [await placeOf(first), await placeOf(second)]
    expect(two?.expectedWaitMs).toBeGreaterThan(one?.expectedWaitMs ?? Infinity)
    expect(await placeOf(second)).toMatchObject({ place: 2, ahead: 1 })
    expect(await toyFor(first, toyId)).toMatchObject({ busy: true, waiting: 2 })
    expect(await control.db().$count(toyQueue)).toBe(2)
  })

  it('has an expected wait by how long sessions last on the toy', async () => {
    const toyDeviceId = control.toyIds[1]
    const [player, waiting] = [await control.newCustomer(20), await control.newCustomer(20)]
    const minute = 60_000
    const past = [4, 6, 30].map((minutes, index) => {
      const createdAt = new Date(control.now().getTime() - (index + 1) * 60 * minute)
      const stoppedAt = new Date(createdAt.getTime() + minutes * minute)
      const times = { countdownEndsAt: createdAt, heartbeatAt: createdAt, meteredAt: stoppedAt, createdAt }
      return { userId: player.userId, toyDeviceId, status: 'STOPPED' as const, stoppedAt, ...times }
    })
    await control.db().insert(toyControlSessions).values(past)
    expect((await control.start(player, toyDeviceId)).status).toBe(201)
    expect((await join(waiting, toyDeviceId)).body.expectedWaitMs).toBe(6 * minute)
    // Short enough that the player's session, without heartbeats, does not end.
    control.pass(minute)
    expect((await placeOf(waiting))?.expectedWaitMs).toBe(5 * minute)
  })

  it('is lost when the user leaves, and those behind move up', async () => {
    const { toyId, waiting } = await queued(2)
    const [first, second] = waiting
    expect((await first.call(leaveQueue, { toyId })).status).toBe(204)
    expect(await placeOf(first)).toBeNull()
    expect(await placeOf(second)).toMatchObject({ place: 1, ahead: 0 })
    expect((await first.call(leaveQueue, { toyId })).status).toBe(404)
  })

  it('is refused without minutes, on a free toy, twice, and during a session', async () => {
    const { toyId, waiting, player } = await queued(1)
    const [first] = waiting
    const poor = await control.newCustomer(2)
    const refusal = async (customer: TestCustomer, toy: string) => {
      const { status, body } = await join(customer, toy)
      return [status, (body as unknown as { code: string }).code]
    }
    expect(await refusal(poor, toyId)).toEqual([402, 'INSUFFICIENT_MINUTES'])
    expect(await refusal(await control.newCustomer(20), control.toyIds[1])).toEqual([409, 'TOY_FREE'])
    expect(await refusal(player, toyId)).toEqual([409, 'SESSION_EXISTS'])
    const other = await control.newCustomer(20)
    expect((await control.start(other, control.toyIds[1])).status).toBe(201)
    expect(await refusal(first, control.toyIds[1])).toEqual([409, 'QUEUED_ELSEWHERE'])
    expect(await refusal(first, 'niets')).toEqual([404, 'NOT_FOUND'])
  })

  it('is refused to a blocked user and on a toy off the air, and is lost when either happens later', async () => {
    const { toyId, waiting } = await queued(2)
    const [first, second] = waiting
    await control.creator.call(blockUser, { userId: first.userId })
    await until(async () => expect(await placeOf(first)).toBeNull())
    expect((await join(first, toyId)).status).toBe(404)
    expect(await placeOf(second)).toMatchObject({ place: 1 })
    await control.creator.call(unblockUser, { userId: first.userId })

    await control.creator.call(changeToy, { toyId, onAir: false })
    await until(async () => expect(await control.db().$count(toyQueue)).toBe(0))
    expect(await placeOf(second)).toBeNull()
    expect((await join(second, toyId)).status).toBe(404)
  })
})

describe('a user in a queue', () => {
  it('is sent changes at once in every tab', async () => {
    const { player, toyId } = await queued(0)
    const customer = await control.newCustomer(20)
    const open = () => openSocketClient(control.shop.origin, { cookie: customer.cookie() })
    const tabs = await Promise.all([open(), open()])
    const both = (fits: object | null) => Promise.all(tabs.map(tab => tab.until('queue', { place: fits })))
    await join(customer, toyId)
    await both({ place: 1, claimUntil: null })
    await player.call(stopControl)
    await both({ place: 1, claimUntil: expect.any(String) as string })
    await customer.call(leaveQueue, { toyId })
    await both(null)
    for (const tab of tabs) tab.close()
  })

  it('loses the position when the account is closed', async () => {
    const { waiting } = await queued(2)
    const [first, second] = waiting
    const deleteAfter = new Date(control.now().getTime() + 1000)
    await control.db().update(users).set({ deleteAfter }).where(eq(users.id, first.userId))
    await until(async () => expect(await placeOf(second)).toMatchObject({ place: 1 }))
    expect(await control.db().$count(toyQueue, eq(toyQueue.userId, first.userId))).toBe(0)
    await control.db().update(users).set({ deleteAfter: null }).where(eq(users.id, first.userId))
  })
})

describe('a toy that becomes free', () => {
  it('is offered to the first in the queue, who is notified; for others it stays taken', async () => {
    const { player, toyId, waiting } = await queued(2)
    const [first, second] = waiting
    await player.call(stopControl)
    await isOffered(first)
    const place = await placeOf(first)
    expect(Date.parse(place?.claimUntil ?? '') - control.now().getTime()).toBe(30_000)
    expect((await first.call(listNotifications)).body).toMatchObject([
      {
        type: 'TOY_FREE',
        title: 'lush is vrij',
        message: 'Je bent aan de beurt. Start binnen 30 seconden, dan is deze toy voor jou.',
        path: '/live',
        readAt: null,
      },
    ])
    expect(await toyFor(first, toyId)).toMatchObject({ busy: false })
    expect(await toyFor(second, toyId)).toMatchObject({ busy: true })
    for (const other of [second, await control.newCustomer(20)])
      expect(await control.start(other, toyId)).toMatchObject({ status: 409, body: { code: 'TOY_BUSY' } })

    expect((await control.start(first, toyId)).status).toBe(201)
    expect(await placeOf(first)).toBeNull()
    expect((await first.call(listNotifications)).body[0]?.readAt).not.toBeNull()
    expect(await placeOf(second)).toMatchObject({ place: 1, claimUntil: null })
  })

  it('goes to the next when a claim window expires, and to anyone when the queue is empty', async () => {
    const { player, toyId, waiting } = await queued(2)
    const [first, second] = waiting
    await player.call(stopControl)
    await isOffered(first)
    await first.call(readQueuePosition)
    control.pass(29_999)
    await control.untilOnline(toyId)
    await second.call(readQueuePosition)
    expect(await placeOf(first)).toMatchObject({ place: 1 })
    control.pass(1)
    await isOffered(second)
    expect(await placeOf(first)).toBeNull()
    expect((await second.call(leaveQueue, { toyId })).status).toBe(204)
    expect((await control.start(await control.newCustomer(20), toyId)).status).toBe(201)
  })

  it('skips a user who is away and keeps the position; after a long absence the position is lost', async () => {
    const { player, toyId, waiting } = await queued(2)
    const [first, second] = waiting
    control.pass(PRESENCE_TIMEOUT_MS)
    await second.call(readQueuePosition)
    await control.untilOnline(toyId)
    await player.call(stopControl)
    await isOffered(second)
    expect(await placeOf(first)).toMatchObject({ place: 1, claimUntil: null })
    expect((await control.start(second, toyId)).status).toBe(201)
    control.pass(POSITION_TIMEOUT_MS)
    expect(await placeOf(first)).toBeNull()
    await until(async () => expect(await control.db().$count(toyQueue)).toBe(0))
  })

  it('is offered to no one while it is offline, and all positions are kept', async () => {
    const { player, waiting } = await queued(1)
    const [first] = waiting
    await player.call(stopControl)
    await isOffered(first)
    await control.simulator.inject({ offline: true })
    await control.db().update(toys).set({ status: 'OFFLINE' })
    await until(async () => expect(await placeOf(first)).toMatchObject({ place: 1, claimUntil: null }))
    await control.simulator.inject({})
    // The app reports again after its interval.
    control.pass(HEARTBEAT_INTERVAL_MS)
    await isOffered(first)
    expect((await first.call(listNotifications)).body).toHaveLength(2)
  })

  it('loses from its queue a user who starts on another toy', async () => {
    const { waiting } = await queued(1)
    const [first] = waiting
    expect((await control.start(first, control.toyIds[1])).status).toBe(201)
    expect(await control.db().$count(toyQueue, eq(toyQueue.userId, first.userId))).toBe(0)
  })
})

describe('a node that starts', () => {
  it('reads the queues, also when a toy changed before', async () => {
    const { waiting } = await queued(1)
    const bus = createBus()
    const seen: string[] = []
    bus.subscribe('queue.changed', ({ userIds }) => seen.push(...userIds))
    const watcher = new QueueWatcher({ ...control.shop.node.platform, bus })
    bus.publish('toys.changed', null)
    // When that change would have been read.
    const changedAt = performance.now()
    await until(() => expect(performance.now()).toBeGreaterThan(changedAt + 50))
    watcher.start()
    await until(() => expect(seen).toEqual([waiting[0].userId]))
    watcher.close()
  })
})
