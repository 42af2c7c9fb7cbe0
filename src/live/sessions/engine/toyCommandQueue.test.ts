import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { FakeToyProvider } from '../../../../tests/support/fakeToyProvider.ts'
import { openToyQueue, refused, steady, until } from '../../../../tests/support/toyQueue.ts'

// `toyCommandQueue.property.test.ts` covers the orders of events.

describe.concurrent('a command', () => {
  it('runs the toy for two seconds and no longer, and is renewed every second while it may run', async context => {
    const { provider, queue } = await openToyQueue(context)
    const state = { mayRun: true, isOurs: true }
    expect(queue.getPlaying()).toBeNull()
    await queue.submit(steady(7, state))
    expect(provider.level()).toBe(7)
    expect(queue.getPlaying()?.command.shownOutput.intensity).toBe(7)
    await until(() => expect(provider.runs()).toHaveLength(3))
    for (const { body } of provider.runs()) {
      expect(body).toMatchObject({ toy: 't', uid: 'u', token: 'a token', action: 'Vibrate:7', timeSec: 2 })
    }
    const [first = 0, second = 0, third = 0] = provider.runs().map(({ at }) => at)
    // By time of arrival, which on a busy machine differs from the time of sending.
    expect(Math.min(second - first, third - second)).toBeGreaterThan(500)
    state.mayRun = false
    await queue.whenIdle()
    expect(provider.level()).toBe(0)
    expect(queue.getPlaying()).toBeNull()
    expect(provider.requests.at(-1)?.asks).toBe('stop')
    expect(provider.runs()).toHaveLength(3)
  })

  it('is replaced by later ones: of 200 a second only the last is sent, one at a time and within the pace of the provider', async context => {
    const { provider, queue } = await openToyQueue(context)
    provider.reply = async () => {
      await pause(20)
      return 200
    }
    const answers: Promise<number | null>[] = []
    const startedAt = performance.now()
    for (let command = 1; command <= 200; command += 1) {
      answers.push(queue.submit(steady((command % 20) + 1)))
      await pause(5)
    }
    await Promise.all(answers)
    expect(provider.level()).toBe(1)
    expect(provider.mostOpen()).toBe(1)
    // Requests may arrive closer together than they were sent; no more are sent than the provider takes.
    const took = performance.now() - startedAt
    expect(provider.runs().length).toBeLessThanOrEqual(took / 100 + 1)
    expect(provider.runs().length).toBeGreaterThan(3)
  })

  it.for<[string, FakeToyProvider['reply']]>([
    ['refused', () => 506],
    ['not understood', () => ({ status: 200, text: '<html>' })],
    ['answered by a broken proxy', () => ({ status: 502, text: '' })],
    ['without a code', () => ({ status: 200, text: '{"result":true}' })],
  ])('that is %s fails, and leaves the toy stopped', async ([, reply], context) => {
    const { provider, queue } = await openToyQueue(context)
    provider.reply = (request, index) => (request.asks === 'stop' ? 200 : reply(request, index))
    await expect(queue.submit(steady(9))).rejects.toEqual(refused)
    await queue.whenIdle()
    expect(provider.stops()).not.toHaveLength(0)
    expect(provider.runs()).toHaveLength(1)
  })

  it('without an answer fails after two seconds, is reported, and the stop is sent', async context => {
    const { provider, queue, errors } = await openToyQueue(context)
    provider.reply = ({ asks }) => (asks === 'stop' ? 200 : 'hold')
    await expect(queue.submit(steady(9))).rejects.toEqual(refused)
    await until(() => expect(provider.stops()).not.toHaveLength(0))
    expect(provider.runs()[0]?.aborted).toBe(true)
    expect(errors).toEqual(['RUN'])
  })

  it('whose renewal fails leaves the toy stopped until the next command', async context => {
    const { provider, queue } = await openToyQueue(context)
    await queue.submit(steady(9))
    provider.reply = ({ asks }) => (asks === 'stop' ? 200 : 506)
    await queue.whenIdle()
    expect(provider.level()).toBe(0)
    provider.reply = () => 200
    await queue.submit(steady(3))
    expect(provider.level()).toBe(3)
  })
})

describe.concurrent('a provider that answers 429', () => {
  it('gets fewer and fewer requests, commands and stops alike', async context => {
    const { provider, queue } = await openToyQueue(context)
    provider.reply = ({ asks }) => (asks === 'stop' ? 200 : 429)
    for (let round = 0; round < 4; round += 1) {
      await expect(queue.submit(steady(9))).rejects.toEqual(refused)
      await queue.whenIdle()
    }
    const [first = 0, second = 0, third = 0, fourth = 0] = provider.runs().map(({ at }) => at)
    expect(second - first).toBeGreaterThan(400)
    expect(Math.min(third - second, fourth - third)).toBeGreaterThan(800)

    provider.reply = () => 429
    queue.stop()
    const { length } = provider.stops()
    await until(() => expect(provider.stops().length).toBeGreaterThan(length + 3))
    const [before = 0, ...later] = provider
      .stops()
      .slice(length)
      .map(({ at }) => at)
    const [one = 0, two = 0] = later
    expect(two - one).toBeGreaterThan(one - before)
    provider.reply = () => 200
    await queue.whenIdle()
  })
})

describe.concurrent('a provider that takes no stop gets zeros all the same', () => {
  it.for<[string, FakeToyProvider['reply']]>([
    ['refused', () => 506],
    ['never answered', () => 'hold'],
  ])('%s', async ([, reply], context) => {
    const { provider, queue } = await openToyQueue(context)
    await queue.submit(steady(9))
    provider.reply = reply
    queue.stop()
    await until(() => expect(provider.zeros.length).toBeGreaterThan(1))
    expect(provider.zeros[0]?.at).toBeGreaterThan(provider.stops()[0]?.at ?? Infinity)
    // Both are owed.
    expect(provider.stops().length).toBeGreaterThan(1)
    provider.reply = () => 200
    provider.release()
    await queue.whenIdle()
    expect(provider.level()).toBe(0)
  })
})

describe.concurrent('a toy that another node controls', () => {
  it('gets nothing more, neither a renewal nor a stop', async context => {
    const { provider, queue } = await openToyQueue(context)
    const state = { mayRun: true, isOurs: true }
    await queue.submit(steady(9, state))
    state.mayRun = false
    state.isOurs = false
    await queue.whenIdle()
    await queue.close(3000)
    expect(provider.requests.map(({ asks }) => asks)).toEqual([9])
  })

  it('gets nothing more once it is released, not even after a failed command', async context => {
    const { provider, queue } = await openToyQueue(context)
    provider.reply = () => 'hold'
    const wanted = queue.submit(steady(9))
    await until(() => expect(provider.runs()).toHaveLength(1))
    queue.release()
    await wanted
    await queue.whenIdle()
    await until(() => expect(provider.runs()[0]?.aborted).toBe(true))
    expect(provider.requests).toHaveLength(1)
    expect(queue.getPlaying()).toBeNull()
  })

  it('gets nothing more once it is released, neither the zeros of a stop in flight nor that stop again', async context => {
    const { provider, queue } = await openToyQueue(context)
    await queue.submit(steady(9))
    const answer = Promise.withResolvers<number>()
    provider.reply = () => answer.promise
    queue.stop()
    await until(() => expect(provider.stops()).toHaveLength(1))
    queue.release()
    answer.resolve(506)
    await queue.whenIdle()
    expect(provider.stops()).toHaveLength(1)
    expect(provider.zeros).toHaveLength(0)
  })

  it('is stopped when this node takes over, until no late command of the other node can arrive', async context => {
    const { provider, queue } = await openToyQueue(context)
    queue.takeOver()
    await queue.whenIdle()
    const [first, last] = [provider.stops()[0], provider.stops().at(-1)]
    expect(provider.stops().length).toBeGreaterThan(2)
    expect((last?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(1000)
    await queue.submit(steady(4))
    expect(provider.level()).toBe(4)
  })
})

describe.concurrent('closing', () => {
  it('stops every run, as often as ever, and sends nothing after', async context => {
    const { provider, queue } = await openToyQueue(context)
    await queue.submit(steady(9))
    await queue.close(3000)
    expect(provider.level()).toBe(0)
    await expect(queue.submit(steady(5))).rejects.toEqual(refused)
    queue.stop()
    await queue.whenIdle()
    expect(provider.requests.map(({ asks }) => asks)).toEqual([9, 'stop', 'stop', 'stop'])
    expect(provider.zeros).toHaveLength(3)
  })

  it('is not delayed by a provider that does not answer', async context => {
    const { provider, queue } = await openToyQueue(context)
    await queue.submit(steady(9))
    provider.reply = () => 'hold'
    await queue.close(300)
    await queue.whenIdle()
    expect(provider.requests.map(({ asks }) => asks)).toEqual([9, 'stop'])
    await until(() => expect(provider.stops()[0]?.aborted).toBe(true))
  })

  it('sends nothing to a toy that it never ran', async context => {
    const { provider, queue } = await openToyQueue(context)
    await queue.close(3000)
    expect(provider.requests).toEqual([])
  })
})
