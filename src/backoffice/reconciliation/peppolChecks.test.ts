import { sql, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { issueToBusiness } from '../../../tests/support/peppol.ts'
import { openShop, type TestShop } from '../../../tests/support/shop.ts'
import { queryRows } from '../../platform/db/sql.ts'
import { peppolChecks } from './peppolChecks.service.ts'

let shop: TestShop
let invoiceId: string
beforeAll(async () => {
  shop = await openShop()
  const { user } = await shop.newUser()
  invoiceId = (await issueToBusiness(shop, user.id, { queued: false })).id
})
afterAll(() => shop.close())

/** The findings an hour after a change, which is taken back. */
async function foundAfter(change: SQL): Promise<string[]> {
  let found: string[] = []
  await shop.node.platform.db
    .transaction(async tx => {
      await tx.execute(change)
      const query = peppolChecks(new Date(Date.now() + 3_600_000))['invoices.peppol']
      found = (await queryRows<{ subject: string }>(tx, query)).map(({ subject }) => subject)
      throw new Error('taken back')
    })
    .catch((error: Error) => expect(error.message).toBe('taken back'))
  return found
}
const own = () => sql`where invoice_id = ${invoiceId}`
const sent = (providerId: string | null, days: number) =>
  sql`update peppol_documents set status = 'SENT', provider_id = ${providerId}, sent_at = now() - ${days} * interval '1 day' ${own()}`
const queued = (days: number) =>
  sql`update peppol_documents set queued_at = now() - ${days} * interval '1 day' ${own()}`

it('finds nothing in an invoice that is on its way', async () => {
  expect(await foundAfter(queued(5))).toEqual([])
  expect(await foundAfter(sent('a', 2))).toEqual([])
})

it('finds an invoice of a Belgian business without a document', async () =>
  expect(await foundAfter(sql`delete from peppol_documents ${own()}`)).toEqual([invoiceId]))

it('finds one that waits longer than it is tried', async () =>
  expect(await foundAfter(queued(7))).toEqual([invoiceId]))

it('finds one whose delivery was never told of, unless its answer was lost', async () => {
  expect(await foundAfter(sent('a', 4))).toEqual([invoiceId])
  // How that ended, only the access point knows.
  expect(await foundAfter(sent(null, 4))).toEqual([])
})
