import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { controlFixture } from '../../../../tests/support/controlFixture.ts'
import { completePayment } from '../../../../tests/support/fixtures.ts'
import { buyQuickMinutes } from '../../../../tests/support/payments.ts'
import { purchaseMinutes } from '../../../money/minutes/contract.ts'
import { minuteEntries } from '../../../money/minutes/table.ts'
import { listToys, listSessions, resumeControl, sendCommand, stopControl } from '../contract.ts'
import { readStudio, stopToys } from '../../studio/contract.ts'
import { toyControlSessions } from '../table.ts'

const control = controlFixture()

const ledgerOf = async (userId: string) => {
  const entries = await control.db().select().from(minuteEntries).where(eq(minuteEntries.userId, userId))
  return entries.map(({ kind, minutes }) => [kind, minutes])
}

describe('a session', () => {
  it('goes from countdown to control to its end, and is charged and stored in the history', async () => {
    const { customer, toyId } = await control.scene()
    expect(await control.beat(customer)).toBeNull()
    const started = await control.start(customer, toyId)
    expect(started.status).toBe(201)
    const { session } = started.body
    expect(session).toMatchObject({
      status: 'COUNTDOWN',
      toyDeviceId: toyId,
      minutesUsed: 0,
      lowBalance: false,
      sessionEndsAt: null,
      stoppedBy: null,
      stopReason: null,
      output: null,
    })
    expect(Date.parse(session.countdownEndsAt) - Date.parse(session.serverNow)).toBe(30_000)
    const busy = (await customer.call(listToys)).body.find(({ id }) => id === toyId)
    expect(busy).toMatchObject({ busy: true, isOnline: true, status: 'ONLINE' })

    const send = (command: object) => customer.call(sendCommand, { toyDeviceId: toyId, ...command })
    expect(await send({ command: 'vibrate', intensity: 5 })).toMatchObject({
      status: 409,
      body: {
        code: 'NO_ACTIVE_SESSION',
        message: "Geen actieve sessie: Start eerst een sessie om commando's te sturen",
      },
    })

    await control.hold(customer, 30)
    const active = await control.beat(customer)
    expect(active).toMatchObject({ status: 'ACTIVE', id: session.id })
    expect(Date.parse(active?.sessionEndsAt ?? '') - Date.parse(active?.serverNow ?? '')).toBe(18 * 60_000)
    expect(await send({ command: 'vibrate', intensity: 16 })).toMatchObject({
      status: 200,
      body: { accepted: true, sequence: 1 },
    })
    expect(await control.simulator.levelOf(toyId)).toBe(16)
    expect((await control.beat(customer))?.output).toMatchObject({ command: 'vibrate', intensity: 16 })
    expect(await send({ command: 'vibrate' })).toMatchObject({ status: 200, body: { sequence: 2 } })
    expect(await control.simulator.levelOf(toyId)).toBe(5)

    await control.hold(customer, 61)
    const stopped = await customer.call(stopControl)
    expect(stopped.status).toBe(200)
    expect(stopped.body?.session).toMatchObject({
      id: session.id,
      status: 'STOPPED',
      stoppedBy: 'USER',
      stopReason: 'STOPPED_BY_USER',
      minutesUsed: 2,
    })
    await control.simulator.untilLevel(toyId, 0)
    await control.simulator.untilLast(toyId, 'Stop')

    expect(await control.balanceOf(customer)).toBe(18)
    expect(await ledgerOf(customer.userId)).toEqual([
      ['PURCHASE', 20],
      ['SPEND', -1],
      ['SPEND', -1],
    ])
    expect((await customer.call(listSessions)).body).toEqual([
      {
        id: session.id,
        toyId,
        toyName: 'lush',
        status: 'STOPPED',
        startTime: session.countdownEndsAt,
        endTime: expect.any(String) as string,
        minutesPurchased: 2,
        cost: 400,
      },
    ])
    expect(await send({ command: 'vibrate' })).toMatchObject({ status: 409 })
  })

  it('that ended is shown for 30 s more, with the person who ended it', async () => {
    const { customer } = await control.inControl()
    await customer.call(stopControl)
    control.pass(29_999)
    expect(await control.beat(customer)).toMatchObject({ status: 'STOPPED', stoppedBy: 'USER' })
    control.pass(1)
    expect(await control.beat(customer)).toBeNull()
  })

  it('stopped in its countdown is free and has no history entry', async () => {
    const { customer, toyId } = await control.scene()
    await control.start(customer, toyId)
    expect((await customer.call(stopControl)).body?.session).toMatchObject({ minutesUsed: 0 })
    expect(await control.balanceOf(customer)).toBe(20)
    expect((await customer.call(listSessions)).body).toEqual([])
    expect((await control.start(customer, toyId)).status).toBe(201)
  })

  it('stopped twice, or a stop without a session, is no error', async () => {
    const { customer } = await control.inControl()
    control.pass(1000)
    const stops = await Promise.all([customer.call(stopControl), customer.call(stopControl)])
    expect(stops.map(({ status }) => status)).toContain(200)
    expect(stops.every(({ status }) => status === 200 || status === 204)).toBe(true)
    expect((await customer.call(stopControl)).status).toBe(204)
    expect(await control.balanceOf(customer)).toBe(19)
  })
})

describe('a low balance', () => {
  it('stops the toy and pauses the meter, until a top-up at the session price', async () => {
    const { customer, toyId, send } = await control.inControl(3)
    await send({ command: 'vibrate', intensity: 9 })
    await control.hold(customer, 60)
    await control.simulator.untilLast(toyId, 'Stop')
    expect(await send({ command: 'vibrate' })).toMatchObject({ status: 402 })
    await control.hold(customer, 30)
    expect(await control.beat(customer)).toMatchObject({
      status: 'ACTIVE',
      lowBalance: true,
      minutesUsed: 1,
      sessionEndsAt: null,
      output: null,
    })
    expect(await control.balanceOf(customer)).toBe(2)

    const bought = await customer.call(purchaseMinutes, { packageId: 'quick', minutes: 5, price: 800 })
    expect(bought.status).toBe(201)
    await customer.request('GET', await completePayment(bought.body.paymentUrl as string, 'paid'))
    // Pushed at once, before any poll.
    await vi.waitFor(async () => {
      const [row] = await control
        .db()
        .select()
        .from(toyControlSessions)
        .where(eq(toyControlSessions.userId, customer.userId))
      expect(row?.pausedAt).toBeNull()
    }, 20_000)
    expect(await control.beat(customer)).toMatchObject({
      status: 'ACTIVE',
      lowBalance: false,
      minutesUsed: 1,
    })
    // The toy does not run again by itself.
    expect(await control.simulator.levelOf(toyId)).toBe(0)
    expect(await send({ command: 'vibrate', intensity: 4 })).toMatchObject({ status: 200 })
    expect(await control.simulator.levelOf(toyId)).toBe(4)
    await control.hold(customer, 60)
    expect(await control.beat(customer)).toMatchObject({ minutesUsed: 2 })
    expect(await control.balanceOf(customer)).toBe(6)
  })

  it('ends the session after a minute, with LOW_BALANCE as the reason', async () => {
    const { customer } = await control.inControl(3)
    await control.hold(customer, 119)
    expect(await control.beat(customer)).toMatchObject({ status: 'ACTIVE', lowBalance: true })
    await control.hold(customer, 1)
    expect(await control.beat(customer)).toMatchObject({
      status: 'STOPPED',
      stoppedBy: 'SYSTEM',
      stopReason: 'LOW_BALANCE',
      lowBalance: true,
      minutesUsed: 1,
    })
    expect((await customer.call(listSessions)).body).toMatchObject([{ minutesPurchased: 1, cost: 200 }])
    expect(await control.balanceOf(customer)).toBe(2)
  })
})

describe('paying for minutes in a session', () => {
  /** A customer who pressed the button of the packages, with the toy at 9. */
  async function paying(minutes = 20) {
    const { customer, toyId, send } = await control.inControl(minutes)
    if (minutes > 2) await send({ command: 'vibrate', intensity: 9 })
    await control.hold(customer, 20)
    const bought = await buyQuickMinutes(control.shop, customer, { price: 800 })
    const comeBack = async () =>
      (await customer.request('GET', `/api/payments/return?payment=${bought.payment.id}`)).headers.get(
        'location',
      )
    return { customer, toyId, send, ...bought, comeBack }
  }

  it('keeps the session for up to 5 minutes: the toy is still, nothing is charged, and its creator sees why', async () => {
    const { customer, toyId, send, paymentUrl, purchaseId, comeBack } = await paying()
    await control.simulator.untilLevel(toyId, 0)
    control.pass(2000)
    expect(await control.beat(customer)).toMatchObject({ pause: 'PAYING', sessionEndsAt: null })
    expect((await send({ command: 'vibrate' })).status).toBe(409)
    control.pass(290_000)
    const { sessions } = (await control.creator.call(readStudio)).body
    expect(sessions).toMatchObject([{ pause: 'PAYING', minutesUsed: 0 }])

    await completePayment(paymentUrl, 'paid')
    expect(await comeBack()).toBe(`/live?payment=success&orderId=${purchaseId}`)
    expect(await control.beat(customer)).toMatchObject({ status: 'ACTIVE', pause: null, minutesUsed: 0 })
    expect((await send({ command: 'vibrate', intensity: 4 })).status).toBe(200)
    await control.hold(customer, 39)
    expect((await control.beat(customer))?.minutesUsed).toBe(0)
    await control.hold(customer, 1)
    expect((await control.beat(customer))?.minutesUsed).toBe(1)
  })

  it('waits for the payment while another device has the live page open, until its user says to be back', async () => {
    const { customer, send } = await paying()
    await control.hold(customer, 200)
    expect(await control.beat(customer)).toMatchObject({ pause: 'PAYING', minutesUsed: 0 })
    expect((await send({ command: 'vibrate' })).status).toBe(409)
    const resumed = await customer.call(resumeControl)
    expect(resumed.body?.session).toMatchObject({ status: 'ACTIVE', pause: null, minutesUsed: 0 })
    expect((await send({ command: 'vibrate', intensity: 4 })).status).toBe(200)
    await control.hold(customer, 40)
    expect(await control.beat(customer)).toMatchObject({ minutesUsed: 1 })
    expect((await (await control.newCustomer(0)).call(resumeControl)).status).toBe(204)
  })

  it('ends it after 5 minutes, for nothing; the payment leads back to the live page all the same', async () => {
    const { customer, paymentUrl, purchaseId, comeBack } = await paying()
    control.pass(300_000)
    expect(await control.beat(customer)).toMatchObject({
      status: 'STOPPED',
      stoppedBy: 'SYSTEM',
      stopReason: 'PAYMENT_TIMEOUT',
      minutesUsed: 0,
    })
    await completePayment(paymentUrl, 'paid')
    expect(await comeBack()).toBe(`/live?payment=success&orderId=${purchaseId}`)
    expect(await control.balanceOf(customer)).toBe(25)
  })

  it('that is cancelled leads back to the packages, and leaves a minute to choose again', async () => {
    const { customer, paymentUrl, purchaseId, comeBack } = await paying()
    control.pass(200_000)
    await completePayment(paymentUrl, 'canceled')
    expect(await comeBack()).toBe(`/live?payment=failed&orderId=${purchaseId}`)
    control.pass(59_000)
    expect(await control.beat(customer)).toMatchObject({ status: 'ACTIVE', pause: null })
  })

  it('may be ended by its creator', async () => {
    const { customer } = await paying()
    expect((await control.creator.call(stopToys, {})).status).toBe(200)
    expect(await control.beat(customer)).toMatchObject({ status: 'STOPPED', stoppedBy: 'CREATOR' })
  })
})
