import { EventEmitter } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import { createBus, type Bus, type Transport } from './bus.ts'

/** Nodes that hear each other, in one process; what is sent can be held back. */
function network() {
  const emitter = new EventEmitter()
  const held: (() => void)[] = []
  let holds = false
  const transport = (): Transport => ({
    send: async (channel, text) => {
      if (holds) held.push(() => emitter.emit(channel, text))
      else emitter.emit(channel, text)
    },
    listen: (channel, listener) => void emitter.on(channel, listener),
    close: async () => undefined,
  })
  return {
    node: () => createBus(transport()),
    hold: () => void (holds = true),
    release() {
      holds = false
      for (const send of held.splice(0)) send()
    },
  }
}

const heard = (bus: Bus) => {
  const messages: unknown[] = []
  bus.subscribe('minutes.changed', ({ userId }, from) => messages.push([userId, from]))
  return messages
}

describe('news', () => {
  it('is heard once here, and once at every other node', async () => {
    const net = network()
    const [one, two] = [net.node(), net.node()]
    const [atOne, atTwo] = [heard(one), heard(two)]
    one.publish('minutes.changed', { userId: 'a' })
    await one.delivered()
    expect(atOne).toEqual([['a', 'here']])
    expect(atTwo).toEqual([['a', 'elsewhere']])
  })

  it('that is of interest here only stays here, and a bus of one is a bus', () => {
    const net = network()
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
    const net = network()
    const [one, two, three] = [net.node(), net.node(), net.node()]
    two.answer(async question => ({ two: question }))
    three.answer(async question => ({ three: question }))
    expect(await one.ask(two.node, 'x', 1000)).toEqual({ two: 'x' })
    expect(await one.ask(three.node, 'y', 1000)).toEqual({ three: 'y' })
  })

  it('that nobody answers is over after a while: by nobody, by a node that fails, or alone', async () => {
    const net = network()
    const [one, two] = [net.node(), net.node()]
    two.answer(() => Promise.reject(new Error('broken')))
    expect(await one.ask('nobody', 'x', 10)).toBeUndefined()
    expect(await one.ask(two.node, 'x', 10)).toBeUndefined()
    expect(await createBus().ask('nobody', 'x', 10_000)).toBeUndefined()
  })

  it('that comes after its time is not acted on', async () => {
    const net = network()
    const [one, two] = [net.node(), net.node()]
    const act = vi.fn<(question: unknown) => Promise<unknown>>(async () => 'done')
    two.answer(act)
    net.hold()
    expect(await one.ask(two.node, 'late', 5)).toBeUndefined()
    const asked = Date.now()
    await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(asked + 5))
    net.release()
    expect(act).not.toHaveBeenCalled()
    expect(await one.ask(two.node, 'in time', 1000)).toBe('done')
  })
})
