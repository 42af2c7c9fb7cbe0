import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { buyQuickMinutes, engineOf, paymentsOf, refundsOf } from '../../../../../tests/support/payments.ts'
import { openShop, type TestShop, type TestUser } from '../../../../../tests/support/shop.ts'
import {
  controlVerotel,
  minutesOverVerotel,
  payAtVerotel,
  sendPostback,
  setVerotelFaults,
} from '../../../../../tests/support/verotel.ts'
import { createGateways } from '../../../../app/gateways.ts'
import { findDiscrepancies } from '../../../../backoffice/reconciliation/service.ts'
import { readUser } from '../../../../people/accounts/contract.ts'
import { createLog } from '../../../../platform/telemetry/log.ts'
import { queryRows } from '../../../../platform/db/sql.ts'
import { refundMinutes } from '../../../minutes/admin/contract.ts'
import { listOpenRefunds, resolveRefund } from '../../admin/contract.ts'
import { reconcilePayments } from '../../reconcile.service.ts'
import { settlePaymentByProviderId } from '../../settle.service.ts'
import { chargebacks, paymentPostbacks, payments } from '../../table.ts'

const HOUR = 3_600_000
let shop: TestShop
let admin: TestUser
const lines: string[] = []
beforeAll(async () => {
  shop = await openShop({
    env: { ...minutesOverVerotel, VEROTEL_METHOD: 'ANY', RATE_LIMIT_FACTOR: '1' },
    now: () => new Date(),
    log: createLog('info', { write: line => void lines.push(line) }),
  })
  admin = await shop.newUser('ADMIN')
})
afterEach(() => setVerotelFaults(shop, {}))
afterAll(() => shop.close())

const db = () => shop.node.platform.db
const engine = () => {
  const { platform } = shop.node
  const { payments: gateways } = createGateways(platform, `${shop.origin}/simulator`, {
    record: () => {},
    close: async () => {},
  })
  return engineOf(shop, gateways)
}
const poll = async (hours: number) => {
  // The database's clock writes when a payment began, and can't be moved.
  const back = sql`${hours} * interval '1 hour'`
  const { createdAt, settledAt, pollAt } = payments
  await db()
    .update(payments)
    .set({
      createdAt: sql`${createdAt} - ${back}`,
      settledAt: sql`${settledAt} - ${back}`,
      pollAt: sql`${pollAt} - ${back}`,
    })
  await reconcilePayments(engine())
}
const buy = async () => {
  const customer = await shop.newUser()
  return { customer, ...(await buyQuickMinutes(shop, customer)) }
}
const bought = async (how: object = {}) => {
  const purchase = await buy()
  const sale = await payAtVerotel(shop, purchase, how)
  const reference = { referenceID: purchase.payment.providerId }
  if (!('postback' in how)) await until(async () => expect(await statusOf(purchase)).toBe('PAID'))
  return { ...purchase, sale, reference }
}
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000, interval: 50 })
const paymentOf = async ({ purchaseId }: { purchaseId: string }) => (await paymentsOf(shop, purchaseId))[0]
const statusOf = async (purchase: { purchaseId: string }) => (await paymentOf(purchase))?.status
const minutesOf = async (customer: TestUser) => (await customer.call(readUser)).body?.minutesBalance
const booksAgree = async () => expect(await findDiscrepancies(db(), new Date(Date.now() + HOUR))).toEqual([])

describe('a purchase over Verotel', () => {
  it('is paid once by five postbacks, with method, fee, country and sale, and nothing of the buyer', async () => {
    const { customer, sale, ...purchase } = await bought({ method: 'IDEAL', country: 'BE' })
    await Promise.all([1, 2, 3].map(() => sendPostback(shop, sale.transactions[0] as never)))
    expect(await minutesOf(customer)).toBe(5)
    expect(await paymentOf(purchase)).toMatchObject({
      provider: 'verotel',
      status: 'PAID',
      method: 'IDEAL',
      feeCents: 32,
      country: 'BE',
      saleNumber: sale.saleID,
      problem: null,
    })
    const stored = await queryRows(db(), sql`select t::text as row from ${paymentPostbacks} t`)
    expect(JSON.stringify(stored)).not.toMatch(/Voorbeeld|voorbeeld|XXXX|VISA/)
    await booksAgree()
  })

  it.each(['changed', 'sha1'])(
    'is not paid by a postback with the fault “%s”, but by the return',
    async fault => {
      const { customer, payment, sale, ...purchase } = await bought({ postback: fault })
      expect(sale.postbacks.map(({ status }) => status)).toEqual([400])
      expect(await statusOf(purchase)).toBe('OPEN')
      const back = await customer.request(
        'GET',
        `/api/payments/return?payment=${payment.id}&saleID=1&shopID=9`,
      )
      expect(back.headers.get('location')).toContain('payment=success')
    },
  )

  it.each(['five', 'extra'])('answers OK to postbacks of the kind “%s”', async postback => {
    const { sale, ...purchase } = await bought({ postback })
    expect(new Set(sale.postbacks.map(({ status, answer }) => `${status} ${answer}`))).toEqual(
      new Set(['200 OK']),
    )
    await until(async () => expect(await statusOf(purchase)).toBe('PAID'))
  })

  it('starts again at the same order page, and is paid there by one reference', async () => {
    const purchase = await buy()
    await db()
      .update(payments)
      .set({ checkoutUrl: null, providerId: null })
      .where(eq(payments.id, purchase.payment.id))
    await payAtVerotel(shop, purchase)
    await until(async () => expect(await statusOf(purchase)).toBe('PAID'))
    expect(await paymentOf(purchase)).toMatchObject({ providerId: purchase.payment.providerId })
  })

  it('expires an hour after the start, and is polled for a day more', async () => {
    const late = await buy()
    const never = await buy()
    await poll(0.5)
    expect([await statusOf(late), await statusOf(never)]).toEqual(['OPEN', 'OPEN'])
    await poll(1)
    expect([await statusOf(late), await statusOf(never)]).toEqual(['EXPIRED', 'EXPIRED'])
    await payAtVerotel(shop, late, { postback: 'lost' })
    await poll(2)
    expect([await statusOf(late), await statusOf(never)]).toEqual(['PAID', 'EXPIRED'])
    await poll(24)
    await poll(1)
    expect(await paymentOf(never)).toMatchObject({ status: 'EXPIRED', pollAt: null })
    await booksAgree()
  })

  it('waits for a person when a sale was reported that the status does not know for a day', async () => {
    await setVerotelFaults(shop, { status: 'forgets' })
    const { payment, ...purchase } = await bought({ postback: 'now' })
    await poll(2)
    expect(await paymentOf(purchase)).toMatchObject({ status: 'OPEN', problem: null })
    await poll(25)
    expect(await paymentOf(purchase)).toMatchObject({ status: 'OPEN', problem: expect.any(String) })
    await setVerotelFaults(shop, {})
    await settlePaymentByProviderId(engine(), 'verotel', payment.providerId as string)
    expect(await paymentOf(purchase)).toMatchObject({ status: 'PAID', problem: null })
  })

  it.each(['html', 'error', 'blocked'] as const)('stays open while the status answers “%s”', async status => {
    await setVerotelFaults(shop, { status })
    const { customer, payment, sale, ...purchase } = await bought({ postback: 'now' })
    expect(sale.postbacks.map(({ answer }) => answer)).toEqual(['OK'])
    const back = await customer.request('GET', `/api/payments/return?payment=${payment.id}`)
    expect(back.headers.get('location')).toContain('payment=return')
    expect(await statusOf(purchase)).toBe('OPEN')
    await setVerotelFaults(shop, {})
    await until(async () => expect(await statusOf(purchase)).toBe('PAID'))
  })
})

describe('the webhook', () => {
  const fields = (more: Record<string, string> = {}) => ({
    shopID: '100001',
    saleID: '1',
    transactionID: crypto.randomUUID(),
    referenceID: 'not-ours',
    type: 'purchase',
    priceAmount: '25.00',
    priceCurrency: 'EUR',
    ...more,
  })

  it('answers OK to what Verotel signed, also of a payment that is not ours', async () => {
    const answer = await sendPostback(shop, fields())
    expect([answer.status, answer.body]).toEqual([200, 'OK'])
    expect(answer.headers.get('content-type')).toContain('text/plain')
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.join('\n')).not.toMatch(/not-ours|saleID|signature=|startorder|Voorbeeld/)
  })

  it('refuses another website, and what is not signed', async () => {
    expect((await sendPostback(shop, fields({ shopID: '100002' }))).status).toBe(400)
    expect((await sendPostback(shop, fields(), null)).status).toBe(400)
    expect((await sendPostback(shop, fields(), 'a'.repeat(64))).status).toBe(400)
    const twice = new URLSearchParams(fields())
    twice.append('saleID', '2')
    expect((await shop.newClient().request('GET', `/api/webhooks/verotel?${twice}`)).status).toBe(400)
    expect((await shop.newClient().request('POST', '/api/webhooks/verotel', {})).status).toBe(400)
  })

  it('limits what is forged, and never what is genuine, from the same address', async () => {
    const statuses = new Map<number, number>()
    for (let batch = 0; batch < 5; batch += 1) {
      const answers = await Promise.all([
        ...Array.from({ length: 60 }, () => sendPostback(shop, fields(), 'f'.repeat(64))),
        ...Array.from({ length: 14 }, async () => ({
          ...(await sendPostback(shop, fields())),
          isGenuine: true,
        })),
      ])
      for (const answer of answers) {
        if ('isGenuine' in answer) expect(answer.status).toBe(200)
        else statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      }
    }
    expect([...statuses.keys()].toSorted((a, b) => a - b)).toEqual([400, 429])
  })

  it('is not OK while it can’t be stored; the refund that follows is understood', async () => {
    const purchase = await buy()
    await db().execute(sql`alter table payment_postbacks rename to hidden_postbacks`)
    const sale = await payAtVerotel(shop, purchase, { method: 'CC' })
    await db().execute(sql`alter table hidden_postbacks rename to payment_postbacks`)
    expect(sale.postbacks.map(({ status }) => status)).toEqual([500])
    await controlVerotel(shop, 'send-late')
    await until(async () => expect(await statusOf(purchase)).toBe('PAID'))
    expect(await refundsOf(shop, purchase.payment.id)).toMatchObject([
      { amountCents: 1000, credits: false, providerId: expect.any(String) },
    ])
    expect(await minutesOf(purchase.customer)).toBe(0)
    await booksAgree()
  })
})

describe('money that goes back', () => {
  it('by support is recorded, and credited', async () => {
    const { reference, payment, ...purchase } = await bought()
    await controlVerotel(shop, 'credit', { ...reference, amount: '5.00' })
    await until(async () => expect(await refundsOf(shop, payment.id)).toMatchObject([{ amountCents: 500 }]))
    expect(await paymentOf(purchase)).toMatchObject({ status: 'PAID', problem: null })
    await booksAgree()
  })

  it('by support in two parts takes the unused minutes with the last of them', async () => {
    const { reference, payment, customer } = await bought()
    for (const [amount, left] of [
      ['4.00', 5],
      ['6.00', 0],
    ] as const) {
      await controlVerotel(shop, 'credit', { ...reference, amount })
      await until(async () => expect(await refundsOf(shop, payment.id)).toHaveLength(left === 5 ? 1 : 2))
      expect(await minutesOf(customer)).toBe(left)
    }
    await booksAgree()
  })

  it('by us waits for an admin with the number of the sale, and is closed by the credit', async () => {
    const { purchaseId, payment, reference, sale } = await bought()
    expect((await admin.call(refundMinutes, { purchaseId })).status).toBe(201)
    await until(async () =>
      expect(await refundsOf(shop, payment.id)).toMatchObject([
        { failure: `Geef dit met de hand terug bij Verotel: verkoop ${sale.saleID}.` },
      ]),
    )
    const open = (await admin.call(listOpenRefunds)).body
    expect(open.find(({ paymentId }) => paymentId === payment.id)).toMatchObject({ canBeSent: false })
    await controlVerotel(shop, 'credit', reference)
    await until(async () =>
      expect(await refundsOf(shop, payment.id)).toMatchObject([
        { isExternal: false, failedAt: null, providerId: expect.any(String) },
      ]),
    )
    await booksAgree()
  })

  it('is not counted twice when an admin noted it before the credit came', async () => {
    const { purchaseId, payment, reference } = await bought()
    const { body } = await admin.call(refundMinutes, { purchaseId })
    const refundId = body.refundId
    await until(async () =>
      expect(await refundsOf(shop, payment.id)).toMatchObject([{ failedAt: expect.any(Date) }]),
    )
    expect((await admin.call(resolveRefund, { refundId, how: 'BY_HAND' })).status).toBe(200)
    await controlVerotel(shop, 'credit', reference)
    await until(async () =>
      expect(await refundsOf(shop, payment.id)).toMatchObject([{ providerId: expect.any(String) }]),
    )
    await booksAgree()
  })

  it('by a chargeback after a credit is recorded, though the status still says APPROVED', async () => {
    const { payment, reference, customer } = await bought({ method: 'CC' })
    await controlVerotel(shop, 'credit', { ...reference, amount: '4.00' })
    await controlVerotel(shop, 'chargeback', { ...reference, amount: '6.00' })
    await until(async () =>
      expect(
        await db().select().from(chargebacks).where(eq(chargebacks.paymentId, payment.id)),
      ).toMatchObject([{ amountCents: 600 }]),
    )
    expect(await refundsOf(shop, payment.id)).toMatchObject([{ amountCents: 400 }])
    expect(await minutesOf(customer)).toBeLessThan(5)
    await booksAgree()
  })

  it('that does not fit the sale is a problem of the payment, and counts for nothing', async () => {
    const { payment, sale, ...purchase } = await bought()
    const sold = (sale.transactions[0] ?? {}) as Record<string, string>
    const wrong = await sendPostback(shop, {
      ...sold,
      parentID: sold['transactionID'] ?? '',
      transactionID: '99',
      event: 'credit',
      priceAmount: '10.01',
    })
    expect(wrong.body).toBe('OK')
    await until(async () =>
      expect(await paymentOf(purchase)).toMatchObject({ problem: expect.stringContaining('does not fit') }),
    )
    expect(await refundsOf(shop, payment.id)).toEqual([])
  })
})
