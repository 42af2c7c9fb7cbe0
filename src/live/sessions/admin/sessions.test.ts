import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { controlFixture } from '../../../../tests/support/controlFixture.ts'
import type { TestUser } from '../../../../tests/support/shop.ts'
import { openSocketClient } from '../../../../tests/support/socketClient.ts'
import { listToys, startControl } from '../contract.ts'
import { changeToy, readStudio } from '../../studio/contract.ts'
import { toys } from '../../toys/table.ts'
import {
  forceStopSession,
  listActiveSessions,
  listAllToys,
  stopSessionAsAdmin,
  toggleToy,
} from './contract.ts'

const control = controlFixture()

let admin: TestUser
const asAdmin = async () => (admin ??= await control.shop.newUser('ADMIN'))

describe('an admin', () => {
  it('sees who controls which toy, and not how', async () => {
    const { customer, toyId, send } = await control.inControl()
    await send({ command: 'vibrate', intensity: 9 })
    const { status, body } = await (await asAdmin()).call(listActiveSessions)
    expect(status).toBe(200)
    expect(body).toMatchObject([
      {
        toyDeviceId: toyId,
        toyName: 'lush',
        status: 'ACTIVE',
        output: null,
        userId: customer.userId,
      },
    ])
    expect(body[0]?.userEmail).toMatch(/@/)
    expect(body[0]).not.toHaveProperty('level')
    const { body: studio } = await (await asAdmin()).call(readStudio)
    expect(studio.sessions).toMatchObject([{ toyId, level: 0, output: null }])
    expect((await control.creator.call(readStudio)).body.sessions).toMatchObject([{ level: 9 }])
    expect((await control.beat(customer))?.id).toBe(body[0]?.id)
  })

  it('sees all toys with their owners, those that take no stop and those that wait for approval first', async () => {
    const [first, second, third] = control.toyIds
    const { user } = control.creator
    await control.db().update(toys).set({ isActive: false }).where(eq(toys.id, second))
    await control.db().update(toys).set({ onAir: false, maxIntensity: 7 }).where(eq(toys.id, first))
    await control.db().update(toys).set({ unstoppedAt: control.now() }).where(eq(toys.id, third))
    const { status, body } = await (await asAdmin()).call(listAllToys)
    await control.db().update(toys).set({ unstoppedAt: null }).where(eq(toys.id, third))
    expect(status).toBe(200)
    expect(body[0]).toMatchObject({ id: third, isOnline: false, unstoppedAt: control.now().toISOString() })
    expect(body[1]).toMatchObject({ id: second, isActive: false, provider: 'LOVENSE', unstoppedAt: null })
    expect(body.find(({ id }) => id === first)).toMatchObject({
      onAir: false,
      maxIntensity: 7,
      isActive: true,
      owner: { id: user.id, email: user.email, displayName: user.displayName },
      lastSeenAt: expect.any(String),
    })
    expect((await control.creator.call(listAllToys)).status).toBe(403)
  })

  it('is notified at once that a device or session changed, and other users are not', async () => {
    const open = (member: { cookie(): string }) =>
      openSocketClient(control.shop.origin, { cookie: member.cookie() })
    const [watching, other] = [await open(await asAdmin()), await open(await control.shop.newUser())]
    const { customer } = await control.inControl()
    await watching.until('devices')
    watching.received.length = 0
    await (await asAdmin()).call(stopSessionAsAdmin, { sessionId: (await control.beat(customer))?.id })
    await watching.until('devices')
    await other.until('toys')
    expect(other.received.filter(({ type }) => type === 'devices')).toEqual([])
    watching.close()
    other.close()
  })

  it.each([
    [stopSessionAsAdmin, 'ADMIN'],
    [forceStopSession, 'ADMIN_FORCE'],
  ] as const)('ends a session, for which the begun minute is free (%#)', async (call, stoppedBy) => {
    const { customer, toyId, send } = await control.inControl()
    await control.hold(customer, 70)
    await send({ command: 'vibrate', intensity: 9 })
    const sessionId = (await control.beat(customer))?.id
    const ended = { status: 'STOPPED', stoppedBy, stopReason: 'STOPPED_BY_ADMIN', minutesUsed: 1 }
    const stop = async () => (await asAdmin()).call(call, { sessionId })
    expect(await stop()).toMatchObject({ status: 200, body: { session: ended } })
    await control.simulator.untilLevel(toyId, 0)
    expect(await control.beat(customer)).toMatchObject(ended)
    expect(await stop()).toMatchObject({ status: 200, body: { session: ended } })
    expect(await control.balanceOf(customer)).toBe(19)
  })

  it('who forces a stop sends one, also after the end of the session', async () => {
    const { customer, toyId } = await control.inControl()
    const sessionId = (await control.beat(customer))?.id
    await (await asAdmin()).call(stopSessionAsAdmin, { sessionId })
    await control.simulator.untilLast(toyId, 'Stop')
    const asked = async () => (await control.simulator.asked(toyId)).length
    const before = await asked()
    expect(await (await asAdmin()).call(forceStopSession, { sessionId })).toMatchObject({
      status: 200,
      body: { session: { stoppedBy: 'ADMIN' } },
    })
    await vi.waitFor(async () => expect(await asked()).toBeGreaterThan(before), { timeout: 15_000 })
  })

  it('deactivates a toy: its session ends, and no user can start on it until its creator puts it on the air again', async () => {
    const { customer, toyId } = await control.inControl()
    const toggle = async (active: boolean) => (await asAdmin()).call(toggleToy, { toyId, active })
    expect(await toggle(false)).toMatchObject({ status: 200, body: { isActive: false, busy: false } })
    expect(await control.beat(customer)).toMatchObject({ stoppedBy: 'ADMIN', stopReason: 'TOY_DEACTIVATED' })
    expect((await customer.call(listToys)).body.map(({ id }) => id)).not.toContain(toyId)
    expect(await customer.call(startControl, { toyDeviceId: toyId })).toMatchObject({ status: 404 })
    expect(await toggle(true)).toMatchObject({ status: 200, body: { isActive: true } })
    expect(await customer.call(startControl, { toyDeviceId: toyId })).toMatchObject({ status: 404 })
    await control.creator.call(changeToy, { toyId, onAir: true })
    await control.untilOnline(toyId)
    expect(await customer.call(startControl, { toyDeviceId: toyId })).toMatchObject({ status: 201 })
  })

  it('gets NOT_FOUND for an unknown id', async () => {
    const sessionId = '00000000-0000-7000-8000-000000000000'
    const who = await asAdmin()
    expect(await who.call(stopSessionAsAdmin, { sessionId })).toMatchObject({ status: 404 })
    expect(await who.call(toggleToy, { toyId: 'geen', active: false })).toMatchObject({ status: 404 })
    expect(await who.call(toggleToy, { toyId: 'geen', active: 'nee' })).toMatchObject({ status: 400 })
  })
})
