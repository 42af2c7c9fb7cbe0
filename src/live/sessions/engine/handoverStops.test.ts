import { afterEach, beforeEach, expect, it } from 'vitest'
import { setTimeout as pause } from 'node:timers/promises'
import { openSeparateToyProvider } from '../../../../tests/support/separateToyProvider.ts'
import { openShop, type TestShop } from '../../../../tests/support/shop.ts'
import { addTestMinutes, linkToys } from '../../../../tests/support/toys.ts'
import { sendCommand, startControl } from '../contract.ts'

/**
 * The last node stops while it controls toys that lie: nobody takes them over, so that they must have their zeros from it.
 */
const SILENT_MS = 3000
const lies = ['runsOn', 'losesZeros', 'restarts'] as const
const types = ['lush', 'edge', 'max']

let provider: Awaited<ReturnType<typeof openSeparateToyProvider>>
let shop: TestShop
let toyIds: string[]

beforeEach(async () => {
  provider = await openSeparateToyProvider(() => shop.origin)
  shop = await openShop({ env: provider.env })
  toyIds = await linkToys(shop, await shop.newUser('MODEL'), types, provider.simulator)
  const told = lies.map((lie, index) => [toyIds[index] as string, lie])
  await provider.simulator.inject({ lies: Object.fromEntries(told) })
})
afterEach(() => provider.close())

/** Each toy has a customer of its own. */
async function runAll() {
  const players = await Promise.all(
    toyIds.map(async toyDeviceId => {
      const user = await shop.newUser()
      await addTestMinutes(shop, user.user.id, 3)
      expect((await user.call(startControl, { toyDeviceId })).status).toBe(201)
      return { user, toyDeviceId }
    }),
  )
  const play = ({ user, toyDeviceId }: (typeof players)[number]) =>
    user.call(sendCommand, { toyDeviceId, command: 'vibrate', intensity: 9 })
  for (const player of players) expect((await play(player)).status).toBe(200)
  return { stopOne: () => players[1]?.user.call(sendCommand, { toyDeviceId: toyIds[1], command: 'stop' }) }
}

/** How long each toy ran on, in milliseconds; by the record of the motors of toys that would run for ever. */
async function readLastEnds(since: number): Promise<number[]> {
  await pause(Math.max(0, since + SILENT_MS - Date.now()))
  const motors = await provider.simulator.motors()
  return toyIds.map(toyId => Math.max(...(motors[toyId] ?? []).map(({ until }) => until)) - since)
}

it('leaves no toy running that ignores its stop, loses the first zeros or begins again', async () => {
  await runAll()
  const stoppedAt = Date.now()
  await shop.close()
  const ends = await readLastEnds(stoppedAt)
  expect(Math.min(...ends)).toBeGreaterThan(0)
  expect(Math.max(...ends)).toBeLessThan(SILENT_MS)
})

it('neither one that was stopped just before', async () => {
  const { stopOne } = await runAll()
  expect((await stopOne())?.status).toBe(200)
  const stoppedAt = Date.now()
  await shop.close()
  const ends = await readLastEnds(stoppedAt)
  expect(ends[1]).toBeGreaterThan(0)
  expect(Math.max(...ends)).toBeLessThan(SILENT_MS)
})
