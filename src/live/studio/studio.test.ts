import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { controlFixture } from '../../../tests/support/controlFixture.ts'
import type { TestCustomer } from '../../../tests/support/customers.ts'
import { insertGuestSql } from '../../people/accounts/guest.service.ts'
import { toggleToy } from '../sessions/admin/contract.ts'
import { sendCommand, startControl, stopControl, listToys } from '../sessions/contract.ts'
import { changeToy, declineSession, readPlayedMinutes, readStudio, stopToys } from './contract.ts'
import { blockUser, listBlockedUsers, unblockUser } from '../blocks/contract.ts'

const control = controlFixture()

const studio = async () => (await control.creator.call(readStudio)).body
const unknown = '00000000-0000-7000-8000-000000000000'

describe('the studio', () => {
  it('shows who controls which toy at what level, and nothing else about them', async () => {
    const { customer, toyId, send } = await control.inControl()
    await send({ command: 'vibrate', intensity: 12 })
    const { sessions, toys, provider } = await studio()
    expect(sessions).toEqual([
      {
        delay: null,
        pause: null,
        isFavourite: false,
        lastPlayed: null,
        awaitsAccept: false,
        cap: 20,
        id: expect.any(String),
        toyId,
        status: 'ACTIVE',
        userId: customer.userId,
        displayName: expect.any(String),
        level: 12,
        output: { command: 'vibrate', intensity: 12, pattern: null, startedAt: expect.any(String) },
        startedAt: expect.any(String),
        countdownEndsAt: expect.any(String),
        minutesUsed: 0,
      },
    ])
    expect(toys).toHaveLength(4)
    expect(toys.find(({ id }) => id === toyId)).toMatchObject({ busy: true, onAir: true, maxIntensity: 20 })
    expect(provider).toMatchObject({ isConnected: true, connectionInfo: { toyCount: 4 } })
  })

  it('shows only the creator’s own sessions; an admin sees all', async () => {
    await control.inControl()
    const other = await control.shop.newUser('MODEL')
    const admin = await control.shop.newUser('ADMIN')
    expect((await other.call(readStudio)).body).toMatchObject({ toys: [], sessions: [] })
    const seen = (await admin.call(readStudio)).body
    expect([seen.toys.length, seen.sessions.length]).toEqual([4, 1])
  })

  it('counts the played minutes', async () => {
    const before = (await control.creator.call(readPlayedMinutes)).body
    const { customer } = await control.inControl()
    await control.hold(customer, 61)
    await customer.call(stopControl)
    const { today, month, ever } = (await control.creator.call(readPlayedMinutes)).body
    expect([today - before.today, month - before.month, ever - before.ever]).toEqual([2, 2, 2])
    const other = await control.shop.newUser('MODEL')
    expect((await other.call(readPlayedMinutes)).body).toEqual({ today: 0, month: 0, ever: 0 })
  })
})

describe('a toy', () => {
  const change = (input: object) => control.creator.call(changeToy, { toyId: control.toyIds[0], ...input })

  it('that runs obeys a new cap at once, and so do later commands', async () => {
    const { send, toyId } = await control.inControl()
    await send({ command: 'vibrate', intensity: 20 })
    await control.simulator.untilLevel(toyId, 20)
    expect(await change({ maxIntensity: 6 })).toMatchObject({ status: 200, body: { maxIntensity: 6 } })
    await control.simulator.untilLevel(toyId, 6)
    expect((await studio()).sessions[0]).toMatchObject({ level: 6, output: { intensity: 20 } })
    await send({ command: 'vibrate', intensity: 10 })
    await control.simulator.untilLevel(toyId, 3)
  })

  it('off the air can’t be started on any more, and its current session continues', async () => {
    const { customer, toyId, send } = await control.inControl()
    expect(await change({ onAir: false })).toMatchObject({ status: 200, body: { onAir: false } })
    const another = await control.newCustomer(20)
    expect((await another.call(listToys)).body.map(({ id }) => id)).not.toContain(toyId)
    expect(await send({ command: 'vibrate' })).toMatchObject({ status: 200 })
    await customer.call(stopControl)
    expect(await another.call(startControl, { toyDeviceId: toyId })).toMatchObject({ status: 404 })
    await change({ onAir: true })
    await control.untilOnline(toyId)
    expect(await another.call(startControl, { toyDeviceId: toyId })).toMatchObject({ status: 201 })
  })

  it('accepts a name and limits, and nothing else', async () => {
    expect(await change({ name: '  Maan ' })).toMatchObject({ status: 200, body: { name: 'Maan' } })
    expect(await change({ name: 'lush' })).toMatchObject({ status: 200 })
    for (const wrong of [{ maxIntensity: 0 }, { maxIntensity: 21 }, { maxIntensity: 1.5 }, { name: ' ' }])
      expect(await change(wrong), JSON.stringify(wrong)).toMatchObject({ status: 400 })
    expect(await change({ isActive: false, ownerId: unknown })).toMatchObject({ body: { isActive: true } })
  })

  it('is not found for another creator, and can be managed by an admin', async () => {
    const other = await control.shop.newUser('MODEL')
    const admin = await control.shop.newUser('ADMIN')
    const input = { toyId: control.toyIds[1], maxIntensity: 3 }
    expect(await other.call(changeToy, input)).toMatchObject({ status: 404 })
    expect(await admin.call(changeToy, input)).toMatchObject({ status: 200, body: { maxIntensity: 3 } })
  })
})

describe('on the air', () => {
  const toyId = () => control.toyIds[0]
  const air = (onAir: boolean, onAirHours?: number, who = control.creator) =>
    who.call(changeToy, { toyId: toyId(), onAir, onAirHours })
  const start = async () => (await control.start(await control.newCustomer(20), toyId())).status

  it('is no toy that an admin approves, until its creator puts it there', async () => {
    const admin = await control.shop.newUser('ADMIN')
    const approve = (active: boolean) => admin.call(toggleToy, { toyId: toyId(), active })
    await approve(false)
    expect(await approve(true)).toMatchObject({ status: 200 })
    expect((await studio()).toys.find(({ id }) => id === toyId())).toMatchObject({
      isActive: true,
      onAir: false,
      onAirUntil: null,
      isOwn: true,
    })
    expect(await start()).toBe(404)
    const refused = await air(true, 1, admin)
    expect(refused).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect(await start()).toBe(404)
    expect(await air(true)).toMatchObject({ status: 200, body: { onAir: true } })
    await control.untilOnline(toyId())
    expect(await start()).toBe(201)
    await control.creator.call(stopToys)
    expect(await air(false, undefined, admin)).toMatchObject({ status: 200, body: { onAir: false } })
    expect(await start()).toBe(404)
  })

  it('is a toy for the hours that its creator chose, and then no longer', async () => {
    const hours = 12
    const until = new Date(control.now().getTime() + hours * 3_600_000)
    expect(await air(true, hours)).toMatchObject({ body: { onAir: true, onAirUntil: until.toISOString() } })
    control.pass(hours * 3_600_000 - 1)
    await control.untilOnline(toyId())
    const customer = await control.newCustomer(20)
    expect((await control.start(customer, toyId())).status).toBe(201)
    await control.hold(customer, 31)
    // The running session goes on, and nobody else sees the toy.
    expect(await control.beat(customer)).toMatchObject({ status: 'ACTIVE' })
    const another = await control.newCustomer(20)
    expect((await another.call(listToys)).body.map(({ id }) => id)).not.toContain(toyId())
    await customer.call(stopControl)
    expect(await start()).toBe(404)
    expect((await studio()).toys.find(({ id }) => id === toyId())).toMatchObject({
      onAir: false,
      onAirUntil: null,
    })
  })

  it('takes only the hours that are offered, and an hour without any', async () => {
    for (const hours of [0, 2, 24, 1.5, '4'])
      expect(await control.creator.call(changeToy, { toyId: toyId(), onAirHours: hours })).toMatchObject({
        status: 400,
        body: { fields: { onAirHours: 'Kies 1, 4 of 12 uur.' } },
      })
    const inAnHour = new Date(control.now().getTime() + 3_600_000).toISOString()
    expect(await air(true)).toMatchObject({ body: { onAirUntil: inAnHour } })
  })

  it('and a higher cap are the owner’s alone', async () => {
    const admin = await control.shop.newUser('ADMIN')
    const cap = (who: typeof admin, maxIntensity: number) =>
      who.call(changeToy, { toyId: toyId(), maxIntensity })
    expect(await cap(admin, 4)).toMatchObject({ status: 200, body: { maxIntensity: 4, isOwn: false } })
    expect(await cap(admin, 5)).toMatchObject({ status: 403 })
    expect(await cap(control.creator, 5)).toMatchObject({ status: 200, body: { maxIntensity: 5 } })
  })
})

describe('declining', () => {
  it('ends the countdown without charge, and the customer sees by whom', async () => {
    const { customer, toyId } = await control.scene()
    await control.start(customer, toyId)
    const declined = await control.creator.call(declineSession)
    expect(declined).toMatchObject({ status: 200, body: { sessions: [{ toyId, status: 'STOPPED' }] } })
    const ended = { status: 'STOPPED', stoppedBy: 'CREATOR', stopReason: 'DECLINED', minutesUsed: 0 }
    expect(await control.beat(customer)).toMatchObject(ended)
    expect(await control.balanceOf(customer)).toBe(20)
    expect(await control.creator.call(declineSession)).toMatchObject({ status: 409 })
  })

  it('is refused once control has begun, and to every other user', async () => {
    const { customer } = await control.inControl()
    const { id: sessionId } = (await studio()).sessions[0] as { id: string }
    const decline = (who = control.creator) => who.call(declineSession, { sessionId })
    expect(await decline()).toMatchObject({ status: 409, body: { message: 'Deze sessie is al begonnen.' } })
    expect(await decline(await control.shop.newUser('MODEL'))).toMatchObject({ status: 404 })
    expect(await control.beat(customer)).toMatchObject({ status: 'ACTIVE' })
  })
})

describe('stopping all toys', () => {
  it('ends the live sessions, and the begun minute is free', async () => {
    const { customer, toyId, send } = await control.inControl()
    await control.hold(customer, 30)
    await send({ command: 'vibrate', intensity: 15 })
    const stopped = await control.creator.call(stopToys)
    expect(stopped).toMatchObject({
      status: 200,
      body: { sessions: [{ toyId, status: 'STOPPED', level: 0 }] },
    })
    await control.simulator.untilLevel(toyId, 0)
    const ended = { stoppedBy: 'CREATOR', stopReason: 'STOPPED_BY_CREATOR', minutesUsed: 0 }
    expect(await control.beat(customer)).toMatchObject(ended)
    expect(await send({ command: 'vibrate' })).toMatchObject({ status: 409 })
    expect(await control.balanceOf(customer)).toBe(20)
  })

  it('also stops toys without a session, on every call', async () => {
    const asked = async () => (await control.simulator.asked(control.toyIds[2])).length
    const before = await asked()
    expect(await control.creator.call(stopToys)).toMatchObject({ status: 200, body: { sessions: [] } })
    await vi.waitFor(async () => expect(await asked()).toBeGreaterThan(before), { timeout: 15_000 })
    await control.simulator.untilLast(control.toyIds[2], 'Stop')
  })

  it('leaves alone the toys of others, and a session that the user has begun since', async () => {
    const { customer } = await control.inControl()
    const other = await control.shop.newUser('MODEL')
    expect(await other.call(stopToys)).toMatchObject({ body: { sessions: [] } })
    expect(await other.call(stopToys, { sessionId: unknown })).toMatchObject({ status: 404 })
    expect(await control.beat(customer)).toMatchObject({ status: 'ACTIVE' })
    const [first] = (await studio()).sessions
    await customer.call(stopControl)
    await control.untilOnline(control.toyIds[1])
    await control.start(customer, control.toyIds[1])
    expect(await control.creator.call(stopToys, { sessionId: first?.id })).toMatchObject({ status: 404 })
    expect(await control.beat(customer)).toMatchObject({ status: 'COUNTDOWN' })
  })
})

describe('a block', () => {
  const start = (who: TestCustomer) => who.call(startControl, { toyDeviceId: control.toyIds[0] })

  it('ends the user’s sessions, and then hides the toys from the user', async () => {
    const { customer, toyId } = await control.inControl()
    const userId = customer.userId
    expect(await control.creator.call(blockUser, { userId })).toMatchObject({ status: 201 })
    expect(await control.beat(customer)).toMatchObject({ status: 'STOPPED', stoppedBy: 'CREATOR' })
    expect(await start(customer)).toMatchObject({ status: 404 })
    expect((await customer.call(listToys)).body).toEqual([])
    const someone = await control.newCustomer(20)
    expect((await someone.call(listToys)).body.map(({ id }) => id)).toContain(toyId)
    expect((await control.creator.call(listBlockedUsers)).body).toMatchObject([{ userId }])
    expect(await control.creator.call(unblockUser, { userId })).toMatchObject({ status: 204 })
    await control.untilOnline(toyId)
    expect(await start(customer)).toMatchObject({ status: 201 })
    expect(await control.creator.call(unblockUser, { userId })).toMatchObject({ status: 404 })
  })

  it('of an unknown user, or of oneself, is refused; a second one changes nothing', async () => {
    const guestId = randomUUID()
    await control
      .db()
      .execute(insertGuestSql({ id: sql`${guestId}`, now: sql`now()`, guestUntil: sql`now()` }))
    for (const userId of [unknown, guestId])
      expect(await control.creator.call(blockUser, { userId })).toMatchObject({ status: 404 })
    const self = { userId: control.creator.user.id }
    expect(await control.creator.call(blockUser, self)).toMatchObject({ status: 409 })
    const { userId } = await control.newCustomer(0)
    for (const _ of [1, 2])
      expect(await control.creator.call(blockUser, { userId })).toMatchObject({ status: 201 })
    expect(await control.creator.call(unblockUser, { userId })).toMatchObject({ status: 204 })
  })

  it('refuses or stops a concurrent start', async () => {
    const { customer, toyId } = await control.scene()
    const userId = customer.userId
    const [started] = await Promise.all([start(customer), control.creator.call(blockUser, { userId })])
    const live = await control.beat(customer)
    if (started.status === 201) expect(live).toMatchObject({ status: 'STOPPED' })
    else expect(live).toBeNull()
    expect(await customer.call(sendCommand, { toyDeviceId: toyId, command: 'vibrate' })).toMatchObject({
      status: 409,
    })
    await control.creator.call(unblockUser, { userId })
  })
})
