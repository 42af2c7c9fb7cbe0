import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addProduct, completePayment, waitForMail } from '../../../tests/support/fixtures.ts'
import { openOtlpCollector, type CollectedSpan } from '../../../tests/support/otlpCollector.ts'
import { tracesInText } from '../../../tests/support/personalDataTraces.ts'
import { openShop, type TestClient, type TestShop } from '../../../tests/support/shop.ts'
import { openSocketClient } from '../../../tests/support/socketClient.ts'
import { addTestMinutes, linkToys } from '../../../tests/support/toys.ts'
import { startControl } from '../../live/sessions/contract.ts'
import { toyLinks, toys } from '../../live/toys/table.ts'
import { payments } from '../../money/payments/table.ts'
import { login, readUser, register } from '../../people/accounts/contract.ts'
import { createAddress } from '../../people/addresses/contract.ts'
import { createLog } from '../../platform/telemetry/log.ts'
import { searchProducts } from '../../shop/products/catalog/contract.ts'
import { checkout } from '../../shop/checkout/contract.ts'

const person = {
  email: 'kanarie.vogelaar@gloed.test',
  password: 'Kanarie-wachtwoord-1',
  displayName: 'Kanariegeel',
  firstName: 'Kanariena',
  lastName: 'Vogelaar-Kwinkel',
  dateOfBirth: '1987-03-09',
}
const address = {
  firstName: 'Kanariena',
  lastName: 'Vogelaar-Kwinkel',
  street: 'Kwinkeleerstraat',
  houseNumber: '4711',
  city: 'Vogelwaarde',
  postalCode: '4568 XQ',
}
const comments = 'Graag bij de kwikstaart bezorgen'
const browser = {
  'user-agent': 'Zangvogelbrowser/1.0',
  'x-forwarded-for': '203.0.113.77',
  traceparent: '00-c0ffeec0ffeec0ffeec0ffeec0ffee00-c0ffeec0ffee0000-01',
  'x-request-id': 'gekozen-door-de-bezoeker',
}
const inBrowser = (one: TestClient): TestClient => ({
  ...one,
  call: (endpoint, input, headers) => one.call(endpoint, input, { ...browser, ...headers }),
})

/** Registers, fails to log in and logs in, looks around, buys something and plays with a toy. @returns the values that identify the user */
async function visit(shop: TestShop): Promise<string[]> {
  const { db } = shop.node.platform
  const one = inBrowser(shop.newClient())
  const { body: user } = await one.call(register, person)
  await shop.newClient().call(login, { email: person.email, password: 'verkeerd-kanarietje' })
  expect((await one.call(login, { email: person.email, password: person.password })).status).toBe(200)
  await one.call(searchProducts, { query: 'kanarie zoekt zaad' })
  await one.request('GET', `/nergens/${person.email}?naam=${person.lastName}`)
  await one.request('GET', `/api/products/${encodeURIComponent(person.email)}`)
  const { id: productId } = await addProduct(shop, { showCommentsField: true })
  const { body: home } = await one.call(createAddress, address)
  const items = [{ productId, quantity: 1 }]
  const { body: order } = await one.call(checkout, { items, addressId: home.id, comments })
  await one.request('GET', await completePayment(order.paymentUrl as string, 'paid'))
  await waitForMail(shop, person.email, order.orderId)
  const [payment] = await db.select().from(payments).where(eq(payments.userId, user.id))
  await play(shop, one, user.id)
  const [toy] = await db.select().from(toys)
  const [link] = await db.select().from(toyLinks)
  const ids = [
    user.id,
    home.id,
    productId,
    order.orderId,
    payment?.id,
    payment?.providerId,
    toy?.id,
    link?.uid,
  ]
  const session = /gloed_session=([^;]+)/.exec(one.cookie())?.[1]
  return [...ids, session].map(each => each ?? expect.unreachable())
}

async function play(shop: TestShop, one: TestClient, userId: string): Promise<void> {
  const [toyDeviceId] = await linkToys(shop, await shop.newUser('MODEL'))
  await addTestMinutes(shop, userId, 20)
  expect((await one.call(startControl, { toyDeviceId })).status).toBe(201)
  const tab = await openSocketClient(shop.origin, { cookie: one.cookie(), ...browser })
  await vi.waitFor(
    async () => {
      tab.send({ type: 'heartbeat' })
      expect(await tab.command({ toyDeviceId, command: 'vibrate', intensity: 7 })).toMatchObject({
        type: 'ack',
      })
    },
    { timeout: 20_000, interval: 200 },
  )
  expect(await tab.command({ toyDeviceId, command: 'stop' })).toMatchObject({ type: 'ack' })
  tab.close()
}

describe('with an endpoint', () => {
  let collector: Awaited<ReturnType<typeof openOtlpCollector>>
  let identifying: string[]
  beforeAll(async () => {
    collector = await openOtlpCollector()
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRUSTED_PROXIES: '127.0.0.1' }
    const shop = await openShop({ env })
    identifying = await visit(shop)
    // The rest is sent.
    await shop.close()
  }, 120_000)
  afterAll(() => collector.close())

  const named = (name: string) => collector.spans().filter(span => span.name === name)
  const partsOf = ({ traceId, spanId }: CollectedSpan) =>
    collector.spans().filter(span => span.traceId === traceId && span.parentSpanId === spanId)

  it('a request is traced with its statements and its requests to a provider', () => {
    const [span, ...more] = named('POST /api/cart/checkout')
    expect(more).toEqual([])
    expect(span).toMatchObject({ kind: 2, status: { code: 0 } })
    expect(span?.parentSpanId).toBeUndefined()
    const parts = partsOf(span as CollectedSpan).map(({ name }) => name)
    expect(parts).toContain('insert payments')
    expect(parts).toContain('mollie POST')
  })

  it('a job belongs to the trace of the request that sent it, and so do the jobs that it sent', () => {
    const [webhook] = named('POST /api/webhooks/:provider')
    const trace = collector.spans().filter(({ traceId }) => traceId === webhook?.traceId)
    const names = trace.map(({ name }) => name)
    expect(names).toContain('job invoice')
    expect(names).toContain('job mail')
    const invoice = trace.find(({ name }) => name === 'job invoice')
    expect(invoice?.parentSpanId).toBe(webhook?.spanId)
  })

  it('a command by socket is traced to the toy’s provider', () => {
    const asked = named('frame command').flatMap(partsOf)
    expect(asked.map(({ name }) => name)).toContain('lovense POST')
  })

  it('files, probes and the simulators are not traced', () => {
    const names = collector.spans().map(({ name }) => name)
    expect(names.length).toBeGreaterThan(50)
    expect(names.filter(name => /simulator|healthz|readyz|metrics/.test(name))).toEqual([])
  })

  it('the metrics of Prometheus are sent, each with its own type', () => {
    const metric = (name: string) => collector.metrics().find(each => each.name === name)
    expect(metric('gloed_disk_size_bytes')?.gauge?.dataPoints[0]?.asDouble).toBeGreaterThan(1e6)
    const lived = (name: string) =>
      metric(name)?.histogram?.dataPoints.map(({ attributes }) =>
        attributes.map(({ value }) => value.stringValue),
      )
    expect(lived('gloed_live_command_duration_seconds')).toEqual(
      expect.arrayContaining([
        ['other', 'done'],
        ['stop', 'done'],
      ]),
    )
    expect(lived('gloed_toy_stop_duration_seconds')).toEqual([['LOVENSE']])
    const points = metric('gloed_http_request_duration_seconds')?.histogram?.dataPoints ?? []
    const checkouts = points.find(({ attributes }) =>
      JSON.stringify(attributes).includes('/api/cart/checkout'),
    )
    expect(checkouts).toMatchObject({ count: 1 })
    expect(checkouts?.bucketCounts?.reduce((sum, count) => sum + count, 0)).toBe(1)
    expect(checkouts?.bucketCounts).toHaveLength((checkouts?.explicitBounds?.length ?? 0) + 1)
  })

  it('contains no personal data, and no id of anything', () => {
    const sent = collector.text()
    const values = [...Object.values(person), ...Object.values(address), ...Object.values(browser), comments]
    // Too short to tell from a number of anything.
    const texts = [...values, ...identifying, 'kanarie', 'c0ffee', '203.0.113'].filter(
      text => text !== '4711',
    )
    expect(tracesInText(sent, texts)).toEqual([])
    const uuid = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/
    expect(collector.spans().filter(span => uuid.test(JSON.stringify(span)))).toEqual([])
    expect(sent).not.toMatch(/127\.0\.0\.1/)
  })
})

it('a browser can’t make its requests be traced', async () => {
  const collector = await openOtlpCollector()
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: '0' }
  const shop = await openShop({ env: { ...env, TRUSTED_PROXIES: '127.0.0.1' } })
  await inBrowser(await shop.newUser()).call(readUser)
  await shop.close()
  expect(collector.metrics().length).toBeGreaterThan(0)
  expect(collector.spans()).toEqual([])
  await collector.close()
})

it('the log is sent too where that is wanted, with the ids of requests and without values', async () => {
  const collector = await openOtlpCollector()
  const log = createLog('info', { write: () => undefined })
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_LOGS_EXPORTER: 'otlp' }
  const shop = await openShop({ env, log })
  const { email } = (await shop.newUser()).user
  await shop.newClient().call(login, { email, password: 'niet-dit-wachtwoord' })
  log.warn({ err: new Error(`no place for ${email}`) }, 'mail failed')
  await shop.close()
  const line = (message: string) => collector.lines().find(({ body }) => body.stringValue === message)
  const named = (message: string) =>
    Object.fromEntries(line(message)?.attributes.map(({ key, value }) => [key, value.stringValue]) ?? [])
  expect(line('mail failed')?.severityText).toBe('WARN')
  expect(named('mail failed')).toMatchObject({ 'exception.message': 'no place for …@…' })
  const refused = collector.lines().find(({ attributes }) => attributes.some(({ key }) => key === 'reqId'))
  expect(refused).toBeDefined()
  expect(collector.text()).not.toContain(email)
  await collector.close()
  log.info('nobody listens any more')
})

it('a collector that refuses all requests is logged, once, and nothing else fails', async () => {
  const collector = await openOtlpCollector(400)
  const lines: string[] = []
  const log = createLog('warn', { write: line => void lines.push(line) })
  const shop = await openShop({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, log })
  expect((await (await shop.newUser()).call(readUser)).status).toBe(200)
  await shop.close()
  expect(lines.filter(line => line.includes('"telemetry"'))).toHaveLength(1)
  await collector.close()
})
