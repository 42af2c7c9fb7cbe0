import { eq } from 'drizzle-orm'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { controlFixture } from '../../../../tests/support/controlFixture.ts'
import type { TestCustomer } from '../../../../tests/support/customers.ts'
import { openSocketClient, type SocketClient } from '../../../../tests/support/socketClient.ts'
import { logout } from '../../../people/accounts/contract.ts'
import { addMinuteEntry } from '../../../money/minutes/service.ts'
import { listToys, readControlSession, sendCommand, stopControl } from '../contract.ts'
import { sendMessage } from '../../messages/contract.ts'
import { readStudio } from '../../studio/contract.ts'
import { toys } from '../../toys/table.ts'

const control = controlFixture({ LIVE_COUNTDOWN_SECONDS: '30', RATE_LIMIT_FACTOR: '5' })
const tabs: SocketClient[] = []
afterEach(() => tabs.splice(0).forEach(tab => tab.close()))

async function open(customer: TestCustomer, headers: Record<string, string> = {}): Promise<SocketClient> {
  const tab = await openSocketClient(control.shop.origin, { cookie: customer.cookie(), ...headers })
  tabs.push(tab)
  return tab
}

async function playing() {
  const { customer, toyId } = await control.inControl()
  const tab = await open(customer)
  await tab.until('session', { session: { status: 'ACTIVE' } })
  return { customer, toyId, tab, send: (command: object) => tab.command({ toyDeviceId: toyId, ...command }) }
}

describe('opening a socket', () => {
  it('is allowed to a customer on our own origin, and to no one else', async () => {
    const { customer } = await control.scene()
    await open(customer, { origin: control.shop.origin })
    await open(customer, { 'sec-fetch-site': 'same-origin' })
    await expect(open(customer, { origin: 'https://other.example' })).rejects.toThrow('refused')
    await expect(open(customer, { 'sec-fetch-site': 'same-site' })).rejects.toThrow('refused')
    await expect(openSocketClient(control.shop.origin, {})).rejects.toThrow('refused')
    const ask = (headers: Record<string, string>) =>
      control.shop.node.app.inject({ url: '/api/live', headers })
    expect((await ask({})).statusCode).toBe(401)
    expect((await ask({ cookie: customer.cookie(), origin: 'https://other.example' })).statusCode).toBe(403)
    expect((await ask({ cookie: customer.cookie() })).statusCode).toBe(400)
  })

  it('lasts until the login ends, which closes it', async () => {
    const { customer } = await control.scene()
    const tab = await open(customer)
    await tab.until('toys')
    await customer.call(logout)
    expect(await tab.closed).toBe(4401)
  })
})

describe('pushed frames', () => {
  it('equals the polled answers, at once and on each change', async () => {
    const { customer, toyId } = await control.scene(20)
    const tab = await open(customer)
    await tab.until('session', { session: null })
    await tab.until('balance', { minutesBalance: 20 })
    expect((await tab.until('toys')).toys).toEqual((await customer.call(listToys)).body)

    await control.start(customer, toyId)
    const { session } = await tab.until('session', { session: { status: 'COUNTDOWN' } })
    expect(session).toEqual((await customer.call(readControlSession)).body)
    await vi.waitFor(
      async () =>
        expect((await tab.until('toys')).toys).toContainEqual(
          expect.objectContaining({ id: toyId, busy: true }),
        ),
      10_000,
    )

    await control.hold(customer, 92)
    await tab.until('session', { session: { status: 'ACTIVE', minutesUsed: 1 } })
    await tab.until('balance', { minutesBalance: 19 })
    await customer.call(stopControl)
    await tab.until('session', { session: { status: 'STOPPED', stoppedBy: 'USER' } })
  })

  it('reaches every tab of the user, and no other user', async () => {
    const { customer, tab, send } = await playing()
    const other = await open(customer)
    const stranger = await open(await control.newCustomer(5))
    await send({ command: 'vibrate', intensity: 7 })
    await other.until('session', { session: { output: { intensity: 7 } } })
    const gift = { userId: customer.userId, kind: 'GIFT', minutes: 5, valueCents: 0 } as const
    await control.db().transaction(tx => addMinuteEntry(tx, gift))
    control.shop.node.platform.bus.publish('minutes.changed', { userId: customer.userId })
    for (const each of [tab, other]) await each.until('balance', { minutesBalance: 25 })
    await stranger.until('balance', { minutesBalance: 5 })
    expect(stranger.received.filter(frame => frame.type === 'session')).toEqual([
      { type: 'session', session: null },
    ])
  })

  it('a heartbeat keeps the session alive; commands are refused 5 s after the last one', async () => {
    const { customer, tab, send } = await playing()
    for (let beats = 0; beats < 4; beats += 1) {
      control.pass(4000)
      await vi.waitFor(async () => {
        tab.send({ type: 'heartbeat' })
        expect((await send({ command: 'vibrate', intensity: 3 })).type).toBe('ack')
      }, 20_000)
    }
    control.pass(5000)
    expect(await send({ command: 'vibrate' })).toMatchObject({ type: 'error', code: 'NO_ACTIVE_SESSION' })
    await customer.call(stopControl)
  })
})

describe('a command', () => {
  it('has a delay from finger to toy, which its creator sees as well and the metrics count', async () => {
    const { toyId, send } = await playing()
    const timing = { waitedMs: 12, networkMs: 40 }
    const answer = await send({ command: 'vibrate', intensity: 7, timing })
    expect(answer).toMatchObject({ type: 'ack', delay: { browserMs: 12, networkMs: 20 } })
    const { delay, tookMs } = answer as Extract<typeof answer, { type: 'ack' }>
    expect(delay?.totalMs).toBeCloseTo(32 + (delay?.shopMs ?? 0) + (delay?.providerMs ?? 0))
    expect(delay?.providerMs).toBeGreaterThan(0)
    expect(tookMs).toBeGreaterThanOrEqual((delay?.shopMs ?? 0) + (delay?.providerMs ?? 0))
    const { sessions } = (await control.creator.call(readStudio)).body
    expect(sessions.find(session => session.toyId === toyId)?.delay).toEqual(delay)
    const { body } = await control.shop.newClient().request('GET', '/metrics')
    expect(String(body)).toContain('gloed_live_delay_duration_seconds_count{part="total"} 1')
    // Each goal of the delay is a bucket.
    for (const seconds of [0.06, 0.08, 0.14, 0.26])
      expect(String(body)).toContain(`gloed_live_delay_duration_seconds_bucket{le="${seconds}",part="total"}`)
    expect(await send({ command: 'vibrate', intensity: 8 })).toMatchObject({ type: 'ack', delay: null })
  })

  it('that a newer one replaced has no delay, and is counted', async () => {
    const { send } = await playing()
    const timing = { waitedMs: 0, networkMs: 40 }
    const count = async () => {
      const { body } = await control.shop.newClient().request('GET', '/metrics')
      return Number(/^gloed_live_superseded_total (\d+)$/m.exec(String(body))?.[1])
    }
    const before = await count()
    const answers = await Promise.all(
      [3, 4, 5].map(intensity => send({ command: 'vibrate', intensity, timing })),
    )
    const replaced = answers.filter(answer => answer.type === 'ack' && answer.delay === null)
    expect(replaced.length).toBeGreaterThan(0)
    expect(await count()).toBe(before + replaced.length)
  })

  it('runs the toy, and is acknowledged with the server’s time', async () => {
    const { toyId, send } = await playing()
    const ack = await send({ command: 'vibrate', intensity: 9 })
    expect(ack).toMatchObject({ type: 'ack', sequence: 1, accepted: 1, sentAt: control.now().toISOString() })
    await control.simulator.untilLevel(toyId, 9)
    expect(await send({ command: 'stop' })).toMatchObject({ type: 'ack', sequence: 2 })
    await control.simulator.untilLevel(toyId, 0)
  })

  it('from before a stop is never carried out after it', async () => {
    const { toyId, tab } = await playing()
    // The session's entry is too old: the commands wait for the database, the stop does not.
    await pause(1600)
    for (let sequence = 1; sequence <= 10; sequence += 1)
      tab.send({ type: 'command', sequence, toyDeviceId: toyId, command: 'vibrate', intensity: 12 })
    tab.send({ type: 'command', sequence: 11, toyDeviceId: toyId, command: 'stop' })
    await vi.waitFor(
      () => expect(tab.received.filter(({ type }) => type === 'ack' || type === 'error')).toHaveLength(11),
      10_000,
    )
    await control.simulator.untilLast(toyId, 'Stop')
    await pause(500)
    expect((await control.simulator.asked(toyId)).at(-1)).toBe('Stop')
    expect(await control.simulator.levelOf(toyId)).toBe(0)
  })

  it('with an older number than a stop of its tab starts nothing, whichever way it comes', async () => {
    const { customer, toyId, tab } = await playing()
    const send = (sequence: number, command: object) =>
      tab.send({ type: 'command', sequence, toyDeviceId: toyId, ...command })
    send(5, { command: 'vibrate', intensity: 9 })
    await control.simulator.untilLevel(toyId, 9)
    send(7, { command: 'stop' })
    await control.simulator.untilLevel(toyId, 0)
    send(6, { command: 'vibrate', intensity: 12 })
    await tab.until('ack', { sequence: 6 })
    expect(await control.simulator.levelOf(toyId)).toBe(0)
    send(8, { command: 'vibrate', intensity: 4 })
    await control.simulator.untilLevel(toyId, 4)

    const call = (sequence: number, command: object) =>
      customer.call(sendCommand, { toyDeviceId: toyId, order: { tab: 'a tab', sequence }, ...command })
    expect(await call(3, { command: 'stop' })).toMatchObject({ status: 200 })
    expect(await call(2, { command: 'vibrate', intensity: 11 })).toMatchObject({ status: 200 })
    send(9, { command: 'vibrate', intensity: 10, order: { tab: 'a tab', sequence: 1 } })
    await tab.until('ack', { sequence: 9 })
    expect(await control.simulator.levelOf(toyId)).toBe(0)
    expect(await call(4, { command: 'vibrate', intensity: 3 })).toMatchObject({ status: 200 })
    expect(await control.simulator.levelOf(toyId)).toBe(3)
  })

  it('without a session, to another user’s toy, or that is invalid, is refused with its number', async () => {
    const { send, tab, toyId } = await playing()
    expect(await send({ command: 'vibrate', toyDeviceId: control.toyIds[1] })).toMatchObject({
      type: 'error',
      code: 'NOT_FOUND',
      sequence: 1,
    })
    expect(await send({ command: 'pattern', pattern: 'bestaat niet' })).toMatchObject({
      code: 'INVALID_INPUT',
      message: 'Dit patroon bestaat niet.',
    })
    const stranger = await open(await control.newCustomer(9))
    expect(await stranger.command({ toyDeviceId: toyId, command: 'vibrate' })).toMatchObject({
      code: 'NO_ACTIVE_SESSION',
    })
    expect(tab.received.filter(({ type }) => type === 'ack')).toEqual([])
  })

  it('is taken in the order of arrival, whatever number the tab gives it', async () => {
    const { toyId, tab } = await playing()
    const numbers = [7, 3, 3, 0]
    for (const [at, sequence] of numbers.entries())
      tab.send({ type: 'command', sequence, toyDeviceId: toyId, command: 'vibrate', intensity: at + 1 })
    const acks = () => tab.received.filter(frame => frame.type === 'ack')
    await vi.waitFor(() => expect(acks()).toHaveLength(4), 10_000)
    const given = acks().toSorted((a, b) => a.accepted - b.accepted)
    expect(given.map(({ sequence }) => sequence)).toEqual(numbers)
    await control.simulator.untilLevel(toyId, 4)
  })

  it('to a session that has ended is refused, and its toy is stopped', async () => {
    const { customer, toyId, send } = await playing()
    await send({ command: 'vibrate', intensity: 5 })
    await customer.call(stopControl)
    for (const command of ['vibrate', 'pattern', 'stop'])
      expect(await send({ command })).toMatchObject({ type: 'error', code: 'NO_ACTIVE_SESSION' })
    await control.simulator.untilLevel(toyId, 0)
  })

  it('past the rate limit, over all tabs and HTTP together, is refused, and a stop never is', async () => {
    const { customer, send, toyId } = await playing()
    const other = await open(customer)
    const levels = Array.from({ length: 60 }, (_, at) => 1 + (at % 20))
    const answers = await Promise.all([
      ...levels.map(intensity => send({ command: 'vibrate', intensity })),
      ...levels.map(intensity => other.command({ toyDeviceId: toyId, command: 'vibrate', intensity })),
    ])
    const refused = answers.filter(({ type }) => type === 'error')
    expect(refused.length).toBeGreaterThanOrEqual(20)
    for (const each of refused) expect(each).toMatchObject({ code: 'RATE_LIMITED' })
    expect(await send({ command: 'stop' })).toMatchObject({ type: 'ack' })
    await control.simulator.untilLevel(toyId, 0)
  })

  it('obeys a cap that the creator changes while it runs', async () => {
    const { toyId, send } = await playing()
    await control.db().update(toys).set({ maxIntensity: 4 }).where(eq(toys.id, toyId))
    await vi.waitFor(async () => {
      await send({ command: 'vibrate', intensity: 18 })
      expect(await control.simulator.levelOf(toyId)).toBe(4)
    }, 20_000)
  })
})

it('notifies a tab of a new message, and no other user’s tab', async () => {
  const { customer } = await control.inControl()
  const [tab, stranger] = [await open(customer), await open((await control.scene()).customer)]
  await control.creator.call(sendMessage, { toUserId: customer.userId, content: 'Dag' })
  await tab.until('messages')
  expect(stranger.received.map(({ type }) => type)).not.toContain('messages')
})

describe('an invalid frame', () => {
  it.each([
    'hallo',
    '',
    'null',
    '[]',
    '{}',
    '{"type":"dance"}',
    '{"type":"command"}',
    '{"type":"command","sequence":1,"toyDeviceId":"x","command":"vibrate","intensity":21}',
    '{"type":"command","sequence":-1,"toyDeviceId":"x","command":"stop"}',
  ])('%s closes the socket', async frame => {
    const tab = await open((await control.scene()).customer)
    tab.send(frame)
    expect(await tab.closed).toBe(1008)
  })

  it('that is too long closes the socket, as do too many frames', async () => {
    const { customer } = await control.scene()
    const long = await open(customer)
    long.send({ type: 'heartbeat', filling: 'x'.repeat(5000) })
    expect(await long.closed).toBe(1009)
    const fast = await open(customer)
    for (let count = 0; count < 200; count += 1) fast.send({ type: 'heartbeat' })
    expect(await fast.closed).toBe(4429)
  })
})
