import { afterEach, describe, expect, test, vi } from 'vitest'
import { openBridgeFixture, twoMotorDevice } from '../../../../tests/support/bridgeFixture.ts'
import {
  intifaceVersionOf,
  runDurationMs,
  parseLoopbackAddress,
  motorStep,
  runStrengthAt,
} from './bridge.rules.ts'

let rig: Awaited<ReturnType<typeof openBridgeFixture>> | undefined

/** A connected bridge with one device, of index 0. */
async function connected(options?: Parameters<typeof openBridgeFixture>[0]) {
  const own = (rig = await openBridgeFixture(options))
  own.server.devices.add(twoMotorDevice)
  await own.connect()
  await own.untilPhase('on')
  return own
}

afterEach(async () => {
  await rig?.close()
  rig = undefined
})

const reports = ({ said }: { said: { type: string }[] }) => said.filter(({ type }) => type === 'bridge')

describe('the runs of a device', () => {
  test('a device is reported, runs all its motors in proportion, and stops by itself', async () => {
    const own = await connected()
    expect(reports(own)[0]).toEqual({
      type: 'bridge',
      fresh: true,
      link: expect.any(String),
      toys: [{ device: 0, name: 'Aurora', battery: null, drives: 'Vibrate' }],
    })
    await vi.waitFor(() => expect(reports(own).at(-1)).toMatchObject({ toys: [{ battery: 80 }] }), 10_000)
    expect(await own.run(0, [7], 0.3)).toBe(true)
    expect(own.server.devices.levels(0)).toEqual([7, 4])
    await own.untilLevels(0, [0, 0])
  })

  test('a pattern is played step by step, and repeated', async () => {
    const own = await connected()
    await own.run(0, [20, 4], 1, 100)
    await own.untilLevels(0, [0, 0])
    const first = own.server.devices.timeline(0).filter(({ motor }) => motor === 0)
    expect(first.slice(0, 4).map(({ level }) => level)).toEqual([20, 4, 20, 4])
    expect(own.server.refusals).toEqual([])
  })

  test('nothing runs longer than two seconds, whatever was requested', async () => {
    const own = await connected()
    expect(await own.run(0, [5], 600)).toBe(true)
    own.pass(2000)
    await own.untilLevels(0, [0, 0])
  })

  test('a stop takes effect at once, and nothing runs after it', async () => {
    const own = await connected()
    await own.run(0, [20, 4], 2, 40)
    expect(await own.silence(0)).toBe(true)
    const { length } = own.server.devices.timeline(0)
    expect(own.server.devices.levels(0)).toEqual([0, 0])
    own.pass(1000)
    await own.silence(0)
    expect(own.server.devices.timeline(0)).toHaveLength(length)
  })

  test('a command for a device that is not connected fails', async () => {
    const own = await connected()
    expect(await own.run(3, [5])).toBe(false)
    expect(await own.silence(3)).toBe(false)
  })
})

describe('the button of a device', () => {
  const withButton = async () => {
    const own = (rig = await openBridgeFixture())
    own.server.devices.add({ ...twoMotorDevice, button: true })
    await own.connect()
    await own.untilPhase('on')
    await own.silence(0)
    return own
  }
  const until = (own: Awaited<ReturnType<typeof withButton>>, told: string[]) =>
    vi.waitFor(() => expect(own.pressed).toEqual(told), { timeout: 4000, interval: 10 })

  test('stills the device before anyone is asked, also after a stop, and says so once', async () => {
    const own = await withButton()
    await own.run(0, [9])
    own.server.press(0, 1)
    await own.untilLevels(0, [0, 0])
    own.server.press(0, 1)
    own.server.press(0, 0)
    await until(own, ['pressed'])
    await own.run(0, [9])
    own.server.press(0, 1)
    await own.untilLevels(0, [0, 0])
    await until(own, ['pressed', 'pressed'])
    expect(own.server.refusals).toEqual([])
  })

  test('that is held for a second says that too, and one that is released before does not', async () => {
    const own = await withButton()
    own.server.press(0, 1)
    await until(own, ['pressed'])
    own.pass(1000)
    await until(own, ['pressed', 'held'])
    own.server.press(0, 0)
    own.server.press(0, 1)
    own.server.press(0, 0)
    await until(own, ['pressed', 'held', 'pressed'])
    own.pass(1000)
    own.server.press(0, 1)
    await until(own, ['pressed', 'held', 'pressed', 'pressed'])
    expect(own.server.refusals).toEqual([])
  })
})

describe('a program that acknowledges stops and runs on', () => {
  /** Two motors have two zeros. */
  const lostZeros = 4

  test('is stopped by zeros', async () => {
    const own = await connected()
    own.server.inject({ runsOn: true })
    await own.run(0, [9])
    expect(await own.silence(0)).toBe(true)
    expect(own.server.devices.levels(0)).toEqual([0, 0])
  })

  test('and loses zeros is told again when a run ends', async () => {
    const own = await connected()
    own.server.inject({ runsOn: true, lostZeros })
    await own.run(0, [9], 0.1)
    await own.untilLevels(0, [0, 0])
    expect(own.server.refusals).toEqual([])
  })

  test('is not told again while the device does something new', async () => {
    const own = await connected()
    await own.run(0, [9], 0.1)
    await own.untilLevels(0, [0, 0])
    await own.run(0, [5])
    own.pass(1000)
    await own.run(0, [5])
    await vi.waitFor(() => expect(own.server.devices.levels(0)).toEqual([5, 3]), 10_000)
    const { length } = own.server.devices.timeline(0)
    await new Promise(resolve => setTimeout(resolve, 200))
    expect(own.server.devices.timeline(0)).toHaveLength(length)
  })

  test.each(['disconnect', 'breakLine'] as const)(
    'keeps its socket until it took the zeros: %s',
    async how => {
      const own = await connected()
      own.server.inject({ runsOn: true, lostZeros })
      await own.run(0, [9])
      if (how === 'disconnect') own.bridge.disconnect()
      else own.breakLine()
      await own.untilLevels(0, [0, 0])
      expect(own.server.refusals).toEqual([])
    },
  )
})

describe('a lost connection', () => {
  test('to the server stops everything, and the bridge starts again when it is back', async () => {
    const own = await connected()
    await own.run(0, [9])
    own.breakLine()
    await own.untilLevels(0, [0, 0])
    expect(own.bridge.getState()).toMatchObject({ phase: 'on', isHeard: false })
    own.breakLine(true)
    expect(reports(own).at(-1)).toMatchObject({ fresh: true })
  })

  test('with unanswered heartbeats stops everything after three seconds, although commands still arrive', async () => {
    const own = await connected()
    own.answers = false
    own.pass(1000)
    await vi.waitFor(() => expect(own.said).toContainEqual({ type: 'bridging' }), 10_000)
    own.pass(2000)
    await own.run(0, [9])
    own.pass(1100)
    await own.untilLevels(0, [0, 0])
  })

  test('to the program while nothing runs is reported', async () => {
    const own = await connected()
    await vi.waitFor(() => expect(own.server.log.some(({ name }) => name === 'StopCmd')).toBe(true), 10_000)
    own.server.disconnect()
    await own.untilPhase('failed')
    expect(own.bridge.getState()).toEqual({ phase: 'failed', why: 'lost' })
  })

  test('to the program while a device runs is reported as a stop that was not taken, and later commands are refused', async () => {
    const own = await connected()
    await own.run(0, [9])
    own.server.disconnect()
    await own.untilPhase('failed')
    await vi.waitFor(
      () => expect(own.bridge.getState()).toEqual({ phase: 'failed', why: 'lostRunning' }),
      10_000,
    )
    expect(await own.run(0, [9])).toBe(false)
    expect(reports(own).at(-1)).toEqual({ type: 'bridge', fresh: false, toys: [] })
    await own.untilLevels(0, [0, 0])
  })

  test('to a program that no longer answers is given up, and its devices are stopped', async () => {
    const own = await connected()
    await own.run(0, [9])
    own.server.inject({ mute: true })
    own.pass(1000)
    const pings = () => own.server.log.filter(({ name }) => name === 'Ping').length
    const before = pings()
    await vi.waitFor(() => expect(pings()).toBeGreaterThan(before), 10_000)
    own.pass(3100)
    await own.untilPhase('failed')
    await own.untilLevels(0, [0, 0])
  })

  test('to a device that refuses its stop is cut', async () => {
    const own = await connected()
    await own.run(0, [9])
    own.server.inject({ dropStops: true })
    expect(await own.silence(0)).toBe(false)
    await own.untilPhase('failed')
    await own.untilLevels(0, [0, 0])
  })

  test('that the creator closes stops every run', async () => {
    const own = await connected()
    await own.run(0, [9])
    own.bridge.disconnect()
    expect(own.bridge.getState()).toEqual({ phase: 'off' })
    await own.untilLevels(0, [0, 0])
  })

  test('that another tab took is closed; after a timeout at the server it starts again', async () => {
    const own = await connected()
    own.hear({ type: 'unbridge', taken: false })
    expect(reports(own).at(-1)).toMatchObject({ fresh: true })
    await own.run(0, [9])
    own.hear({ type: 'unbridge', taken: true })
    expect(own.bridge.getState()).toEqual({ phase: 'failed', why: 'taken' })
    await own.untilLevels(0, [0, 0])
  })
})

test('a program that requires pings gets them', async () => {
  const own = await connected({ maxPingMs: 1800 })
  const pings = () => own.server.log.filter(({ name }) => name === 'Ping').length
  for (let round = 0; round < 4; round += 1) {
    const before = pings()
    own.pass(900)
    await vi.waitFor(() => expect(pings()).toBeGreaterThan(before), 10_000)
  }
  expect(own.bridge.getState().phase).toBe('on')
})

test('a command that was meant for the devices of the connection before is refused, a stop is not', async () => {
  const own = await connected()
  const before = reports(own)[0] as { link?: string }
  own.bridge.disconnect()
  own.answers = false
  await own.connect()
  await own.untilPhase('on')
  expect(await own.run(0, [20])).toBe(false)
  own.hear({ type: 'bridged', link: before.link ?? '', refused: [] })
  expect(await own.run(0, [20])).toBe(false)
  expect(await own.silence(0)).toBe(true)
  const { link = '' } = reports(own).at(-1) as { link?: string }
  own.hear({ type: 'bridged', link, refused: [] })
  expect(await own.run(0, [20])).toBe(true)
})

test('devices that connect and disconnect are reported', async () => {
  const own = await connected()
  const second = own.server.devices.add({ name: 'Bora', motors: [{ output: 'Oscillate', most: 5 }] })
  own.server.devices.add({ name: 'Stroker', motors: [{ output: 'Position', most: 100 }] })
  own.server.announce()
  await vi.waitFor(
    () => expect(own.bridge.getState()).toMatchObject({ toys: ['Aurora', 'Bora'], unusable: ['Stroker'] }),
    10_000,
  )
  const { link = '' } = reports(own).at(-1) as { link?: string }
  own.hear({ type: 'bridged', link, refused: [second] })
  expect(own.bridge.getState()).toMatchObject({ toys: ['Aurora'], refused: ['Bora'] })
  own.hear({ type: 'bridged', link, refused: [] })
  await own.run(second, [20])
  expect(own.server.devices.levels(second)).toEqual([5])
  own.server.devices.remove(0)
  own.server.announce()
  await vi.waitFor(() => expect(own.bridge.getState()).toMatchObject({ toys: ['Bora'] }), 10_000)
})

test('reports an error when nothing answers at the address', async () => {
  const own = (rig = await openBridgeFixture())
  const { port } = new URL(own.server.address)
  await own.server.close()
  await own.bridge.connect(`ws://127.0.0.1:${port}`)
  expect(own.bridge.getState()).toEqual({ phase: 'failed', why: 'unreachable' })
  rig = undefined
})

test.each([
  ['ws://127.0.0.1:12345', 'ws://127.0.0.1:12345'],
  [' ws://localhost:9000/ ', 'ws://localhost:9000'],
  ['ws://127.0.0.1', 'ws://127.0.0.1'],
  ['wss://127.0.0.1:12345', null],
  ['ws://127.0.0.1.evil.example:12345', null],
  ['ws://127.0.0.1@evil.example:12345', null],
  ['ws://user:secret@127.0.0.1:12345', null],
  ['ws://192.168.1.4:12345', null],
  ['127.0.0.1:12345', null],
  ['', null],
])('the address %j is parsed as %j', (given, taken) => expect(parseLoopbackAddress(given)).toBe(taken))

test.each([
  ['Intiface Server', 'unknown'],
  ['', 'unknown'],
  ['Intiface Central 3.0.4', 'bad'],
  ['Intiface Central v3.0.40', 'other'],
  ['Intiface Central 2.6.8', 'other'],
])('a program that calls itself %j has a version that is %s', (name, version) =>
  expect(intifaceVersionOf(name)).toBe(version),
)

test('a run is limited in time, and an empty one is 0', () => {
  expect(runDurationMs({ strengths: [1], stepMs: 1, seconds: 99, cap: 20 })).toBe(2000)
  expect(runDurationMs({ strengths: [1], stepMs: 1, seconds: -1, cap: 20 })).toBe(0)
  expect(runStrengthAt({ strengths: [], stepMs: 0, seconds: 2, cap: 20 }, 100)).toBe(0)
  expect(runStrengthAt({ strengths: [3, 9], stepMs: 100, seconds: 2, cap: 20 }, 350)).toBe(9)
})

test.each([
  [20, 7, 20, 7],
  [5, 1, 20, 1],
  [5, 0, 20, 0],
  [5, 7, 7, 1],
  [5, 3, 3, 0],
  [5, 4, 4, 1],
  [100, 7, 7, 35],
])('a motor of %i steps at %i under a cap of %i is at step %i', (most, strength, cap, step) =>
  expect(motorStep(most, strength, cap)).toBe(step),
)

test('a cap limits a motor of few steps, too', async () => {
  const own = await connected()
  await own.run(0, [5], 2, 200, 5)
  expect(own.server.devices.levels(0)).toEqual([5, 2])
})
