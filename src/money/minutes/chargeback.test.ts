import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { controlFixture } from '../../../tests/support/controlFixture.ts'
import type { TestCustomer } from '../../../tests/support/customers.ts'
import { completePayment } from '../../../tests/support/fixtures.ts'
import { buyQuickMinutes, callWebhook, quickPackage } from '../../../tests/support/payments.ts'
import { findDiscrepancies } from '../../backoffice/reconciliation/service.ts'
import { sendCommand } from '../../live/sessions/contract.ts'
import { toyControlSessions } from '../../live/sessions/table.ts'
import { listAuditEntries } from '../../people/audit/admin/contract.ts'
import { listNotifications } from '../../people/notifications/contract.ts'
import { purchaseMinutes } from './contract.ts'
import { spendMinutes } from './service.ts'
import { minuteEntries } from './table.ts'
import { listMinuteDebts, settleMinuteDebt } from './admin/contract.ts'

const control = controlFixture({ LIVE_COUNTDOWN_SECONDS: '0' })
const soon = { timeout: 10_000, interval: 50 }

/** Five minutes for ten euros, paid. */
async function bought(customer: TestCustomer) {
  const purchase = await buyQuickMinutes(control.shop, customer)
  await customer.request('GET', await completePayment(purchase.paymentUrl, 'paid'))
  return purchase
}

/** Charges back `value` of a payment, or all of it; also when the webhook comes several times. */
async function chargeback({ payment }: Awaited<ReturnType<typeof bought>>, value?: string) {
  const amount = value && { amount: { currency: 'EUR', value } }
  const body = { id: payment.providerId, ...amount }
  const sent = await control.shop.newClient().request('POST', '/simulator/mollie/chargeback', body)
  expect(sent.status).toBe(200)
  await Promise.all([1, 2, 3].map(() => callWebhook(control.shop, payment.providerId)))
}

const entriesOf = async ({ userId }: TestCustomer) => {
  const rows = await control.db().select().from(minuteEntries).where(eq(minuteEntries.userId, userId))
  return rows.map(({ kind, minutes }) => [kind, minutes])
}
const spend = ({ userId }: TestCustomer, minutes: number) =>
  control.db().transaction(tx => spendMinutes(tx, userId, crypto.randomUUID(), minutes))
const minuteFindings = async () =>
  (await findDiscrepancies(control.db(), control.now())).filter(({ check }) => check.startsWith('minutes.'))

describe('a chargeback of minutes', () => {
  it('takes what is unspent, once, and leaves nothing owed when nothing was spent', async () => {
    const customer = await control.newCustomer(0)
    const [first] = [await bought(customer), await bought(customer)]
    await chargeback(first)
    expect(await control.balanceOf(customer)).toBe(5)
    expect(await entriesOf(customer)).toEqual([
      ['PURCHASE', 5],
      ['PURCHASE', 5],
      ['CHARGEBACK', -5],
    ])
    expect((await customer.call(purchaseMinutes, quickPackage)).status).toBe(201)
    expect(await minuteFindings()).toEqual([])
  })

  it('leaves what was spent as a debt, which blocks buying until an admin settles it', async () => {
    const customer = await control.newCustomer(0)
    const admin = await control.shop.newUser('ADMIN')
    const purchase = await bought(customer)
    await spend(customer, 3)
    await chargeback(purchase)
    expect(await control.balanceOf(customer)).toBe(0)
    const [news] = (await customer.call(listNotifications)).body
    expect(news).toMatchObject({
      type: 'MINUTES_CHARGED_BACK',
      message: expect.stringMatching(/2 minuten zijn van je saldo af.*€\s6,00 open/),
    })
    expect(await customer.call(purchaseMinutes, quickPackage)).toMatchObject({
      status: 409,
      body: { code: 'PAYMENT_OWED', owedCents: 600, message: expect.stringContaining('6,00') },
    })

    const { userId } = customer
    expect((await admin.call(listNotifications)).body).toMatchObject([
      { type: 'CHARGEBACK', path: `/admin/users/${userId}` },
    ])
    const debts = async () => (await admin.call(listMinuteDebts, { userId })).body
    const [debt] = await debts()
    expect(await debts()).toMatchObject([{ amountCents: 600, settledAt: null, resolution: null }])
    const settle = (resolution: string) => admin.call(settleMinuteDebt, { debtId: debt?.id, resolution })
    expect((await settle('VERGETEN')).status).toBe(400)
    const both = await Promise.all([settle('PAID'), settle('WAIVED')])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const audited = (await admin.call(listAuditEntries, { subjectId: userId })).body.items
    expect(audited).toMatchObject([
      { action: 'MINUTE_DEBT_SETTLED', actor: { id: admin.user.id }, details: { amountCents: 600 } },
    ])
    expect((await customer.call(purchaseMinutes, quickPackage)).status).toBe(201)
    expect(await control.balanceOf(customer), 'the minutes stay away').toBe(0)
  })

  it('of a part takes the minutes that it covers', async () => {
    const customer = await control.newCustomer(0)
    const purchase = await bought(customer)
    await chargeback(purchase, '5.00')
    expect(await control.balanceOf(customer)).toBe(2)
    await chargeback(purchase, '5.00')
    expect(await control.balanceOf(customer)).toBe(0)
    expect(await minuteFindings()).toEqual([])
  })

  it('ends the session and stops the toy, also when older minutes are left', async () => {
    const customer = await control.newCustomer(20)
    const [toyDeviceId] = control.toyIds
    const purchase = await bought(customer)
    expect((await control.start(customer, toyDeviceId)).status).toBe(201)
    await control.beat(customer)
    await customer.call(sendCommand, { toyDeviceId, command: 'vibrate', intensity: 16 })
    expect(await control.simulator.levelOf(toyDeviceId)).toBe(16)
    await chargeback(purchase)
    await vi.waitFor(async () => {
      const [session] = await control
        .db()
        .select()
        .from(toyControlSessions)
        .where(eq(toyControlSessions.userId, customer.userId))
      expect(session).toMatchObject({ status: 'STOPPED', stoppedBy: 'SYSTEM', stopReason: 'CHARGED_BACK' })
    }, soon)
    await control.simulator.untilLevel(toyDeviceId, 0)
    expect(await control.balanceOf(customer)).toBe(20)
  })
})
