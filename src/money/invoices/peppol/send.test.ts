import { and, eq } from 'drizzle-orm'
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
import { notifications } from '../../../people/notifications/table.ts'
import { sendPeppolDocument } from './send.service.ts'
import { peppolDocuments } from './table.ts'
import { listUndelivered, sendAgain } from '../admin/peppol.contract.ts'

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

/** An invoice that only the test sends. */
const issue = (vatNumber = belgianVatNumber(), name?: string) =>
  issueToBusiness(shop, admin.user.id, { content: invoiceTo(vatNumber, name), queued: false })
const send = (invoiceId: string) => sendPeppolDocument(shop.node.platform, peppolGatewayOf(shop), invoiceId)
/** As if the pause were over. */
const makeDue = (invoiceId: string) =>
  shop.node.platform.db
    .update(peppolDocuments)
    .set({ nextAttemptAt: new Date(0) })
    .where(eq(peppolDocuments.invoiceId, invoiceId))
const reaches = async (invoiceId: string, status: string) => {
  await expect.poll(async () => (await peppolRow(shop, invoiceId)).status, { timeout: 20_000 }).toBe(status)
}
const toldOf = (number: string) =>
  shop.node.platform.db
    .select({ text: notifications.text, path: notifications.path })
    .from(notifications)
    .where(and(eq(notifications.kind, 'PEPPOL_FAILED'), eq(notifications.userId, admin.user.id)))
    .then(found => found.filter(({ text }) => text.includes(number)))

describe('an invoice of a Belgian business', () => {
  it('is sent by the job of the transaction that issued it, and delivered', async () => {
    const { id, number } = await issueToBusiness(shop, admin.user.id)
    await reaches(id, 'DELIVERED')
    const [submission, ...more] = await accessPoint.submissionsOf(number)
    expect(more).toEqual([])
    const row = await peppolRow(shop, id)
    expect(row).toMatchObject({
      attempts: 1,
      failure: null,
      mayBeReceived: false,
      providerId: submission?.guid,
    })
    expect(submission?.idempotencyGuid).toBe(row.submissionId)
    expect(row.deliveredAt && row.sentAt && row.deliveredAt >= row.sentAt).toBe(true)
  })

  it.each([
    ['is answered with 500', { statusAfterwards: 500 }],
    ['loses its answer', { dropsAnswer: true }],
  ])('that is taken and %s is not sent twice', async (_, faults) => {
    const { id, number } = await issue()
    await accessPoint.setFaults(faults)
    await send(id)
    expect(await peppolRow(shop, id)).toMatchObject({
      status: 'QUEUED',
      mayBeReceived: true,
      claimedUntil: null,
      failure: expect.stringContaining('Storecove'),
    })
    // Not before its pause is over.
    await send(id)
    expect((await peppolRow(shop, id)).attempts).toBe(1)
    await accessPoint.setFaults()
    await makeDue(id)
    await send(id)
    expect(await peppolRow(shop, id)).toMatchObject({ status: 'SENT', providerId: null, failure: null })
    expect(await accessPoint.submissionsOf(number)).toHaveLength(1)
  })

  it('waits as long as the access point asks', async () => {
    const { id, number } = await issue()
    await accessPoint.setFaults({ httpStatus: 429, retryAfter: 7200 })
    const before = Date.now()
    await send(id)
    const row = await peppolRow(shop, id)
    expect(row).toMatchObject({ status: 'QUEUED', mayBeReceived: false })
    expect(row.nextAttemptAt.getTime()).toBeGreaterThanOrEqual(before + 7_200_000)
    expect(await accessPoint.submissionsOf(number)).toEqual([])
  })

  it('waits while the key is wrong, and says so', async () => {
    const { id } = await issue()
    await accessPoint.setFaults({ unauthorized: true })
    await send(id)
    expect(await peppolRow(shop, id)).toMatchObject({
      status: 'QUEUED',
      failure: expect.stringContaining('STORECOVE_API_KEY'),
    })
  })

  it.each([
    ['is not on the network', 1],
    ['only gets a PDF by mail there', 2],
  ])('that %s is not sent, and named', async (_, checkDigits) => {
    const { id, number } = await issue(belgianVatNumber(checkDigits), 'Onvindbaar bv')
    await send(id)
    expect((await peppolRow(shop, id)).status).toBe('NO_RECEIVER')
    expect(await accessPoint.submissionsOf(number)).toEqual([])
    const { documents } = (await admin.call(listUndelivered)).body
    expect(documents).toContainEqual(
      expect.objectContaining({ number, businessName: 'Onvindbaar bv', status: 'NO_RECEIVER' }),
    )
    expect(await toldOf(number)).toEqual([])
  })

  it('that is refused fails with the reason, and admins are told once', async () => {
    const { id, number, subjectId } = await issue(belgianVatNumber(), 'Weigeren bv')
    await send(id)
    await send(id)
    expect(await peppolRow(shop, id)).toMatchObject({
      status: 'FAILED',
      failure: expect.stringContaining('BR-CO-15'),
      mayBeReceived: false,
    })
    expect(await toldOf(number)).toMatchObject([{ path: `/admin/orders/${subjectId}` }])
  })

  it('that is refused after an attempt without an answer says that it may have arrived', async () => {
    const { id } = await issue(belgianVatNumber(), 'Weigeren bv')
    await shop.node.platform.db
      .update(peppolDocuments)
      .set({ mayBeReceived: true })
      .where(eq(peppolDocuments.invoiceId, id))
    await send(id)
    expect((await peppolRow(shop, id)).failure).toContain('kan wel gelukt zijn')
  })

  it('that never gets through is given up, and sent again under the same id', async () => {
    const { id, number } = await issue()
    await accessPoint.setFaults({ statusAfterwards: 503 })
    await shop.node.platform.db
      .update(peppolDocuments)
      .set({ queuedAt: new Date(Date.now() - 6 * 86_400_000) })
      .where(eq(peppolDocuments.invoiceId, id))
    await send(id)
    const { status, failure, submissionId } = await peppolRow(shop, id)
    expect({ status, failure }).toEqual({
      status: 'FAILED',
      failure: 'Storecove heeft een storing (503). We probeerden het 5 dagen.',
    })
    expect(await toldOf(number)).toHaveLength(1)
    await accessPoint.setFaults()
    expect(await admin.call(sendAgain, { invoiceId: id })).toMatchObject({
      status: 200,
      body: { status: 'QUEUED' },
    })
    await reaches(id, 'SENT')
    expect((await peppolRow(shop, id)).submissionId).toBe(submissionId)
    expect(await accessPoint.submissionsOf(number)).toHaveLength(1)
  })

  it('that its receiver refused is sent again under another id, by an admin alone', async () => {
    const { id, number } = await issue(belgianVatNumber(3))
    await send(id)
    await reaches(id, 'FAILED')
    const first = await peppolRow(shop, id)
    expect(first.failure).toContain('did not accept the document')
    expect(await toldOf(number)).toHaveLength(1)
    const customer = await shop.newUser()
    expect((await customer.call(sendAgain, { invoiceId: id })).status).toBe(403)
    await accessPoint.setFaults({ isHeld: true })
    await admin.call(sendAgain, { invoiceId: id })
    await reaches(id, 'SENT')
    expect(await admin.call(sendAgain, { invoiceId: id })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT' },
    })
    const second = await peppolRow(shop, id)
    expect(second.submissionId).not.toBe(first.submissionId)
    const submissions = await accessPoint.submissionsOf(number)
    expect(submissions.map(({ idempotencyGuid }) => idempotencyGuid).toSorted()).toEqual(
      [first.submissionId, second.submissionId].toSorted(),
    )
    await accessPoint.setOutcome(second.providerId ?? '', 'succeeded')
    await reaches(id, 'DELIVERED')
    expect(await toldOf(number)).toHaveLength(1)
  })

  it('is left to the node that sends it, and taken over when that is gone', async () => {
    const { id, number } = await issue()
    const claim = (at: number) =>
      shop.node.platform.db
        .update(peppolDocuments)
        .set({ claimedUntil: new Date(at) })
        .where(eq(peppolDocuments.invoiceId, id))
    await claim(Date.now() + 30_000)
    await expect(send(id)).rejects.toThrow('another node')
    expect(await accessPoint.submissionsOf(number)).toEqual([])
    await claim(Date.now() - 1000)
    await send(id)
    expect(await accessPoint.submissionsOf(number)).toHaveLength(1)
  })
})

it('an unknown document is 404', async () =>
  expect(await admin.call(sendAgain, { invoiceId: '01998d2e-0000-7000-8000-000000000000' })).toMatchObject({
    status: 404,
  }))

it('without an access point nothing is sent, and it can be sent once there is one', async () => {
  const without = await openShop({ env: { PEPPOL_PROVIDER: 'off' } })
  try {
    const owner = await without.newUser('ADMIN')
    const { id, number } = await issueToBusiness(without, owner.user.id)
    expect((await peppolRow(without, id)).status).toBe('UNSENT')
    expect((await owner.call(listUndelivered)).body).toMatchObject({
      isConfigured: false,
      documents: [{ number, status: 'UNSENT' }],
    })
    expect(await owner.call(sendAgain, { invoiceId: id })).toMatchObject({
      status: 409,
      body: { code: 'PEPPOL_NOT_READY' },
    })
    expect((await without.newClient().request('POST', '/api/webhooks/storecove', {})).status).toBe(404)
  } finally {
    await without.close()
  }
})
