import { fastify } from 'fastify'
import type { Db } from '../../src/platform/db/db.ts'
import { openWebhookReceiver } from '../webhookReceiver.ts'
import { SIMULATED_API_PASSWORD, SIMULATED_API_USER } from './contract.ts'
import type { SaleResource } from './resource.ts'
import { verotelSimulator } from './routes.ts'
import { type Parameters, signatureOf } from './rules.ts'

export type VerotelFixture = Awaited<ReturnType<typeof openVerotelFixture>>

/** For tests: the simulator on a port of its own, a clock that only the test advances, and a receiver for the shop's postbacks. */
export async function openVerotelFixture(db: Db) {
  const rig = {
    clock: Date.parse('2026-11-20T12:00:00Z'),
    shop: await openWebhookReceiver(),
    /** The address of the simulator, without a trailing slash. */
    origin: '',
    /** A start that breaks no rule, with a reference of its own; `undefined` leaves a value out. */
    order: (extra: Record<string, string | undefined> = {}): Parameters =>
      withoutUndefined({
        version: '4',
        shopID: '100001',
        type: 'purchase',
        priceAmount: '25.00',
        priceCurrency: 'EUR',
        description: '30 minuten',
        referenceID: crypto.randomUUID(),
        custom1: 'attempt-1',
        successURL: 'http://127.0.0.1:1/betaald?x=1&y=2',
        declineURL: 'http://127.0.0.1:1/mislukt',
        ...extra,
      }),
    /** The address that a browser is sent to. @param unsigned values that the signature does not cover */
    startUrl: (order: Parameters, unsigned: Parameters = {}): string =>
      `${rig.origin}/verotel/startorder?${new URLSearchParams({ ...order, signature: signatureOf(order), ...unsigned })}`,
    /** Presses a button of the order page. */
    choose: (order: Parameters, outcome: string, form: Parameters = {}) =>
      fetch(rig.startUrl(order), {
        method: 'POST',
        body: new URLSearchParams({ outcome, ...form }),
        redirect: 'manual',
      }),
    /** Pays a new order on its page. */
    async pay(form: Parameters = {}): Promise<SaleResource> {
      const order = rig.order()
      await rig.choose(order, 'paid', form)
      return rig.sale(order)
    },
    async sales(): Promise<SaleResource[]> {
      return (await (await fetch(`${rig.origin}/simulator/verotel/sales`)).json()) as SaleResource[]
    },
    async sale({ referenceID }: Parameters): Promise<SaleResource> {
      const found = (await rig.sales()).find(sale => sale.referenceID === referenceID)
      if (!found) throw new Error(`no sale with the reference ${referenceID}`)
      return found
    },
    async control(path: string, body: object = {}) {
      const response = await fetch(`${rig.origin}/simulator/verotel/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const text = await response.text()
      return { status: response.status, body: (text ? JSON.parse(text) : null) as Record<string, unknown> }
    },
    /** Calls the Control Center API. */
    async api(method: string, path: string, body?: object, password = SIMULATED_API_PASSWORD) {
      const response = await fetch(`${rig.origin}/verotel/api/${path}`, {
        method,
        headers: {
          authorization: `Basic ${btoa(`${SIMULATED_API_USER}:${password}`)}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    },
    /** Asks for the status of a sale. @param values signed, unless they have a signature */
    status: (values: Parameters, signal?: AbortSignal) => {
      const asked = { version: '4', shopID: '100001', ...values }
      const query = new URLSearchParams({ signature: signatureOf(asked), ...asked })
      return fetch(`${rig.origin}/verotel/salestatus?${query}`, signal ? { signal } : {})
    },
    stop: () => app.close(),
    async start() {
      app = fastify({ forceCloseConnections: true })
      await app.register(verotelSimulator, {
        db,
        now: () => new Date(rig.clock),
        postbackUrl: () => rig.shop.url,
        recheckMs: 200,
      })
      rig.origin = await app.listen({ port: 0, host: '127.0.0.1' })
    },
    async close() {
      await rig.control('faults', {})
      await app.close()
      await rig.shop.close()
    },
  }
  rig.shop.answer = 'OK'
  let app = fastify()
  await rig.start()
  return rig
}

const withoutUndefined = (values: Record<string, string | undefined>): Parameters =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
