import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { controlFixture } from '../../../../tests/support/controlFixture.ts'
import { encodeCustomPattern } from '../../toys/pattern.rules.ts'
import { toys } from '../../toys/table.ts'
import { sendCommand } from '../contract.ts'

const control = controlFixture()

describe('a command', () => {
  it('is refused in this order: 400, 409, 404, 402', async () => {
    const { customer, toyId } = await control.scene(3)
    const send = (command: object) => customer.call(sendCommand, { toyDeviceId: toyId, ...command })
    const bad = { command: 'vibrate', intensity: 21 }
    const elsewhere = { command: 'vibrate', toyDeviceId: control.toyIds[1] }
    expect((await send(bad)).status).toBe(400)
    expect((await send(elsewhere)).status).toBe(409)
    expect((await send({ command: 'stop' })).status).toBe(409)

    await control.start(customer, toyId)
    expect((await send(elsewhere)).status).toBe(409)
    expect((await send({ command: 'stop' })).status).toBe(200)

    await control.hold(customer, 92)
    expect(await control.beat(customer)).toMatchObject({ status: 'ACTIVE', lowBalance: true })
    expect((await send(bad)).status).toBe(400)
    expect(await send(elsewhere)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect(await send({ command: 'stop', toyDeviceId: control.toyIds[1] })).toMatchObject({ status: 404 })
    expect(await send({ command: 'vibrate' })).toMatchObject({
      status: 402,
      body: { code: 'LOW_BALANCE' },
    })
    expect(await send({ command: 'stop' })).toMatchObject({ status: 200, body: { accepted: true } })
    // A lost controller is reported before a low balance.
    control.pass(5000)
    expect(await send({ command: 'vibrate' })).toMatchObject({ status: 409 })
  })

  it.each([
    { command: 'vibrate', intensity: 0 },
    { command: 'vibrate', intensity: 21 },
    { command: 'vibrate', intensity: 1.5 },
    { command: 'vibrate', intensity: '5' },
    { command: 'vibrate', intensity: true },
    { command: 'vibrate', intensity: null },
    { command: 'vibrate', intensity: [3] },
    { command: 'pattern', pattern: 'earthquakes' },
    { command: 'pattern', pattern: 'toString' },
    { command: 'pattern', pattern: '' },
    { command: 'pattern', pattern: '~aaaa' },
    { command: 'pattern', pattern: '~zzzzz' },
    { command: 'pattern', pattern: `~${'a'.repeat(151)}` },
    { command: 'pattern', pattern: 3 },
    { command: 'dance' },
    { command: 'Vibrate' },
    {},
    { command: 'vibrate', toyDeviceId: undefined },
  ])('%j is a 400, with or without a session', async command => {
    const customer = await control.newCustomer(0)
    const answer = await customer.call(sendCommand, { toyDeviceId: 'toy', ...command })
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
    expect(JSON.stringify(answer.body)).not.toContain('Invalid input')
  })

  it('plays a pattern under the owner’s cap, replacing the previous command', async () => {
    const { customer, toyId, send } = await control.inControl()
    expect(await send({ command: 'pattern', pattern: 'earthquake' })).toMatchObject({ status: 200 })
    const uncapped = ((await control.simulator.asked(toyId)).at(-1) ?? '').split(';').map(Number)
    expect(Math.max(...uncapped)).toBe(20)
    expect((await control.beat(customer))?.output).toMatchObject({
      command: 'pattern',
      pattern: 'earthquake',
    })

    await control.db().update(toys).set({ maxIntensity: 10 }).where(eq(toys.id, toyId))
    await control.beat(customer)
    await send({ command: 'pattern', pattern: 'earthquake' })
    const capped = ((await control.simulator.asked(toyId)).at(-1) ?? '').split(';').map(Number)
    expect(Math.max(...capped)).toBe(10)
    expect(Math.min(...capped)).toBeGreaterThan(0)

    for (const [asked, felt] of [
      [20, 10],
      [10, 5],
      [1, 1],
    ]) {
      await send({ command: 'vibrate', intensity: asked })
      expect(await control.simulator.levelOf(toyId)).toBe(felt)
    }
    // The same holds for a custom pattern.
    await send({ command: 'pattern', pattern: encodeCustomPattern([20, 20, 10, 20, 20]) })
    expect(((await control.simulator.asked(toyId)).at(-1) ?? '').split(';').slice(0, 5)).toEqual([
      '10',
      '10',
      '5',
      '10',
      '10',
    ])
    // The next renewal applies a cap that is lowered while the pattern runs.
    await send({ command: 'vibrate', intensity: 20 })
    await control.db().update(toys).set({ maxIntensity: 4 }).where(eq(toys.id, toyId))
    await control.beat(customer)
    await control.simulator.untilLevel(toyId, 4)
    await send({ command: 'stop' })
    await control.simulator.untilLevel(toyId, 0)
  })

  it('that stops the toy leaves the session open, and the next command runs the toy again', async () => {
    const { customer, toyId, send } = await control.inControl()
    await send({ command: 'vibrate', intensity: 9 })
    expect(await send({ command: 'stop' })).toMatchObject({ status: 200, body: { sequence: 2 } })
    await control.simulator.untilLevel(toyId, 0)
    expect(await control.beat(customer)).toMatchObject({ status: 'ACTIVE', output: null })
    expect(await send({ command: 'vibrate', intensity: 3 })).toMatchObject({ body: { sequence: 3 } })
    expect(await control.simulator.levelOf(toyId)).toBe(3)
  })
})
