import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  accessPointOf,
  belgianVatNumber,
  invoiceTo,
  issueToBusiness,
  peppolGatewayOf,
  peppolRow,
} from '../../../../tests/support/peppol.ts'
import { openShop, type TestShop, type TestUser } from '../../../../tests/support/shop.ts'
import { storecoveWebhook } from './contract.ts'
import { sendPeppolDocument } from './send.service.ts'
import { peppolDocuments, peppolEvents } from './table.ts'
import { notePeppolEvent, pollPeppol } from './track.service.ts'

let shop: TestShop
let admin: TestUser
let accessPoint: ReturnType<typeof accessPointOf>
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
  accessPoint = accessPointOf(shop)
})
afterEach(() => accessPoint.setFaults())
afterAll(() => shop.close())

const issue = (checkDigits?: number) =>
  issueToBusiness(shop, admin.user.id, { content: invoiceTo(belgianVatNumber(checkDigits)), queued: false })
const send = (invoiceId: string) => sendPeppolDocument(shop.node.platform, peppolGatewayOf(shop), invoiceId)
const poll = () => pollPeppol(shop.node.platform, peppolGatewayOf(shop))

/** A document that was sent and stays under way. */
async function sent(): Promise<{ id: string; providerId: string }> {
  const { id } = await issue()
  await accessPoint.setFaults({ isHeld: true })
  await send(id)
  await accessPoint.setFaults()
  const { status, providerId } = await peppolRow(shop, id)
  expect(status).toBe('SENT')
  return { id, providerId: providerId ?? '' }
}
const statusOf = async (id: string) => (await peppolRow(shop, id)).status

describe('a webhook', () => {
  const body = (providerId: string, event: string) =>
    JSON.stringify({
      event_type: 'document_submission',
      event,
      document_guid: providerId,
      details: 'no route',
    })
  const tell = async (payload: string, key = 'simulator') =>
    (
      await shop.newClient().request('POST', storecoveWebhook.path, payload, {
        'content-type': 'application/json',
        'x-storecove-signature': createHmac('sha256', key).update(payload).digest('hex'),
      })
    ).status

  it('is not believed without the signature', async () => {
    const { id, providerId } = await sent()
    const payload = body(providerId, 'succeeded')
    expect(await tell(payload, 'een andere')).toBe(404)
    const headers = { 'content-type': 'application/json' }
    expect((await shop.newClient().request('POST', storecoveWebhook.path, payload, headers)).status).toBe(404)
    expect(await statusOf(id)).toBe('SENT')
    expect(await tell(payload)).toBe(200)
    expect(await statusOf(id)).toBe('DELIVERED')
  })

  it('changes the same when it is repeated and out of order', async () => {
    const { id, providerId } = await sent()
    for (const event of ['sending', 'failed', 'failed']) expect(await tell(body(providerId, event))).toBe(200)
    expect(await peppolRow(shop, id)).toMatchObject({
      status: 'FAILED',
      failure: 'Het access point kon dit niet afleveren: “no route”.',
    })
    for (const event of ['succeeded', 'failed', 'succeeded', 'sending'])
      expect(await tell(body(providerId, event))).toBe(200)
    expect(await peppolRow(shop, id)).toMatchObject({ status: 'DELIVERED', failure: null })
    const events = await shop.node.platform.db
      .select()
      .from(peppolEvents)
      .where(eq(peppolEvents.providerId, providerId))
    expect(events).toHaveLength(2)
  })

  it('of something else is taken, and changes nothing', async () => {
    expect(await tell('{"event_type":"received_document","document_guid":"x"}')).toBe(200)
    expect(await tell('geen json')).toBe(200)
    expect(await tell(body('van-iemand-anders', 'failed'))).toBe(200)
  })

  it('that is faster than the answer is not lost', async () => {
    const { id } = await issue()
    const { platform } = shop.node
    const gateway = peppolGatewayOf(shop)
    await accessPoint.setFaults({ isHeld: true })
    await sendPeppolDocument(
      platform,
      {
        ...gateway,
        submit: async submission => {
          const receipt = await gateway.submit(submission)
          const providerId = 'providerId' in receipt ? (receipt.providerId ?? '') : ''
          await notePeppolEvent(platform, { providerId, outcome: 'FAILED', detail: null })
          return receipt
        },
      },
      id,
    )
    expect(await peppolRow(shop, id)).toMatchObject({ status: 'FAILED', providerId: expect.any(String) })
  })
})

describe('the poll', () => {
  it('asks for the proof of a delivery whose webhook was lost', async () => {
    const { id, providerId } = await sent()
    await poll()
    expect(await peppolRow(shop, id)).toMatchObject({ status: 'SENT', polledAt: expect.any(Date) })
    await accessPoint.setFaults({ dropEvents: true })
    await accessPoint.setOutcome(providerId, 'succeeded')
    const again = { polledAt: new Date(Date.now() - 3_600_000) }
    await expect
      .poll(async () => {
        await shop.node.platform.db
          .update(peppolDocuments)
          .set(again)
          .where(eq(peppolDocuments.invoiceId, id))
        await poll()
        return statusOf(id)
      })
      .toBe('DELIVERED')
  })

  it('takes failed documents from the queue of an account in pull mode', async () => {
    const { id, providerId } = await sent()
    await accessPoint.setFaults({ pulls: true })
    await accessPoint.setOutcome(providerId, 'failed', 'Mailbox full')
    await expect
      .poll(async () => {
        await poll()
        return statusOf(id)
      })
      .toBe('FAILED')
    expect((await peppolRow(shop, id)).failure).toContain('Mailbox full')
  })

  it('sends a due document that has lost its job', async () => {
    const { id } = await issue()
    await shop.node.platform.db
      .update(peppolDocuments)
      .set({ nextAttemptAt: new Date(Date.now() - 3_600_000) })
      .where(eq(peppolDocuments.invoiceId, id))
    await poll()
    await expect.poll(() => statusOf(id), { timeout: 20_000 }).toBe('DELIVERED')
  })

  it('forgets events of no document of ours after a month', async () => {
    const { db } = shop.node.platform
    const { providerId } = await sent()
    await notePeppolEvent(shop.node.platform, { providerId, outcome: 'DELIVERED', detail: null })
    await notePeppolEvent(shop.node.platform, { providerId: 'vreemd', outcome: 'FAILED', detail: null })
    await db.update(peppolEvents).set({ receivedAt: new Date(Date.now() - 31 * 86_400_000) })
    await poll()
    const left = (await db.select().from(peppolEvents)).map(event => event.providerId)
    expect(left).toContain(providerId)
    expect(left).not.toContain('vreemd')
  })
})
