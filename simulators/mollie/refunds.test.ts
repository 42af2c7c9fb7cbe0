import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '../../src/platform/db/db.ts'
import { openTestDatabase } from '../../tests/support/database.ts'
import { openMollieFixture, type PaymentBody, type MollieFixture } from './fixture.ts'

interface List {
  count: number
  _embedded: { refunds: PaymentBody[] }
  _links: { next: { href: string } | null }
}

const MINUTE = 60_000
let database: Database
let rig: MollieFixture

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  rig = await openMollieFixture(database.db)
})
afterEach(() => rig.close())
afterAll(() => database.close())

const paid = async (): Promise<PaymentBody> => {
  const payment = await rig.create()
  await rig.choose(payment, 'paid')
  return payment
}
const refund = (id: string, value: string, headers = {}, currency = 'EUR') =>
  rig.call('POST', `/payments/${id}/refunds`, { amount: { currency, value }, description: 'Retour' }, headers)

describe('refunds', () => {
  test('are summed on the payment and send webhooks', async () => {
    const { id } = await paid()
    const first = await refund(id, '2.50')
    expect(first).toMatchObject({
      status: 201,
      body: { resource: 'refund', status: 'pending', paymentId: id },
    })
    await refund(id, '5.00')
    expect(await rig.read(id)).toMatchObject({
      status: 'paid',
      amountRefunded: { value: '7.50' },
      amountRemaining: { value: '5.00' },
    })
    const list = async (query = '') => {
      const { body } = await rig.call('GET', `/payments/${id}/refunds${query}`)
      return body as unknown as List
    }
    expect((await list())._embedded.refunds.map(refund => refund.status)).toEqual(['pending', 'pending'])
    await vi.waitFor(() => expect(rig.shop.bodies).toHaveLength(1), 10_000)
    rig.clock += MINUTE
    // One webhook for the payment, and one for each completed refund; creating a refund sends none.
    await vi.waitFor(() => expect(rig.shop.bodies).toHaveLength(3), 10_000)
    const refunds = (await list())._embedded.refunds
    expect(refunds.map(refund => refund.status)).toEqual(['refunded', 'refunded'])
    expect(refunds.at(-1)?.id).toBe(first.body.id)
    const [newest, oldest] = [await list('?limit=1'), await list(`?limit=1&from=${first.body.id}`)]
    expect([newest.count, newest._links.next?.href]).toEqual([1, expect.stringContaining(first.body.id)])
    expect([oldest._embedded.refunds[0]?.id, oldest._links.next]).toEqual([first.body.id, null])
    expect((await rig.call('GET', `/payments/${id}/refunds?from=re_nothing`)).status).toBe(400)
    expect((await rig.call('GET', `/payments/${id}/refunds?limit=251`)).status).toBe(422)
    expect((await rig.call('GET', `/payments/${id}/refunds/${first.body.id}`)).body.id).toBe(first.body.id)
    const { body } = await rig.call('GET', `/payments/${id}?embed=refunds`)
    expect((body['_embedded'] as List['_embedded']).refunds).toEqual(refunds)
  })

  test('never exceed the amount paid, also when concurrent', async () => {
    const { id } = await paid()
    const answers = await Promise.all([1, 2, 3, 4].map(() => refund(id, '5.00')))
    expect(answers.filter(answer => answer.status === 201)).toHaveLength(2)
    expect(answers.find(answer => answer.status === 422)?.body).toMatchObject({ field: 'amount' })
    expect((await rig.read(id)).amountRemaining?.value).toBe('2.50')
  })

  test('require a paid payment and its currency', async () => {
    expect((await refund((await rig.create()).id, '1.00')).status).toBe(422)
    expect((await refund((await paid()).id, '1.00', {}, 'USD')).status).toBe(422)
  })

  test('are created once per Idempotency-Key', async () => {
    const { id } = await paid()
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const answers = [await refund(id, '5.00', headers), await refund(id, '5.00', headers)]
    expect(new Set(answers.map(answer => answer.body.id)).size).toBe(1)
    expect((await rig.read(id)).amountRefunded?.value).toBe('5.00')
    expect((await rig.control('forget-keys', {})).status).toBe(204)
    expect((await refund(id, '5.00', headers)).body.id).not.toBe(answers[0]?.body.id)
  })

  test('made by hand, failed or cancelled send the webhooks that Mollie documents', async () => {
    const { id } = await paid()
    const byHand = async (amount?: object) =>
      (await (await rig.control('refund', { id, ...(amount && { amount }) })).json()) as PaymentBody
    const move = async (refundId: string, status: string) =>
      (await rig.control('refund-status', { id: refundId, status })).status
    const first = await byHand({ currency: 'EUR', value: '2.50' })
    const rest = await byHand()
    expect(first).toMatchObject({ status: 'pending', metadata: null })
    expect((await rig.read(id)).amountRemaining?.value).toBe('0.00')
    expect(await move(first.id, 'canceled')).toBe(200)
    expect(await move(first.id, 'refunded')).toBe(422)
    expect((await rig.read(id)).amountRefunded?.value).toBe('10.00')
    expect(rig.shop.bodies).toHaveLength(1)
    expect([await move(rest.id, 'processing'), await move(rest.id, 'canceled')]).toEqual([200, 422])
    expect(await move(rest.id, 'failed')).toBe(200)
    expect(await rig.read(id)).toMatchObject({ amountRemaining: { value: '12.50' } })
    await vi.waitFor(() => expect(rig.shop.bodies).toHaveLength(3), 10_000)
  })

  test('and chargebacks together never exceed the amount paid', async () => {
    const { id } = await paid()
    await refund(id, '2.50')
    const answer = await rig.control('chargeback', { id, amount: { currency: 'EUR', value: '4.00' } })
    expect(await answer.json()).toMatchObject({
      amountChargedBack: { value: '4.00' },
      amountRemaining: { value: '6.00' },
    })
    expect((await rig.control('chargeback', { id })).status).toBe(200)
    expect(await rig.read(id)).toMatchObject({ status: 'paid', amountChargedBack: { value: '10.00' } })
    expect((await rig.control('chargeback', { id })).status).toBe(422)
    await vi.waitFor(() => expect(rig.shop.bodies).toHaveLength(3), 10_000)
  })
})

describe('lists of all that the account has', () => {
  interface List {
    count: number
    _embedded: Record<string, { id: string; paymentId?: string; amount: { value: string } }[]>
    _links: { next: { href: string } | null }
  }
  const list = async (path: string) => (await rig.call('GET', path)).body as unknown as List

  test('are pages, newest first, each with the address of the next', async () => {
    const made = [await paid(), await paid(), await paid()].map(({ id }) => id).toReversed()
    const first = await list('/payments?limit=2')
    expect(first._embedded.payments?.map(({ id }) => id)).toEqual(made.slice(0, 2))
    const next = first._links.next?.href ?? ''
    expect(new URL(next).searchParams.get('from')).toBe(made[2])
    const second = await list(`/payments${new URL(next).search}`)
    expect(second._embedded.payments?.[0]?.id).toBe(made[2])
    expect((await rig.call('GET', '/payments?from=tr_unknown')).status).toBe(400)
    expect((await rig.call('GET', '/payments?limit=251')).status).toBe(422)
  })

  test('have refunds and the parts of chargebacks', async () => {
    const { id } = await paid()
    await refund(id, '2.50')
    await rig.control('chargeback', { id, amount: { currency: 'EUR', value: '4.00' } })
    await rig.control('chargeback', { id })
    expect((await list('/refunds?limit=1'))._embedded.refunds).toMatchObject([
      { paymentId: id, amount: { value: '2.50' } },
    ])
    const parts = (await list('/chargebacks'))._embedded.chargebacks?.filter(each => each.paymentId === id)
    expect(parts?.map(({ amount }) => amount.value)).toEqual(['6.00', '4.00'])
  })
})
