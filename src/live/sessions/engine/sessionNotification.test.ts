import { describe, expect, it } from 'vitest'
import { controlFixture } from '../../../../tests/support/controlFixture.ts'
import type { TestCustomer } from '../../../../tests/support/customers.ts'
import { listNotifications } from '../../../people/notifications/contract.ts'
import { notifications } from '../../../people/notifications/table.ts'
import { changeToy, declineSession, stopToys } from '../../studio/contract.ts'
import { openSocketClient } from '../../../../tests/support/socketClient.ts'
import { endOnAir } from '../../toys/onAir.service.ts'
import { toggleToy } from '../admin/contract.ts'
import { stopControl } from '../contract.ts'

const control = controlFixture()

const news = async (customer: Pick<TestCustomer, 'call'>) =>
  (await customer.call(listNotifications)).body.map(({ type, message }) => ({ type, message }))

describe('a player is notified', () => {
  it('once that minutes run low', async () => {
    const { customer } = await control.inControl(6)
    await control.hold(customer, 61)
    expect(await news(customer)).toEqual([])
    await control.hold(customer, 121)
    expect(await news(customer)).toEqual([
      {
        type: 'LOW_BALANCE',
        message: 'Je hebt nog 4 minuten. Bij 2 minuten stopt de toy en betaal je niets meer.',
      },
    ])
  })

  it('that someone else ended the session, by the role', async () => {
    const { customer } = await control.inControl()
    await control.creator.call(stopToys)
    expect(await news(customer)).toEqual([
      { type: 'SESSION_ENDED', message: 'De creator heeft de sessie beëindigd.' },
    ])
    await control.untilOnline(control.toyIds[0])
    await control.start(customer, control.toyIds[0])
    await control.creator.call(declineSession)
    expect((await news(customer))[0]?.message).toBe('De creator heeft de sessie afgewezen.')
  })

  it('not of the player’s own actions', async () => {
    const { customer } = await control.inControl()
    await customer.call(stopControl)
    expect(await news(customer)).toEqual([])
  })
})

describe('a creator is notified', () => {
  it('of an approval, each start and each end, at once in every tab', async () => {
    const { creator } = control
    const [toyId] = control.toyIds
    const tab = await openSocketClient(control.shop.origin, { cookie: creator.cookie() })
    await tab.until('toys')
    const newest = async () => {
      await tab.until('studio')
      tab.received.length = 0
      return (await creator.call(listNotifications)).body[0]
    }
    const admin = await control.shop.newUser('ADMIN')
    for (const active of [false, true]) {
      await admin.call(toggleToy, { toyId, active })
      await tab.until('studio')
      tab.received.length = 0
    }
    expect((await news(creator))[0]).toMatchObject({ type: 'TOY_APPROVED' })

    await creator.call(changeToy, { toyId, onAirHours: 1 })
    const { customer } = await control.scene()
    expect((await control.start(customer, toyId)).status).toBe(201)
    expect(await newest()).toMatchObject({
      type: 'PLAYER_STARTING',
      message: expect.stringMatching(/begint over 30 seconden met lush\. Weigeren/),
      actions: [{ title: 'Weiger', path: '/api/studio/decline' }, { title: 'Stop alles' }],
    })
    const begunAt = new Date(control.now().getTime() - 30_000)
    await control.shop.node.platform.db.update(notifications).set({ createdAt: begunAt })
    expect(
      (await creator.call(listNotifications)).body.find(({ type }) => type === 'PLAYER_STARTING'),
    ).toMatchObject({
      actions: [{ title: 'Stop alles' }],
    })
    await control.hold(customer, 31)
    await customer.call(stopControl)
    expect(await newest()).toMatchObject({ type: 'PLAYER_STOPPED', actions: [{ title: 'Stop alles' }] })
    const aDayBefore = new Date(control.now().getTime() - 24 * 3_600_000)
    await control.shop.node.platform.db.update(notifications).set({ createdAt: aDayBefore })
    const later = (await creator.call(listNotifications)).body
    expect(later.flatMap(({ actions }) => actions)).toEqual([])
    tab.close()
  })

  it('once that the hours of a toy passed', async () => {
    const { creator } = control
    await creator.call(changeToy, { toyId: control.toyIds[0], onAirHours: 1 })
    control.pass(3_600_000)
    const ended = async () => (await news(creator)).filter(({ type }) => type === 'ON_AIR_ENDED').length
    const before = await ended()
    await endOnAir(control.shop.node.platform)
    await endOnAir(control.shop.node.platform)
    expect(await ended()).toBe(before + 1)
  })
})
