import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, vi, type TestContext } from 'vitest'
import { openBridgeFixture, twoMotorDevice } from '../../../../tests/support/bridgeFixture.ts'
import { createLog } from '../../../platform/telemetry/log.ts'
import { ToyCommandQueue } from '../../sessions/engine/toyCommandQueue.service.ts'
import { ToyCommandError } from '../../toys/gateway.ts'
import type { ButtplugFaults } from '../../../../simulators/buttplug/contract.ts'

/**
 * Programs that answer that all went well and lie: whatever ends control, the device is silent within three seconds, by the record of
 * its motors.
 */
const SILENT_MS = 3000
/** So long the record is watched after that. */
const WATCHED_MS = 700

/** A try costs each of the programs a stop and a run. */
const PATIENCE = { timeout: 20_000, interval: 100 }

type Fixture = Awaited<ReturnType<typeof openBridgeFixture>>

/** Two devices, of which the first runs. */
async function running({ onTestFinished }: TestContext) {
  const own = await openBridgeFixture()
  onTestFinished(() => own.close())
  own.server.devices.add({ ...twoMotorDevice, name: 'Aurora' })
  own.server.devices.add({ ...twoMotorDevice, name: 'Bora' })
  await vi.waitFor(async () => {
    // A slow machine's jump of the clock ended the connection of the try before: a stop of the second device was on its way.
    if (own.bridge.getState().phase !== 'on') await own.connect()
    await own.untilPhase('on')
    // The stops that new devices are sent are over, also where the devices appeared late.
    await own.silence(0)
    await own.silence(1)
    own.pass(1000)
    await own.run(0, [9])
    expect(own.server.devices.levels(0)).toEqual([9, 5])
  }, PATIENCE)
  return own
}

const lies: [string, ButtplugFaults][] = [
  ['acknowledges stops and runs on', { runsOn: true }],
  ['loses the first zeros, too', { runsOn: true, lostZeros: 4 }],
  ['begins again a moment after it was stopped', { restarts: 1 }],
  ['answers late', { latencyMs: 700 }],
  ['answers twice and does all twice', { twice: true }],
  ['takes one device for the other', { swapped: [0, 1] }],
  ['has a battery that can’t be', { battery: 250 }],
]
/** The shop's own queue of the first device, whose stops go over the bridge. */
const shopQueue = (own: Fixture) =>
  new ToyCommandQueue(
    { provider: 'BUTTPLUG', uid: 'u', toyId: 't' },
    {
      run: () => Promise.reject(new ToyCommandError('nothing runs by this queue')),
      async stop() {
        if (!(await own.silence(0))) throw new ToyCommandError('the device did not take it')
      },
    },
    { log: createLog('silent'), now: () => new Date() },
  )
const ends: [string, (own: Fixture) => unknown][] = [
  ['a stop', own => shopQueue(own).stop()],
  ['the end of a run', () => undefined],
  ['a disconnected bridge', own => own.bridge.disconnect()],
  ['a broken connection to the shop', own => own.breakLine()],
]

/** The motion of the motors from the end of control on, when the program began to lie just before. */
async function silenceAfter(
  own: Fixture,
  faults: ButtplugFaults,
  end: string,
  act: (own: Fixture) => unknown,
) {
  // A run ends by itself after two seconds.
  const endsAt = Date.now() + (end === 'the end of a run' ? 2000 : 0)
  own.server.inject({ ...faults })
  await act(own)
  await pause(endsAt + SILENT_MS + WATCHED_MS - Date.now())
  const changes = [0, 1].flatMap(index => own.server.devices.timeline(index))
  return {
    isSilent: changes.every(({ at }) => at <= endsAt + SILENT_MS),
    levels: [0, 1].flatMap(index => own.server.devices.levels(index)),
  }
}

describe('a program that', () => {
  it.for(ends)(
    'lies is silent within three seconds after %s',
    { timeout: 60_000 },
    async ([end, act], context) => {
      const silent = { isSilent: true, levels: [0, 0, 0, 0] }
      const found = await Promise.all(
        lies.map(
          async ([lie, faults]) =>
            [lie, await silenceAfter(await running(context), faults, end, act)] as const,
        ),
      )
      expect(Object.fromEntries(found)).toEqual(Object.fromEntries(lies.map(([lie]) => [lie, silent])))
    },
  )

  it('knows the device by another index stops it as soon as it appears', async context => {
    const own = await running(context)
    // It runs until it gets zeros.
    own.server.inject({ runsOn: true })
    const renumbered = own.server.devices.renumber(0)
    own.server.announce()
    await own.untilLevels(renumbered, [0, 0])
    expect(own.server.devices.levels(renumbered)).toEqual([0, 0])
  })

  it('reports an impossible battery has none', async context => {
    const own = await running(context)
    own.server.inject({ battery: 250 })
    own.pass(60_000)
    await vi.waitFor(
      () =>
        expect(own.said.findLast(({ type }) => type === 'bridge')).toMatchObject({
          toys: [{ battery: null }, {}],
        }),
      10_000,
    )
    expect(own.bridge.getState().phase).toBe('on')
  })

  it('takes neither a stop nor a zero makes the bridge say so at once', async context => {
    const own = await running(context)
    own.server.inject({ deaf: true })
    void own.silence(0)
    await vi.waitFor(() => expect(own.bridge.getState()).toEqual({ phase: 'failed', why: 'unstopped' }), {
      timeout: SILENT_MS,
      interval: 10,
    })
  })
})
