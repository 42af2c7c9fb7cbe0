import { describe, expect, it, vi } from 'vitest'
import { createBusNetwork } from '../../tests/support/busNetwork.ts'
import { createBus, type Bus } from './bus.ts'

const heard = (bus: Bus) => {
  const messages: unknown[] = []
  bus.subscribe('minutes.changed', ({ userId }, from) => messages.push([userId, from]))
  return messages
}

describe('news', () => {
  it('is heard once here, and once at every other node', async () => {
    const net = createBusNetwork()
    const [one, two] = [net.node(), net.node()]
    const [atOne, atTwo] = [heard(one), heard(two)]
    one.publish('minutes.changed', { userId: 'a' })
    await one.flush()
    expect(atOne).toEqual([['a', 'here']])
    expect(atTwo).toEqual([['a', 'elsewhere']])
  })

  it('that is of interest here only stays here, and a bus of one is a bus', () => {
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

describe('a question', () => {
  it('is answered by the node that it is for', async () => {
    const net = createBusNetwork()
    const [one, two, three] = [net.node(), net.node(), net.node()]
    two.onRequest('command', async question => ({ two: question }))
    three.onRequest('command', async question => ({ three: question }))
    expect(await one.request(two.nodeId, 'command', 'x', 1000)).toEqual({ two: 'x' })
    expect(await one.request(three.nodeId, 'command', 'y', 1000)).toEqual({ three: 'y' })
  })

  it('that nobody answers is over after a while: by nobody, by a node that fails, or alone', async () => {
    const net = createBusNetwork()
    const [one, two] = [net.node(), net.node()]
    two.onRequest('command', () => Promise.reject(new Error('broken')))
    expect(await one.request('nobody', 'command', 'x', 10)).toBeUndefined()
    expect(await one.request(two.nodeId, 'command', 'x', 10)).toBeUndefined()
    expect(await createBus().request('nobody', 'command', 'x', 10_000)).toBeUndefined()
  })

  it('to whoever knows is answered by that node alone, and by nobody when none does', async () => {
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

  it('may have to be acted on sooner than it is answered', async () => {
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

  it('that comes after its time is not acted on', async () => {
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
