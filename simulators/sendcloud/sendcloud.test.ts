import { fastify } from 'fastify'
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../tests/support/database.ts'
import type { Database } from '../../src/platform/db/db.ts'
import { sendcloudSimulator } from './routes.ts'

let database: Database
let base = ''
const taken: { body: string; signature: string | undefined }[] = []
const app = fastify({ forceCloseConnections: true })
beforeAll(async () => {
  database = await openTestDatabase()
  let origin = ''
  await app.register(sendcloudSimulator, {
    prefix: '/simulator/sendcloud',
    db: database.db,
    now: () => new Date('2026-11-20T12:00:00Z'),
    shopUrl: () => origin,
  })
  await app.register(async shop => {
    shop.removeAllContentTypeParsers()
    shop.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body))
    shop.post('/api/webhooks/sendcloud', async ({ body, headers }) => {
      taken.push({ body: String(body), signature: headers['sendcloud-signature'] as string })
      return null
    })
  })
  origin = await app.listen({ port: 0, host: '127.0.0.1' })
  base = `${origin}/simulator/sendcloud`
})
afterAll(async () => {
  await app.close()
  await database.close()
})

const keys = `Basic ${Buffer.from('simulator:simulator').toString('base64')}`
async function call(method: string, path: string, body?: object, authorization = keys) {
  const response = await fetch(`${base}/${path}`, {
    method,
    headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: (text ? JSON.parse(text) : null) as Record<string, never> }
}

const address = {
  name: 'Sam de Wit',
  address_line_1: 'Lindelaan',
  postal_code: '3512 AB',
  city: 'Utrecht',
  country_code: 'NL',
}
const shipment = (reference: string) => ({
  from_address: { ...address, name: 'Magazijn' },
  to_address: address,
  ship_with: { type: 'shipping_option_code', properties: { shipping_option_code: 'postnl:standard' } },
  external_reference_id: reference,
  parcels: [{ weight: { value: '0.400', unit: 'kg' } }],
})

describe('the simulator of Sendcloud', () => {
  it('makes one shipment of a reference, and answers the second request with it', async () => {
    const first = await call('POST', 'api/v3/shipments/announce', shipment('een'))
    expect(first.status).toBe(201)
    const second = await call('POST', 'api/v3/shipments/announce', shipment('een'))
    expect(second).toEqual({ ...first, status: 409 })
    const found = await call('GET', 'api/v3/shipments?external_reference_id=een')
    expect(found.body).toEqual({ data: [first.body['data']] })
    expect((await call('GET', 'api/v3/shipments?external_reference_id=geen')).body).toEqual({ data: [] })
  })

  it('refuses keys that are not its own, and says what is wrong with a request', async () => {
    expect((await call('GET', 'api/v3/shipments', undefined, 'Basic x')).status).toBe(401)
    const wrong = await call('POST', 'api/v3/shipments/announce', { ...shipment('x'), to_address: {} })
    expect(wrong).toMatchObject({
      status: 400,
      body: { errors: [{ source: { pointer: '/to_address/name' } }] },
    })
  })

  it('carries a request out before it fails, when told to', async () => {
    await call('POST', 'faults', { statusAfterwards: 500 })
    expect((await call('POST', 'api/v3/shipments/announce', shipment('verloren'))).status).toBe(500)
    await call('POST', 'faults', {})
    const { body } = await call('GET', 'api/v3/shipments?external_reference_id=verloren')
    expect(body['data']).toHaveLength(1)
  })

  it('signs its reports of a parcel', async () => {
    const { body } = await call('POST', 'api/v3/shipments/announce', shipment('getekend'))
    const { id } = (body['data'] as unknown as { parcels: { id: number }[] }).parcels[0] as { id: number }
    await call('POST', `parcels/${id}/status`, { status: 11 })
    await expect.poll(() => taken).toHaveLength(1)
    const [hook] = taken
    expect(JSON.parse(hook?.body ?? '')).toMatchObject({
      parcel: { id, status: { id: 11, message: 'Delivered' } },
    })
    expect(hook?.signature).toBe(
      createHmac('sha256', 'simulator')
        .update(hook?.body ?? '')
        .digest('hex'),
    )
  })
})
