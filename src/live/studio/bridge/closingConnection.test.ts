import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openBridgeFixture, twoMotorDevice } from '../../../../tests/support/bridgeFixture.ts'
import type { BridgeClient } from './bridgeClient.hooks.ts'

let rig: Awaited<ReturnType<typeof openBridgeFixture>> | undefined
afterEach(async () => {
  await rig?.close()
  rig = undefined
})

const patience = { timeout: 8000, interval: 10 }
const zerosOf = ({ server }: { server: { log: { name: string; body: object }[] } }) =>
  server.log.filter(({ name, body }) => name === 'OutputCmd' && JSON.stringify(body).includes('"Value":0'))

/** A connected bridge with one device, of index 0. */
async function connected() {
  const own = (rig = await openBridgeFixture())
  own.server.devices.add(twoMotorDevice)
  await own.connect()
  await own.untilPhase('on')
  // The stops that a new device is sent are over: two motors, three times.
  own.pass(1000)
  await vi.waitFor(() => expect(zerosOf(own)).toHaveLength(6), patience)
  return own
}

describe('a connection that is no longer used', () => {
  const statesOf = ({ bridge }: { bridge: BridgeClient }) => {
    const states: string[] = []
    bridge.subscribe(() => {
      const state = bridge.getState()
      states.push(state.phase === 'failed' ? state.why : state.phase)
    })
    return states
  }

  test('is kept until a program that was deaf for three seconds takes the zeros, and says so meanwhile', async () => {
    const own = await connected()
    own.server.inject({ deaf: true })
    await own.run(0, [9])
    own.bridge.disconnect()
    await own.untilPhase('failed')
    expect(own.bridge.getState()).toEqual({ phase: 'failed', why: 'unstopped' })
    await pause(3000)
    expect(own.server.clients()).toBe(1)
    expect(own.server.devices.levels(0)).toEqual([9, 5])
    // Only zeros end the running command.
    own.server.inject({ runsOn: true })
    await vi.waitFor(() => expect(own.server.devices.levels(0)).toEqual([0, 0]), patience)
    await vi.waitFor(() => expect(own.bridge.getState()).toEqual({ phase: 'off' }), patience)
    await vi.waitFor(() => expect(own.server.clients()).toBe(0), patience)
  })

  test('asks less and less often', async () => {
    const own = await connected()
    own.server.inject({ deaf: true })
    await own.run(0, [9])
    const before = zerosOf(own).length
    own.bridge.disconnect()
    await pause(3000)
    // Two motors each after 0, 250, 750, 1750 ms, or later on a busy machine.
    const sent = zerosOf(own).length - before
    expect(sent).toBeGreaterThan(2)
    expect(sent).toBeLessThanOrEqual(8)
  })

  test('is kept for a program that answers after 1.2 s, which alarms nobody', async () => {
    const own = await connected()
    await own.run(0, [9])
    const states = statesOf(own)
    own.server.inject({ latencyMs: 1200, runsOn: true })
    own.bridge.disconnect()
    await vi.waitFor(() => expect(own.server.devices.levels(0)).toEqual([0, 0]), patience)
    expect(own.server.clients()).toBe(1)
    await vi.waitFor(() => expect(own.server.clients()).toBe(0), patience)
    expect(new Set(states)).toEqual(new Set(['off']))
  })

  test('that the program ends before it took the zeros says that nothing can be sent any more', async () => {
    const own = await connected()
    own.server.inject({ deaf: true })
    await own.run(0, [9])
    own.bridge.disconnect()
    await own.untilPhase('failed')
    own.server.disconnect()
    await vi.waitFor(
      () => expect(own.bridge.getState()).toEqual({ phase: 'failed', why: 'lostRunning' }),
      patience,
    )
  })

  test.each([
    ['while it serves several clients', {}],
    ['or one at a time', { oneClient: true }],
  ])('is replaced by the next one to the same program, %s, which stops the device', async (_, faults) => {
    const own = await connected()
    own.server.inject({ deaf: true, ...faults })
    await own.run(0, [9])
    own.bridge.disconnect()
    await own.untilPhase('failed')
    own.server.inject({ runsOn: true, ...faults })
    await own.connect()
    await own.untilLevels(0, [0, 0])
    expect(own.bridge.getState().phase).toBe('on')
    await vi.waitFor(() => expect(own.server.clients()).toBe(1), patience)
  })

  test('goes on asking while a connection to another address fails', async () => {
    const own = await connected()
    own.server.inject({ deaf: true })
    await own.run(0, [9])
    own.bridge.disconnect()
    await own.untilPhase('failed')
    await own.bridge.connect('ws://127.0.0.1:1')
    expect(own.bridge.getState()).toEqual({ phase: 'failed', why: 'unstopped' })
    own.server.inject({ runsOn: true })
    await vi.waitFor(() => expect(own.server.devices.levels(0)).toEqual([0, 0]), patience)
  })
})
