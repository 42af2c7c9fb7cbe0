import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openToyQueue, steady, until } from '../../../../tests/support/toyQueue.ts'
import { monotonicClock, type MonotonicClock } from './monotonicClock.service.ts'
import { LOOK_TIMEOUT_MS } from './toyCommandQueue.rules.ts'

/** Of a database that does not say which node controls a toy. */
const noAnswer = () => new Promise<boolean>(() => {})

describe.concurrent('a stop', () => {
  it('is sent before the answer to a command in flight, and again when that command arrives late', async context => {
    const { provider, queue, errors } = await openToyQueue(context)
    provider.reply = ({ asks }) => (asks === 'stop' ? 200 : 'hold')
    const answer = queue.submit(steady(9))
    await until(() => expect(provider.runs()).toHaveLength(1))
    queue.stop()
    await answer
    await until(() => expect(provider.stops()).toHaveLength(1))
    await until(() => expect(provider.runs()[0]?.aborted).toBe(true))
    provider.release()
    expect(provider.level()).toBe(9)
    const releasedAt = performance.now()
    await until(() => expect(provider.level()).toBe(0))
    const sent = [...provider.stops(), ...provider.zeros].map(({ at }) => at)
    expect(Math.max(...sent)).toBeGreaterThan(releasedAt)
    await queue.whenIdle()
    expect(provider.runs()).toHaveLength(1)
    expect(errors).toEqual([])
  })

  it('is repeated until it is acknowledged', async context => {
    const { provider, queue } = await openToyQueue(context)
    await queue.submit(steady(9))
    provider.reply = (_, index) => (index < 4 ? 506 : 200)
    queue.stop()
    await queue.whenIdle()
    expect(provider.stops()).toHaveLength(4)
    expect(provider.level()).toBe(0)
  })

  it('is followed by zeros, and both are sent twice more', async context => {
    const { provider, queue } = await openToyQueue(context)
    await queue.submit(steady(9))
    queue.stop()
    await queue.whenIdle()
    expect([provider.stops().length, provider.zeros.length]).toEqual([1, 1])
    await until(() => expect(provider.zeros).toHaveLength(3))
    for (const [index, { at, body }] of provider.zeros.entries()) {
      expect(body).toMatchObject({ toy: 't', uid: 'u', command: 'Function', action: 'All:0' })
      expect(at).toBeGreaterThan(provider.stops()[index]?.at ?? Infinity)
    }
    await pause(1200)
    expect(provider.stops()).toHaveLength(3)
  })

  it('is not sent again once a newer command came', async context => {
    const { provider, queue } = await openToyQueue(context)
    await queue.submit(steady(9))
    queue.stop()
    await queue.whenIdle()
    await queue.submit(steady(4))
    const { length } = provider.stops()
    await until(() => expect(provider.runs()).toHaveLength(3))
    expect([provider.stops().length, provider.zeros.length]).toEqual([length, length])
    expect(provider.level()).toBe(4)
  })

  it('of a node that leaves the toy to another one is sent once, with its zeros', async context => {
    const { provider, queue } = await openToyQueue(context)
    queue.stopWithoutConfirming()
    await queue.whenIdle()
    await pause(1200)
    expect([provider.stops().length, provider.zeros.length]).toEqual([1, 1])
  })

  it('of a toy that another node controls is sent once, with its zeros', async context => {
    const { provider, queue } = await openToyQueue(context, { isControlledElsewhere: async () => true })
    queue.stop()
    await queue.whenIdle()
    await pause(1200)
    expect([provider.stops().length, provider.zeros.length]).toEqual([1, 1])
  })

  it('that is not acknowledged is put off while another node controls the toy', async context => {
    let isControlledElsewhere = true
    const { provider, queue } = await openToyQueue(context, {
      isControlledElsewhere: async () => isControlledElsewhere,
    })
    provider.reply = () => 506
    provider.takesZeros = false
    queue.stop()
    await until(() => expect(provider.zeros).toHaveLength(1))
    provider.reply = () => 200
    provider.takesZeros = true
    await pause(1200)
    expect([provider.stops().length, provider.zeros.length]).toEqual([1, 1])
    isControlledElsewhere = false
    await queue.whenIdle()
    expect([provider.stops().length, provider.zeros.length]).toEqual([2, 2])
  })

  it('of a toy that no other node controls, or that the database says nothing of, is sent three times', async context => {
    const here = async () => false
    for (const isControlledElsewhere of [here, noAnswer]) {
      const { provider, queue } = await openToyQueue(context, { isControlledElsewhere })
      queue.stop()
      await until(() => expect(provider.zeros).toHaveLength(3))
      expect(provider.stops()).toHaveLength(3)
    }
  })

  it('under a lease is sent three times without asking, and asks when the lease has ended meanwhile', async context => {
    const leaseMs = 500
    let asked = 0
    const isControlledElsewhere = async () => {
      asked += 1
      return true
    }
    const { provider, queue } = await openToyQueue(context, { isControlledElsewhere })
    queue.stop({ leasedUntil: performance.now() + 60_000 })
    await until(() => expect(provider.zeros).toHaveLength(3))
    expect(asked).toBe(0)
    queue.stop({ leasedUntil: performance.now() + leaseMs })
    await until(() => expect(asked).toBe(1))
    await pause(leaseMs)
    expect(provider.stops().length).toBeLessThan(6)
  })

  it('does not wait for the answer of the database about the one before', async context => {
    const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>()
    const isControlledElsewhere = () => (ask(), noAnswer())
    // The answer is waited for until something else happens.
    const wait: MonotonicClock['wait'] = (ms, signal) =>
      ms === LOOK_TIMEOUT_MS ? once(signal, 'abort').then(() => undefined) : monotonicClock.wait(ms, signal)
    const { provider, queue } = await openToyQueue(context, {
      isControlledElsewhere,
      clock: { ...monotonicClock, wait },
    })
    queue.stop()
    await isAsked
    expect(provider.stops()).toHaveLength(1)
    queue.stop()
    await until(() => expect(provider.stops()).toHaveLength(2))
  })

  it('whose zeros are refused is repeated until they are taken', async context => {
    const { provider, queue } = await openToyQueue(context)
    await queue.submit(steady(9))
    provider.takesZeros = false
    queue.stop()
    await until(() => expect(provider.zeros.length).toBeGreaterThan(2))
    provider.takesZeros = true
    await queue.whenIdle()
    expect(provider.stops().length).toBe(provider.zeros.length)
  })

  it('drops all pending commands', async context => {
    const { provider, queue } = await openToyQueue(context)
    await queue.submit(steady(9))
    const waiting = [queue.submit(steady(10)), queue.submit(steady(11))]
    queue.stop()
    await Promise.all(waiting)
    await queue.whenIdle()
    expect(provider.runs()).toHaveLength(1)
    expect(provider.level()).toBe(0)
  })

  it('that is never acknowledged does not block a new command', async context => {
    const { provider, queue } = await openToyQueue(context)
    await queue.submit(steady(9))
    provider.reply = ({ asks }) => (asks === 'stop' ? 506 : 200)
    queue.stop()
    await until(() => expect(provider.stops()).not.toHaveLength(0))
    await queue.submit(steady(4))
    expect(provider.level()).toBe(4)
    const { length } = provider.stops()
    await until(() => expect(provider.runs()).toHaveLength(3))
    expect(provider.stops()).toHaveLength(length)
  })

  it('requested 200 times a second does not flood the provider', async context => {
    const { provider, queue } = await openToyQueue(context)
    await queue.submit(steady(9))
    const begun = performance.now()
    for (let time = 0; time < 100; time += 1) {
      queue.stop()
      await pause(5)
    }
    await queue.whenIdle()
    // One in 100 ms, for the time that the machine took.
    const most = (performance.now() - begun) / 100 + 2
    expect(provider.stops().length).toBeLessThan(Math.min(most, 100))
    expect(provider.level()).toBe(0)
  })
})
