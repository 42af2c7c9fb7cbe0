import { fastify } from 'fastify'
import type { Db } from '../../src/platform/db/db.ts'
import { openWebhookReceiver } from '../webhookReceiver.ts'
import { mollieSimulator } from './routes.ts'

export interface PaymentBody {
  id: string
  status: string
  amountRefunded?: { value: string }
  amountRemaining?: { value: string }
  amountChargedBack?: { value: string }
  paidAt?: string
  _links: { checkout?: { href: string } }
}

export type MollieFixture = Awaited<ReturnType<typeof openMollieFixture>>

/** For tests: the simulator on a port of its own, a clock that only the test advances, and a receiver for the shop's webhooks. */
export async function openMollieFixture(db: Db) {
  const rig = {
    clock: Date.parse('2026-11-20T12:00:00Z'),
    shop: await openWebhookReceiver(),
    /** The address of the simulator, without a trailing slash. */
    base: '',
    /** Calls Mollie's API, with a valid key unless another is given. */
    async call(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
      const response = await fetch(`${rig.base}/v2${path}`, {
        method,
        headers: { authorization: 'Bearer test_key', ...(body && json), ...headers },
        ...(body && { body: JSON.stringify(body) }),
      })
      return {
        status: response.status,
        body: (await response.json()) as PaymentBody & Record<string, unknown>,
      }
    },
    control: (path: string, body: object) =>
      fetch(`${rig.base}/${path}`, { method: 'POST', headers: json, body: JSON.stringify(body) }),
    list: async () => (await (await fetch(`${rig.base}/payments`)).json()) as PaymentBody[],
    order: () => ({
      amount: { currency: 'EUR', value: '12.50' },
      description: 'Bestelling 2026-000042',
      redirectUrl: 'http://127.0.0.1:1/terug',
      webhookUrl: rig.shop.url,
      metadata: { orderId: 'x' },
    }),
    create: async (extra: object = {}, headers = {}): Promise<PaymentBody> =>
      (await rig.call('POST', '/payments', { ...rig.order(), ...extra }, headers)).body,
    read: async (id: string): Promise<PaymentBody> => (await rig.call('GET', `/payments/${id}`)).body,
    /** Presses a button of the payment page. */
    choose: (payment: PaymentBody, outcome: string) =>
      fetch(`${rig.base}/checkout/${payment.id}`, {
        method: 'POST',
        body: new URLSearchParams({ outcome }),
        redirect: 'manual',
      }),
    stop: () => app.close(),
    async start() {
      app = fastify({ forceCloseConnections: true })
      await app.register(mollieSimulator, {
        prefix: '/simulator/mollie',
        db,
        now: () => new Date(rig.clock),
        publicUrl: () => origin,
      })
      const origin = await app.listen({ port: 0, host: '127.0.0.1' })
      rig.base = `${origin}/simulator/mollie`
    },
    async close() {
      await rig.control('faults', {})
      await app.close()
      await rig.shop.close()
    },
  }
  let app = fastify()
  await rig.start()
  return rig
}

const json = { 'content-type': 'application/json' }
