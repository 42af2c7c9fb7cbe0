import { describe, expect, it, vi } from 'vitest'
import { controlFixture } from '../../../../tests/support/controlFixture.ts'
import { openSocketClient } from '../../../../tests/support/socketClient.ts'
import { readStudio, signalPlayer } from '../../studio/contract.ts'

const control = controlFixture()
const give = (sessionId: string, signal: 'HEART' | 'MORE' | 'SOFTER' | 'WAIT' | 'GO_ON') =>
  control.creator.call(signalPlayer, { sessionId, signal })
const playing = async () => {
  const player = await control.inControl()
  const { id } = (await control.beat(player.customer)) ?? { id: '' }
  return { ...player, id }
}

describe('a sign of a creator', () => {
  it('reaches her player at once, and is forgotten by none who ask for the session', async () => {
    const { customer, id } = await playing()
    const socket = await openSocketClient(control.shop.origin, { cookie: customer.cookie() })
    expect((await give(id, 'HEART')).status).toBe(204)
    const sign = { kind: 'HEART', at: control.now().toISOString() }
    await vi.waitFor(() =>
      expect(socket.received.findLast(({ type }) => type === 'session')).toMatchObject({
        session: { signal: sign, pause: null },
      }),
    )
    socket.close()
    expect(await control.beat(customer)).toMatchObject({ signal: sign, status: 'ACTIVE' })
  })

  it('is hers alone, and for control alone', async () => {
    const { customer, toyId } = await control.scene()
    const { id } = (await control.start(customer, toyId)).body.session
    expect((await give(id, 'HEART')).status).toBe(409)
    await control.hold(customer, 31)
    for (const role of ['ADMIN', 'MODEL'] as const) {
      const other = await control.shop.newUser(role)
      expect((await other.call(signalPlayer, { sessionId: id, signal: 'WAIT' })).status).toBe(404)
    }
    expect((await give('nothing', 'HEART')).status).toBe(404)
    expect((await control.beat(customer))?.pause).toBeNull()
  })
})

describe('to let a session wait', () => {
  it('stills the toy, refuses commands and charges nothing, until she lets it go on', async () => {
    const { customer, toyId, send, id } = await playing()
    expect((await send({ command: 'vibrate', intensity: 9 })).status).toBe(200)
    await control.simulator.untilLevel(toyId, 9)
    expect((await give(id, 'WAIT')).status).toBe(204)
    await control.simulator.untilLevel(toyId, 0)
    const refused = await send({ command: 'vibrate', intensity: 9 })
    expect(refused).toMatchObject({ status: 409, body: { message: 'De creator wil even wachten.' } })
    expect(await control.beat(customer)).toMatchObject({ pause: 'CREATOR_WAITS', sessionEndsAt: null })
    expect((await control.creator.call(readStudio)).body.sessions).toMatchObject([{ pause: 'CREATOR_WAITS' }])
    await control.hold(customer, 50)
    expect((await send({ command: 'stop' })).status).toBe(200)
    expect((await give(id, 'GO_ON')).status).toBe(204)
    expect(await control.beat(customer)).toMatchObject({ pause: null, minutesUsed: 0 })
    expect(await control.simulator.levelOf(toyId)).toBe(0)
    expect((await send({ command: 'vibrate', intensity: 5 })).status).toBe(200)
    await control.simulator.untilLevel(toyId, 5)
  })

  it('ends it after a minute, for nothing', async () => {
    const { customer, id } = await playing()
    await control.hold(customer, 20)
    await give(id, 'WAIT')
    await control.hold(customer, 60)
    expect(await control.beat(customer)).toMatchObject({
      status: 'STOPPED',
      stoppedBy: 'SYSTEM',
      stopReason: 'CREATOR_WAITED',
      minutesUsed: 0,
    })
    expect(await control.balanceOf(customer)).toBe(20)
    expect((await give(id, 'GO_ON')).status).toBe(404)
  })
})
