import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  accessPointOf,
  issueToBusiness,
  peppolGatewayOf,
  peppolRow,
} from '../../../../tests/support/peppol.ts'
import { openTwoNodes, type TwoNodes } from '../../../../tests/support/shopOnPostgres.ts'
import type { TestShop, TestUser } from '../../../../tests/support/shop.ts'
import { sendPeppolDocument } from './send.service.ts'
import { sendAgain } from '../admin/peppol.contract.ts'

/** Two nodes, several jobs, two admins, and webhooks that come with the answer. */
let nodes: TwoNodes
let admin: TestUser
let accessPoint: ReturnType<typeof accessPointOf>
const ROUNDS = 8
beforeAll(async () => {
  nodes = await openTwoNodes({ redis: false })
  admin = await nodes.one.newUser('ADMIN')
  accessPoint = accessPointOf(nodes.one)
})
afterAll(() => nodes.close())

const both = (): TestShop[] => [nodes.one, nodes.two]
const issueAll = (queued: boolean) =>
  Promise.all(Array.from({ length: ROUNDS }, () => issueToBusiness(nodes.one, admin.user.id, { queued })))
const sendFrom = (shop: TestShop, invoiceId: string) =>
  // One that another node has is tried again by its job.
  sendPeppolDocument(shop.node.platform, peppolGatewayOf(nodes.one), invoiceId).catch(() => undefined)
const allReach = async (ids: string[], status: string) => {
  await expect
    .poll(async () => (await Promise.all(ids.map(id => peppolRow(nodes.one, id)))).map(row => row.status), {
      timeout: 60_000,
    })
    .toEqual(ids.map(() => status))
}
/** How often each was submitted. */
async function timesSubmitted(invoices: { number: string }[]): Promise<Set<number>> {
  const found = await Promise.all(invoices.map(({ number }) => accessPoint.submissionsOf(number)))
  return new Set(found.map(({ length }) => length))
}
const once = new Set([1])

it('submits a document once, of which two nodes and three jobs each begin at once', async () => {
  const invoices = await issueAll(false)
  await Promise.all(
    invoices.flatMap(({ id }) => both().flatMap(shop => [0, 1, 2].map(() => sendFrom(shop, id)))),
  )
  const ids = invoices.map(({ id }) => id)
  await allReach(ids, 'DELIVERED')
  for (const id of ids) expect((await peppolRow(nodes.one, id)).attempts).toBe(1)
  expect(await timesSubmitted(invoices)).toEqual(once)
})

it('delivers the documents that the jobs of two nodes send, however fast the webhook is', async () => {
  const invoices = await issueAll(true)
  await allReach(
    invoices.map(({ id }) => id),
    'DELIVERED',
  )
  expect(await timesSubmitted(invoices)).toEqual(once)
})

it('submits a document once of which every answer is lost', async () => {
  const invoices = await issueAll(false)
  await accessPoint.setFaults({ dropsAnswer: true, isHeld: true })
  await Promise.all(invoices.flatMap(({ id }) => both().map(shop => sendFrom(shop, id))))
  await accessPoint.setFaults({ isHeld: true })
  const { db } = nodes.one.node.platform
  await db.execute(`update peppol_documents set next_attempt_at = '2000-01-01' where status = 'QUEUED'`)
  await Promise.all(invoices.flatMap(({ id }) => both().map(shop => sendFrom(shop, id))))
  await allReach(
    invoices.map(({ id }) => id),
    'SENT',
  )
  expect(await timesSubmitted(invoices)).toEqual(once)
  await accessPoint.setFaults()
})

it('sends a document again once when two admins do so at once', async () => {
  const invoices = await issueAll(false)
  const { db } = nodes.one.node.platform
  await db.execute(`update peppol_documents set status = 'NO_RECEIVER' where status = 'QUEUED'`)
  const answers = await Promise.all(
    invoices.map(({ id: invoiceId }) =>
      Promise.all([0, 1, 2].map(() => admin.call(sendAgain, { invoiceId }))),
    ),
  )
  for (const each of answers)
    expect(each.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  await allReach(
    invoices.map(({ id }) => id),
    'DELIVERED',
  )
  expect(await timesSubmitted(invoices)).toEqual(once)
})
