import { describe, expect, it } from 'vitest'
import { controlFixture } from '../../../../tests/support/controlFixture.ts'
import type { TestCustomer } from '../../../../tests/support/customers.ts'
import { listNotifications } from '../../../people/notifications/contract.ts'
import { declineSession, stopToys } from '../../studio/contract.ts'
import { stopControl } from '../contract.ts'

const control = controlFixture()

const news = async (customer: TestCustomer) =>
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
        message: 'Je hebt nog 4 minuten. Bij 2 minuten stopt de toy en rust je klok.',
      },
    ])
  })

  it('that someone else ended the session, and who', async () => {
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

  it('not of what the player did', async () => {
    const { customer } = await control.inControl()
    await customer.call(stopControl)
    expect(await news(customer)).toEqual([])
  })
})
