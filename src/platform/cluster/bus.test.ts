import { afterEach, describe, expect, it, vi } from 'vitest'
import { createBusNetwork } from '../../../tests/support/busNetwork.ts'
import { createBus, type Bus } from './bus.ts'

afterEach(() => vi.restoreAllMocks())

const heard = (bus: Bus) => {
  const messages: unknown[] = []
  bus.subscribe('minutes.changed', ({ userId }, from) => messages.push([userId, from]))
  return messages
}

describe('a message', () => {
  it('is received once on this node, and once on every other node', async () => {
    const net = createBusNetwork()
    const [one, two] = [net.node(), net.node()]
    const [atOne, atTwo] = [heard(one), heard(two)]
    one.publish('minutes.changed', { userId: 'a' })
    await one.flush()
    expect(atOne).toEqual([['a', 'here']])
    expect(atTwo).toEqual([['a', 'elsewhere']])
  })

  it('on a local topic stays on this node, and a bus without other nodes works', () => {
    const net = createBusNetwork()
    const [one, two, alone] = [net.node(), net.node(), createBus()]
    const elsewhere = vi.fn<() => void>()
    for (const bus of [two, alone]) bus.subscribe('session.changed', elsewhere)
    one.publish('session.changed', { userId: 'a' })
    expect(elsewhere).not.toHaveBeenCalled()
    alone.publish('session.changed', { userId: 'a' })
    expect(elsewhere).toHaveBeenCalledOnce()
    expect([one.isShared, alone.isShared]).toEqual([true, false])
  })
})

describe('a request', () => {
  it('is answered by the node that it is addressed to', async () => {
    const net = createBusNetwork()
    const [one, two, three] = [net.node(), net.node(), net.node()]
    two.onRequest('command', async question => ({ two: question }))
    three.onRequest('command', async question => ({ three: question }))
    expect(await one.request(two.nodeId, 'command', 'x', 1000)).toEqual({ two: 'x' })
    expect(await one.request(three.nodeId, 'command', 'y', 1000)).toEqual({ three: 'y' })
  })

  it('without an answer ends at the timeout: no handler, a failing node, or no other node', async () => {
    const net = createBusNetwork()
    const [one, two] = [net.node(), net.node()]
    two.onRequest('command', () => Promise.reject(new Error('broken')))
    expect(await one.request('nobody', 'command', 'x', 10)).toBeUndefined()
    expect(await one.request(two.nodeId, 'command', 'x', 10)).toBeUndefined()
    expect(await createBus().request('nobody', 'command', 'x', 10_000)).toBeUndefined()
  })

  it('to all nodes is answered by the one that can, and by none when none can', async () => {
    const net = createBusNetwork()
    const [one, two, three] = [net.node(), net.node(), net.node()]
    for (const bus of [one, two, three]) bus.onRequest('command', async () => 'a command')
    one.onRequest('bridge', async () => 'me')
    two.onRequest('bridge', async question => (question === 'x' ? 'two' : undefined))
    three.onRequest('bridge', async question => (question === 'y' ? 'three' : undefined))
    expect(await one.request(null, 'bridge', 'x', 1000)).toBe('two')
    expect(await one.request(null, 'bridge', 'y', 1000)).toBe('three')
    expect(await one.request(null, 'bridge', 'z', 10)).toBeUndefined()
  })

  it('may be valid for less time than its answer is awaited', async () => {
    const net = createBusNetwork()
    const [one, two] = [net.node(), net.node()]
    const act = vi.fn<(question: unknown) => Promise<unknown>>(async () => 'done')
    two.onRequest('bridge', act)
    net.hold()
    const answer = one.request(null, 'bridge', 'late', 500, 5)
    const asked = Date.now()
    await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(asked + 5))
    net.release()
    expect(await answer).toBeUndefined()
    expect(act).not.toHaveBeenCalled()
  })

  it('that arrives after its validity is ignored', async () => {
    const net = createBusNetwork()
    const [one, two] = [net.node(), net.node()]
    const act = vi.fn<(question: unknown) => Promise<unknown>>(async () => 'done')
    two.onRequest('command', act)
    net.hold()
    expect(await one.request(two.nodeId, 'command', 'late', 5)).toBeUndefined()
    const asked = Date.now()
    await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(asked + 5))
    net.release()
    expect(act).not.toHaveBeenCalled()
    expect(await one.request(two.nodeId, 'command', 'in time', 1000)).toBe('done')
  })
})

describe('the clock of a machine', () => {
  const HOUR_MS = 3_600_000
  /** The database's, counted on as a node does. */
  const now = () => new Date(performance.timeOrigin + performance.now())

  /** Asks, and lets the other node receive it on a machine whose clock is so far ahead. */
  async function askAcross(aheadMs: number, receivedAfterMs: number) {
    const net = createBusNetwork()
    const [one, two] = [net.node(now), net.node(now)]
    const act = vi.fn<(question: unknown) => Promise<unknown>>(async () => 'done')
    two.onRequest('command', act)
    net.hold()
    const answer = one.request(two.nodeId, 'command', 'x', 500, 250)
    const askedAt = performance.now()
    await vi.waitFor(() => expect(performance.now()).toBeGreaterThan(askedAt + receivedAfterMs))
    const moved = Date.now() + aheadMs
    vi.spyOn(Date, 'now').mockReturnValue(moved)
    net.release()
    return { answer: await answer, acted: act.mock.calls.length }
  }

  it.each([HOUR_MS, -HOUR_MS])('is no reason to ignore a request in time: %i ms ahead', async aheadMs =>
    expect(await askAcross(aheadMs, 0)).toEqual({ answer: 'done', acted: 1 }),
  )

  it.each([HOUR_MS, -HOUR_MS])('is no reason to act on an old request: %i ms ahead', async aheadMs =>
    expect(await askAcross(aheadMs, 300)).toEqual({ answer: undefined, acted: 0 }),
  )
})
