import { fastify } from 'fastify'
import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../tests/support/database.ts'
import { belgianVatNumber, invoiceTo } from '../../tests/support/peppol.ts'
import type { PeppolEvent } from '../../src/money/invoices/peppol/gateway.ts'
import { storecoveGateway } from '../../src/money/invoices/peppol/storecove.gateway.ts'
import { buildUbl } from '../../src/money/invoices/ubl.rules.ts'
import type { Database } from '../../src/platform/db/db.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import { storecoveSimulator } from './routes.ts'

let database: Database
let base = ''
const taken: { body: string; signature: string | undefined }[] = []
const app = fastify({ forceCloseConnections: true })
beforeAll(async () => {
  database = await openTestDatabase()
  let origin = ''
  await app.register(storecoveSimulator, {
    prefix: '/simulator/storecove',
    db: database.db,
    now: () => new Date('2026-11-20T12:00:00Z'),
    shopUrl: () => origin,
  })
  await app.register(async shop => {
    shop.removeAllContentTypeParsers()
    shop.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body))
    shop.post('/api/webhooks/storecove', async ({ body, headers }) => {
      taken.push({ body: String(body), signature: headers['x-storecove-signature'] as string })
      return null
    })
  })
  origin = await app.listen({ port: 0, host: '127.0.0.1' })
  base = `${origin}/simulator/storecove`
})
afterEach(async () => {
  await post('faults', {})
  taken.length = 0
})
afterAll(async () => {
  await app.close()
  await database.close()
})

async function send(method: string, path: string, body?: object, key = 'simulator') {
  const response = await fetch(`${base}/${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : null }
}
const post = (path: string, body: object, key?: string) => send('POST', path, body, key)

const gateway = (options: { apiKey?: string; legalEntityId?: number; webhookKey?: string | null } = {}) =>
  storecoveGateway({
    apiBase: () => base,
    apiKey: 'simulator',
    legalEntityId: 100_001,
    webhookKey: 'simulator',
    log: createLog('silent'),
    ...options,
  })

function submissionTo(vatNumber: string, name?: string) {
  const content = invoiceTo(vatNumber, name)
  const { vat } = content
  if (!vat) throw new Error('no VAT')
  const issuedAt = new Date('2026-11-20T12:00:00Z')
  const ubl = buildUbl({ kind: 'INVOICE', number: 'F2026-000042', issuedAt, content: { ...content, vat } })
  return { submissionId: randomUUID(), kind: 'INVOICE' as const, receiver: vatNumber.slice(2), ubl }
}

describe('a submission', () => {
  it('is one of its guid: the second is 422, and says why', async () => {
    const submission = submissionTo(belgianVatNumber())
    const first = await gateway().submit(submission)
    expect(first).toEqual({ providerId: expect.stringMatching(/^[\da-f-]{36}$/) })
    expect(await gateway().submit(submission)).toEqual({ providerId: null })
    const raw = await post('api/v2/document_submissions', {
      legalEntityId: 100_001,
      idempotencyGuid: submission.submissionId,
      routing: { eIdentifiers: [{ scheme: 'BE:EN', id: submission.receiver }] },
      document: {
        documentType: 'invoice',
        rawDocumentData: {
          document: Buffer.from(submission.ubl).toString('base64'),
          parse: true,
          parseStrategy: 'ubl',
        },
      },
    })
    expect(raw).toMatchObject({
      status: 422,
      body: { errors: [{ source: 'idempotencyGuid', details: 'has already been taken' }] },
    })
    const { body } = await send('GET', 'submissions')
    expect(
      body.filter((each: { idempotencyGuid: string }) => each.idempotencyGuid === submission.submissionId),
    ).toMatchObject([{ receiver: `BE:EN ${submission.receiver}`, document: submission.ubl }])
  })

  it('that is wrong is refused with the reason', async () => {
    expect(await gateway().submit(submissionTo(belgianVatNumber(), 'Weigeren bv'))).toEqual({
      refused: 'Storecove weigert dit document: “document BR-CO-15: the amounts do not add up”.',
    })
    const elsewhere = { ...submissionTo(belgianVatNumber()), receiver: belgianVatNumber().slice(2) }
    expect(await gateway().submit(elsewhere)).toMatchObject({ refused: expect.stringContaining('routing') })
    expect(await gateway().submit({ ...elsewhere, ubl: 'geen document' })).toMatchObject({
      refused: expect.stringContaining('could not be parsed'),
    })
    expect(await gateway({ legalEntityId: 7 }).submit(submissionTo(belgianVatNumber()))).toMatchObject({
      refused: expect.stringContaining('legalEntityId'),
    })
  })

  it.each([
    [
      { httpStatus: 429, retryAfter: 90 },
      { mayBeDone: false, retryAfter: 90 },
    ],
    [{ unauthorized: true }, { mayBeDone: false, message: expect.stringContaining('STORECOVE_API_KEY') }],
    [{ httpStatus: 503 }, { mayBeDone: true }],
    [{ statusAfterwards: 500 }, { mayBeDone: true }],
    [{ dropsAnswer: true }, { mayBeDone: true }],
  ])('with %j fails for now: %j', async (faults, expected) => {
    await post('faults', faults)
    await expect(gateway().submit(submissionTo(belgianVatNumber()))).rejects.toMatchObject(expected)
  })

  it('is refused with another key', async () =>
    expect(gateway({ apiKey: 'een andere' }).submit(submissionTo(belgianVatNumber()))).rejects.toMatchObject({
      mayBeDone: false,
    }))
})

describe('a receiver', () => {
  it.each([
    ['is on the network', 50, true],
    ['is not', 1, false],
    ['only gets a PDF by mail', 2, false],
  ])('%s', async (_, checkDigits, isThere) =>
    expect(await gateway().hasReceiver(belgianVatNumber(checkDigits).slice(2), 'INVOICE')).toBe(isThere),
  )
})

describe('a delivery', () => {
  const outcomeOf = (event: object) =>
    gateway().readWebhook({ payload: JSON.stringify(event), secret: 'simulator' })

  it('is told by a signed webhook, and proven by evidence', async () => {
    await post('faults', { isHeld: true })
    const receipt = await gateway().submit(submissionTo(belgianVatNumber()))
    const providerId = 'providerId' in receipt ? (receipt.providerId as string) : ''
    expect(await gateway().isDelivered(providerId)).toBe(false)
    await post(`submissions/${providerId}/outcome`, { event: 'succeeded' })
    await expect.poll(() => taken.length).toBe(1)
    const { body: payload = '', signature } = taken[0] ?? {}
    expect(signature).toBe(createHmac('sha256', 'simulator').update(payload).digest('hex'))
    const event = { providerId, outcome: 'DELIVERED', detail: null }
    expect(gateway().readWebhook({ payload, signature })).toEqual(event)
    expect(gateway().readWebhook({ payload, signature: `sha256=${signature}` })).toEqual(event)
    expect(await gateway().isDelivered(providerId)).toBe(true)
  })

  it('is not believed without the key', () => {
    const payload = JSON.stringify({
      event_type: 'document_submission',
      event: 'succeeded',
      document_guid: 'x',
    })
    const signature = createHmac('sha256', 'een andere').update(payload).digest('hex')
    expect(gateway().readWebhook({ payload, signature })).toBeNull()
    expect(gateway().readWebhook({ payload })).toBeNull()
    expect(gateway().readWebhook({ payload, secret: 'een andere' })).toBeNull()
    expect(gateway({ webhookKey: null }).readWebhook({ payload, secret: 'simulator' })).toBeNull()
  })

  it('says nothing by an event that it does not end by', () => {
    const about = { event_type: 'document_submission', document_guid: 'x' }
    expect(outcomeOf({ ...about, event: 'sending' })).toBeUndefined()
    expect(outcomeOf({ event_type: 'received_document', document_guid: 'x' })).toBeUndefined()
    expect(outcomeOf({ ...about, event: 'no_action_taken', details: 'no route' })).toEqual({
      providerId: 'x',
      outcome: 'FAILED',
      detail: 'no route',
    })
    expect(gateway().readWebhook({ payload: 'geen json', secret: 'simulator' })).toBeUndefined()
  })

  it('waits in the queue of an account in pull mode', async () => {
    await post('faults', { pulls: true })
    const [good, bad] = [submissionTo(belgianVatNumber()), submissionTo(belgianVatNumber(3))]
    for (const submission of [good, bad]) await gateway().submit(submission)
    const events: PeppolEvent[] = []
    await expect
      .poll(async () => {
        await gateway().takeEvents(async event => void events.push(event))
        return events.map(({ outcome }) => outcome).toSorted()
      })
      .toEqual(['DELIVERED', 'FAILED'])
    expect((await send('GET', 'api/v2/webhook_instances/')).status).toBe(204)
    expect(taken).toEqual([])
  })
})
