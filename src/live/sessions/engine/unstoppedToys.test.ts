import { eq } from 'drizzle-orm'
import { afterEach, expect, it, vi } from 'vitest'
import { HEARTBEAT_INTERVAL_MS } from '../../../../simulators/lovense/service.ts'
import { controlFixture } from '../../../../tests/support/controlFixture.ts'
import { listNotifications, type NotificationKind } from '../../../people/notifications/contract.ts'
import { confirmToyOff, readStudio } from '../../studio/contract.ts'
import { toys } from '../../toys/table.ts'
import { listToys, stopControl } from '../contract.ts'
import { joinQueue, readQueuePosition } from '../queue/contract.ts'

const control = controlFixture()
afterEach(() => control.simulator.inject({}))

const patience = { timeout: 8000, interval: 25 }
const unstoppedAt = async (toyId: string) =>
  (await control.creator.call(readStudio)).body.toys.find(({ id }) => id === toyId)?.unstoppedAt
const untilUnstopped = (toyId: string) =>
  vi.waitFor(async () => expect(await unstoppedAt(toyId)).toEqual(expect.any(String)), patience)
const untilStopped = (toyId: string) =>
  vi.waitFor(async () => expect(await unstoppedAt(toyId)).toBeNull(), patience)
const toldAbout = async (who = control.creator, kind: NotificationKind = 'TOY_UNSTOPPED') =>
  (await who.call(listNotifications)).body.filter(({ type }) => type === kind)
const countInMetrics = async () => {
  const { body } = await control.shop.newClient().request('GET', '/metrics')
  return /^gloed_toys_unstopped (\d+)$/m.exec(String(body))?.[1]
}

type Controlled = Awaited<ReturnType<typeof control.inControl>>

/** Starts a controlled toy, whose provider then refuses every stop and all zeros. */
async function letRun({ toyId, send }: Pick<Controlled, 'toyId' | 'send'>) {
  expect(await send({ command: 'vibrate', intensity: 9 })).toMatchObject({ status: 200 })
  await control.simulator.inject({ dropStops: true })
  expect(await send({ command: 'stop' })).toMatchObject({ status: 200 })
  await untilUnstopped(toyId)
  return toyId
}
const running = async () => letRun(await control.inControl())

it('a creator is told of a toy that takes neither a stop nor zeros, until it takes them, and admins are', async () => {
  const before = (await toldAbout()).length
  const admin = await control.shop.newUser('ADMIN')
  const toyId = await running()
  expect((await toldAbout()).length).toBe(before + 1)
  expect((await toldAbout())[0]).toMatchObject({ title: 'Zet je toy nu zelf uit', path: '/studio' })
  expect(await toldAbout(admin, 'UNSTOPPED_TOY')).toMatchObject([
    { title: 'Een stop is niet bevestigd', path: '/admin/devices' },
  ])
  expect(await countInMetrics()).toBe('1')
  await control.simulator.inject({})
  await untilStopped(toyId)
  expect(await control.simulator.levelOf(toyId)).toBe(0)
  expect(await countInMetrics()).toBe('0')
  expect((await toldAbout()).length).toBe(before + 1)
})

it('is not told of one whose provider refuses every stop and takes zeros', async () => {
  const before = (await toldAbout()).length
  const { toyId, send } = await control.inControl()
  expect(await send({ command: 'vibrate', intensity: 9 })).toMatchObject({ status: 200 })
  await control.simulator.inject({ refusesStop: true, lies: { [toyId]: 'runsOn' } })
  expect(await send({ command: 'vibrate', intensity: 8 })).toMatchObject({ status: 200 })
  expect(await send({ command: 'stop' })).toMatchObject({ status: 200 })
  await control.simulator.untilLevel(toyId, 0)
  // The stop is repeated for longer than it may take until the owner is told.
  const stops = async () => (await control.simulator.asked(toyId)).filter(asked => asked === 'Stop').length
  const first = await stops()
  await vi.waitFor(async () => expect(await stops()).toBeGreaterThanOrEqual(first + 4), patience)
  expect(await unstoppedAt(toyId)).toBeNull()
  expect((await toldAbout()).length).toBe(before)
})

it('or until its owner says that it is off, which nobody else may', async () => {
  const toyId = await running()
  const another = await control.shop.newUser('MODEL')
  expect(await another.call(confirmToyOff, { toyId })).toMatchObject({ status: 404 })
  expect(await unstoppedAt(toyId)).not.toBeNull()
  expect((await control.creator.call(confirmToyOff, { toyId })).status).toBe(204)
  expect(await unstoppedAt(toyId)).toBeNull()
})

it('a toy that a node which is gone found so is stopped again when its app reports', async () => {
  const { toyId } = await control.scene()
  await control.db().update(toys).set({ unstoppedAt: control.now() }).where(eq(toys.id, toyId))
  expect(await unstoppedAt(toyId)).not.toBeNull()
  control.pass(HEARTBEAT_INTERVAL_MS)
  await untilStopped(toyId)
})

it('nobody can start on it, nor is it offered to a user who waits for it, until its owner says that it is off', async () => {
  const [waiting, another] = [await control.newCustomer(20), await control.newCustomer(20)]
  const { customer, toyId, send } = await control.inControl()
  await control.untilOnline(toyId)
  expect((await waiting.call(joinQueue, { toyId })).status).toBe(201)
  await letRun({ toyId, send })
  expect((await customer.call(stopControl)).status).toBe(200)
  const refusal = { status: 409, body: { code: 'TOY_OFFLINE' } }
  for (const who of [waiting, another]) expect(await control.start(who, toyId)).toMatchObject(refusal)
  expect(await another.call(joinQueue, { toyId })).toMatchObject(refusal)
  expect((await another.call(listToys)).body.find(({ id }) => id === toyId)).toMatchObject({
    isOnline: false,
  })
  expect((await waiting.call(readQueuePosition)).body).toMatchObject({ place: 1, claimUntil: null })

  expect((await control.creator.call(confirmToyOff, { toyId })).status).toBe(204)
  await control.untilOnline(toyId)
  await vi.waitFor(async () => {
    const { body } = await waiting.call(readQueuePosition)
    expect(body?.claimUntil).toEqual(expect.any(String))
  }, patience)
  expect((await control.start(waiting, toyId)).status).toBe(201)
})
