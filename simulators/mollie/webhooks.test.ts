import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '../../src/platform/db/db.ts'
import { openTestDatabase } from '../../tests/support/database.ts'
import { openWebhookReceiver } from '../webhookReceiver.ts'
import { openMollieFixture, type MollieFixture } from './fixture.ts'

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

describe('webhooks', () => {
  test('are retried until the shop accepts them, without delaying the customer', async () => {
    rig.shop.status = 503
    const payment = await rig.create()
    expect((await rig.choose(payment, 'paid')).status).toBe(303)
    expect(rig.shop.bodies).toHaveLength(1)
    // The next attempt is planned after the answer, so that the time may have to pass more than once.
    const untilAttempt = (count: number, ms: number) =>
      vi.waitFor(() => {
        rig.clock += ms
        expect(rig.shop.bodies).toHaveLength(count)
      }, 20_000)
    await untilAttempt(2, 1000)
    rig.shop.status = 200
    await untilAttempt(3, MINUTE)
    rig.clock += MINUTE
    await rig.choose(await rig.create(), 'paid')
    expect(rig.shop.bodies.filter(body => body === `id=${payment.id}`)).toHaveLength(3)
  })

  test('survive a restart of the simulator', async () => {
    const { port } = rig.shop
    await rig.shop.close()
    const payment = await rig.create()
    await rig.choose(payment, 'paid')
    await rig.stop()
    rig.shop = await openWebhookReceiver(port)
    await rig.start()
    await vi.waitFor(() => expect(rig.shop.bodies).toEqual([`id=${payment.id}`]), 10_000)
    expect((await rig.read(payment.id)).status).toBe('paid')
  })
})

describe('faults', () => {
  test('a status is answered and nothing is carried out', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const before = await rig.list()
    expect((await rig.control('faults', { httpStatus: 503 })).status).toBe(204)
    expect(await rig.call('POST', '/payments', rig.order(), headers)).toMatchObject({
      status: 503,
      body: { status: 503 },
    })
    expect(await rig.list()).toEqual(before)
    await rig.control('faults', {})
    expect((await rig.call('POST', '/payments', rig.order(), headers)).status).toBe(201)
  })

  test('a lost or truncated answer leaves the payment, which the same key returns', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    await rig.control('faults', { hang: true })
    const url = `${rig.base}/v2/payments`
    const init = {
      method: 'POST',
      headers: { authorization: 'Bearer test_key', ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(rig.order()),
    }
    await expect(fetch(url, { ...init, signal: AbortSignal.timeout(300) })).rejects.toThrow('timeout')
    await rig.control('faults', { malformed: true })
    await expect(fetch(url, init).then(response => response.json())).rejects.toThrow(SyntaxError)
    await rig.control('faults', {})
    const made = await rig.list()
    expect((await rig.create({}, headers)).id).toBe(made.at(-1)?.id)
  })

  test('a pending answer does not prevent the server from closing', async () => {
    await rig.control('faults', { hang: true })
    const lost = rig.call('POST', '/payments', rig.order()).catch((error: unknown) => String(error))
    await vi.waitFor(async () => {
      const made = await rig.list()
      expect(made.at(-1)?.status).toBe('open')
    }, 20_000)
    await rig.stop()
    expect(await lost).toContain('fetch failed')
    await rig.start()
  })

  test('dropped webhooks are never sent', async () => {
    await rig.control('faults', { dropWebhooks: true })
    const lost = await rig.create()
    await rig.choose(lost, 'paid')
    expect(rig.shop.bodies).toEqual([])
    await rig.control('faults', {})
    rig.clock += MINUTE
    const told = await rig.create()
    await rig.choose(told, 'paid')
    expect(rig.shop.bodies).toEqual([`id=${told.id}`])
    expect((await rig.read(lost.id)).status).toBe('paid')
  })

  test.each([{ httpStatus: 'x' }, { latencyMs: -1 }, { nonsense: true }, []])('refuse %j', async faults => {
    expect((await rig.control('faults', faults)).status).toBe(400)
  })
})
