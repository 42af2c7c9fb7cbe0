import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CallError } from '../../../ui/call/call.ts'
import { CommandSender } from './commandSender.hooks.ts'
import type { PlayCommand } from './commandSender.rules.ts'

/** A server that the test controls: every command that was sent, with functions to settle it. */
function wire() {
  const sent: {
    command: string
    waitedMs: number
    at: number
    resolve: (sequence: number, totalMs?: number) => void
    reject: (error: unknown) => void
  }[] = []
  const failures: string[] = []
  let answers = 0
  const sender = new CommandSender({
    clock: () => Date.now(),
    send: (command, waitedMs) =>
      new Promise((resolve, reject) => {
        const { command: kind, ...rest } = command
        const name = [kind, ...Object.values(rest)].join(' ')
        sent.push({
          command: name,
          waitedMs,
          at: Date.now(),
          resolve: (sequence, totalMs) =>
            resolve({ sequence, ...(totalMs !== undefined && { delay: delayOf(totalMs) }) }),
          reject,
        })
      }),
    onFailure: (_, command) => void failures.push(command),
    onAnswer: () => void (answers += 1),
  })
  const settle = async (index: number, outcome: number | Error) => {
    if (typeof outcome === 'number') sent[index]?.resolve(outcome)
    else sent[index]?.reject(outcome)
    await vi.advanceTimersByTimeAsync(0)
  }
  return {
    sender,
    sent,
    names: () => sent.map(({ command }) => command),
    settle,
    failures,
    answers: () => answers,
  }
}

const delayOf = (totalMs: number) => ({ totalMs, browserMs: 0, networkMs: 0, shopMs: 0, providerMs: totalMs })
const level = (intensity: number): PlayCommand => ({ command: 'vibrate', intensity })
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const refusal = new CallError(409, '', 'NO_ACTIVE_SESSION')
const offline = new CallError(0, '', 'OFFLINE')

beforeEach(() => void vi.useFakeTimers({ now: 10_000 }))
afterEach(() => void vi.useRealTimers())

describe('commands', () => {
  test('sends the first at once, and of several the last, after 80 ms', async () => {
    const { sender, sent, names, settle } = wire()
    sender.play(level(3))
    await settle(0, 1)
    for (const step of [4, 5, 6]) {
      sender.play(level(step))
      await pass(10)
    }
    expect(names()).toEqual(['vibrate 3'])
    await pass(80)
    expect(names()).toEqual(['vibrate 3', 'vibrate 6'])
    expect((sent[1]?.at ?? 0) - (sent[0]?.at ?? 0)).toBe(80)
  })

  test('has only one in flight, however long it takes, and then sends the newest', async () => {
    const { sender, sent, names, settle } = wire()
    sender.play(level(3))
    for (const step of [8, 12, 9]) {
      sender.play(level(step))
      await pass(500)
    }
    expect(names()).toEqual(['vibrate 3'])
    await settle(0, 1)
    expect(names()).toEqual(['vibrate 3', 'vibrate 9'])
    // Since the finger was where it is now.
    expect(sent.map(({ waitedMs }) => waitedMs)).toEqual([0, 500])
  })

  test('sends no more than one in 80 ms during a drag, and always its last value', async () => {
    const { sender, sent, names, settle } = wire()
    for (let step = 0; step < 100; step++) {
      sender.play(level(1 + (step % 20)))
      await pass(10)
      await settle(sent.length - 1, sent.length)
    }
    await pass(100)
    expect(sent.length).toBeLessThanOrEqual(14)
    expect(names().at(-1)).toBe('vibrate 20')
    const gaps = sent.slice(1).map(({ at }, index) => at - (sent[index]?.at ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(80)
  })

  test('shows the acknowledged command, with the last delay that the server knew', async () => {
    const { sender, sent, settle, answers } = wire()
    sender.play(level(7))
    await pass(60)
    expect(sender.getState()).toMatchObject({ playing: null, delayMs: null })
    await settle(0, 1)
    expect(sender.getState()).toMatchObject({
      playing: { command: 'vibrate', intensity: 7 },
      delayMs: null,
    })
    expect(answers()).toBe(1)
    await pass(80)
    sender.play(level(8))
    sent[1]?.resolve(2, 104)
    await pass(80)
    expect(sender.getState().delayMs).toBe(104)
    // A newer command replaced it: it has no delay, and its creator sees the last one, too.
    sender.play(level(9))
    await pass(30)
    await settle(2, 3)
    expect(sender.getState()).toMatchObject({ playing: { intensity: 9 }, delayMs: 104 })
    sender.stop()
    await settle(3, 4)
    expect(sender.getState()).toMatchObject({ playing: null, delayMs: 104 })
    sender.reset()
    expect(sender.getState().delayMs).toBeNull()
  })

  test('reports a refused command, leaves the output as it is, and sends the next one', async () => {
    const { sender, names, settle, failures } = wire()
    sender.play(level(7))
    await settle(0, 1)
    await pass(80)
    sender.play(level(9))
    sender.play({ command: 'pattern', pattern: 'wave' })
    await settle(1, refusal)
    expect(failures).toEqual(['vibrate'])
    expect(sender.getState().playing).toMatchObject({ intensity: 7 })
    await pass(80)
    expect(names().at(-1)).toBe('pattern wave')
  })
})

describe('the stop', () => {
  test('is sent before the answer to a command in flight, and drops pending commands', async () => {
    const { sender, names, settle } = wire()
    sender.play(level(3))
    sender.play(level(18))
    sender.stop()
    expect(names()).toEqual(['vibrate 3', 'stop'])
    expect(sender.getState().isStopping).toBe(true)
    await settle(0, 1)
    await settle(1, 2)
    await pass(1000)
    expect(names()).toEqual(['vibrate 3', 'stop'])
    expect(sender.getState()).toMatchObject({ playing: null, isStopping: false })
  })

  test('is sent again when the command before it arrived after it', async () => {
    const { sender, names, settle } = wire()
    sender.play(level(3))
    sender.stop()
    await settle(1, 1)
    expect(sender.getState()).toMatchObject({ playing: null, isStopping: true })
    await settle(0, 2)
    expect(names()).toEqual(['vibrate 3', 'stop', 'stop'])
    await settle(2, 3)
    expect(sender.getState()).toMatchObject({ playing: null, isStopping: false })
  })

  test('is sent once more when the result of the command before it is unknown', async () => {
    const { sender, names, settle, failures } = wire()
    sender.play(level(3))
    sender.stop()
    await settle(1, 1)
    await settle(0, offline)
    expect(names()).toEqual(['vibrate 3', 'stop', 'stop'])
    expect(sender.getState().isStopping).toBe(true)
    await settle(2, 3)
    await pass(5000)
    expect(names()).toEqual(['vibrate 3', 'stop', 'stop'])
    expect(sender.getState().isStopping).toBe(false)
    expect(failures).toEqual([])
  })

  test('is repeated until it is acknowledged, and reports its failure once', async () => {
    const { sender, names, settle, failures } = wire()
    sender.stop()
    await settle(0, offline)
    await pass(250)
    await settle(1, offline)
    await pass(499)
    expect(names()).toHaveLength(2)
    await pass(1)
    await settle(2, 5)
    await pass(5000)
    expect(names()).toEqual(['stop', 'stop', 'stop'])
    expect(failures).toEqual(['stop'])
    expect(sender.getState().isStopping).toBe(false)
  })

  test('is not repeated when the server has nothing to stop', async () => {
    const { sender, names, settle, failures } = wire()
    sender.stop()
    await settle(0, refusal)
    await pass(5000)
    expect(names()).toEqual(['stop'])
    expect(failures).toEqual(['stop'])
    expect(sender.getState().isStopping).toBe(false)
  })

  test('holds back later commands until it is acknowledged, and then sends the last of them', async () => {
    const { sender, names, settle } = wire()
    sender.stop()
    sender.play(level(4))
    sender.play(level(6))
    await pass(300)
    expect(names()).toEqual(['stop'])
    await settle(0, 1)
    expect(names()).toEqual(['stop', 'vibrate 6'])
  })

  test('drops the commands since the last press when it is pressed again', async () => {
    const { sender, names, settle } = wire()
    sender.stop()
    sender.play(level(4))
    sender.stop()
    await settle(0, 1)
    await pass(300)
    expect(names()).toEqual(['stop'])
  })
})

describe('the output by the server', () => {
  const told = { command: 'vibrate' as const, intensity: 11, pattern: null, startedAt: 0 }

  test('is used when it was requested after the last answer', async () => {
    const { sender, settle } = wire()
    sender.play(level(3))
    await settle(0, 1)
    sender.receiveOutput(told, Date.now() - 5)
    expect(sender.getState().playing).toMatchObject({ intensity: 3 })
    sender.receiveOutput(told, Date.now() + 5)
    expect(sender.getState().playing).toMatchObject({ intensity: 11 })
    sender.receiveOutput(null, Date.now() + 6)
    expect(sender.getState().playing).toBeNull()
  })

  test('is not known before the first of it, also when that is nothing', () => {
    const { sender } = wire()
    expect(sender.getState().isKnown).toBe(false)
    sender.receiveOutput(null, Date.now())
    expect(sender.getState()).toMatchObject({ playing: null, isKnown: true })
  })

  test('is ignored while a stop is in progress', () => {
    const { sender } = wire()
    sender.receiveOutput(told, Date.now())
    sender.stop()
    sender.receiveOutput(null, Date.now() + 5)
    expect(sender.getState().playing).toMatchObject({ intensity: 11 })
  })

  test('the end of a session resets all state, and later answers are ignored', async () => {
    const { sender, names, settle } = wire()
    sender.play(level(3))
    sender.play(level(4))
    sender.reset()
    await settle(0, 1)
    await pass(500)
    expect(names()).toEqual(['vibrate 3'])
    expect(sender.getState()).toEqual({ playing: null, isKnown: false, delayMs: null, isStopping: false })
  })
})

test('calls listeners on every change until they unsubscribe', async () => {
  const { sender, settle } = wire()
  let heard = 0
  const leave = sender.subscribe(() => void (heard += 1))
  sender.play(level(3))
  await settle(0, 1)
  expect(heard).toBe(1)
  leave()
  sender.reset()
  expect(heard).toBe(1)
})
