import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { controlFixture } from '../../../../tests/support/controlFixture.ts'
import {
  listToys,
  listSessions,
  readControlSession,
  sendCommand,
  startControl,
  stopControl,
} from '../contract.ts'
import { toys } from '../../toys/table.ts'

const control = controlFixture()

describe('starting', () => {
  it('happens once per key: the same body gets the same answer, another body is refused', async () => {
    const { customer, toyId } = await control.scene()
    const key = { 'idempotency-key': 'start-1' }
    const [one, two] = await Promise.all([
      customer.call(startControl, { toyDeviceId: toyId }, key),
      customer.call(startControl, { toyDeviceId: toyId }, key),
    ])
    expect([one?.status, two?.status]).toEqual([201, 201])
    expect(one?.body.session.id).toBe(two?.body.session.id)
    const other = await customer.call(startControl, { toyDeviceId: control.toyIds[1] }, key)
    expect(other).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_REUSED' } })
    await customer.call(stopControl)
    await control.untilOnline(toyId)
    const again = await customer.call(startControl, { toyDeviceId: toyId }, key)
    expect(again.body.session).toMatchObject({ id: one?.body.session.id, status: 'STOPPED' })

    // A replayed answer does not show the session that is live now.
    expect((await control.start(customer, toyId)).status).toBe(201)
    await control.hold(customer, 30)
    const command = { toyDeviceId: toyId, command: 'vibrate', intensity: 7 }
    expect((await customer.call(sendCommand, command)).status).toBe(200)
    expect((await customer.call(startControl, { toyDeviceId: toyId }, key)).status).toBe(201)
    expect(await control.beat(customer)).toMatchObject({ status: 'ACTIVE', output: { intensity: 7 } })
    expect((await control.simulator.asked(toyId)).at(-1)).toBe('Vibrate:7')
  })

  it('on a toy that does not exist, is not active or is off the air is a 404', async () => {
    const { customer } = await control.scene()
    const [, inactive, offAir] = control.toyIds
    await control.db().update(toys).set({ isActive: false }).where(eq(toys.id, inactive))
    await control.db().update(toys).set({ onAir: false }).where(eq(toys.id, offAir))
    for (const toyId of [inactive, offAir, 'nowhere']) {
      expect(await control.start(customer, toyId)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    }
    const listed = (await customer.call(listToys)).body.map(({ id }) => id)
    expect(listed).not.toContain(inactive)
    expect(listed).not.toContain(offAir)
    const admin = await control.shop.newUser('ADMIN')
    const all = (await admin.call(listToys)).body.map(({ id }) => id)
    expect(all).toEqual(expect.arrayContaining([inactive, offAir]))
  })

  it('requires a free toy that is online, no other session, and more than 2 minutes', async () => {
    const { customer, toyId } = await control.scene(3)
    const [, second] = control.toyIds
    // A toy that no app reports any more.
    const [known] = await control.db().select().from(toys).where(eq(toys.id, toyId))
    const silent = { ...(known as typeof toys.$inferSelect), id: 'silent', lastActive: new Date(0) }
    await control.db().insert(toys).values(silent)
    expect(await control.start(customer, 'silent')).toMatchObject({
      status: 409,
      body: { code: 'TOY_OFFLINE' },
    })

    const poor = await control.newCustomer(2)
    expect(await control.start(poor, toyId)).toMatchObject({
      status: 402,
      body: { code: 'INSUFFICIENT_MINUTES' },
    })

    expect((await control.start(customer, toyId)).status).toBe(201)
    expect(await control.start(customer, toyId)).toMatchObject({
      status: 409,
      body: { code: 'SESSION_EXISTS' },
    })
    expect(await control.start(customer, second)).toMatchObject({
      status: 409,
      body: { code: 'SESSION_EXISTS' },
    })
    const rival = await control.newCustomer(20)
    expect(await control.start(rival, toyId)).toMatchObject({ status: 409, body: { code: 'TOY_BUSY' } })
    expect((await control.start(rival, second)).status).toBe(201)
  })

  it('frees a toy whose session is due to end, for the first user who starts', async () => {
    const { customer, toyId } = await control.scene()
    await control.start(customer, toyId)
    const rival = await control.newCustomer(20)
    // The countdown and a pause of a minute pass without a heartbeat.
    control.pass(30_000 + 60_000)
    await control.untilOnline(toyId)
    expect((await control.start(rival, toyId)).status).toBe(201)
    expect(await control.balanceOf(customer)).toBe(20)
  })

  it.each([{}, { toyDeviceId: 7 }, { toyDeviceId: '' }, { toyDeviceId: ['x'] }, { toyDeviceId: null }])(
    'with %j is a 400',
    async body => {
      const customer = await control.newCustomer(0)
      expect(await customer.call(startControl, body)).toMatchObject({ status: 400 })
    },
  )

  it('requires a login', async () => {
    const visitor = control.shop.newClient()
    for (const { method, path } of [
      startControl,
      sendCommand,
      stopControl,
      readControlSession,
      listSessions,
    ]) {
      expect((await visitor.request(method, path)).status).toBe(401)
    }
  })
})
